"""Tic-tac-toe, the first game of every course: 549,946 nodes by plain minimax, 5,478 positions, a draw."""

from halfmove.games.mnk.one_word import OneWord


class TicTacToe(OneWord):
    """Three in a row on a board of three by three."""

    name = "tictactoe"
