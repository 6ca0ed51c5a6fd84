"""Bearing off, solved backwards: what the chances are once both players have all their chequers at home.

A position is how many of a player's chequers stand on his points 1 to 6; it is numbered in the combinatorial
number system (D. Knuth, *The Art of Computer Programming* 4A, 7.2.1.3): with s the sums of the chequers on
points 1 to p, the number is the sum of C(s + p - 1, p).  Those of n chequers or fewer are the first
C(n + 6, 6): 54,264 of fifteen, 924 of six.

*One-sided*: for each position the chance to need just 1, 2, ... throws, where each throw is played so that as
few as possible are needed on average; and, where nothing is off yet, the same for the first chequer, which
saves the gammon.  Two such tables give the chances of two players who do not meet: exact but for that a
player who is far behind would sometimes play for the luckier throws.  *Two-sided*: for up to six chequers
each the exact chance to win.  `build` makes all in seconds, from the positions with fewer pips to those with
more; what comes with Halfmove lies in `bearoff.npz`, in parts of 65,535.
"""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer, word_at
from halfmove.games.backgammon.chequers import CHEQUERS, OFF, OUTSIDE, occupied, on, on_board

HOME_POINTS = 6
THROWS = 32
"""Columns of the one-sided table: more throws than the worst position takes, thirty."""
SAVING = 8
"""Columns of the table for the first chequer."""
BOTH = 6
"""Chequers of a player up to which there is the two-sided table."""
WHOLE = 65_535
"""What is certain, in a file."""
SHIPPED = Path(__file__).parent / "bearoff.npz"
BINOMIAL = np.array([[comb(n, k) for k in range(HOME_POINTS + 1)] for n in range(22)], np.int64)
FIRST_OF_ALL = comb(CHEQUERS + HOME_POINTS - 1, HOME_POINTS)
"""The first position of fifteen chequers: the last 15,504 have nothing off."""
PAIRED = comb(BOTH + HOME_POINTS, HOME_POINTS)
SAVING_AT = comb(CHEQUERS + HOME_POINTS, HOME_POINTS) * THROWS
WINS_AT = SAVING_AT + (comb(CHEQUERS + HOME_POINTS, HOME_POINTS) - FIRST_OF_ALL) * SAVING
"""Where the tables begin that come after the first."""
PART = 1.0 / WHOLE
WIN, WIN_GAMMON, LOSE_GAMMON = 0, 1, 3
"""Places of `network`'s outputs."""

Index = NDArray[np.int32]
Table = NDArray[np.float64]


class Tables(NamedTuple):
    """Rows are positions: the chance to need so many throws until all chequers are off, column n for n + 1;
    the same until one of fifteen is off, from `FIRST_OF_ALL` on; the chance to win of the player who throws,
    by both positions."""

    throws: Any
    saving: Any
    wins: Any


# ---- asking


def at_home(chequers: Wide) -> bool:
    """Whether all of a player's chequers that are not off are on his points 1 to 6."""
    return bool(occupied(chequers) & bits.board(OUTSIDE) == bits.board(0))


def number_of(chequers: Wide) -> int:
    """The number of the position of a player who is `at_home`."""
    found = total = 0
    for point in range(1, HOME_POINTS + 1):
        total += on(chequers, OFF - point)
        found += int(BINOMIAL[total + point - 1, point])
    return found


def share(at: int, place: int) -> int:
    """A number of the tables, of which four are in a word: the part of `WHOLE`."""
    return (word_at(at, place >> 2) >> (16 * (place & 3))) & WHOLE


def bear_off(own: Wide, other: Wide, at: int, out: Any) -> None:
    """Write the chances of the player of `own`, who throws next, to the five places of `out`, as a network
    would (`network`); both are `at_home`, and neither has all chequers off.  `at` is where the tables are."""
    mine, theirs = number_of(own), number_of(other)
    for k in range(5):
        out[k] = 0.0
    if mine < PAIRED and theirs < PAIRED:
        out[WIN] = share(at, WINS_AT + mine * PAIRED + theirs) * PART
        return
    left, win = WHOLE, 0
    for n in range(THROWS):  # he needs n + 1 throws, the other no fewer
        win += share(at, mine * THROWS + n) * left
        left -= share(at, theirs * THROWS + n)
    out[WIN] = win * PART * PART
    if on_board(other) == CHEQUERS:
        left, win = WHOLE, 0
        for n in range(SAVING):
            win += share(at, mine * THROWS + n) * left
            left -= share(at, SAVING_AT + (theirs - FIRST_OF_ALL) * SAVING + n)
        out[WIN_GAMMON] = win * PART * PART
    if on_board(own) == CHEQUERS:
        left, win = WHOLE, 0
        for n in range(SAVING):
            left -= share(at, SAVING_AT + (mine - FIRST_OF_ALL) * SAVING + n)
            win += share(at, theirs * THROWS + n) * left
        out[LOSE_GAMMON] = win * PART * PART


@cache
def shipped() -> Tables:
    """The tables that come with Halfmove, in parts of `WHOLE`."""
    with np.load(SHIPPED, allow_pickle=False) as kept:
        return Tables(*(kept[name] for name in Tables._fields))


