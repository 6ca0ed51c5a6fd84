"""The m,n,k-games: k in a row on a board of m by n; tic-tac-toe is 3,3,3 and Gomoku 15,15,5."""

from halfmove.games.mnk.game import MNK
from halfmove.games.mnk.gomoku import Gomoku
from halfmove.games.mnk.one_word import TicTacToe

GAMES = {"gomoku": "Gomoku", "mnk": "MNK", "tictactoe": "TicTacToe"}
__all__ = ["MNK", "Gomoku", "TicTacToe"]
