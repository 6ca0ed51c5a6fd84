"""Parameters of a network that has learnt nothing: drawn from a seed.

Weights before a rectifier are normal with a variance of 2 / inputs (He et al., *Delving Deep into
Rectifiers*, 2015); the last layer of a head is a tenth of what would keep its size, so that a new network is
nearly indifferent between actions and outcomes.
"""

from __future__ import annotations

import math
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from halfmove.search.neural.architecture import Architecture

Parameters = dict[str, NDArray[np.float32]]
"""All parameters by name, as they are trained and stored."""

INDIFFERENT = 0.1
LAST = ("value.dense2", "plies.dense2", "policy.dense", "reply.dense", "policy.planes", "reply.planes")
"""The last layers of heads."""


def draw_parameters(architecture: Architecture, seed: int = 0) -> Parameters:
    """The parameters; those of one name and shape are drawn alike whatever else the network has."""
    return {name: _draw_array(name, shape, seed) for name, shape in architecture.parameters().items()}


def _draw_array(name: str, shape: tuple[int, ...], seed: int) -> NDArray[np.float32]:
    layer, _, part = name.rpartition(".")
    if len(shape) == 1:
        ones = part in ("weight", "running_var")  # a norm's
        return np.full(shape, 1 if ones else 0, np.float32)
    inputs = math.prod(shape[1:])
    spread = INDIFFERENT / math.sqrt(inputs) if layer in LAST else math.sqrt(2 / inputs)
    random = np.random.default_rng([seed, crc32(name.encode())])
    return (random.standard_normal(shape) * spread).astype(np.float32)
