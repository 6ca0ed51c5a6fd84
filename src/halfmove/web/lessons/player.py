"""The box in which something is played step by step: the picture, the sentence, the buttons."""

from __future__ import annotations

from halfmove.teach.frames.player import controls
from halfmove.teach.own_steps import NEXT_CUT


def player(label: str, stop: tuple[str, str] = NEXT_CUT, aside: str = "") -> str:
    """As HTML; `assets/lab.js` fills it.  `aside` stands between the picture and the sentence."""
    return (
        f'<section class="hm-card hl-player" data-slot="player" aria-label="{label}" hidden>'
        '<div class="hl-head"><h2 data-slot="title"></h2><button type="button" class="hm-button" '
        'data-act="fit" aria-pressed="false">Whole picture</button></div>'
        '<div class="hl-picture hl-drawn" data-slot="picture" tabindex="0" role="group" '
        'aria-label="The tree"></div>'
        f'{aside}<div class="hl-foot">{controls(1, stop)}</div></section>'
    )


def waiting() -> str:
    """Where it is said that something is under way, or what was wrong."""
    return (
        '<p class="hl-error hm-error" data-slot="error" role="alert"></p>'
        '<p class="hl-busy hm-soft" data-slot="busy" role="status"></p>'
        '<button type="button" class="hm-button hl-stop" data-act="stop">Stop</button>'
    )
