"""The games by name.  A new game adds one row; other people's packages add theirs by an entry point.

A package that brings a game declares, in its `pyproject.toml`:

    [project.entry-points."halfmove.games"]
    hex = "my_package.hex:Hex"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.public_tree import PublicTree, TreeSize

ENTRY_POINTS = "halfmove.games"

_TABLE = {
    "backgammon": "halfmove.games.backgammon:Backgammon",
    "checkers": "halfmove.games.checkers:Checkers",
    "chess": "halfmove.games.chess:Chess",
    "connect4": "halfmove.games.connect4:ConnectFour",
    "dark-chess": "halfmove.games.dark_chess:DarkChess",
    "dark-hex": "halfmove.games.dark:DarkHex",
    "einstein": "halfmove.games.einstein:Einstein",
    "go": "halfmove.games.go:Go",
    "goofspiel": "halfmove.games.goofspiel:Goofspiel",
    "gomoku": "halfmove.games.mnk:Gomoku",
    "hidden-goofspiel": "halfmove.games.hidden_goofspiel:HiddenGoofspiel",
    "holdem": "halfmove.games.holdem.game:Holdem",
    "kuhn": "halfmove.games.kuhn:Kuhn",
    "leduc": "halfmove.games.leduc:Leduc",
    "liars-dice": "halfmove.games.liars_dice:LiarsDice",
    "matrix": "halfmove.games.matrix:Matrix",
    "mnk": "halfmove.games.mnk:MNK",
    "monopoly": "halfmove.games.monopoly:Monopoly",
    "nim": "halfmove.games.nim:Nim",
    "othello": "halfmove.games.othello:Othello",
    "oshi-zumo": "halfmove.games.oshi_zumo:OshiZumo",
    "pacman": "halfmove.games.pacman:Pacman",
    "phantom-tictactoe": "halfmove.games.dark:PhantomTicTacToe",
    "pig": "halfmove.games.pig:Pig",
    "race": "halfmove.games.race:Race",
    "rock-paper-scissors": "halfmove.games.matrix:RockPaperScissors",
    "tictactoe": "halfmove.games.mnk:TicTacToe",
}

_SUBGAMES = {
    "holdem-flop": "halfmove.games.holdem.subgame:subgame",
    "holdem-push-fold": "halfmove.games.holdem.push_fold:PushFold",
    "holdem-river": "halfmove.games.holdem.subgame:subgame",
    "holdem-turn": "halfmove.games.holdem.subgame:subgame",
}
"""Parts of games that are solved, not played: a game, or a function of the name and what is set that gives a
public tree; then the function `…_size` beside it says how large that is."""


@lru_cache(maxsize=1)
def _third_party() -> dict[str, Any]:
    """The entry points of other packages by name; a name of ours stays ours."""
    from halfmove.core.entry_points import entry_points

    return {point.name: point for point in entry_points(ENTRY_POINTS) if point.name not in _TABLE}


class _Games(Mapping[str, type[Game]]):
    """All games by name, in alphabetical order; a class is imported when it is asked for, not before."""

    def __getitem__(self, name: str) -> type[Game]:
        if name in _TABLE:
            module, _, attribute = _TABLE[name].partition(":")
            found = getattr(import_module(module), attribute)
        else:
            found = self._foreign(name)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise BadInput(f"The game '{name}' is not a subclass of halfmove.Game but {found!r}.")
        return found

    def _foreign(self, name: str) -> Any:
        point = _third_party()[name]
        try:
            return point.load()
        except Exception as error:  # another package's code may fail in any way
            package = point.dist.name if point.dist else point.value
            raise BadInput(f"The game '{name}' of package {package} cannot be loaded: {error}.") from error

    def __iter__(self) -> Iterator[str]:
        return iter(sorted((*_TABLE, *_third_party())))

    def __len__(self) -> int:
        return len(_TABLE) + len(_third_party())

    def __contains__(self, name: object) -> bool:
        return name in _TABLE or name in _third_party()


def games() -> Mapping[str, type[Game]]:
    """The registered games by name; listing the names imports none of them."""
    return _Games()


def game(name: str, **parameters: Any) -> Game:
    """The registered game called `name`, with parameters such as `width=7`; `BadInput` if there is none."""
    known = games()
    if name in known:
        return known[name](**parameters)
    if name in _SUBGAMES:
        raise BadInput(f"'{name}' is solved, not played: `halfmove solve {name}`.")
    close = get_close_matches(name.lower(), [*known, *_SUBGAMES], n=1)
    hint = f" did you mean '{close[0]}'?" if close else ""
    raise BadInput(
        f"There is no game '{name}';{hint or ' the games are:'}"
        + (f" The games are: {', '.join(known)}." if hint else f" {', '.join(known)}.")
    )


def subgames() -> list[str]:
    """The names of what `subgame` knows."""
    return list(_SUBGAMES)


def subgame(name: str, settings: Mapping[str, str]) -> PublicTree | Game:
    """One of `subgames()` as it is set; `BadInput` for settings it has not."""
    module, _, attribute = _SUBGAMES[name].partition(":")
    made = getattr(import_module(module), attribute)
    found: PublicTree | Game = made(**settings) if isinstance(made, type) else made(name, settings)
    return found


def subgame_size(name: str, settings: Mapping[str, str], largest: int | None = None) -> TreeSize | None:
    """How large the public tree of one of `subgames()` is, without laying it out; None for a game.
    `BadInput` for settings it has not, and for more than `largest` nodes, as soon as they are counted."""
    module, _, attribute = _SUBGAMES[name].partition(":")
    count = getattr(import_module(module), f"{attribute}_size", None)
    if count is None:
        return None
    found: TreeSize = count(name, settings, **({} if largest is None else {"largest": largest}))
    return found


def games_recorded_as(suffix: str) -> list[str]:
    """The names of the registered games that have a format of records for files that end so (`.pgn`)."""
    known = games()
    return [name for name in known if any(suffix in f.suffixes for f in known[name]().record_formats())]
