"""A game's one point, shared among its seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.history import History


def share_point(utilities: Sequence[Any]) -> tuple[float, ...]:
    """Each seat's share of one point by utility: each pair of seats shares an equal part of it, which goes to
    the one with more, or to both in halves.  Two players: (1, 0), (½, ½) or (0, 1)."""
    pairs = len(utilities) * (len(utilities) - 1) / 2
    if not pairs:
        return (1.0,)
    return tuple(
        sum((mine > other) + (mine == other) / 2 for j, other in enumerate(utilities) if j != i) / pairs
        for i, mine in enumerate(utilities)
    )


def score_history(history: History) -> tuple[float, ...]:
    """The shares of a game that has come to its end by the rules."""
    return share_point([history.utility(seat) for seat in range(history.game.players)])


def score_loss(seat: int, seats: int) -> tuple[float, ...]:
    """The shares where one seat has lost and nothing tells the others apart."""
    return share_point([0 if i == seat else 1 for i in range(seats)])


def score_draw(seats: int) -> tuple[float, ...]:
    """The shares of a draw."""
    return share_point([0] * seats)
