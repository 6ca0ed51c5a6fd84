"""A term of an evaluation: one of the parts that add up to the estimate of a position."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.score import WIN

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.contract.traits import Traits


class Term(NamedTuple):
    """One feature of a weighted sum in a position."""

    name: str
    words: str
    """What it means."""
    parts: Mapping[str, float]
    """What it comes from, by what it is called: each side's, in the phases of a game."""
    worth: float
    """What it adds to the estimate, to the first player: in the game's `estimate_unit` (a pawn) if it has
    one, else as a share of a win.  The terms add up to the estimate, but for rounding."""


def unit_of(game: Traits) -> int:
    """What the terms of a game's evaluation count, in units of `Game.evaluate`."""
    return game.unit if game.estimate_unit else WIN


def in_units(game: Game, value: float) -> float:
    """An estimate that is a share of a win, as a person is told it: in the game's `estimate_unit`, with two
    decimals, where it has one."""
    return round(value * WIN / game.unit, 2) if game.estimate_unit and abs(value) < 1 else value


STEEPNESS = 0.368208
"""Of the curve by which small advantages become points: Lichess's (lichess.org/page/accuracy)."""


def expected_points(units: float) -> float:
    """The points, 0 to 1, that a player with so many units to the good (pawns) can expect: a unit matters
    less the more a game is decided already."""
    return 1 / (1 + math.exp(-STEEPNESS * max(-100.0, min(units, 100.0))))
