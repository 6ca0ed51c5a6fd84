"""What the algorithms that sample share: a step drawn in the tree of histories."""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.randomness import fraction
from halfmove.imperfect.layout import Layout


def drawn(weights: Any, first: int, last: int, random: Buffer) -> int:
    """A place from `first` up to, but never, `last`, as likely as its weight; weights add up to 1."""
    left = fraction(random)
    for place in range(first, last - 1):
        left -= weights[place]
        if left < 0.0:
            return place
    return last - 1


def drawn_by_nature(game: Layout, node: int, random: Buffer) -> int:
    """The history that nature's step leads to."""
    return drawn(game.chance, game.child[node], game.child[node + 1], random)
