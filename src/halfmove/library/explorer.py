"""What was played from a position in the games of a library, and with what success.

[tally] = explore(library, game, state)[:1]
tally.action, tally.games, tally.won, tally.drawn, tally.lost, tally.last
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.library.entry import DRAWN, LOST, WON
from halfmove.library.positions import END, PositionKeys
from halfmove.library.search import ALL, Wanted
from halfmove.library.store import Library

_QUESTION = f"""
SELECT number, count(*), sum(points = {WON}), sum(points = {DRAWN}), sum(points = {LOST}), max(day)
FROM place WHERE key = ? AND number <> {END} %s GROUP BY number ORDER BY count(*) DESC, number
"""


class Tally(NamedTuple):
    """A move of a position, and what became of it."""

    action: Any
    games: int
    """Games in which it was played here; once each, however often the position came."""
    won: int
    """Those that the first player won, where there are two who play for a point."""
    drawn: int
    lost: int
    last: str
    """The date of the latest game, or the part of it that is known; "" where none is dated."""

    @property
    def share(self) -> float | None:
        """The first player's share of the points, 0 to 1; None where no result is known."""
        finished = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / finished if finished else None


def explore(library: Library, game: Game, state: Any, wanted: Wanted = ALL) -> list[Tally]:
    """The moves that were played from a position in the games that are wanted, the usual ones first.
    `BadInput` where games of this game are not found by positions."""
    library.check_positions(game)
    keys = PositionKeys(game)
    more, values = "", []  # type: str, list[Any]
    if wanted != ALL:
        condition, values = wanted.condition()
        more = f"AND game IN (SELECT game.id FROM game JOIN rules ON rules.id = game.rules WHERE {condition})"
    rows = library.ask(_QUESTION % more, (keys.key(state), *values))
    legal = keys.actions(state) if rows else {}
    return [
        Tally(legal[number], games, won or 0, drawn or 0, lost or 0, format_day(day))
        for number, games, won, drawn, lost, day in rows
        if number in legal
    ]


def format_day(day: int) -> str:
    """A day as a library sorts it, as a date: 18581100 is `1858-11`."""
    year, month, of_month = day // 10_000, day // 100 % 100, day % 100
    parts = [
        f"{year:04}",
        *([f"{month:02}"] if month else []),
        *([f"{of_month:02}"] if month and of_month else []),
    ]
    return "-".join(parts) if year else ""
