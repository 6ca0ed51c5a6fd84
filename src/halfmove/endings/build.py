"""A table made: passes of retrograde analysis over all cores, which can be stopped between two slices."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.endings import kernels
from halfmove.endings.kernels import FOUND_LOSSES, FOUND_WINS, LATEST_DUE, OPEN, REPORTS, WRONG

MOST_PLIES = 8_000
"""When a position is due has 13 bits."""
EVERY = 30.0
"""Seconds of work that a killed process loses at the most, besides a pass."""
WORK = 2
"""Bytes for each number of a table while it is made."""
KEEPING = 0.05
"""The share of the time that may go into keeping what is known so far."""
_SLICE = 1 << 17
"""Numbers between two looks at whether to stop."""


class BuildStopped(Exception):
    """The work was stopped before the table was whole."""


@dataclass(frozen=True)
class Summary:
    """What a table comes to."""

    counts: tuple[tuple[int, int, int], ...]
    """Positions won, drawn and lost for the player to move, by the player."""
    longest: tuple[int, int]
    """Plies of the longest win of each; 0 where there is none."""
    bits: int
    """The bits of a code."""


class Work:
    """The making of one table of an equipped game (`endings.database`)."""

    def __init__(
        self,
        game: Game,
        table: int,
        *,
        threads: int = 1,
        see: Callable[[str], None] = lambda doing: None,
        stop: Callable[[], bool] = lambda: False,
        keep: Callable[[int, Buffer], None] = lambda number, work: None,
        every: float = EVERY,
        for_making: bool = True,
    ) -> None:
        self.game, self.table, self.threads = game, table, threads
        self.see, self.stop = see, stop
        self.keep, self.every = keep, every
        """Called with the pass to go on with and what is known, every so many seconds (0: before each pass),
        or less often where it takes long, and when stopped."""
        self.size = game.ending_count(table)
        self.work = Buffer(-(-self.size // 4) if for_making else 1)

    def run(self, number: int = 0) -> Summary:
        """Find all values; `BuildStopped` if told to.  With a `number`, from that pass on, which may have
        been begun: `work` is as it was kept."""
        begun = number  # what this pass has found already is not counted again
        if number:
            report = [1] * REPORTS
            number -= 1
        else:
            self.see("the ends")
            report = self.run_sliced(kernels.begin, self.work)
        kept, wait = time.monotonic(), self.every
        while report[FOUND_WINS] or report[FOUND_LOSSES] or report[LATEST_DUE] > number:
            number += 1
            if time.monotonic() - kept >= wait:
                started = time.monotonic()
                self.keep(number, self.work)
                kept = time.monotonic()
                wait = self.every and max(self.every, (kept - started) / KEEPING)
            try:
                report = self._pass(number, report)
            except BuildStopped:
                self.keep(number, self.work)
                raise
            if number == begun:
                report[FOUND_WINS] += 1
        return self.summary()

    def _pass(self, number: int, report: list[int]) -> list[int]:
        """One pass; what it reports, after the report of the one before."""
        if number > MOST_PLIES:
            raise Unsuitable(f"Wins of more than {MOST_PLIES:,} plies have no place in a table.")
        self.see(f"{number} plies, {report[OPEN]:,} positions open")
        won = 0
        if self.game.ending_unmoves and (report[FOUND_WINS] or report[FOUND_LOSSES]):
            for good in (1, 0):
                won += self.run_sliced(kernels.mark, number, good, self.work)[FOUND_WINS]
        found = self.run_sliced(kernels.advance, number, self.work)
        found[FOUND_WINS] += won
        return found

    def summary(self) -> Summary:
        sums = [0] * 9
        for own in self.run_mapped(kernels.count, self.work, words=9):
            sums = [max(a, b) if n > 5 else a + b for n, (a, b) in enumerate(zip(sums, own, strict=True))]
        counts = (tuple(sums[:3]), tuple(sums[3:6]))
        return Summary(counts, (sums[7], sums[8]), max(sums[6].bit_length(), 1))  # type: ignore[arg-type]

    def verify(self) -> list[tuple[int, int]]:
        """For each slice, the first number whose code is wrong, or -1, and how many were looked at, where the
        table itself is loaded."""
        return [
            (own[WRONG] - 1, own[OPEN]) for own in self.run_mapped(kernels.verify, self.work, words=REPORTS)
        ]

    def pack(self, size: int) -> Buffer:
        """The codes as they are kept, `size` bits each (see `core.endings`)."""
        return pack_table(self.game, self.work, self.size, size)

    # ---- slices of the table
    def run_sliced(self, kernel: Any, *arguments: Any) -> list[int]:
        """Run a kernel over the whole table; the sums of its reports, of LATEST_DUE the largest."""
        total = [0] * REPORTS
        for own in self.run_mapped(kernel, *arguments, words=REPORTS):
            latest = max(total[LATEST_DUE], own[LATEST_DUE])
            total = [a + b for a, b in zip(total, own, strict=True)]
            total[LATEST_DUE] = latest
        return total

    def run_mapped(self, kernel: Any, *arguments: Any, words: int) -> list[list[int]]:
        """The reports, `words` numbers each, of a kernel run over slices of the table."""

        def run(slice_: tuple[int, int]) -> list[int]:
            if self.stop():
                raise BuildStopped
            report = Buffer(words)
            kernel(self.game, self.table, *slice_, *arguments, report)
            return [int(word) for word in report.array]

        edges = [*range(0, self.size, _SLICE), self.size]
        slices = list(pairwise(edges))
        if self.threads == 1 or not runs_compiled(self.game) or len(slices) < 2:
            return [run(slice_) for slice_ in slices]
        first = run(slices[0])  # which makes the machine code, before there are threads
        with ThreadPoolExecutor(self.threads) as pool:
            return [first, *pool.map(run, slices[1:])]


def pack_table(game: Game, work: Buffer, count: int, size: int) -> Buffer:
    """The codes of `work` as a table that machine code reads."""
    in_word = 63 // size
    words = -(-count // in_word)
    out = Buffer(2 + words)
    out[0], out[1] = size, in_word
    kernels.pack(game, count, 0, words, size, in_word, work, out)
    return out


def check_solvable(game: Game) -> None:
    """`Unsuitable` for a game whose endings have no exact win, draw or loss; `BadInput` for none."""
    if game.endings() is None:
        raise BadInput(
            f"{game.title()} numbers no endings: a game offers them by the hook `endings` (docs/endings.md)."
        )
    if game.players != 2 or not game.zero_sum or game.has_chance or game.hidden or game.simultaneous:
        raise Unsuitable("Databases of endings are for two players, without chance or hidden information.")
    if game.utility_limit != 1:
        raise Unsuitable("Databases of endings know wins, draws and losses; this game counts points.")
