"""Figures and verdicts in words that a person reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.analysis import move_texts as move_texts
from halfmove.core.contract import Game
from halfmove.core.figures import count as count
from halfmove.core.figures import speed as speed
from halfmove.core.figures import time_taken as time_taken
from halfmove.core.history import History
from halfmove.core.results import finite as finite
from halfmove.core.scores import big_blinds, number


def capital(text: str) -> str:
    """The text with its first letter as a capital; the others are its own (Pac-Man)."""
    return text[:1].upper() + text[1:]


def player(game: Game, who: int) -> str:
    """The name of a player."""
    return game.player_name(who)


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def move_number(game: Game, ply: int) -> str:
    """The number of the move that is the `ply`-th of a game, from 1, as it stands before it: `12.`, or `12…`
    for the second of a pair."""
    if not game.moves_in_pairs:
        return f"{ply}."
    return f"{(ply + 1) // 2}{'.' if ply % 2 else '…'}"


def begins_number(game: Game, ply: int) -> bool:
    """Whether a new number begins with the `ply`-th move of a game, from 1."""
    return not game.moves_in_pairs or ply % 2 == 1


def result(game: Game, state: Any) -> str:
    """How a finished game ended: `X wins.`, `A draw.`; with points, where payoffs are more than won and lost:
    `first wins, +2.`, `C wins: A 4, B 0, C 20.`; with how it came about, where the game says it:
    `White wins: checkmate.`"""
    text = _ending(game, [game.utility(state, who) for who in range(game.players)])
    how = game.ending(state)
    return f"{text[:-1]}: {how}." if how else text


def outcome(history: History) -> str:
    """`result` of a game as it was played: `A draw: the position has stood three times.`"""
    if history.game.is_terminal(history.state):
        return result(history.game, history.state)
    text = _ending(history.game, [history.utility(who) for who in range(history.game.players)])
    return f"{text[:-1]}: the position has stood {_TIMES.get(history.times, f'{history.times} times')}."


_TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def _won(game: Game, utilities: list[Any], blind: float) -> str:
    """What was won, in big blinds: `+1 big blind`; of more than two players what each has won or lost."""
    if game.players == 2:
        return big_blinds(max(utilities) / blind)
    each = (
        f"{player(game, who)} {big_blinds(utility / blind).partition(' ')[0]}"
        for who, utility in enumerate(utilities)
    )
    return f"in big blinds: {', '.join(each)}"


def _ending(game: Game, utilities: list[Any]) -> str:
    best = max(utilities)
    winners = [player(game, who) for who, utility in enumerate(utilities) if utility == best]
    if game.players == 1:
        return f"The end: {number(utilities[0])}."
    if len(winners) == game.players:
        return "A draw."
    said = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    if game.explicit or game.utility_limit == 1:
        return f"{said}."
    if blind := game.big_blind():
        return f"{said}, {_won(game, utilities, blind)}."
    if game.players == 2 and game.zero_sum:
        return f"{said}, {number(best)}."
    each = ", ".join(f"{player(game, who)} {utility:g}" for who, utility in enumerate(utilities))
    return f"{said}: {each}."
