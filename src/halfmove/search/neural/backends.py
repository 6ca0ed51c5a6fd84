"""What computes a network's outputs: ONNX Runtime where it is installed, NumPy otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput
from halfmove.core.extras import command, is_installed
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import Floats
from halfmove.search.neural.in_numpy import InNumPy
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.options import BACKENDS

if TYPE_CHECKING:
    from halfmove.search.neural.int8 import Ranges


class Evaluate(Protocol):
    """Planes (states × planes × rows × columns, in hundredths) to logits (states × policy) and values (states
    × values, from −1 to 1 of the game's `utility_limit`): the only interface between search and networks."""

    @property
    def name(self) -> str:
        """The backend, in a word."""

    def __call__(self, planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Logits and values."""


def evaluate_by(
    backend: str,
    architecture: Architecture,
    parameters: Parameters,
    *,
    threads: int = 1,
    ranges: Ranges | None = None,
) -> Evaluate:
    """The outputs of a network by a backend, on so many threads; in whole numbers of eight bits where there
    are `ranges` (`int8`).  `BadInput` for a backend that is not there."""
    if backend not in BACKENDS:
        raise BadInput(f"A network's 'backend' is one of {', '.join(BACKENDS)}, not '{backend}'.")
    if backend == "numpy" or (backend == "auto" and not is_installed("onnxruntime")):
        if ranges is not None:
            raise BadInput("precision=int8 is for ONNX Runtime: " + missing_or_left_out())
        return InNumPy(architecture, parameters, threads=threads)
    from halfmove.search.neural.in_onnx import InOnnx

    return InOnnx(architecture, parameters, threads=threads, ranges=ranges)


def missing_or_left_out() -> str:
    """Why NumPy computes the outputs."""
    if is_installed("onnxruntime"):
        return "leave backend=numpy out."
    return f"install it with: {command('network')}."
