"""The pairs: which of our games are compared, beside whom.  A new pair is a class and a row here."""

from __future__ import annotations

from importlib import import_module

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
    "backgammon": "backgammon:BackgammonPair",
    "backgammon-gnubg": "gnubg:GnubgPair",
    "kuhn": "open_spiel_games:KuhnPair",
    "leduc": "open_spiel_games:LeducPair",
    "liars-dice": "open_spiel_games:LiarsDicePair",
    "goofspiel": "open_spiel_games:GoofspielPair",
    "hidden-goofspiel": "open_spiel_games:HiddenGoofspielPair",
    "oshi-zumo": "open_spiel_games:OshiZumoPair",
    "dark-hex": "open_spiel_games:DarkHexPair",
    "phantom-tictactoe": "open_spiel_games:PhantomPair",
    "hex": "open_spiel_games:HexPair",
    "breakthrough": "open_spiel_games:BreakthroughPair",
    "tictactoe": "open_spiel_games:TicTacToePair",
    "connect4": "open_spiel_games:ConnectFourPair",
    "mnk": "open_spiel_games:MNKPair",
    "gomoku": "open_spiel_games:GomokuPair",
    "nim": "open_spiel_games:NimPair",
    "pig": "open_spiel_games:PigPair",
    "matrix": "open_spiel_games:MatrixPair",
}
"""Module and class of each pair, by its name.  A module is imported when its pair is asked for."""

DEVELOPERS = ("chess", "chess960", "holdem")
"""Pairs whose peers belong to what developing installs."""
PROGRAMS = ("backgammon-gnubg",)
"""Pairs whose peers are programs, not Python packages."""


def names() -> list[str]:
    """The names of all pairs."""
    return list(_ROWS)


def kind(name: str) -> type[Pair]:
    """The class of a name.  ImportError where it needs a package that is not installed."""
    module, _, attribute = _ROWS[name].partition(":")
    found: type[Pair] = getattr(import_module(f"tests.beside.{module}"), attribute)
    return found


def pair(name: str) -> Pair:
    """The pair of a name.  ImportError where its peer is not installed."""
    return kind(name)()
