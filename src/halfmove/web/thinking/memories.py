"""What searches remember from one job to the next: a table or a tree for each client, the latest few."""

from __future__ import annotations

import threading
from typing import Any

from halfmove.core.game import Game
from halfmove.search.algorithms import Algorithm

MEGABYTES = 32
"""Of one memory."""
MOST = 6
"""Memories kept; the one used longest ago goes first."""

Key = tuple[str, str, str, str]


class Memories:
    """Memories by client, purpose, algorithm and game."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[Game, Any]] = {}
        self._lock = threading.Lock()

    def of(
        self,
        client: str,
        purpose: str,
        game: Game,
        algorithm: Algorithm,
        options: dict[str, str] | None = None,
        *,
        seed: int = 0,
    ) -> Any:
        """The memory for such searches, made if there is none; None for an algorithm that keeps nothing."""
        if algorithm.remember is None:
            return None
        key = (client, purpose, algorithm.name, repr(sorted((options or {}).items())))
        with self._lock:
            game_then, memory = self._kept.pop(key, (None, None))
        if memory is None or game_then != game:
            with self._lock:
                while len(self._kept) >= MOST:
                    del self._kept[next(iter(self._kept))]
            memory = algorithm.remember(
                game, megabytes=MEGABYTES, threads=1, seed=seed, without=(), options=options or {}
            )
        with self._lock:
            self._kept[key] = (game, memory)
        return memory

    def forget(self, client: str) -> None:
        """Nothing of this client's is needed any more."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == client]:
                del self._kept[key]
