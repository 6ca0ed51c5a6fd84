"""What several searches cost on the same tree or position: a table, counted while they run.

Settings: those of the subject; `searches: minimax, alphabeta` (`alphabeta right` searches from the right),
`depth`, `caption`.  Figures: of each search X (its name with _ for what is no letter) value_X, move_X,
evaluations_X, visited_X, cutoffs_X.
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.subject import KEYS, attempt, subject
from halfmove.teach.lessons.lesson import Exhibit, Table
from halfmove.teach.lessons.settings import Block

MOST_STEPS = 400_000
"""Events of one search; one of so many takes two seconds."""
MOST_SEARCHES = 8


class _TooLong(Exception):
    """More events than are counted here."""


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.teach.naming import figure

    block.know((*KEYS, "searches", "depth", "caption"), body=True)
    about = subject(block)
    depth = block.number("depth", 0, 100)
    if depth is None and about.example is not None:
        depth = about.example.depth
    names = [" ".join(word.split()) for word in block.get("searches").split(",") if word.strip()]
    if not 1 <= len(names) <= MOST_SEARCHES or len(set(names)) < len(names):
        raise block.wrong(
            f"'searches' names one to {MOST_SEARCHES} different searches, such as: minimax, alphabeta.",
            "searches",
        )
    found: dict[str, Any] = {}
    rows = []
    for name in names:
        outcome, counts = _count(block, about, name, depth)
        key = re.sub(r"\W", "_", name)
        value = outcome.value if isinstance(outcome.value, tuple) else float(outcome.value)
        value = int(value) if isinstance(value, float) and value.is_integer() else value
        move = "" if outcome.action is None else str(about.game.action_text(about.state, outcome.action))
        found |= {
            f"value_{key}": value,
            f"move_{key}": move,
            f"evaluations_{key}": counts.evaluations,
            f"visited_{key}": counts.visited,
            f"cutoffs_{key}": counts.cutoffs,
        }
        rows.append(
            (
                name,
                figure(value),
                move,
                f"{counts.evaluations:,}",
                f"{counts.visited:,}",
                f"{counts.cutoffs:,}",
            )
        )
    table = Table(("search", "value", "move", "evaluations", "nodes visited", "cutoffs"), tuple(rows))
    title = about.title + ("" if depth is None else f", {depth} {'ply' if depth == 1 else 'plies'} deep")
    listed = [[name.split(" ")[0], "right" if name.endswith(" right") else "left"] for name in names]
    return Exhibit(
        block.kind,
        block.name,
        f"What searches cost: {title}",
        block.get("caption"),
        as_text(table),
        f"{about.code}\n{{\n    f'{{name}} {{order}}': hm.trace(\n        game, state, algorithm=name, "
        f"order=order, depth={depth}\n    ).counts\n    for name, order in {listed}\n}}",
        found,
        table=table,
    )


def _count(block: Block, about: Any, name: str, depth: int | None) -> tuple[Any, Any]:
    from halfmove.teach.counts import Counting
    from halfmove.teach.trace import stream

    algorithm, _, order = name.partition(" ")
    if order not in ("", "left", "right"):
        raise block.wrong(f"A search is its name, then perhaps left or right, not '{name[:40]}'.", "searches")
    counting = Counting()
    seen = 0

    def count(event: Any) -> None:
        nonlocal seen
        seen += 1
        if seen > MOST_STEPS:
            raise _TooLong
        counting.apply(event)

    def run() -> Any:
        return stream(about.game, about.state, count, algorithm=algorithm, depth=depth, order=order or "left")

    try:
        outcome = attempt(block, run, "searches")
    except _TooLong:
        raise block.wrong(
            f"{name} takes more than {MOST_STEPS:,} steps here; give a smaller depth.", "depth"
        ) from None
    return outcome, counting.counts()


def as_text(table: Table) -> str:
    """The table for a terminal."""
    every = [table.columns, *table.rows]
    wide = [max(len(row[i]) for row in every) for i in range(len(table.columns))]
    return "\n".join(
        "  ".join(
            cell.ljust(wide[i]) if i == 0 else cell.rjust(wide[i]) for i, cell in enumerate(row)
        ).rstrip()
        for row in every
    )
