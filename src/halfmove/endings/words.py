"""Retrograde analysis of all positions that one leads to, where a game writes a position in a word.

Three functions of the game are asked: `position_word(state)`, and `list_next(word, out, at)` and
`list_before(word, out, at)`, which write the words of the positions after and before one to a buffer.  A word
is a number from 1 to 2^63 - 1 and says the position as whoever moves sees it; symmetric ones may share one.
The word 0 stands for all positions that the mover wins at once.  What is listed before a position may be
impossible: what does not come about is not in the table.  The players take turns, and what is neither won nor
lost is a draw.

Positions are found forwards, into a hash table with a number of 16 bits for each, then solved backwards: pass
n looks at what is n plies from the end.  What leads to a loss in n is a win in n + 1.  What leads to a win in
n is a loss in n + 1 if whatever the mover does wins for the other, for which its replies are listed.
Source: T. Tanaka, *An Analysis of a Board Game "Doubutsu Shogi"*, IPSJ SIG Technical Report 2009-GI-22.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer, exchange_if, prefetch, put_short, short_at
from halfmove.core.compile import kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked

NEW, OPEN, ENDS = range(3)
"""What is known of a position: nothing yet; what it leads to is in the table; from here on `ENDS` and its
plies to the end, odd ones a win and even ones a loss of the mover."""
LISTED = 1 << 11
"""Words that may be listed of a position."""
SLICE = 1 << 18
"""Slots between two looks at the clock and at Ctrl-C."""
MOST_PLIES = 60_000
DRAWN, MISSING = -1, -2
"""In place of plies: of a draw, and of a position that is not in the table."""
SLOT = 10
"""Bytes for each slot."""
MEGABYTES = 4096.0
"""Of the table, where nothing is said."""
EVERY = 600.0
"""Seconds between two writings of what there is."""
FOUND, COUNTED = range(2)


def slot_of(word: int, mask: int) -> int:
    """Where the search for a word begins."""
    return bits.number(bits.right(bits.mix(bits.board(word)), 8)) & mask


def find_word(word: int, table: Buffer, mask: int) -> int:
    """The slot of a word, or the empty one where it belongs."""
    slot = slot_of(word, mask)
    while table[slot] != 0 and table[slot] != word:
        slot = (slot + 1) & mask
    return slot


@kernel
def expand(
    game: Any,
    first: int,
    last: int,
    room: int,
    table: Buffer,
    values: Buffer,
    mask: int,
    out: Buffer,
    c: Buffer,
) -> int:
    """Enter what the new positions in the slots from `first` to `last` lead to, at most `room` words; 1 where
    that does not suffice."""
    for slot in range(first, last):
        if table[slot] == 0 or short_at(values, slot) != NEW:
            continue
        if c[COUNTED] + LISTED > room:
            return 1
        count = game.list_next(table[slot], out, 0)
        better = 0
        for place in range(count):
            if out[place] != 0:
                prefetch(table, slot_of(out[place], mask))
                better += 1
        for place in range(count):
            word = out[place]
            if word != 0:
                there = find_word(word, table, mask)
                while table[there] == 0:
                    if exchange_if(table, there, 0, word):
                        c[COUNTED] += 1
                    there = find_word(word, table, mask)  # another thread may have taken the slot
        if count == 0:
            put_short(values, slot, ENDS)
        else:
            put_short(values, slot, OPEN if better > 0 else ENDS + 2)
        c[FOUND] += 1
    return 0


@kernel
def solve_before(
    game: Any,
    first: int,
    last: int,
    plies: int,
    table: Buffer,
    values: Buffer,
    mask: int,
    out: Buffer,
    c: Buffer,
) -> int:
    """Solve what leads to the positions in the slots from `first` to `last` that end in so many plies."""
    for slot in range(first, last):
        if short_at(values, slot) != ENDS + plies:
            continue
        c[COUNTED] += 1
        count = game.list_before(table[slot], out, 0)
        for place in range(count):
            prefetch(table, slot_of(out[place], mask))
        for place in range(count):
            there = find_word(out[place], table, mask)
            if table[there] == 0 or short_at(values, there) != OPEN:
                continue
            if plies & 1 == 0 or is_lost(game, table[there], table, values, mask, out, LISTED):
                put_short(values, there, ENDS + plies + 1)
                c[FOUND] += 1
    return 0


def is_lost(game: Any, word: int, table: Buffer, values: Buffer, mask: int, out: Buffer, at: int) -> bool:
    """Whether whatever the mover does is known to win for the other."""
    count = game.list_next(word, out, at)
    for place in range(at, count):
        if out[place] != 0:
            value = short_at(values, find_word(out[place], table, mask))
            if value < ENDS or (value - ENDS) & 1 == 0:
                return False
    return True


@kernel
def word_of(game: Any, state: Any) -> int:
    """The word of a state that is not over."""
    return int(game.position_word(state))


@kernel
def plies_of(game: Any, state: Any, table: Buffer, values: Buffer, mask: int) -> int:
    """Plies to the end of a state that is not over: odd ones a win of the mover, even ones a loss; -1: a
    draw; -2: it is not in the table."""
    word = game.position_word(state)
    if word == 0:
        return 1
    slot = find_word(word, table, mask)
    if table[slot] == 0:
        return -2
    value = short_at(values, slot)
    return value - ENDS if value >= ENDS else -1


def has_words(game: Game) -> bool:
    """Whether a game writes its positions in words."""
    return hasattr(game, "position_word")


@dataclass
class Solved:
    """All positions that one leads to, with their plies to the end, as far as they are known."""

    game: Game
    table: Buffer
    values: Buffer
    mask: int
    plies_done: int = -1
    """The last pass that is whole; -1: positions are still being found."""
    longest: int = 0
    counts: dict[int, int] = field(default_factory=dict)
    """How many positions end in so many plies, where the mover does not win at once; -1: those drawn."""

    @property
    def positions(self) -> int:
        """How many there are in which the mover does not win at once."""
        return sum(self.counts.values())

    def plies(self, state: Any) -> int | None:
        """Plies to the end of a state: odd ones a win of the mover, even ones a loss; None for a draw."""
        game = self.game
        if game.is_terminal(state):
            won = game.utility(state, game.to_move(state)) > 0
            return 1 if won else 0
        found = plies_of(game, state, self.table, self.values, self.mask)
        if found == MISSING:
            raise Unsuitable("This position does not come about from the one that was solved.")
        return None if found == DRAWN else int(found)

    def used(self) -> int:
        """How many words the table has."""
        return int(np.count_nonzero(self.table.array))

    def count(self) -> None:
        """Count the positions by their plies."""
        most = MOST_PLIES + ENDS + 2
        sizes = np.zeros(most, np.int64)
        shorts = self.values.array.view(np.uint16)
        for first in range(0, len(shorts), 1 << 24):
            sizes += np.bincount(shorts[first : first + (1 << 24)], minlength=most)
        self.counts = {int(n) - ENDS: int(sizes[n]) for n in np.flatnonzero(sizes) if n >= OPEN}
        self.longest = max(self.counts, default=0)


@long_work("solving backwards")
def solve_words(
    game: Game,
    state: Any,
    *,
    slots: int = 1 << 16,
    megabytes: float = MEGABYTES,
    threads: int = 1,
    begun: Solved | None = None,
    keep: Callable[[Solved], object] | None = None,
    progress: Asked = None,
) -> Solved:
    """All positions that a state leads to, solved; the table begins with `slots` slots, a power of 2, and
    grows by doubling up to so many megabytes, beyond which it is `Unsuitable`.  Ten bytes a slot, at most 7
    of 8 full.

    What was `begun` is gone on with.  `keep` is given what there is every ten minutes, and on Ctrl-C.
    """
    solved = begun or Solved(game, Buffer(slots), Buffer(slots // 4), slots - 1)
    word = word_of(game, state)
    if word != 0:
        solved.table[find_word(word, solved.table, solved.mask)] = word
    work = Work(solved, threads, megabytes, keep)
    try:
        with ThreadPoolExecutor(threads) as pool:
            work.slices.pool = pool
            if solved.plies_done < 0:
                work.find()
            work.solve()
    except KeyboardInterrupt:
        if keep is not None:
            keep(work.solved)
        raise
    work.solved.count()
    return work.solved


class Slices:
    """A kernel run over slices of a table, by several threads."""

    pool: ThreadPoolExecutor

    def __init__(self, game: Game, threads: int) -> None:
        self.game, self.threads = game, threads
        self.step = SLICE if runs_compiled(game) else 1 << 10
        self.outs = [Buffer(2 * LISTED) for _ in range(threads)]
        self.counts = [Buffer(2) for _ in range(threads)]

    def run(self, kernel: Any, first: int, *arguments: Any) -> tuple[int, int, int]:
        """Run it over one slice by each thread, from `first` on; the largest answer, and the sums of what is
        counted."""
        mask = arguments[-1]

        def work(thread: int) -> int:
            begin = min(first + thread * self.step, mask + 1)
            end = min(begin + self.step, mask + 1)
            c = self.counts[thread]
            c.clear()
            return int(kernel(self.game, begin, end, *arguments, self.outs[thread], c))

        if self.threads == 1:
            answer = work(0)
        else:
            answer = max(self.pool.map(work, range(self.threads)))
        return answer, sum(c[FOUND] for c in self.counts), sum(c[COUNTED] for c in self.counts)

    @property
    def stride(self) -> int:
        """How many slots all threads look at together."""
        return self.step * self.threads


class Work:
    """The positions being found, and solved."""

    def __init__(
        self, solved: Solved, threads: int, megabytes: float, keep: Callable[[Solved], object] | None
    ) -> None:
        self.solved, self.megabytes, self.keep = solved, megabytes, keep
        self.slices = Slices(solved.game, threads)
        self.due = time.monotonic() + EVERY

    def keep_when_due(self) -> None:
        """Hand over what there is, every so many seconds."""
        if self.keep is not None and time.monotonic() >= self.due:
            self.keep(self.solved)
            self.due = time.monotonic() + EVERY

    def find(self) -> None:
        """What the positions in the table lead to."""
        used, done, more = self.solved.used(), 0, True
        while more:
            more, first = False, 0
            while first <= self.solved.mask:
                solved = self.solved
                room = (solved.mask - (solved.mask >> 3) - used) // self.slices.threads
                is_full, found, entered = self.slices.run(
                    expand, first, room, solved.table, solved.values, solved.mask
                )
                used, done = used + entered, done + found
                more = more or found > 0
                if is_full:
                    self._check_room(used)
                    self.solved, more = _doubled(solved), True
                    break
                first += self.slices.stride
                at(done, used, unit="positions found")
                self.keep_when_due()

    def _check_room(self, used: int) -> None:
        """`Unsuitable` where the table may not be doubled."""
        needed = 2 * (self.solved.mask + 1) * SLOT / 2**20
        if needed > self.megabytes:
            raise Unsuitable(
                f"More than {used:,} positions come about, for which {needed:,.0f} MB of memory are needed; "
                f"{self.megabytes:,.0f} are allowed."
            )

    def solve(self) -> None:
        """The passes."""
        solved, done, used = self.solved, 0, self.solved.used()
        for plies in range(max(solved.plies_done + 1, 0), MOST_PLIES):
            count = 0
            for first in range(0, solved.mask + 1, self.slices.stride):
                _, _, counted = self.slices.run(
                    solve_before, first, plies, solved.table, solved.values, solved.mask
                )
                count += counted
                at(done + count, used, f"solving backwards, {plies} plies", unit="positions")
                self.keep_when_due()
            done += count
            solved.plies_done = plies
            if count == 0 and plies > 3:
                return


def _doubled(solved: Solved) -> Solved:
    """The same in a table of twice as many slots."""
    slots = 2 * (solved.mask + 1)
    larger = replace(solved, table=Buffer(slots), values=Buffer(slots // 4), mask=slots - 1)
    copy_words(
        solved.game, solved.table, solved.values, solved.mask + 1, larger.table, larger.values, larger.mask
    )
    return larger


@kernel
def copy_words(
    game: Game, table: Buffer, values: Buffer, slots: int, to: Buffer, to_values: Buffer, mask: int
) -> int:
    """Enter all words in a larger table."""
    for slot in range(slots):
        if table[slot] != 0:
            there = find_word(table[slot], to, mask)
            to[there] = table[slot]
            put_short(to_values, there, short_at(values, slot))
    return slots
