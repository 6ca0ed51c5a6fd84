"""Which move first: the table's, then by what the game knows, what refuted siblings, what worked elsewhere.

Alpha-beta visits least when the best move comes first (Knuth and Moore, *Artificial Intelligence* 6, 1975).
Ranks are in 64ths of a game's `order` unit.  Killer moves: Akl and Newborn, ACM 1977; the history heuristic:
Schaeffer, *ICCA Journal* 6(3), 1983, here with counters that saturate ("gravity").
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.search.alphabeta.memory import HISTORY_LIMIT
from halfmove.search.alphabeta.table import MOST_WORK

UNIT = 64
HINT_RANK = 1 << 40
KILLER_BONUS = 2 * UNIT
"""What being a killer adds.  Tuned on Connect Four and tic-tac-toe boards together with `HISTORY_SHARE`."""
HISTORY_SHARE = 12
"""A full history counter is worth HISTORY_LIMIT * HISTORY_SHARE / UNIT / UNIT = 6 units of `order`."""

_INDEX = 65_535


def pack_rank(rank: int, index: int) -> int:
    """Rank and move number in one word: larger is searched earlier, of equals the move offered first."""
    return rank * 65_536 + _INDEX - index


def index_of(word: int) -> int:
    """The move number in a packed rank."""
    return _INDEX - (word & _INDEX)


def insert(ranks: Buffer, first: int, n: int, word: int) -> None:
    """Put `word` into its place among the `n` words from `first` on, which are sorted downwards."""
    i = first + n
    while i > first and ranks[i - 1] < word:
        ranks[i] = ranks[i - 1]
        i -= 1
    ranks[i] = word


def noise(key: int, mask: int, salt: int) -> int:
    """A small number that depends on position and salt alone: how threads and seeds come to differ."""
    return bits.number(bits.mix(bits.board(key) ^ bits.board(salt)) & bits.board(mask))


def logarithm(nodes: int) -> int:
    """The number of binary digits of `nodes`."""
    digits = 0
    while nodes > 0:
        nodes >>= 1
        digits += 1
    return digits


def effort(nodes: int) -> int:
    """The work that an entry of the table cost, which tells whether to keep it."""
    return min(logarithm(nodes), MOST_WORK)


def learn(history: Buffer, slot: int, bonus: int) -> None:
    """Move a history counter towards plus or minus the limit by `bonus`, the less the nearer it is."""
    size = bonus if bonus > 0 else -bonus
    history[slot] += bonus - history[slot] * size // HISTORY_LIMIT
