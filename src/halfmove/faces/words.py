"""Figures and verdicts in words that a person reads."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.game import Game
from halfmove.core.history import History
from halfmove.core.term import in_units


def count(number: float) -> str:
    """A whole number in groups of three: 4,531,985,219,092."""
    return f"{round(number):,}"


def speed(nodes: float, seconds: float) -> str:
    """Nodes per second in at most five characters and a unit: `12.3 M/s`."""
    if seconds <= 0:
        return "–"
    rate = nodes / seconds
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {unit}/s" if rate < 999.5 * size else f"{rate / size:,.0f} {unit}/s"
    return f"{rate:.0f} /s"


def time_taken(seconds: float) -> str:
    """A duration as a person would say it: `0.84 s`, `2 min 05 s`."""
    if seconds < 0.01:
        return f"{1000 * seconds:.1f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def player(game: Game, who: int) -> str:
    """The name of a player."""
    return game.player_name(who)


def plies(number: int) -> str:
    """`1 ply`, `5 plies`."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def number(value: float) -> str:
    """A value with a sign, without needless decimals."""
    if isinstance(value, float) and math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if isinstance(value, int) or (math.isfinite(value) and abs(value - round(value)) < 1e-9):
        return f"{round(value):+d}" if round(value) else "0"
    return f"{value:+.3f}" if abs(value) >= 0.0005 else "0"


def verdict(
    game: Game, mover: int, value: float, proven: bool, distance: int | None, *, mean: bool = False
) -> str:
    """What a value says: `proven win for X in 5 plies`, `estimate +0.031, about even`.

    `mean`: it is the mean of games played on, in the game's payoff, also where players count in pawns.
    """
    if not proven:
        said = number(value) if mean else _estimate(game, value)
        return f"estimate {said}{_leaning(game, mover, value)}"
    when = "" if distance is None else f" in {_far(game, distance)}" if distance > 0 else ", already"
    if game.players == 2 and game.zero_sum and value in (-1, 0, 1):
        if value == 0:
            return f"proven draw{when}" if distance else "proven draw"
        return f"proven win for {player(game, mover if value > 0 else 1 - mover)}{when}"
    return f"proven: worth {number(value)} to {player(game, mover)}{when}"


def short(game: Game, value: float, proven: bool, distance: int | None, *, mean: bool = False) -> str:
    """A value to the player to move, as short as can be: `+0.29`, `win 5`, `draw`, `loss`; the number is of
    plies."""
    if not proven:
        return number(value) if mean else _estimate(game, value)
    if game.players == 2 and game.zero_sum and value in (-1, 0, 1):
        word = {-1: "loss", 0: "draw", 1: "win"}[int(value)]
        return f"{word} {distance}" if distance else word
    return number(value)


def worth(analysis: Analysis) -> str:
    """`verdict` of an analysis; a solver that was cut short estimates nothing."""
    if analysis.algorithm == "solver" and not analysis.proven:
        return "not known yet"
    game = analysis.game
    mover = max(game.to_move(analysis.state), 0)  # where nature moves, the value is player 0's
    mean = any(line.visits is not None for line in analysis.lines)
    proven = analysis.proven or (mean and analysis.lines[0].proven and analysis.value > 0)
    return verdict(game, mover, analysis.value, proven, analysis.distance, mean=mean)


def _estimate(game: Game, value: float) -> str:
    """In a game of pawns, or what is like them, as its players write it: `+0.43`."""
    return f"{in_units(game, value):+.2f}" if game.selective else number(value)


def _far(game: Game, distance: int) -> str:
    """`5 plies`; as players count moves in such a game, `3 moves (5 plies)`."""
    if not game.selective:
        return plies(distance)
    moves = (distance + 1) // 2
    return "1 move" if distance == 1 else f"{moves} move{'s' if moves > 1 else ''} ({plies(distance)})"


def _leaning(game: Game, mover: int, value: float) -> str:
    if game.players != 2 or not game.zero_sum:
        return f" to {player(game, mover)}"
    if abs(value) < 0.005:
        return ", about even"
    return f", better for {player(game, mover if value > 0 else 1 - mover)}"


def move_texts(game: Game, state: Any, actions: Iterable[Any]) -> list[str]:
    """A sequence of actions from `state` in the game's notation."""
    texts = []
    for action in actions:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    return texts


def finite(value: Any) -> Any:
    """A number that JSON can write: Python's own, whole where it can be; "inf" and "-inf" for the infinities,
    as in the specification of a tree; None for NaN.
    """
    if value is None or isinstance(value, bool | str):
        return value
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if math.isnan(value):
            return None
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return int(value) if value.is_integer() else value
    return value


def result(game: Game, state: Any) -> str:
    """How a finished game ended: `X wins.`, `A draw.`"""
    return _ending(game, [game.utility(state, who) for who in range(game.players)])


def outcome(history: History) -> str:
    """`result` of a game as it was played: `A draw: the position has stood three times.`"""
    text = _ending(history.game, [history.utility(who) for who in range(history.game.players)])
    if history.game.is_terminal(history.state):
        return text
    return f"{text[:-1]}: the position has stood {_TIMES.get(history.times, f'{history.times} times')}."


_TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def _ending(game: Game, utilities: list[Any]) -> str:
    best = max(utilities)
    winners = [player(game, who) for who, utility in enumerate(utilities) if utility == best]
    if game.players == 1:
        return f"The end: {number(utilities[0])}."
    if len(winners) == game.players:
        return "A draw."
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
