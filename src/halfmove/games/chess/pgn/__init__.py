"""Chess games as text: Portable Game Notation (Edwards, "Portable Game Notation Specification", 1994).

A game on paper is a `PgnGame`: plain data, with a tree of moves.  `games` reads all there is, `main_lines`
only what was played, which is quicker; `pgn_text` writes.  Reading goes through python-chess (the extra
`halfmove[arena]`), writing needs nothing.
"""

from halfmove.games.chess.pgn.game import Evaluation, MainLine, PgnGame, PgnMove
from halfmove.games.chess.pgn.reading import games, lines_of, main_lines, read_pgn
from halfmove.games.chess.pgn.writing import pgn_text, write_pgn

__all__ = [
    "Evaluation",
    "MainLine",
    "PgnGame",
    "PgnMove",
    "games",
    "lines_of",
    "main_lines",
    "pgn_text",
    "read_pgn",
    "write_pgn",
]
