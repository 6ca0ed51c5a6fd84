"""Gomoku: five in a row on fifteen by fifteen, by the free-style rules (a longer row wins as well)."""

from halfmove.games.mnk.many_words import ManyWords


class Gomoku(ManyWords):
    """Five in a row on a board of fifteen by fifteen."""

    name = "gomoku"

    width: int = 15
    height: int = 15
    k: int = 5
