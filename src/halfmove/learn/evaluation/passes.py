"""Passes over judged positions: some files at a time, in an order that is drawn anew for each pass.

Positions with their inputs take 240 bytes each in memory, so a hundred million do not fit at once; two
million positions of files drawn at random are mixed well enough.  The next files are read while those before
are learnt from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np

from halfmove.learn.evaluation.positions import JudgedFolder, JudgedStates, Positions, find_positions

AT_ONCE = 2_000_000
"""Positions that are in memory together, about."""


class Passes:
    """The positions of some files of a folder."""

    def __init__(self, folder: JudgedFolder, files: Sequence[Path], at_once: int = AT_ONCE) -> None:
        """`BadInput` where a file is damaged, or of another game or judge."""
        self._folder, self._files = folder, list(files)
        self._counts = [folder.count_in(file) for file in files]
        self.number = sum(self._counts)
        self._at_once = at_once
        self._same: Positions | None = None

    def all(self) -> Positions:
        """The positions of all files, as they are."""
        return self._find(self._files, None)

    def draw(self, random: np.random.Generator) -> Iterator[Positions]:
        """The positions of one pass, in groups; those of a symmetric game as one of their twins each."""
        symmetric = self._folder.game.symmetry_count > 1
        if self.number <= self._at_once and not symmetric:
            if self._same is None:
                self._same = self.all()
            yield self._same
            return
        order = random.permutation(len(self._files))
        ends = np.cumsum([self._counts[i] for i in order])
        places = [0, *(1 + np.flatnonzero(np.diff(ends // self._at_once))), len(order)]
        groups = [[self._files[i] for i in order[a:b]] for a, b in pairwise(places) if a < b]
        draws = random.spawn(len(groups))
        with ThreadPoolExecutor(1) as pool:
            waiting = None
            for files, drawn in zip(groups, draws, strict=True):
                following = pool.submit(self._find, files, drawn if symmetric else None)
                if waiting is not None:
                    yield waiting.result()
                waiting = following
            if waiting is not None:
                yield waiting.result()

    def _find(self, files: Sequence[Path], random: np.random.Generator | None) -> Positions:
        """The positions of some files, as a network sees them."""
        return find_positions(self._folder.game, join([self._folder.read(file) for file in files]), random)


def join(parts: Sequence[JudgedStates]) -> JudgedStates:
    """The positions of several files as one."""
    return JudgedStates(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
