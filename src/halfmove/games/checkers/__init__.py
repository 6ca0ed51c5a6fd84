"""Checkers (American checkers, English draughts): forced captures, several jumps as one action."""

from halfmove.games.checkers.game import Checkers
from halfmove.games.checkers.rules import State

GAMES = {"checkers": "Checkers"}
__all__ = ["Checkers", "State"]
