"""Duplicate play: the same deal at several tables, so that players are compared with each other, not with
their cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Duplicate(NamedTuple):
    """How a game is played so, as `Game.duplicate` offers it."""

    unit: str
    """What a difference of two results is counted in: `IMPs`."""
    compare: Callable[[float], float]
    """What a difference of utilities is worth in that unit, with its sign; none for 0."""
    start: Callable[[int], str | None]
    """The position, in the game's notation, from which the board of a number, from 1, is dealt; None: the
    initial one."""
