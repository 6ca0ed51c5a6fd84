"""A way to play a game that has a name: a policy by rules of thumb, told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from halfmove.core.contract.traits import Action, State


class Policy(NamedTuple):
    """What `strategy:NAME` plays in matches."""

    summary: str
    """What it does, in a sentence without a full stop."""
    choose: Callable[[Any, State, Random], Action]
    """A legal action of the player to move: the game, the state, and a source of what is left to chance."""
    seated: bool = False
    """Whether it takes a seat for which nobody is named, as it beats the search (docs/defaults.md)."""
