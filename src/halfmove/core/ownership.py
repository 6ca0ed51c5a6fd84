"""Whose the points of a board will be, as far as the game can judge: an estimate while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Ownership(NamedTuple):
    """A judgement of a position; it proves nothing."""

    points: Mapping[str, float]
    """By the names of `Surface.points`: from 1 (surely the first player's) to -1 (surely the second's); a
    point with a piece of its owner's is left out."""
    words: str
    """What follows for the score, in a sentence."""
