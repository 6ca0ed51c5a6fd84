"""Connect Four: rules, notation and knowledge."""

from halfmove.games.connect4.game import ConnectFour
from halfmove.games.connect4.rules import State

GAMES = {"connect4": "ConnectFour"}
__all__ = ["ConnectFour", "State"]
