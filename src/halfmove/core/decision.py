"""A decision that a game settles by formulas of its own, not by search: backgammon's cube."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Decision(NamedTuple):
    """What a game's formulas say of a state in which a player decides."""

    name: str
    """What is decided: `cube`."""
    best: Any
    """The action."""
    advice: str
    """In words: `double, take`."""
    values: Mapping[str, float]
    """What each choice and what follows is worth to the player who decides, in the game's units."""
    worths: Mapping[Any, float]
    """What each action is worth to him if both go on as the formulas say."""
    facts: Mapping[str, float]
    """What it rests on: chances, points at which it changes, each from 0 to 1."""
