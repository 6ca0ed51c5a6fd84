"""Go games as text: Smart Game Format (Hollosi, "SGF File Format FF[4]", 2006).

A game on paper is an `SgfGame`: the tree of nodes as it was read, in which all stays that is not understood,
and its main line as moves of our game.  `read_sgf` reads, `write_sgf` writes.

(the syntax is `core.sgf_tree`)
game     a game and its moves
reading  from text, whose charset is `core.sgf_charset`'s
root     what it says of board and rules
beginning  the stones before the first move
results  in the words of servers
plain    from the tree to a `GameRecord` that loses nothing, and back
markup   marks on points
time_control  of the game, as PGN has it
writing  to files
scale    what positions are worth
"""

from halfmove.games.go.sgf.game import SgfGame, SgfMove, WinRate
from halfmove.games.go.sgf.reading import games, read_sgf
from halfmove.games.go.sgf.writing import sgf_text, write_sgf

__all__ = ["SgfGame", "SgfMove", "WinRate", "games", "read_sgf", "sgf_text", "write_sgf"]
