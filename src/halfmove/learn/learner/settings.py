"""How a learner steps: its settings, and what all learners are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from halfmove.learn.batch import Batch, Owners, Reply
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.initial import Parameters

Batched = Batch | Sequence[Batch]
"""A batch; of boards of several sizes one for each, which together are one step."""

State = dict[str, NDArray[Any]]
"""All of a learner that a checkpoint keeps: arrays by name."""

BETAS = (0.9, 0.999)
EPSILON = 1e-8
"""AdamW's, as its paper has them (Loshchilov and Hutter, *Decoupled Weight Decay Regularization*, 2019)."""
MOMENTUM = 0.1
"""What a batch's mean and variance count in those that a norm keeps, as PyTorch has it."""
PLIES_SCALE = 0.01
"""The head `plies` says hundreds of plies."""
PLIES_WEIGHT = 0.25
"""What its error counts."""


@dataclass(frozen=True)
class LearnerSettings:
    """What a learner's steps depend on besides the batch."""

    decay: float = 1e-4
    """Weight decay; on weights of convolutions and dense layers, not on norms and biases."""
    clip: float = 1.0
    """The longest gradient."""
    value_weight: float = 1.0
    """What the value's error counts beside the policy's."""
    reply_weight: float = 0.15
    """What the error of the head `reply` counts; 0.15 is KataGo's (Wu, 2019)."""
    owners_weight: float = 1.0
    """What the errors of the heads `owners` and `score` count."""


class Losses(NamedTuple):
    """The means over a batch."""

    policy: float
    """The cross-entropy of the policy with its target, less the target's own entropy: 0 at best."""
    value: float
    """The squared error of the value."""
    plies: float
    """The squared error of the plies left, in hundreds; 0 without that head."""
    gradient: float
    """The gradient's length before it was clipped."""
    reply: float = 0.0
    """The cross-entropy of the policy expected of the opponent, less its target's entropy; 0 without that
    head."""
    owners: float = 0.0
    """The squared error of who holds a point at the end; 0 without that head."""
    score: float = 0.0
    """The squared error of the mean of these; 0 without that head."""


class Learner(Protocol):
    """Parameters that steps move."""

    architecture: Architecture
    name: str
    """What computes: `numpy`, `torch cpu bfloat16`."""

    def step(self, batch: Batched, rate: float) -> None:
        """Move the parameters against the gradient of the batch's loss; where that is no number, leave them.
        Another device may be at work on it still when this returns."""

    def read_losses(self) -> list[Losses]:
        """The losses of the steps since they were read last; waits until these are done."""

    def settle(self, batches: Iterable[Batched]) -> None:
        """Make the norms' means and variances those of these batches, and learn nothing from them: those of
        the last steps are of weights that were others.  Without a batch nothing changes."""

    def parameters(self) -> Parameters:
        """A copy of the parameters as they are played with."""

    def state(self) -> State:
        """What `restore` needs."""

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Become the learner whose state that was."""


def parts_of(batch: Batched) -> list[Batch]:
    """The batches of each size of board."""
    return [batch] if isinstance(batch, Batch) else list(batch)


def settled_share(batches: int) -> float:
    """What so many batches, the first of them upon zeros, have brought into what a norm keeps."""
    return 1 - (1 - MOMENTUM) ** batches


def has_decay(name: str, shape: tuple[int, ...]) -> bool:
    """Whether weight decay pulls on a parameter."""
    return len(shape) > 1


def is_trainable(name: str) -> bool:
    """Whether a parameter has a gradient; the others are a norm's running statistics."""
    return not name.endswith(("running_mean", "running_var"))


def find_weights(batch: Batch) -> NDArray[np.float32]:
    """What each position's policy counts in the mean over the batch."""
    return (batch.policy_weight / np.float32(len(batch))).astype(np.float32)


def entropy(batch: Batch) -> float:
    """The mean entropy of the policy's targets, which no policy's cross-entropy is below."""
    return _entropy(batch.shares, find_weights(batch))


def reply_of(batch: Batch) -> tuple[Reply, NDArray[np.float32], float]:
    """The reply's target; what each position's counts in the mean over the batch; and their mean entropy."""
    if batch.reply is None:
        raise ValueError("the head 'reply' learns from the positions after those of a batch")
    weights = (batch.reply.weight / np.float32(len(batch))).astype(np.float32)
    return batch.reply, weights, _entropy(batch.reply.shares, weights)


def owners_of(batch: Batch) -> Owners:
    """The targets of the heads `owners` and `score`."""
    if batch.owners is None:
        raise ValueError("the heads 'owners' and 'score' learn from games that say who holds their points")
    return batch.owners


def _entropy(shares: NDArray[np.float32], weights: NDArray[np.float32]) -> float:
    logs = np.log(np.where(shares > 0, shares, 1))
    return float(-(weights * (shares * logs).sum(axis=1)).sum())
