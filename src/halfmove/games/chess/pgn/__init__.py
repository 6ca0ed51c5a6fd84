"""Chess games as text: Portable Game Notation (Edwards, "Portable Game Notation Specification", 1994).

A game on paper is a `PgnGame`: plain data, with a tree of moves.  `read_pgn` reads all there is,
`read_main_lines` only what was played, which is quicker; `write_pgn` writes.
"""

from halfmove.core.formats import MainLine, Move
from halfmove.core.pawns import Evaluation
from halfmove.games.chess.pgn.game import PgnGame
from halfmove.games.chess.pgn.reading import games, main_lines, read_main_lines, read_pgn
from halfmove.games.chess.pgn.writing import pgn_text, write_pgn

__all__ = [
    "Evaluation",
    "MainLine",
    "Move",
    "PgnGame",
    "games",
    "main_lines",
    "pgn_text",
    "read_main_lines",
    "read_pgn",
    "write_pgn",
]
