"""Connect Four: rules and knowledge."""

from halfmove.games.connect4.rules import ConnectFour

__all__ = ["ConnectFour"]
