"""The m,n,k-games: k in a row on a board of m by n; tic-tac-toe is 3,3,3 and Gomoku 15,15,5."""

from halfmove.games.mnk.board import MNK
from halfmove.games.mnk.gomoku import Gomoku
from halfmove.games.mnk.tictactoe import TicTacToe

__all__ = ["MNK", "Gomoku", "TicTacToe"]
