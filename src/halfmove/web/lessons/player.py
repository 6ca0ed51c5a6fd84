"""What a page to learn from consists of: a form on the left, and on the right what is made from its fields.

Of a recorded search that is the player: the picture, the sentence, the buttons.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.frames.player import controls
from halfmove.teach.naming import NEXT_CUT
from halfmove.web.catalogue import Catalogue

MOST_BYTES = 4_000_000


@dataclass(frozen=True)
class Family:
    """Pages of one kind, as `web.pages.steps` shows them: searches step by step, and others with a form."""

    kind: str
    """The work that a process does for it (`workers.tasks.lesson`)."""
    path: str
    name: str
    """In the title of the window."""
    heading: str
    about: str
    """What is seen, as HTML."""
    form: Callable[[Mapping[str, str], Catalogue], str]
    """The form, filled with fields."""
    check: Callable[[Mapping[str, str], Catalogue], object]
    """`BadInput` or `Unsuitable` for fields of which there is nothing to show."""
    stage: Callable[[], str]
    """What stands beside the form, empty."""
    subjects: Callable[[Catalogue], Collection[str]]
    """What the field `game` may be."""
    controls: Callable[[Catalogue], str] | None = None
    """A form with every field and choice that a link may have, where `form` leaves some out."""
    below: str = ""
    """HTML at the end of the page."""
    seconds: float = 20.0
    """That one answer may take."""


def is_too_large(film: Any) -> bool:
    """Whether these are more frames than a browser steps through with ease."""
    return len(json.dumps(film)) > MOST_BYTES


def check_size(film: Any, instead: str) -> None:
    """`BadInput` for more frames than a browser steps through with ease; `instead` says what to ask for."""
    if is_too_large(film):
        size = len(json.dumps(film))
        raise BadInput(
            f"All steps together take {size / 1e6:.0f} MB, too much to step through here; {instead}."
        )


def waiting() -> str:
    """Where it is said that something is under way, or what was wrong."""
    return (
        '<p class="hl-error hm-error" data-slot="error" role="alert"></p>'
        '<p class="hl-busy hm-soft" data-slot="busy" role="status"></p>'
        '<button type="button" class="hm-button hl-stop" data-act="stop">Stop</button>'
    )


def lesson_form(controls: str, go: str = "") -> str:
    """The form of a page, of `controls`; with a button `go` nothing is made before that is pressed."""
    manual = " data-manual" if go else ""
    button = f'<button class="hm-button hm-main-button">{go}</button>' if go else ""
    return (
        f'<form id="lesson" class="hm-card hl-form" autocomplete="off"{manual}>{controls}{button}'
        f"{waiting()}</form>"
    )


def form_and_stage(form: str, stage: str) -> str:
    """The form, and beside it what is made from its fields."""
    return f'<div class="hl-page"><div>{form}</div><div class="hl-stage" data-stage>{stage}</div></div>'


COPY = '<button type="button" class="hm-button hm-main-button" data-act="copy">Copy the link</button>'
COPY_BESIDE = COPY.replace(" hm-main-button", "")
"""The same on a page whose form has a button."""


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
