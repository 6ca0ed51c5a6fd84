"""A game looked at afterwards, when all is open: what each action cost, and what it said."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Tell = Callable[[int, int], None]
"""Hears how many actions have been looked at, and of how many."""


class ReviewedAction(NamedTuple):
    """An action, and what became of it."""

    player: int
    """Who decided on it, from 0."""
    text: str
    """In the game's notation."""
    cost: float
    """What it lost to who decided, in the review's unit; 0 for nothing, as of what is not counted."""
    better: tuple[str, ...] = ()
    """The best actions, where it was none of them."""
    remark: str = ""
    """What it says or leads to, in a few words."""


class Review(NamedTuple):
    """What `Game.review` tells."""

    unit: str
    """What costs are counted in: `tricks`."""
    facts: tuple[str, ...]
    """Sentences about the whole: the result, and what would have been the best."""
    actions: tuple[ReviewedAction, ...]
    """In order."""
