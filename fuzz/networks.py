"""Files of networks: told as they are, and once more with the weights, digest and seal that their head asks
for, as hardly a change would come past these."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, deserialize

from fuzz.reader import SCRATCH, Reader, file_reader
from fuzz.seeds import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.sealed_tensors import NO_SEAL, SEAL, seal
from halfmove.games.backgammon import network as backgammon
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.file import pack_network, read, weights_digest
from halfmove.search.neural.int8 import ranges_of
from halfmove.search.neural.mixture import Mixture

MOST = 1 << 21
"""Bytes of weights that are added."""


def network_reader(reading: Callable[[Path], object], *written: Callable[[], bytes]) -> Reader:
    """The reader of a file whose head alone is changed."""
    told = file_reader(reading, ".safetensors")

    def twice(data: bytes) -> object:
        try:
            return told(data)
        except BadInput:
            whole = completed(data)
            if whole == data:
                raise
            return told(whole)

    return Reader(twice, lambda: [head_of(one()) for one in written])


def head_of(content: bytes) -> bytes:
    """A file without its weights."""
    return content[: 8 + int.from_bytes(content[:8], "little")]


def completed(data: bytes) -> bytes:
    """A file with as many bytes as its head asks for, zeros where there were none, and the seals to it; the
    same where it has no such head."""
    length = len(head_of(data))
    try:
        head = json.loads(data[8:length])
        said = head["__metadata__"]
        ends = [entry["data_offsets"][1] for name, entry in head.items() if name != "__metadata__"]
        data = data[: length + MOST].ljust(length + min(MOST, max(ends)), b"\0")
        weights = {name: np.frombuffer(one["data"], "<f4") for name, one in deserialize(data)}  # type: ignore[no-untyped-call]
        for entry, right in (("weights", weights_digest(weights)), (SEAL, NO_SEAL)):
            if entry in said:
                data = data.replace(said[entry].encode(), right.encode(), 1)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, SafetensorError):
        return data
    return seal(data)


def small() -> bytes:
    """A network of tic-tac-toe."""
    game = interpreted("tictactoe")
    architecture = preset("small", Encoding(game), blocks=1, filters=2)
    arrays = {name: np.zeros(shape, np.float32) for name, shape in architecture.parameters().items()}
    return pack_network(game, architecture, arrays, {"by": "hand"}, serves={})


def varied() -> bytes:
    """One with all that a file may say: what else it serves, and the ranges of its operations."""
    game = interpreted("tictactoe")
    encoding = Encoding(game)
    architecture = preset("small", encoding, blocks=1, filters=2)
    arrays = {name: np.ones(shape, np.float32) for name, shape in architecture.parameters().items()}
    ranges = ranges_of(architecture, arrays, encoding.planes([game.initial()]))
    serves: dict[str, list[Any]] = {"komi": [5.5, 7.5], "rules": ["chinese", "aga"]}
    return pack_network(
        game, architecture, arrays, {"by": "hand"}, serves=serves, ranges=ranges, mixture=Mixture(0.5, 8)
    )


def of_two() -> bytes:
    """Networks of backgammon before they were ten."""
    path = Path(SCRATCH.name) / "written.safetensors"
    shapes = backgammon.shapes(backgammon.UNDIVIDED)
    backgammon.write(
        path, backgammon.Weights(*(np.zeros(shape, np.float32) for shape in shapes)), {"by": "hand"}
    )
    return path.read_bytes()


def of_backgammon(path: Path) -> object:
    """Networks of backgammon, and how they were made."""
    return backgammon.read(path), backgammon.made_of(path)


NETWORKS = {
    "network": network_reader(lambda path: read(path, interpreted("tictactoe")), small, varied),
    "backgammon-network": network_reader(of_backgammon, of_two),
}
