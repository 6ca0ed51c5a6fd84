"""Notebooks: a board to play on and to step through, in Jupyter, VS Code and Colab.

import halfmove as hm

board = hm.Board("connect4", opponent=5)
board                      # in a cell: play by touching the picture
board.history.texts()      # the moves so far
"""

from __future__ import annotations

from halfmove.notebook.board import Board

__all__ = ["Board"]
