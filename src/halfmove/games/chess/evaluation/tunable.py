"""The weights of chess's evaluation, as whoever tunes them sees them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from halfmove.core.tuning import Feature, Numbers, Tunable
from halfmove.games.chess.evaluation.evaluation import WHOLE
from halfmove.games.chess.evaluation.layout import FEATURES, OFFSETS
from halfmove.games.chess.evaluation.weights import (
    FILE,
    Words,
    end_of_game,
    format_weights,
    middle_of,
    pack_weight,
    read_weights,
)


class ChessWeights(Tunable):
    """In hundredths of a pawn; what they mean, `layout` says."""

    features = tuple(Feature(f.name, OFFSETS[f.name], f.size) for f in FEATURES)
    whole = WHOLE

    def read(self, path: Path | None = None) -> Words:
        return read_weights(path or FILE)

    def phases(self, words: Words) -> tuple[Numbers, Numbers]:
        middle = np.array([middle_of(int(word)) for word in words], np.float32)
        return middle, np.array([end_of_game(int(word)) for word in words], np.float32)

    def packed(self, middle: Numbers, end: Numbers) -> Words:
        pairs = zip(middle, end, strict=True)
        return np.array([pack_weight(round(float(m)), round(float(e))) for m, e in pairs], np.int64)

    def written(self, words: Words, heading: str) -> str:
        return format_weights(words, heading)
