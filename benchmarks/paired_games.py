"""Games in pairs: both players begin from the same opening, each once with each colour."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

from halfmove.core.history import History

Opening = TypeVar("Opening")
Ended = tuple[float, str]
"""What a game brings who moves first: 1, ½ or 0; and how it ended."""


class Player(Protocol):
    """Chooses an action."""

    def choose(self, history: History) -> int | None:
        """The action in the present state of a game that is not over; None: he ends the game."""


def play_pairs(
    pairs: int,
    opened: Callable[[], Opening],
    played: Callable[[Opening, tuple[Player, Player]], Ended],
    ours: Player,
    theirs: Player,
) -> None:
    """Play so many pairs; after each print what ours has scored, with the interval of 95 %."""
    scores: list[float] = []
    counts, endings = {1.0: 0, 0.5: 0, 0.0: 0}, Counter[str]()
    for number in range(1, pairs + 1):
        opening = opened()
        first, how = played(opening, (ours, theirs))
        second, how_then = played(opening, (theirs, ours))
        endings.update((how, how_then))
        scores.append((first + 1 - second) / 2)
        for result in (first, 1 - second):
            counts[result] += 1
        error = 1.96 * statistics.stdev(scores) / number**0.5 if number > 1 else 0.5
        print(
            f"{2 * number} games: {counts[1.0]} won, {counts[0.5]} drawn, {counts[0.0]} lost, "
            f"{statistics.fmean(scores):.1%} ± {error:.1%}; ended by {dict(endings)}",
            flush=True,
        )
