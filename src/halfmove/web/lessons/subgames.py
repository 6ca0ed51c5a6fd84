"""A subgame as a page shows it: solved while one waits, and what is done with each hand."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.computer import bytes_text
from halfmove.core.errors import BadInput
from halfmove.core.operation import Seconds, Settings
from halfmove.core.public_tree import PublicTree
from halfmove.games.registry import subgame, subgame_example, subgame_size, subgames, usual_game
from halfmove.imperfect.public_result import PLAYERS, Hands
from halfmove.imperfect.public_solving import TARGET, Judgement, PublicRun, memory, solve
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.player import COPY_BESIDE, Family, lesson_form

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

GAME = usual_game("subgames")
SETTINGS = subgame_example(GAME)
"""What is solved where nothing else is asked for, a setting a line."""
MOST_BYTES, MOST_SECONDS, SECONDS = 300_000_000, 30.0, 10.0
MOST_NODES = 400_000
MOST_LETTERS = 2_000


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows."""
    name, settings, seconds = checked(fields)
    tree = subgame(name, settings)
    assert isinstance(tree, PublicTree)
    run = PublicRun(tree)
    line = fields.get("line", "")
    Hands(run, line)  # refused before the work

    def tell(run: PublicRun, found: Judgement) -> None:
        part = 100 * found.exploitability / tree.pot
        link.tell(
            kind="progress", text=f"Iteration {run.iterations:,}: exploitable by {part:.2f} % of the pot…"
        )

    try:
        found = solve(run, target=TARGET, seconds=seconds, progress=tell)
    finally:
        run.close()
    hands = Hands(run, line)
    return {"slots": {"chart": hands.svg, "table": _table(hands), "notes": _notes(run, found)}}


def _table(hands: Hands) -> str:
    """How often each action is taken, by all hands together."""
    after = f" after {', '.join(hands.line)}" if hands.line else ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td class=hm-right>{100 * share:.1f} %</td></tr>"
        for name, share in hands.frequencies.items()
    )
    return (
        f"<p>What the {PLAYERS[hands.player]} player does{escape(after)}:</p>"
        f'<table class="hm-table"><tbody>{rows}</tbody></table>'
    )


def _notes(run: PublicRun, found: Judgement) -> str:
    part = 100 * found.exploitability / run.tree.pot
    told = [f"the {name} player wins {value:.2f} of the pot" for name, value in zip(PLAYERS, found.values)]
    told.append(f"exploitable by {found.exploitability:.3f}, {part:.2f} % of the pot of {run.tree.pot:g}")
    told.append(f"{run.iterations:,} iterations in {run.seconds:.1f} s, {run.tree.nodes:,} nodes")
    return "".join(f"<li>{escape(one)}</li>" for one in told)


def checked(fields: Mapping[str, str]) -> tuple[str, dict[str, str], float]:
    """The subgame, its settings and for how long it is solved; `BadInput` for what cannot be, and for more
    memory than is lent here, which is reckoned without laying the tree out."""
    name, text = fields.get("game") or GAME, fields.get("settings") or SETTINGS
    if name not in names():
        raise BadInput(f"There is no subgame '{name[:40]}' here; there are: {', '.join(names())}.")
    if len(text) > MOST_LETTERS:
        raise BadInput(f"Settings may have {MOST_LETTERS:,} letters here, not {len(text):,}.")
    lines = list(filter(None, map(str.strip, text.splitlines())))
    settings = Settings(example="pot=100").from_text(lines, "'settings'")
    seconds = Seconds(MOST_SECONDS).from_text(fields.get("seconds", "").strip() or f"{SECONDS}", "'seconds'")
    size = subgame_size(name, settings, MOST_NODES)
    needed = 0 if size is None else memory(size)
    if needed > MOST_BYTES:
        raise BadInput(
            f"This needs {bytes_text(needed)} of memory; the limit is {bytes_text(MOST_BYTES)}: "
            "give narrower ranges, fewer bets, or most=1; or solve it in the terminal."
        )
    return name, settings, seconds


def names() -> list[str]:
    """The subgames over a public tree whose hands are drawn up in a table: those with an example."""
    return [name for name in subgames() if subgame_example(name)]


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` for fields that say nothing that could be solved."""
    checked(fields)


def form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    """The form, filled with fields."""
    of = fields.get
    named = {name: name for name in names()}
    return lesson_form(
        "<fieldset>"
        + forms.choice("street", "game", named, of("game", ""), default=GAME, wide=True)
        + forms.area(
            "settings, one a line",
            "settings",
            of("settings", ""),
            rows=9,
            most=MOST_LETTERS,
            default=SETTINGS,
        )
        + forms.entry(
            "after these actions and cards", "line", of("line", ""), hint="check, bet 50", wide=True
        )
        + forms.entry("seconds at most", "seconds", of("seconds", ""), hint=f"{SECONDS:g}")
        + "</fieldset>",
        "Solve",
    )


def _stage() -> str:
    return (
        '<section class="hm-card"><div class="hl-chart hm-scroll" data-slot="chart" tabindex="0" '
        f'role="group" aria-label="All hands"></div><div class="hm-row">{COPY_BESIDE}</div></section>'
        '<section class="hm-card"><div data-slot="table"></div>'
        '<ul class="hm-soft hm-small" data-slot="notes"></ul></section>'
    )


FAMILY = Family(
    kind="subgame",
    path="/subgame",
    name="Subgames",
    heading="Subgames",
    about="Both ranges and all bets are known, and the rest of the hand is solved: how often each action is "
    "taken with each hand, the bar as high as the hand is held.",
    form=form,
    check=check,
    stage=_stage,
    subjects=lambda catalogue: (),
    seconds=MOST_SECONDS + 60.0,  # with its tree and its machine code
)
