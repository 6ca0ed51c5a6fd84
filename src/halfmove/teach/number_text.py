"""Numbers and nodes as text: −∞, 2.5, (1, 0, 2), (3, 3+ε)."""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.contract import CHANCE, Game

INFINITY = "∞"
MINUS = "−"
MISSING = "?"
"""After a 0 that stands for an evaluation that a node does not have."""


def figure(value: Any) -> str:
    """A value, a bound or a payoff vector, short: at most four decimals."""
    if isinstance(value, tuple):
        return f"({', '.join(map(figure, value))})"
    if value is None:
        return "?"
    number = float(value)
    if math.isinf(number):
        return INFINITY if number > 0 else MINUS + INFINITY
    text = f"{number:.4f}".rstrip("0").rstrip(".") if abs(number) < 1e7 else f"{number:.6g}"
    text = "0" if text in ("-0", "") else text
    return text.replace("-", MINUS)


def window(alpha: Any, beta: Any) -> str:
    """A window as (α, β): `(−∞, 3)`, the narrowest one `(3, 3+ε)`; empty where the search keeps none."""
    if alpha is None or beta is None:
        return ""
    low, high = figure(alpha), figure(beta)
    if math.isfinite(alpha) and math.nextafter(alpha, math.inf) == beta:
        if len(repr(float(alpha))) <= len(repr(float(beta))):
            high = f"{low}+ε"
        else:
            low = f"{high}−ε"
    return f"({low}, {high})"


def interval(proven: tuple[Any, Any]) -> str:
    """What is proven of a value: `[−∞, 3]`, `[3, 3]`."""
    return f"[{figure(proven[0])}, {figure(proven[1])}]"


def player_name(game: Game, player: int | None, maximisers: tuple[int, ...] = (0,)) -> str:
    """Who moves: MAX, MIN, MIN 2 (the second of several), chance; `player 2` where nobody maximises."""
    if player is None:
        return "leaf"
    if player == CHANCE:
        return "chance"
    if not maximisers:
        return f"player {player}"
    side, others = ("MAX", maximisers) if player in maximisers else ("MIN", _others(game, maximisers))
    return side if len(others) <= 1 else f"{side} {others.index(player) + 1}"


def _others(game: Game, maximisers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(p for p in range(game.players) if p not in maximisers)
