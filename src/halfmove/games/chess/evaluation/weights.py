"""The weights of the evaluation: `weights.toml` has for each feature of `layout` the weights of its cases in
hundredths of a pawn, for the middle game and for the endgame (`core.packed_weights`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from halfmove.core import packed_weights
from halfmove.core.packed_weights import Words, end_of_game, middle_of, pack_weight
from halfmove.games.chess.evaluation.layout import FEATURES

__all__ = [
    "FILE",
    "WEIGHTS",
    "Words",
    "end_of_game",
    "format_weights",
    "middle_of",
    "pack_weight",
    "read_weights",
]

FILE = Path(__file__).with_name("weights.toml")


def read_weights(path: Path = FILE) -> Words:
    """The weights in a file; `BadInput` says what is wrong with it."""
    return packed_weights.read_weights(path, FEATURES)


def format_weights(words: Sequence[int] | Words, heading: str = "") -> str:
    """The text that `read_weights` reads as these weights."""
    return packed_weights.format_weights(words, FEATURES, heading)


WEIGHTS = read_weights()
