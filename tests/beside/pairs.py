"""The pairs: which of our games are compared, beside whom.  A new pair is a class and a row here, or a row in
`open_spiel_games`."""

from __future__ import annotations

from importlib import import_module

from tests.beside import open_spiel_games
from tests.beside.comparison import Pair

_ROWS = {
    "chess": "chess:ChessPair",
    "chess960": "chess:Chess960Pair",
    "holdem": "poker:PokerPair",
    "othello": "open_spiel_boards:OthelloPair",
    "go": "open_spiel_boards:GoPair",
    "einstein": "open_spiel_boards:EinsteinPair",
    "checkers": "checkers:CheckersPair",
    "dark-chess": "dark_chess:DarkChessPair",
    "bridge": "bridge:BridgePair",
    "backgammon": "backgammon:BackgammonPair",
    "backgammon-gnubg": "gnubg:GnubgPair",
    "matrix": "open_spiel_games:MatrixPair",
    "shogi": "shogi:ShogiPair",
    "connect4-pgx": "pgx:ConnectFourPair",
    "othello-pgx": "pgx:OthelloPair",
    "tictactoe-pgx": "pgx:TicTacToePair",
}
"""Module and class of each pair, by its name.  A module is imported when its pair is asked for."""

DEVELOPERS = ("chess", "chess960", "holdem")
"""Pairs whose peers belong to what developing installs."""
PROGRAMS = ("backgammon-gnubg",)
"""Pairs whose peers are programs, not Python packages."""
OF_YOUR_OWN = ("connect4-pgx", "othello-pgx", "tictactoe-pgx", "shogi")
"""Pairs whose peers nothing here installs: `pip install pgx`, which brings hundreds of megabytes, or
`pip install cshogi`."""


def names() -> list[str]:
    """The names of all pairs."""
    return [*_ROWS, *open_spiel_games.GAMES]


def kind(name: str) -> type[Pair]:
    """The class of a name.  ImportError where it needs a package that is not installed."""
    if name in open_spiel_games.GAMES:
        return open_spiel_games.kind(name)
    module, _, attribute = _ROWS[name].partition(":")
    found: type[Pair] = getattr(import_module(f"tests.beside.{module}"), attribute)
    return found


def pair(name: str) -> Pair:
    """The pair of a name.  ImportError where its peer is not installed."""
    return kind(name)()
