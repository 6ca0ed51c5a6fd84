"""How results write counts, speeds, times, players, the end of a game, facts and tables."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.scores import big_blinds, number

WIDTH = 80
"""Columns of a text that wraps."""


def count(amount: float) -> str:
    """A whole number in groups of three: 4,531,985,219,092."""
    return f"{round(amount):,}"


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


def settings(game: Game) -> list[str]:
    """The parameters as `--set` takes them."""
    return [f"{key}={value}" for key, value in game.parameters.items()]


def heading(game: Game) -> str:
    """The game with its parameters: `connect4  width=7  height=6`; of a long one the beginning."""
    return "  ".join([game.title(), *(textwrap.shorten(s, 66, placeholder=" …") for s in settings(game))])


def fact(label: str, text: str, indent: int = 12) -> list[str]:
    """A label and text beside it, `indent` columns in, that wraps under itself."""
    lines = textwrap.wrap(text, WIDTH - indent, break_on_hyphens=False) or [""]
    return [f"{label if n == 0 else '':<{indent}}{line}".rstrip() for n, line in enumerate(lines)]


def columns(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Sequence[str] = (),
    *,
    rule: bool = True,
    gap: str = "  ",
) -> list[str]:
    """A table: headings, a rule, a line a row; columns named in `right` stand to the right."""
    wide = [max(len(row[i]) for row in (headings, *rows)) for i in range(len(headings))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(wide[i]) if headings[i] in right else cell.ljust(wide[i])
            for i, cell in enumerate(cells)
        )
        return gap.join(padded).rstrip()

    return [line(headings), *([gap.join("─" * w for w in wide)] if rule else []), *map(line, rows)]


def capital(text: str) -> str:
    """The text with its first letter as a capital; the others are its own (Pac-Man)."""
    return text[:1].upper() + text[1:]


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


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
