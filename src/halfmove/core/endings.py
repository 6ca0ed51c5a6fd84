"""Values of endings, as a database keeps them and as searches ask for them.

A code says all: 0 a draw, 1 + 2n a loss of the player to move in n plies, 2 + 2n his win.  Machine code finds
a table by the runtime parameter `Game.endings_at`: the address of a directory with a word for each table, its
address or 0, and two words of tables made by others (`core.tablebases`): where they are asked, or 0, and the
most pieces that they have.  A table is the bits of a code, how many codes a word has, and then the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.core.buffer import word_at
from halfmove.core.contract import Game
from halfmove.core.score import FAR, WIN

UNKNOWN = -1
"""Where no table says anything."""
DRAW = 0
TABLE_HEAD = 2
"""Words of a table before the first that has codes."""
BEYOND = 2
"""Words of a directory after those of the tables."""


@dataclass(frozen=True)
class Endings:
    """The tables of a game's endings."""

    tables: Sequence[str]
    """Their names, each after those that its positions convert to."""
    rules: str
    """The rules that the values hold for: databases of other rules are refused."""
    converts: Callable[[str], Sequence[str]]
    """The tables that one converts to in a single action, itself left out."""
    near: Callable[[Any], Sequence[str] | None] = lambda state: None
    """The tables that a search of a state may come to; None: any."""
    counts_pairs: bool = False
    """Whether people count distances in moves of two plies."""
    usual: Sequence[str] | None = None
    """The tables that are made where none is named; None: all."""


def loss_in(plies: int) -> int:
    """The code of a loss."""
    return 1 + 2 * plies


def plies_of(code: int) -> int:
    """The plies that the code of a win or a loss says."""
    return (code - 1) >> 1


def is_win(code: int) -> bool:
    """Whether a code is of a win."""
    return code > 0 and code & 1 == 0


def is_loss(code: int) -> bool:
    """Whether a code is of a loss."""
    return code > 0 and code & 1 == 1


def back_up_code(code: int, same: bool) -> int:
    """The code of a child as an action to it is worth: one ply on, to the player who moves before; `same`
    where he moves in the child too."""
    if code == 0:
        return 0
    if same:
        return code + 2
    return code + 3 if code & 1 == 1 else code + 1


def rank(code: int) -> int:
    """The higher the better: the nearest win, a draw, the farthest loss."""
    if code == 0:
        return 0
    return 1_000_000 - code if code & 1 == 0 else code - 1_000_000


def read_code(game: Game, table: int, index: int) -> int:
    """The code that the database keeps of a number of a table, or UNKNOWN."""
    if game.endings_at == 0:
        return -1
    address = word_at(game.endings_at, table)
    if address == 0:
        return -1
    size = word_at(address, 0)
    packed = word_at(address, 1)
    word = word_at(address, 2 + index // packed)
    return (word >> (size * (index % packed))) & ((1 << size) - 1)


def code_if_over(game: Game, state: Any) -> int:
    """The code of a terminal state."""
    won = game.utility(state, game.to_move(state))
    if won > 0:
        return 2
    return 1 if won < 0 else 0


def find_code(game: Game, state: Any) -> int:
    """The code that the database has of a state itself, or UNKNOWN."""
    table = game.ending_table(state)
    if table < 0:
        return -1
    return read_code(game, table, game.ending_index(state))


def known_bounds(game: Game, state: Any) -> tuple[int, int]:
    """What is proven of a state's score before it is searched: by the database of endings, where there is
    one and it has the state, else by the game's `bounds`.  For the player to move."""
    if game.endings_at == 0:
        return game.bounds(state)
    code = find_code(game, state)
    if code < 0:
        code = game.ending_beyond(state)
        if code < 0:
            return game.bounds(state)
        score = 0 if code == 0 else (WIN - FAR if is_win(code) else FAR - WIN)
        return score, score
    if code == 0:
        return 0, 0
    plies = (code - 1) >> 1
    soon = game.ending_in_time(state, plies)
    if code & 1 == 0:
        return (WIN - plies if soon else 0), WIN - plies
    return plies - WIN, (plies - WIN if soon else 0)


def known_within(game: Game, state: Any, low: int, high: int) -> tuple[int, int]:
    """The same for a search that asks only how the score lies to `low` and `high`."""
    if game.endings_at != 0 and (find_code(game, state) >= 0 or game.ending_beyond(state) >= 0):
        return known_bounds(game, state)
    return game.bounds_within(state, low, high)
