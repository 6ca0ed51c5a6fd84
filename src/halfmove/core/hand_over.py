"""How a hand that is over leaves the table: what was won, and how the next one is dealt.

Games of short hands, such as poker, are played many hands in a row by the same people: they change seats, as
the dealer's button moves, and may keep what they have won.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class HandOver(NamedTuple):
    """What players take from a hand to the next."""

    won: tuple[float, ...]
    """What each seat has won, below 0 what it has lost."""
    unit: str
    """What that is counted in: `chips`."""
    seen: str
    """The cards that are known to who asked, in a few words: `SB A♥K♦, board 2♥3♥4♥`."""
    seats: tuple[int, ...]
    """For each seat of the next hand the seat that its player has had; fewer than two: nobody is left to play
    against."""
    parameters: Mapping[str, str]
    """What the next hand changes of the game's parameters, such as the stacks."""


def moved_on(players: int) -> tuple[int, ...]:
    """The seats of the next hand where the button moves on by one, and the first to act with it."""
    return (*range(1, players), 0)
