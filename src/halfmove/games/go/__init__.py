"""Go: boards of 1 to 25 lines, square or not; Tromp-Taylor, Chinese, AGA and Japanese rules."""

from halfmove.games.go.game import Go
from halfmove.games.go.rules import State

GAMES = {"go": "Go"}
USUAL_FOR = {"gtp": "go"}
__all__ = ["Go", "State"]
