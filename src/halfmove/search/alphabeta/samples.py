"""States that a search estimates, some of which are kept for whoever learns to estimate.

`Memory.samples` is a header, then the kept states as `core.words` writes them.  A search asks for estimates
of states that good players never come to: after a blunder, in the middle of an exchange.  What learns from
games alone has not seen them (docs/decisions/0117).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.words import count_words, write_words

Rows = np.ndarray[tuple[int, int], np.dtype[np.int64]]

EVERY, WAIT, END, LAST = range(4)
"""About one in so many estimates is kept (0: none); how many are passed over before the next is kept; where
what is kept ends; the last place where there is room for a state more."""
HEADER = 4
SPREAD_BITS = 4
"""How many are passed over varies by so many bits of a state's key: a regular search would otherwise be asked
for the same kind of state again and again."""


def no_samples() -> Buffer:
    """A header that says that nothing is kept."""
    return Buffer(HEADER)


def new_samples(state: Any, *, every: int, room: int) -> Buffer:
    """Room for so many samples of states like this one."""
    size = count_words(state)
    samples = Buffer(HEADER + room * size)
    samples[EVERY], samples[LAST] = every, len(samples) - size
    empty(samples)
    return samples


def empty(samples: Buffer) -> None:
    """Keep nothing of what has been kept."""
    samples[END] = HEADER


def note_sample(state: Any, key: Bitboard, samples: Buffer) -> None:
    """Keep a state that has just been estimated, with its key, if it is its turn and there is room."""
    samples[WAIT] = samples[WAIT] - 1
    if samples[WAIT] <= 0 and samples[END] <= samples[LAST]:
        spread = bits.number(bits.right(key, 64 - SPREAD_BITS))
        samples[WAIT] = samples[EVERY] + spread
        samples[END] = write_words(state, samples, samples[END])


def list_samples(samples: Buffer, state: Any) -> Rows:
    """What has been kept, a row of words for each; `state`: any state of the game."""
    kept = samples.array[HEADER : samples[END]].astype(np.int64)
    return kept.reshape(-1, count_words(state))
