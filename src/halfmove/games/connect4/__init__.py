"""Connect Four: rules, notation and knowledge."""

from halfmove.games.connect4.game import ConnectFour
from halfmove.games.connect4.rules import State

__all__ = ["ConnectFour", "State"]
