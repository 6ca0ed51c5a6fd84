"""Levels of a game's own, where weak players are weak otherwise than by looking less far ahead."""

from __future__ import annotations

from typing import Any, Protocol


class OwnLevels(Protocol):
    """What `Game.own_levels` returns."""

    def choose(self, s: Any, level: int) -> Any:
        """What a player of a level, 1 to 10, does in `s` by what he sees of it; None: what the engine does
        within the level's time."""
        ...

    def describe(self, level: int) -> str:
        """What the level is, as a part of a sentence; "" where the engine decides."""
        ...
