"""The replay windows of a run, one for each size of board that it plays on, and batches drawn from all.

Samples of one size have rows of one length, and stand in one window: `window`, and `window-7x7` for a second
size of 7 × 7.  A batch of several sizes is several batches, each with its part of the positions, which the
learner reads in one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from halfmove.learn.batch import Batch, Batches
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding


@dataclass(frozen=True)
class Board:
    """One size of board."""

    encoding: Encoding
    window: Window
    batches: Batches


class Boards:
    """All boards of a run; the first is that of the game that the run is named after."""

    def __init__(self, settings: RunSettings, folder: Path) -> None:
        """The windows are made in the run's `folder`, where they are not there yet."""
        learning = settings.learning
        self.games = [reference.open() for reference in settings.variants()]
        """The variants, in their order."""
        encodings = [Encoding(game) for game in self.games]
        self.all: list[Board] = []
        for name, encoding in window_names(settings).items():
            batches = Batches(
                encoding,
                outcome_share=learning.outcome_share,
                symmetries=learning.symmetries,
                variants=encodings,
            )
            window = Window(folder / name, Sizes.of(encoding), learning.window)
            self.all.append(Board(encoding, window, batches))
        sizes = [board.encoding.shape for board in self.all]
        self._of_variant = [self.all[sizes.index(encoding.shape)] for encoding in encodings]

    @property
    def main(self) -> Board:
        """The first."""
        return self.all[0]

    @property
    def positions(self) -> int:
        """Positions that came from self-play so far."""
        return sum(board.window.written for board in self.all)

    def write(self, samples: Samples) -> None:
        """Put samples, all of one size, into their window."""
        self._of_variant[int(samples.variant[0])].window.write(samples)

    def draw(self, count: int, random: np.random.Generator, newest: int, replies: bool) -> list[Batch]:
        """Positions drawn with equal chances of the `newest` on all boards, a batch for each board that has
        any; with those after them for the head `reply`."""
        there = [len(board.window) for board in self.all]
        counts = [count]
        if len(self.all) > 1:
            counts = random.multinomial(count, np.array(there) / sum(there)).tolist()
        found = []
        for board, part, own in zip(self.all, counts, there, strict=True):
            if part:
                window = board.window
                last = max(round(newest * own / sum(there)), 1) if len(self.all) > 1 else newest
                numbers = window.numbers(part, random, last)
                after = window.after(numbers) if replies else None
                found.append(board.batches.make(window.read(numbers), random, after))
        return found

    def flush(self) -> None:
        """Have all windows on the disk."""
        for board in self.all:
            board.window.flush()


def window_names(settings: RunSettings) -> dict[str, Encoding]:
    """The folder of each window, with an encoding of its size; the first is that of the run's own game."""
    main = Encoding(settings.game.open())
    found = {"window": main}
    for reference in settings.variants():
        encoding = Encoding(reference.open())
        if encoding.shape not in [known.shape for known in found.values()]:
            _, rows, columns = encoding.shape
            found[f"window-{rows}x{columns}"] = encoding
    return found


def count_positions(batch: Sequence[Batch]) -> int:
    """Positions of a batch of several sizes."""
    return sum(len(part) for part in batch)


def may_serve(settings: RunSettings) -> bool:
    """Whether a server of leaves may evaluate for a run: it knows games that are searched by one network."""
    return settings.workers > 0 and settings.recipe in ("alphazero", "alphago-zero", "distillation")
