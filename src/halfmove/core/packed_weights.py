"""Weights of an evaluation in two phases: read from one file, kept as one array, two numbers to a word.

A file in TOML has for each feature the weights of its cases, `middle` for the middle game and `end` for the
endgame.  In the array a word is `middle + end * 2**32`, so that a sum of words adds both phases at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import tuning
from halfmove.core.errors import BadInput
from halfmove.core.toml_file import read_toml
from halfmove.core.tuning import Numbers, Tunable

Words = np.ndarray[tuple[int], np.dtype[np.int64]]
PER_LINE = 16
LARGEST = 1_000_000
"""Of a weight, up or down."""


class Feature(NamedTuple):
    """A feature, how many cases it has, and what it means."""

    name: str
    size: int
    words: str


def offsets(features: Sequence[Feature]) -> dict[str, int]:
    """Where each feature's weights begin in the array."""
    sizes = [feature.size for feature in features]
    return {feature.name: sum(sizes[:i]) for i, feature in enumerate(features)}


def pack_weight(middle: int, end: int) -> int:
    """Two numbers as one word."""
    return middle + (end << 32)


def middle_of(word: int) -> int:
    """The number for the middle game."""
    return ((word + 0x8000_0000) & 0xFFFF_FFFF) - 0x8000_0000


def end_of_game(word: int) -> int:
    """The number for the endgame."""
    return (word + 0x8000_0000) >> 32


def read_weights(path: Path, features: Sequence[Feature]) -> Words:
    """The weights in a file; `BadInput` says which feature is missing or has other cases than it should."""
    data = read_toml(path, "weights")
    words: list[int] = []
    for feature in features:
        row: Any = data.get(feature.name)
        if not isinstance(row, Mapping):
            raise BadInput(f"The weights '{path}' have no '{feature.name}'.")
        for phase in ("middle", "end"):
            numbers = row.get(phase)
            if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
                raise BadInput(f"In the weights '{path}', '{feature.name}' has no whole numbers '{phase}'.")
            if not all(-LARGEST <= n <= LARGEST for n in numbers):
                raise BadInput(
                    f"In the weights '{path}', '{feature.name}' has '{phase}' beyond ±{LARGEST:,}: sums of "
                    "such numbers have no room in half a word."
                )
            if len(numbers) != feature.size:
                raise BadInput(
                    f"In the weights '{path}', '{feature.name}' has {len(numbers)} numbers '{phase}', "
                    f"not {feature.size}."
                )
        words += [pack_weight(m, e) for m, e in zip(row["middle"], row["end"], strict=True)]
    return np.array(words, np.int64)


def format_weights(words: Sequence[int] | Words, features: Sequence[Feature], heading: str = "") -> str:
    """The text that `read_weights` reads as these weights."""
    size = sum(feature.size for feature in features)
    assert len(words) == size, f"{size} weights, not {len(words)}"
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    at = 0
    for feature in features:
        mine = [int(word) for word in words[at : at + feature.size]]
        at += feature.size
        lines += ["", f"# {feature.words}", f'["{feature.name}"]']
        for phase, part in (("middle", middle_of), ("end", end_of_game)):
            numbers = [str(part(word)) for word in mine]
            if len(numbers) <= PER_LINE:
                lines.append(f"{phase} = [{', '.join(numbers)}]")
                continue
            rows = [numbers[i : i + PER_LINE] for i in range(0, len(numbers), PER_LINE)]
            lines += [f"{phase} = [", *(f"    {', '.join(row)}," for row in rows), "]"]
    return "\n".join(lines).lstrip("\n") + "\n"


class PackedWeights(Tunable):
    """The weights of a file, to whoever tunes them: `fineness` units of the file are one of his."""

    def __init__(self, file: Path, features: Sequence[Feature], *, whole: int, fineness: int = 1) -> None:
        self.file, self.cases, self.whole, self.fineness = file, features, whole, fineness
        first = offsets(features)
        self.features = tuple(tuning.Feature(f.name, first[f.name], f.size) for f in features)

    def read(self, path: Path | None = None) -> Words:
        return read_weights(path or self.file, self.cases)

    def phases(self, words: Words) -> tuple[Numbers, Numbers]:
        pairs = [(middle_of(int(word)), end_of_game(int(word))) for word in words]
        middle, end = np.array(pairs, np.float32).T / np.float32(self.fineness)
        return middle, end

    def packed(self, middle: Numbers, end: Numbers) -> Words:
        pairs = zip(middle, end, strict=True)
        words = [
            pack_weight(round(float(m) * self.fineness), round(float(e) * self.fineness)) for m, e in pairs
        ]
        return np.array(words, np.int64)

    def written(self, words: Words, heading: str) -> str:
        return format_weights(words, self.cases, heading)
