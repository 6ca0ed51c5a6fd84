"""Othello: boards of 4 to 8 squares a side, forced passes, wins or discs as the score."""

from halfmove.games.othello.game import Othello
from halfmove.games.othello.rules import State

__all__ = ["Othello", "State"]
