"""Breakthrough: pawns that step ahead and capture diagonally; whoever reaches the far row wins."""

from halfmove.games.breakthrough.game import Breakthrough
from halfmove.games.breakthrough.rules import State

GAMES = {"breakthrough": "Breakthrough"}
__all__ = ["Breakthrough", "State"]
