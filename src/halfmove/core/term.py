"""A term of an evaluation, for whoever wants to see what a position's estimate is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Term(NamedTuple):
    """One feature of a weighted sum in a position."""

    name: str
    words: str
    """What it means."""
    parts: Mapping[str, float]
    """What it comes from, by what it is called: each side's, in the phases of a game."""
    worth: float
    """What it adds to the estimate, to the first player, in the game's units (`Game.unit`: a pawn)."""
