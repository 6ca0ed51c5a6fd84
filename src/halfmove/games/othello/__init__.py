"""Othello: boards of 4 to 12 squares a side, forced passes, wins or discs as the score."""

from halfmove.games.othello.game import LargeOthello, OneWordOthello, Othello
from halfmove.games.othello.rules import State

GAMES = {"othello": "Othello"}
__all__ = ["LargeOthello", "OneWordOthello", "Othello", "State"]
