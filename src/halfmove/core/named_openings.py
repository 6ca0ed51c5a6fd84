"""Names of openings by position: a table that a game writes, read once; transpositions have the same name.

Each line of a table is a name, after its code where the field has codes, and the moves that lead there, of
which the last gives the position its name.  The moves of a family are written once: an indented line goes on
from the line above that is less so.

    C20 Open Game: e4 e5
      C40 King's Knight Opening: Nf3
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from halfmove.core.analysis import OpeningData
    from halfmove.core.contract import Game
    from halfmove.core.history import History

_LINE = re.compile(r"(?P<indent> *)(?:(?P<code>[A-E][0-9]{2}) )?(?P<name>.+): (?P<moves>.+)")
DEEPEST = 60
"""Plies in which a game may still be in its opening."""


class Opening(NamedTuple):
    """What an opening is called."""

    name: str
    code: str = ""
    """As the field counts openings: ECO in chess."""

    def words(self) -> str:
        """`C60 Ruy Lopez`."""
        return f"{self.code} {self.name}" if self.code else self.name

    def to_dict(self) -> OpeningData:
        """The same as data."""
        return {"code": self.code or None, "name": self.name}


NONE = Opening("")


@lru_cache(maxsize=8)
def index_openings(game: Game, table: str) -> dict[int, Opening]:
    """The openings of a table by the least key of their positions; where two lines lead to one, the longer
    wins."""
    from halfmove.core.opening_keys import least_key

    found: dict[int, tuple[int, Opening]] = {}
    above: list[tuple[int, Any, int]] = [(-1, game.initial(), 0)]
    for line in table.strip("\n").splitlines():
        parts = _LINE.fullmatch(line)
        assert parts is not None, line
        while above[-1][0] >= len(parts["indent"]):
            above.pop()
        _, state, plies = above[-1]
        for move in parts["moves"].split():
            state = game.result(state, game.parse_action(state, move))
            plies += 1
        above.append((len(parts["indent"]), state, plies))
        key, _ = least_key(game, state)
        if plies >= found.get(key, (0, None))[0]:
            found[key] = plies, Opening(parts["name"], parts["code"] or "")
    return {key: opening for key, (_, opening) in found.items()}


def opening_in(game: Any, s: Any) -> Opening:
    """What the game's table calls a position; an opening without a name where it has none."""
    from halfmove.core.opening_keys import least_key

    table = game.opening_table()
    return index_openings(game, table).get(least_key(game, s)[0], NONE) if table else NONE


def has_names(game: Game) -> bool:
    """Whether positions of a game's openings have names."""
    from halfmove.core.contract import Game

    return bool(game.opening_table()) or type(game).opening_name is not Game.opening_name


def opening_of(history: History) -> Opening | None:
    """The opening that a game came from: the last of its positions that has a name."""
    game = history.game
    if not has_names(game):
        return None
    for s in reversed(history.states[: DEEPEST + 1]):
        if name := game.opening_name(s):
            found = opening_in(game, s)
            return found if found.name == name else Opening(name)
    return None
