"""Gomoku: five in a row on a board of fifteen by fifteen."""

from __future__ import annotations

from typing import Any

from halfmove.games.mnk.five import FiveInLine
from halfmove.games.mnk.game import MNK
from halfmove.games.mnk.many_words import ManyWords


class Gomoku(MNK):
    """Five in a row on a board of fifteen by fifteen."""

    # by the free-style rules: a longer row wins as well
    name = "gomoku"

    width: int = 15
    height: int = 15
    k: int = 5

    def __new__(cls, **parameters: Any) -> Gomoku:
        """With the patterns of its lines where they fit; else as any m,n,k-game."""
        if cls is not Gomoku:
            return super().__new__(cls, **parameters)  # type: ignore[return-value]
        try:
            five = FiveInLine.fits(int(parameters.get("width", cls.width)), int(parameters.get("k", cls.k)))
        except (TypeError, ValueError):
            five = True  # the parameters' own check will say it
        return super().__new__(GomokuOfFive if five else GomokuOfOthers)  # type: ignore[return-value]


class GomokuOfFive(FiveInLine, Gomoku):
    """Five in a row on a board of fifteen by fifteen."""


class GomokuOfOthers(ManyWords, Gomoku):
    """Another number in a row, or a wider board."""
