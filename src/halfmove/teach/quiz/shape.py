"""Random shapes of trees with the depth, the branching and the number of leaves that were asked for.

Which numbers of leaves a subtree can have is worked out first (a set of numbers is the bits of one integer),
so a shape is drawn at once and never by luck: the leaves are shared out among the children in ways that can
be carried through.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.quiz.random_numbers import Dice

MOST_LEAVES = 400
"""An exercise with more is for no person."""
DEEPEST = 12

Span = tuple[int, int]
"""The least and the most, both included."""
Shape = list[Any] | None
"""An inner node as the list of its children; None is a leaf."""


class Shapes:
    """The trees whose leaves lie `depth` plies deep and whose inner nodes have `branching` children."""

    def __init__(self, depth: Span, branching: Span, leaves: Span | None = None) -> None:
        self.depth, self.branching = depth, branching
        possible = self._possible(0)
        low, high = leaves or (1, MOST_LEAVES)
        self.counts = [n for n in range(low, min(high, MOST_LEAVES) + 1) if possible >> n & 1]
        """The numbers of leaves to choose from."""
        if not self.counts:
            raise BadInput(self._impossible(possible, leaves))

    def draw(self, dice: Dice) -> Shape:
        """One such tree."""
        return self._draw(dice, 0, dice.pick(self.counts))

    @cache  # noqa: B019  (lives as long as the exercise is being made)
    def _possible(self, ply: int) -> int:
        """The numbers of leaves that a subtree at `ply` may have, as bits."""
        (least, most), (fewest, largest) = self.depth, self.branching
        found = 2 if ply >= least and ply > 0 else 0
        if ply < most:
            for children in range(fewest, largest + 1):
                found |= self._sums(ply + 1, children)
        return found

    @cache  # noqa: B019
    def _sums(self, ply: int, children: int) -> int:
        """The numbers of leaves that so many subtrees at `ply` may have together, as bits."""
        if children == 0:
            return 1
        each, rest, found = self._possible(ply), self._sums(ply, children - 1), 0
        for n in range(1, MOST_LEAVES + 1):
            if each >> n & 1:
                found |= rest << n
        return found & ((1 << MOST_LEAVES + 1) - 1)

    def _draw(self, dice: Dice, ply: int, leaves: int) -> Shape:
        (least, most), (fewest, largest) = self.depth, self.branching
        ways: list[int] = [0] if leaves == 1 and ply >= least and ply > 0 else []
        if ply < most:
            ways += [k for k in range(fewest, largest + 1) if self._sums(ply + 1, k) >> leaves & 1]
        children = dice.pick(ways)
        if children == 0:
            return None
        shares, left = [], leaves
        for others in range(children - 1, -1, -1):
            each, rest = self._possible(ply + 1), self._sums(ply + 1, others)
            share = dice.pick([n for n in range(1, left + 1) if each >> n & 1 and rest >> (left - n) & 1])
            shares.append(share)
            left -= share
        dice.shuffle(shares)  # the first child drawn has the widest choice
        return [self._draw(dice, ply + 1, share) for share in shares]

    def _impossible(self, possible: int, leaves: Span | None) -> str:
        tree = f"A tree of depth {said(self.depth)} and branching {said(self.branching)}"
        counts = [n for n in range(1, MOST_LEAVES + 1) if possible >> n & 1]
        if not counts:
            return f"{tree} has more than {MOST_LEAVES} leaves, too many for an exercise."
        assert leaves is not None
        having = str(counts[0]) if len(counts) == 1 else f"from {counts[0]} to {counts[-1]}"
        near = min(counts, key=lambda n: abs(n - leaves[0]))
        hint = "" if leaves[0] < counts[0] or leaves[0] > counts[-1] else f"; {near} would do"
        return f"{tree} has {having} leaves, so it cannot have {said(leaves)}{hint}."


def count(shape: Shape) -> int:
    """How many leaves a shape has."""
    return 1 if shape is None else sum(map(count, shape))


def said(span: Span) -> str:
    """A span in words: `3`, `2 to 4`."""
    return str(span[0]) if span[0] == span[1] else f"{span[0]} to {span[1]}"
