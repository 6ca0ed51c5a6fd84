"""A learner in NumPy: for tests, small games and machines without PyTorch.

Its gradients are checked against finite differences, and those of `in_torch` against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from halfmove.learn.batch import Batch
from halfmove.learn.learner.joint import JointOperations
from halfmove.learn.learner.settings import (
    BETAS,
    EPSILON,
    PLIES_SCALE,
    PLIES_WEIGHT,
    Batched,
    LearnerSettings,
    Losses,
    State,
    entropy,
    find_weights,
    has_decay,
    is_trainable,
    owners_of,
    parts_of,
    reply_of,
    settled_share,
)
from halfmove.learn.learner.tape import Input, Node, Tape
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.blas import use_threads
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.layers import run
from halfmove.search.neural.patches import Array, Patches


class InNumPy:
    """`Learner` by NumPy; `kind` is float64 where gradients are checked; `together` states go through a
    convolution at once (0: as many as fit the memory that it takes)."""

    name = "numpy"

    def __init__(
        self,
        architecture: Architecture,
        parameters: Parameters,
        settings: LearnerSettings,
        kind: DTypeLike = np.float32,
        threads: int = 1,
        together: int = 0,
    ) -> None:
        use_threads(threads)
        self._patches, self._together = Patches(kind), together
        self.architecture, self.settings, self._kind = architecture, settings, kind
        self._parameters: dict[str, Array] = {k: v.astype(kind) for k, v in parameters.items()}
        self._first = {k: np.zeros_like(v) for k, v in self._parameters.items() if is_trainable(k)}
        self._second = {k: np.zeros_like(v) for k, v in self._parameters.items() if is_trainable(k)}
        self._steps = 0
        self._losses: list[Losses] = []

    def step(self, batch: Batched, rate: float) -> None:
        """Move the parameters against the gradient of the batch's loss (AdamW)."""
        losses, gradients = self.gradients(batch)
        length = float(np.sqrt(sum(float((g * g).sum()) for g in gradients.values())))
        self._losses.append(losses._replace(gradient=length))
        if not np.isfinite(length):
            return
        factor = min(1.0, self.settings.clip / (length + 1e-6))
        self._steps += 1
        sooner, later = (1 - beta**self._steps for beta in BETAS)
        for name, gradient in gradients.items():
            value, kept = self._parameters[name], gradient * factor
            if has_decay(name, value.shape):
                value *= 1 - rate * self.settings.decay
            first, second = self._first[name], self._second[name]
            first += (1 - BETAS[0]) * (kept - first)
            second += (1 - BETAS[1]) * (kept * kept - second)
            value -= rate * (first / sooner) / (np.sqrt(second / later) + EPSILON)

    def read_losses(self) -> list[Losses]:
        """The losses of the steps since they were read last."""
        found, self._losses = self._losses, []
        return found

    def gradients(self, batch: Batched) -> tuple[Losses, dict[str, Array]]:
        """The losses of a batch, and how they change with each parameter; every position counts the same."""
        parts = parts_of(batch)
        tape, heads = self._outputs(parts)
        count, found = sum(map(len, parts)), list[Losses]()
        for part, own in zip(parts, heads, strict=True):
            share = len(part) / count
            losses = self._part_losses(part, own)
            found.append(Losses(*(share * number for number in losses)))
            for head in own.values() if len(parts) > 1 else ():
                head.gradient = head.take_gradient() * self._kind_of(share)
        tape.backward()
        return Losses(*map(sum, zip(*found, strict=True))), tape.gradients

    def _part_losses(self, batch: Batch, heads: Mapping[str, Node]) -> Losses:
        """The losses of a batch of one size, whose gradients the heads receive."""
        policy = self._policy(heads["policy"], batch) if "policy" in heads else 0.0
        value = self._value(heads["value"], batch) if "value" in heads else 0.0
        plies = self._plies(heads["plies"], batch) if "plies" in heads else 0.0
        reply = self._reply(heads["reply"], batch) if "reply" in heads else 0.0
        owners = self._held(heads["owners"], owners_of(batch).points, batch) if "owners" in heads else 0.0
        score = self._held(heads["score"], owners_of(batch).score, batch) if "score" in heads else 0.0
        return Losses(policy, value, plies, 0.0, reply, owners, score)

    def settle(self, batches: Iterable[Batched]) -> None:
        """Make the norms' means and variances those of these batches, and learn nothing from them."""
        kept, count = [name for name in self._parameters if not is_trainable(name)], 0
        for batch in batches:
            if not count:
                self._parameters |= {name: np.zeros_like(self._parameters[name]) for name in kept}
            self._outputs(parts_of(batch), records=False)
            count += 1
        for name in kept if count else ():
            self._parameters[name] = self._parameters[name] / self._kind_of(settled_share(count))

    def _outputs(self, parts: Sequence[Batch], records: bool = True) -> tuple[Tape, list[Mapping[str, Node]]]:
        """The heads of each part."""
        tape = Tape(self._parameters, self._patches, together=self._together, records=records)
        stacks = []
        for part in parts:
            stack = np.ascontiguousarray(part.planes.transpose(0, 2, 3, 1), self._kind)
            stack *= self._kind_of(0.01)
            stacks.append(Input(stack))
        if len(stacks) == 1:
            return tape, [run(self.architecture, tape, stacks[0])]
        heads = run(self.architecture, JointOperations(tape, len(stacks)), stacks)
        return tape, [{name: head[i] for name, head in heads.items()} for i in range(len(stacks))]

    def _policy(self, head: Node, batch: Batch) -> float:
        told = np.where(batch.legal, np.take_along_axis(head.value, batch.places, axis=1), -np.inf)
        logs = told - told.max(axis=1, keepdims=True)
        logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
        weights = find_weights(batch)[:, None]
        sent = np.where(
            batch.legal, weights * (np.exp(logs) * batch.shares.sum(1)[:, None] - batch.shares), 0
        )
        gradient = np.zeros_like(head.value)
        rows = np.arange(len(batch))[:, None]
        np.add.at(gradient, (np.broadcast_to(rows, batch.places.shape), batch.places), sent)
        head.receive(gradient)
        crossed = -(weights * batch.shares * np.where(batch.legal, logs, 0)).sum()
        return float(crossed) - entropy(batch)

    def _value(self, head: Node, batch: Batch) -> float:
        difference = head.value - batch.values
        head.receive((2 * self.settings.value_weight / difference.size) * difference)
        return float((difference**2).mean())

    def _plies(self, head: Node, batch: Batch) -> float:
        known = (batch.plies_left >= 0)[:, None]
        difference = np.where(known, head.value - PLIES_SCALE * batch.plies_left[:, None], 0)
        head.receive((2 * PLIES_WEIGHT / len(batch)) * difference)
        return float((difference**2).mean())

    def _held(self, head: Node, target: NDArray[np.float32], batch: Batch) -> float:
        weight = owners_of(batch).weight[:, None]
        difference = head.value - target
        head.receive((2 * self.settings.owners_weight / difference.size) * weight * difference)
        return float((weight * difference**2).mean())

    def _reply(self, head: Node, batch: Batch) -> float:
        # of all places: what will be legal then is for the network to know
        logs = head.value - head.value.max(axis=1, keepdims=True)
        logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
        reply, weights, entropy = reply_of(batch)
        shares = np.zeros_like(logs)
        np.add.at(shares, (np.arange(len(batch))[:, None], reply.places), reply.shares)
        sent = np.exp(logs) * reply.shares.sum(1)[:, None] - shares
        head.receive(self.settings.reply_weight * weights[:, None] * sent)
        return float(-(weights[:, None] * shares * logs).sum()) - entropy

    def _kind_of(self, number: float) -> Any:
        return np.asarray(number, self._kind)

    def parameters(self) -> Parameters:
        """A copy of the parameters."""
        return {name: value.astype(np.float32) for name, value in self._parameters.items()}

    def state(self) -> State:
        """Parameters, AdamW's two moments of each, and how many steps were made."""
        return {
            **{f"parameters/{k}": v.copy() for k, v in self._parameters.items()},
            **{f"first/{k}": v.copy() for k, v in self._first.items()},
            **{f"second/{k}": v.copy() for k, v in self._second.items()},
            "steps": np.asarray(self._steps),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Become the learner whose state that was."""
        for place, kept in (
            ("parameters", self._parameters),
            ("first", self._first),
            ("second", self._second),
        ):
            for name in kept:
                kept[name] = state[f"{place}/{name}"].astype(self._kind)
        self._steps = int(state["steps"])
