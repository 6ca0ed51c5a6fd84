"""What a solved subgame is told as in terminal, browser and notebook: who acts after a line, how often what
is done, and a picture of all hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.imperfect.public_solving import PublicRun

PLAYERS = ("first", "second")


def line_of(run: PublicRun, text: str) -> list[str]:
    """The line that a text is (`check, bet 50`); `BadInput` for one that cannot be, or after which nobody
    acts."""
    line = [word.strip() for word in text.split(",") if word.strip()]
    node = run.find(line).node
    if not run.tree.actions[node]:
        raise BadInput(f"Nobody acts after {', '.join(line)}: there is no strategy to show.")
    return line


def at_line(run: PublicRun, line: Sequence[str]) -> tuple[int, int, Any, Any]:
    """The node, its player (-1: nobody acts there), his weights and his strategy."""
    node, reach, stands = run.find(line)
    player = int(run.tree.kind[node])
    if player not in (0, 1):
        return node, -1, None, None
    return node, player, reach[player], run.strategy(node)[:, stands[player]]


def frequencies(weights: Any, strategy: Any) -> list[float]:
    """How often each action is taken by all hands together."""
    total = float(weights.sum())
    return [float(row @ weights) / total if total > 0 else 0.0 for row in strategy]


def grid_svg(run: PublicRun, line: Sequence[str]) -> str:
    """What the player does after a line with all his hands, as an SVG document; somebody acts there."""
    tree = run.tree
    node, player, weights, strategy = at_line(run, line)
    hands, even = tree.hands[player], np.ones(len(weights))
    shares = [tree.words.means(hands, row, weights) for row in strategy]
    held = tree.words.means(hands, np.minimum(weights, 1.0), even)
    after = f" after {', '.join(line)}" if line else ""
    title = f"{tree.name}, {tree.settings['board']}: the {PLAYERS[player]} player{after}"
    return tree.words.picture(title, tree.actions[node], shares, held)


class Hands:
    """What is done after a line (`check, bet 50`; the beginning by default) with all hands: a notebook shows
    it as a picture.  `BadInput` for a line that cannot be, or after which nobody acts."""

    def __init__(self, run: PublicRun, line: str = "") -> None:
        self.svg = grid_svg(run, line_of(run, line))

    def _repr_svg_(self) -> str:
        return self.svg
