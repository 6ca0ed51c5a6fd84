"""A term of an evaluation, for whoever wants to see what a position's estimate is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.score import WIN

if TYPE_CHECKING:
    from halfmove.core.game import Game


class Term(NamedTuple):
    """One feature of a weighted sum in a position."""

    name: str
    words: str
    """What it means."""
    parts: Mapping[str, float]
    """What it comes from, by what it is called: each side's, in the phases of a game."""
    worth: float
    """What it adds to the estimate, to the first player: in pawns (`Game.unit`) if the search is selective,
    else as a share of a win.  The terms add up to the estimate, but for rounding."""


def unit_of(game: Game) -> int:
    """What the terms of a game's evaluation count, in units of `Game.evaluate`."""
    return game.unit if game.selective else WIN


def in_units(game: Game, value: float) -> float:
    """An estimate that is a share of a win, as a person is told it: in pawns, with two decimals, in a game
    searched selectively."""
    return round(value * WIN / game.unit, 2) if game.selective and abs(value) < 1 else value
