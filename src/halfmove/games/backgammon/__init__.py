"""Backgammon."""

from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.rules import State

GAMES = {"backgammon": "Backgammon"}
__all__ = ["Backgammon", "State"]
