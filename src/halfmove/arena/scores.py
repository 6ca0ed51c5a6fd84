"""A game's one point, shared among its seats; where several play for a side, among the sides."""

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


def share_by_sides(utilities: Sequence[Any], sides: Sequence[int]) -> tuple[float, ...]:
    """Each seat's share, where sides share the point (`Game.partnerships`): that of its side."""
    of_sides = dict(zip(reversed(sides), reversed(utilities), strict=True))
    shares = share_point([of_sides[side] for side in range(len(of_sides))])
    return tuple(shares[side] for side in sides)


def score_history(history: History) -> tuple[float, ...]:
    """The shares of a game that has come to its end by the rules."""
    utilities = [history.utility(seat) for seat in range(history.game.players)]
    return share_by_sides(utilities, history.game.partnerships())


def score_loss(seat: int, sides: Sequence[int]) -> tuple[float, ...]:
    """The shares where the side of one seat has lost and nothing tells the others apart."""
    return share_by_sides([0 if side == sides[seat] else 1 for side in sides], sides)


def score_draw(sides: Sequence[int]) -> tuple[float, ...]:
    """The shares of a draw."""
    return share_by_sides([0] * len(sides), sides)
