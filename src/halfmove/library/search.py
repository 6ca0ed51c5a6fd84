"""Which games of a library are wanted: by what is known of them, and by a position that they reach.

Games that reach a position are found by its key, so by whichever moves, and as mirrored where the game's
symmetries make that one position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.library.entry import DRAWN, LOST, WON, day_of, read_date
from halfmove.library.positions import PositionKeys
from halfmove.library.store import COLUMNS, Kept, Library, read_kept

PAGE = 50
"""Games of a page, where nothing is said."""
RESULTS = {"first": WON, "draw": DRAWN, "second": LOST}
"""Who has won, by what a search calls it."""
SORTS = {
    "added": "game.id DESC",
    "date": "game.day DESC, game.id DESC",
    "player": "game.first, game.second, game.id",
    "opening": "game.opening = '', game.opening, game.id",
    "length": "game.plies DESC, game.id DESC",
}
"""By what games may be sorted."""


@dataclass(frozen=True)
class Wanted:
    """What games are to be; nothing said, all are wanted."""

    game: str = ""
    """The game's name."""
    player: str = ""
    """A part of a player's name."""
    seat: int | None = None
    """Where that player is to sit; None: anywhere."""
    opponent: str = ""
    """A part of another player's name, where the first is said."""
    event: str = ""
    opening: str = ""
    """A part of the opening's name, or its code."""
    result: str = ""
    """`first`, `draw` or `second`: who has won; or the result as it is written."""
    since: str = ""
    until: str = ""
    """Dates, or years, that are wanted too: `1858`, `1858-11`, `1858-11-02`."""

    def condition(self) -> tuple[str, list[Any]]:
        """What SQL asks of a row of `game JOIN rules`, with its values; `BadInput` for what is no date."""
        parts: list[str] = []
        values: list[Any] = []

        def want(part: str, *given: Any) -> None:
            parts.append(part)
            values.extend(given)

        if self.game:
            want("rules.game = ?", self.game)
        if self.player or self.opponent:
            self._want_players(want)
        for column, text in (("event", self.event), ("opening", self.opening)):
            if text:
                want(f"game.{column} LIKE ? ESCAPE '\\'", _part(text))
        if self.result:
            column = "points" if self.result in RESULTS else "result"
            want(f"game.{column} = ?", RESULTS.get(self.result, self.result))
        if self.since:
            want("game.day >= ?", day_of(_read_date(self.since)))
        if self.until:  # nines in place of what is not said: a year is wanted to its end
            last = _read_date(self.until).replace("-", "").ljust(8, "9")
            want("game.day BETWEEN 1 AND ?", int(last))
        return " AND ".join(parts) or "TRUE", values

    def _want_players(self, want: Any) -> None:
        one, other = _part(self.player), _part(self.opponent)
        seats = (0, 1) if self.seat is None else (self.seat,)
        ways = []
        given: list[str] = []
        for seat in seats:
            mine, theirs = ("first", "second") if seat == 0 else ("second", "first")
            ways.append(f"(game.{mine} LIKE ? ESCAPE '\\' AND game.{theirs} LIKE ? ESCAPE '\\')")
            given += (one, other)
        if self.seat is None and not self.opponent:  # games of more than two as well
            ways.append("game.players LIKE ? ESCAPE '\\'")
            given.append(one)
        want(f"({' OR '.join(ways)})", *given)


def _part(text: str) -> str:
    """A pattern of LIKE for texts with a part; of everything for none."""
    escaped = text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    return f"%{escaped}%"


def _read_date(text: str) -> str:
    date = read_date(text.strip())
    if not date:
        raise BadInput(f"'{text[:20]}' is no date; write one as 1858, 1858-11 or 1858-11-02.")
    return date


ALL = Wanted()


class Page(NamedTuple):
    """Some of the games that are wanted."""

    games: list[Kept]
    total: int
    """How many there are in all."""


def find_games(
    library: Library,
    wanted: Wanted = ALL,
    at: tuple[Game, Any] | None = None,
    *,
    sort: str = "added",
    first: int = 0,
    most: int = PAGE,
) -> Page:
    """The games that are wanted, and with `at` reach this position of a game; `most` of them from the
    `first` on, which counts from 0.  `BadInput` where the game is not found by positions."""
    condition, values = wanted.condition()
    if at is not None:
        game, state = at
        library.check_positions(game)
        condition += " AND game.id IN (SELECT game FROM place WHERE key = ?)"
        values.append(PositionKeys(game).key(state))
    source = f"FROM game JOIN rules ON rules.id = game.rules WHERE {condition}"
    [(total,)] = library.ask(f"SELECT count(*) {source}", values)
    rows = library.ask(
        f"SELECT {COLUMNS} {source} ORDER BY {SORTS[sort]} LIMIT ? OFFSET ?", (*values, most, first)
    )
    return Page([read_kept(row) for row in rows], int(total))
