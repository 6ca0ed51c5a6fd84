"""An evaluation whose weights can be fitted to games: a sum of weights, each times a small whole number.

A weight is two numbers, for the middle game and for the endgame; an array keeps both in one word.  The game
itself has, for machine code: `weighed(s, w)`, the sum with the weights `w`, and `shares(s)`, how much of each
phase there is, in units of `whole`, and what is added besides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

import numpy as np

Words = np.ndarray[tuple[int], np.dtype[np.int64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.float32]]


class Feature(NamedTuple):
    """Weights that belong together."""

    name: str
    first: int
    """Where in the array they begin."""
    size: int


class Tunable(ABC):
    """The weights of a game's evaluation."""

    features: tuple[Feature, ...]
    """All of them, in the order of the array."""
    whole: int
    """What a phase's share is where there is nothing of the other."""

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(feature.size for feature in self.features)

    @abstractmethod
    def read(self, path: Path | None = None) -> Words:
        """The weights in a file, or those that are built in; `BadInput` for a file that has none."""

    @abstractmethod
    def phases(self, words: Words) -> tuple[Numbers, Numbers]:
        """The numbers for the middle game and for the endgame."""

    @abstractmethod
    def packed(self, middle: Numbers, end: Numbers) -> Words:
        """The nearest weights."""

    @abstractmethod
    def written(self, words: Words, heading: str) -> str:
        """The text of a file that `read` reads as these, under a heading."""
