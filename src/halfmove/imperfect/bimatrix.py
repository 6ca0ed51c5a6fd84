"""Games in which each of two players chooses once, knowing nothing of the other's choice: their two matrices.

What equilibria are does not change where a player's payoffs are multiplied by a positive number or all made
larger by the same, each player's by his own (Osborne and Rubinstein, *A Course in Game Theory*, 1994,
section 1.2).  So the matrices hold whole numbers of at least 1, and all that is worked out of them is exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from halfmove.core.compile import interpreted
from halfmove.core.contract import SIMULTANEOUS, Game
from halfmove.core.errors import Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.layout import GameTable

Mixed = tuple[Fraction, ...]
"""A mixed strategy: a probability for each action."""


class Bimatrix(NamedTuple):
    """What both earn, by the first player's action and the second's, scaled to whole numbers from 1 up."""

    first: list[list[int]]
    second: list[list[int]]

    @property
    def height(self) -> int:
        """The first player's actions."""
        return len(self.first)

    @property
    def width(self) -> int:
        """The second player's actions."""
        return len(self.first[0])


def chosen_once(game: Game) -> bool:
    """Whether two players choose once, at the same moment, and the game is over."""
    game = rules_of(game)
    if not game.simultaneous or game.has_chance or game.players != 2:
        return False
    rules = interpreted(game)
    start = rules.initial()
    if rules.is_terminal(start) or rules.to_move(start) != SIMULTANEOUS:
        return False
    if not all(any(True for _ in rules.actions_of(start, player)) for player in (0, 1)):
        return False
    return all(rules.is_terminal(rules.result(start, a)) for a in rules.actions(start))


def bimatrix(table: GameTable) -> Bimatrix:
    """The matrices of a game that is laid out, scaled; `Unsuitable` where there are none (`payoffs`)."""
    return Bimatrix(*map(scaled, payoffs(table)))


def payoffs(table: GameTable) -> list[list[list[Fraction]]]:
    """What each of the two players earns, by row and column; `Unsuitable` where a player chooses more than
    once, or knows something when he does.  Nature may have her part: payoffs are then means."""
    layout = table.layout
    if layout.players != 2 or not table.one_set_each:
        raise Unsuitable(
            "Matrix games have two players who choose once, knowing nothing of the other's choice, and "
            f"{table.game.title()} is none."
        )
    sizes = np.diff(layout.first)
    pays = [[[Fraction(0)] * int(sizes[1]) for _ in range(int(sizes[0]))] for _ in (0, 1)]
    for (one, other), earned in zip(layout.leaf.tolist(), layout.pay.tolist(), strict=True):
        for player in (0, 1):
            # as it is written: 0.1 is a tenth, not the binary fraction beside it
            row, column = one - int(layout.first[0]), other - int(layout.first[1])
            pays[player][row][column] = Fraction(repr(earned[player]))
    return pays


def scaled(pays: list[list[Fraction]]) -> list[list[int]]:
    """Payoffs as whole numbers, the least of them 1."""
    numbers = [pay for row in pays for pay in row]
    whole, least = math.lcm(*(pay.denominator for pay in numbers)), min(numbers)
    return [[int((pay - least) * whole) + 1 for pay in row] for row in pays]


def as_policy(table: GameTable, first: Mixed, second: Mixed) -> np.ndarray:
    """Two mixed strategies as a policy of the layout: a probability for each sequence."""
    return np.array([1.0, 1.0, *map(float, first), *map(float, second)])