@cache
def in_words() -> Buffer:
    """The same one after the other, for machine code; they stay where they are."""
    flat = np.concatenate([table.ravel() for table in shipped()])
    found = Buffer(-(-len(flat) // 4))
    found.array.view(np.uint16)[: len(flat)] = flat
    return found


# ---- making


def build(chequers: int = CHEQUERS, both: int = BOTH) -> Tables:
    """The tables for up to so many chequers, and both sides' for up to `both`."""
    positions = _positions(chequers)
    after = _after(positions)
    pips = positions @ np.arange(1, HOME_POINTS + 1)
    throws = _one_sided(after, pips, np.zeros(len(pips), bool), THROWS)
    some_off = positions.sum(1) < CHEQUERS
    first = FIRST_OF_ALL if chequers == CHEQUERS else len(pips)
    saving = _one_sided(after, pips, some_off, SAVING)[first:]
    count = comb(both + HOME_POINTS, HOME_POINTS)
    return Tables(throws, saving, _two_sided(after[:count], pips[:count]))


def write(path: Path, tables: Tables) -> None:
    """Keep tables in a file."""
    with whole_bytes(path) as out:
        np.savez_compressed(out, **in_parts(tables)._asdict())


def in_parts(tables: Tables) -> Tables:
    """In parts of `WHOLE`; what a row of the first two lacks of it by rounding, its largest number gets."""
    found = Tables(*(np.rint(table * WHOLE).astype(np.uint16) for table in tables))
    for rounded in (found.throws[1:], found.saving):
        lacking = WHOLE - rounded.sum(axis=1, dtype=np.int64)
        rounded[np.arange(len(rounded)), rounded.argmax(axis=1)] += lacking.astype(np.uint16)
    return found


def _positions(chequers: int) -> NDArray[np.int64]:
    """A row a position, in the order of their numbers: the chequers on points 1 to 6."""
    sums = np.array([[s] for s in range(chequers + 1)])
    for _ in range(HOME_POINTS - 1):
        sums = np.concatenate([np.insert(sums[sums[:, 0] >= s], 0, s, axis=1) for s in range(chequers + 1)])
    order = np.argsort(_numbers(sums))
    return np.diff(sums[order], axis=1, prepend=0)


def _numbers(sums: Any) -> Any:
    """The numbers of positions, of which the sums are given."""
    points = np.arange(1, HOME_POINTS + 1)
    return BINOMIAL[sums + points - 1, points].sum(axis=1)


def _after(positions: Any) -> Index:
    """By position, die and point, each from 1: where one chequer's move leads; -1 where it may not go. The
    end leads to the end."""
    after = np.full((len(positions), 7, HOME_POINTS + 1), -1, np.int32)
    highest = np.where(positions > 0, np.arange(1, HOME_POINTS + 1), 0).max(axis=1)
    for die in range(1, 7):
        for point in range(1, HOME_POINTS + 1):
            may = (positions[:, point - 1] > 0) & ((point >= die) | (highest == point))
            then = positions[may]
            then[:, point - 1] -= 1
            if point > die:
                then[:, point - die - 1] += 1
            after[may, die, point] = _numbers(np.cumsum(then, axis=1))
    after[0, 1:, 1:] = 0
    return after


def _ends(after: Index, rows: Index, a: int, b: int) -> list[Index]:
    """Where positions can be after a throw, a play a list's entry; -1 where a position has not that play."""

    def go(at: Index, die: int, point: int) -> Index:
        return np.where(at < 0, np.int32(-1), after[at, die, point])

    points = range(HOME_POINTS, 0, -1)
    if a != b:
        return [go(go(rows, x, p), y, q) for x, y in ((a, b), (b, a)) for p in points for q in points]
    found = [(HOME_POINTS, rows)]
    for _ in range(4):  # the rearmost first: it stands in nobody's way
        found = [(p, go(at, a, p)) for highest, at in found for p in points if p <= highest]
    return [at for _, at in found]


def _throws() -> list[tuple[int, int, float]]:
    return [(a, b, (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]


def _one_sided(after: Index, pips: Any, over: Any, columns: int) -> Table:
    """The chances to need 1, 2, ... throws until a position that is `over` or has no chequers left."""
    found: Table = np.zeros((len(pips), columns))
    mean = np.zeros(len(pips))
    for level in range(1, int(pips.max()) + 1):
        rows = np.flatnonzero((pips == level) & ~over).astype(np.int32)
        for a, b, p in _throws():
            best, least = np.zeros(len(rows), np.int32), np.full(len(rows), np.inf)
            for end in _ends(after, rows, a, b):
                better = (end >= 0) & (mean[end] < least)
                best, least = np.where(better, end, best), np.where(better, mean[end], least)
            mean[rows] += p * least
            found[rows, 1:] += p * found[best, :-1]
            found[rows, 0] += p * ((best == 0) | over[best])
        mean[rows] += 1
    return found


def _two_sided(after: Index, pips: Any) -> Table:
    """The exact chance to win of who throws, by his position and the other's."""
    count = len(pips)
    rows = np.arange(count, dtype=np.int32)
    plays = []
    for a, b, p in _throws():
        ends = np.sort(np.stack(_ends(after, rows, a, b), axis=1), axis=1)
        ends[:, :-1][ends[:, 1:] == ends[:, :-1]] = -1  # each end once
        ends = -np.sort(-ends, axis=1)
        ends = ends[:, : int((ends >= 0).sum(axis=1).max())]
        plays.append((np.where(ends < 0, ends[:, :1], ends), p))
    wins: Table = np.zeros((count, count))
    wins[0, :] = 1
    wins[:, 0] = 0
    total = pips[:, None] + pips[None, :]
    for level in range(2, int(total.max()) + 1):
        mine, theirs = np.nonzero((total == level) & (pips[:, None] > 0) & (pips[None, :] > 0))
        for ends, p in plays:
            wins[mine, theirs] += p * (1 - wins[theirs[:, None], ends[mine]].min(axis=1))
    return wins


if __name__ == "__main__":
    write(SHIPPED, build())
