"""A tree that nobody searches: the picture, and what is in it.

Settings: `tree`, `root` (max or min), `values: yes` (minimax values beside the nodes), `caption`; the tree
may be written below them.  Figures: leaves, nodes, height, value, move.
"""

from __future__ import annotations

from typing import Any

from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.search import first_move, value_of
from halfmove.teach.lessons.blocks.subject import attempt, subject
from halfmove.teach.lessons.lesson import Exhibit
from halfmove.teach.lessons.settings import Block


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.teach.drawing import svg
    from halfmove.teach.trace import choose_search, trace
    from halfmove.teach.tree_text import BLANK, Show, rows

    block.know(("tree", "root", "values", "caption"), body=True)
    about = subject(block)
    shown = block.yes("values", False)
    plain = "minimax" if about.game.players == 2 and not about.game.has_chance else "auto"
    run = attempt(block, lambda: trace(about.game, algorithm=choose_search(about.game, plain).name))
    bare: dict[str, Any] = {} if shown else {"show": "blank", "variation": False}
    picture = attempt(block, lambda: svg(run, windows="none", title="", theme="light", **bare))
    show = Show(values=True, windows=False, intervals=False, truth=False) if shown else BLANK
    nodes = list(run.outline.walk())
    leaves = sum(1 for node in nodes if node.is_leaf)
    return Exhibit(
        block.kind,
        block.name,
        f"A game tree with {leaves} leaves",
        block.get("caption"),
        "\n".join(line for row in rows(run, None, show) for line in row.wrapped(100)),
        f"{about.code}\nhm.trace(game, state, algorithm={run.algorithm.name!r})",
        {
            "leaves": leaves,
            "nodes": len(nodes),
            "height": run.outline.height,
            "value": value_of(run),
            "move": first_move(run),
        },
        picture,
    )
