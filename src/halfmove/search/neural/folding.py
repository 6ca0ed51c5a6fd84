"""A network ready to be played with: each norm folded into the convolution before it.

A norm of fixed mean and variance is y = (x − mean) / sqrt(variance + ε) · weight + bias, which is one factor
and one number a filter: the convolution's weights take the factor, and its bias the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

EPSILON = 1e-5
"""Added to a norm's variance, by PyTorch too."""

Floats = NDArray[np.float32]


def fold_norm(parameters: Mapping[str, Floats], conv: str, norm: str) -> tuple[Floats, Floats]:
    """Weight and bias of a convolution and the norm after it; `norm` is empty where there is none."""
    weight = parameters[f"{conv}.weight"]
    if not norm:
        return weight, parameters[f"{conv}.bias"]
    mean, variance = parameters[f"{norm}.running_mean"], parameters[f"{norm}.running_var"]
    factor = parameters[f"{norm}.weight"] / np.sqrt(variance + np.float32(EPSILON))
    return weight * factor[:, None, None, None], parameters[f"{norm}.bias"] - mean * factor
