"""A network's word with its policy perturbed, so that the trees of several processes differ.

Trees that one network grows by PUCT are all the same, and their sum says no more than one of them.  Here
each action's share is multiplied by e to the power of a normal variable, at the root and below, and the
shares are made to add up to 1 again; the values stay what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halfmove.search.neural.judge import Judge, Judgements

SPREAD = 0.5
"""The standard deviation of what is added to a logit."""


class VariedJudge(Judge):
    """A judge whose shares follow random numbers too."""

    def judge(self, states: Sequence[Any]) -> Judgements:
        """What the network says, perturbed."""
        found = super().judge(states)
        noise = self._random.standard_normal(len(found.shares), dtype=np.float32)
        shares = found.shares * np.exp(np.float32(SPREAD) * noise)
        shares /= np.repeat(np.add.reduceat(shares, found.bounds[:-1]), np.diff(found.bounds))
        return found._replace(shares=shares)
