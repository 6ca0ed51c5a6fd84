"""Backgammon."""

from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.rules import State

__all__ = ["Backgammon", "State"]
