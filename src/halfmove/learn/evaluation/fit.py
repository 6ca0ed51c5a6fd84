"""The fit of an evaluation network to judged positions: gradients by a compiled loop, steps by Adam.

Of the first layer's weights a position touches some dozens of rows of hundreds: a loop over these takes two
microseconds a position on one core, a tenth of what a library for networks took (docs/decisions/0098).  The
loss is the squared error of the expected score, of which an output of 0 says a half.  Sources: Kingma and Ba,
*Adam*, 2015; Nasu 2018.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.evaluation_network import ONE, OUTPUT_ONE, WHOLE, EvaluationNetwork
from halfmove.learn.evaluation.positions import Positions

BATCH = 2_048
BITS = 64
"""Of a word."""
LARGEST = 1.98
"""Of a weight, up or down: of an output weight times an input, 16 bits hold so much."""
MOST = 120
"""What the weights of all inputs that a state may have add up to at most, so that 16 bits hold the sum."""
FIRST_RATE, LAST_SHARE, WARM_STEPS = 2e-3, 0.03, 100
"""The rate after the first steps, the share of it at the end (it falls as a cosine), and the first steps."""

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


class Weights(NamedTuple):
    """The weights of a network while it learns, or as much of anything for each of them."""

    rows: Floats
    bias: Floats
    outputs: Floats
    output_bias: Floats
    shared: Floats
    """What the inputs of a word have in common, such as a piece's worth wherever it stands: it is learnt from
    all of them, and counts for each."""
    common: Floats
    """What the same bit has in common in all zones, where there are several."""

    def zeros(self) -> Weights:
        """As many zeros."""
        return Weights(*(np.zeros_like(part) for part in self))


def new_weights(game: Game, width: int, seed: int) -> Weights:
    """Small random weights, the same for all buckets."""
    random = np.random.default_rng(seed)
    outputs = np.repeat(random.normal(0, 0.06, (1, 2, width)), game.evaluation_buckets, axis=0)
    places = game.evaluation_rows // game.evaluation_zones
    first = random.normal(0, 0.08, (places, width)).astype(np.float32)
    several = game.evaluation_zones > 1
    return Weights(
        np.zeros((game.evaluation_rows, width), np.float32) if several else first,
        np.full(width, 0.1, np.float32),
        outputs.astype(np.float32),
        np.zeros(game.evaluation_buckets, np.float32),
        np.zeros((places // BITS, width), np.float32),
        first if several else np.zeros((0, width), np.float32),
    )


def widen(network: EvaluationNetwork, game: Game, width: int, seed: int) -> Weights:
    """The weights of a network of a game, which estimates the same, with a first layer so many times as wide:
    each number comes several times, with unequal shares of its output weights, so that they learn to differ.
    A network without zones gives what all zones have in common."""
    random = np.random.default_rng(seed)
    times = width // network.width
    rows: Floats = np.tile(network.rows / np.float32(ONE), (1, times)).astype(np.float32)
    places = game.evaluation_rows // game.evaluation_zones
    several = game.evaluation_zones > 1
    alike = several and len(rows) == places
    shares = random.dirichlet(np.full(times, 8.0), network.width).T.reshape(-1)
    outputs = np.tile(network.outputs.astype(np.float32) / OUTPUT_ONE, (1, 1, times)) * shares
    return Weights(
        np.zeros((game.evaluation_rows, width), np.float32) if alike else rows,
        np.tile(network.bias.astype(np.float32) / ONE, times),
        outputs.astype(np.float32),
        (network.output_bias / WHOLE).astype(np.float32),
        np.zeros((places // BITS, width), np.float32),
        rows if alike else np.zeros((places if several else 0, width), np.float32),
    )


@kernel
def add_gradients(
    game: Game,
    inputs: np.ndarray,
    counts: np.ndarray,
    buckets: np.ndarray,
    targets: np.ndarray,
    order: np.ndarray,
    weights: Any,
    gradients: Any,
    layer: np.ndarray,
    learn: bool,
) -> float:
    """The sum of squared errors over the positions in `order`, whose gradients are added up where `learn`."""
    rows, bias, outputs, output_bias, _, _ = weights
    rows_g, bias_g, outputs_g, output_bias_g, _, _ = gradients
    width = rows.shape[1]
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    loss = 0.0
    for place in range(order.shape[0]):
        i = order[place]
        bucket = buckets[i]
        y = output_bias[bucket]
        for seat in range(2):
            for j in range(width):
                layer[seat, j] = bias[j]
            for k in range(counts[i]):
                row = inputs[i, seat, k]
                for j in range(width):
                    layer[seat, j] += rows[row, j]
            total = zero
            for j in range(width):
                x = min(max(layer[seat, j], zero), one)
                total += outputs[bucket, seat, j] * x * x
            y += total
        expected = one / (one + np.exp(-y))
        error = expected - targets[i]
        loss += error * error
        if learn:
            slope = two * error * expected * (one - expected)
            output_bias_g[bucket] += slope
            for seat in range(2):
                for j in range(width):
                    x = min(max(layer[seat, j], zero), one)
                    outputs_g[bucket, seat, j] += slope * x * x
                    inside = x > zero and x < one
                    layer[seat, j] = slope * outputs[bucket, seat, j] * two * x if inside else zero
                    bias_g[j] += layer[seat, j]
                for k in range(counts[i]):
                    row = inputs[i, seat, k]
                    for j in range(width):
                        rows_g[row, j] += layer[seat, j]
    return loss


class PositionPasses(Protocol):
    """Positions to pass over (`learn.evaluation.passes`)."""

    number: int
    """How many there are."""

    def draw(self, random: np.random.Generator) -> Iterator[Positions]:
        """The positions of one pass, in groups."""
        ...


class Epoch(NamedTuple):
    """What a pass over the positions came to: root mean square errors of the expected score."""

    number: int
    training: float
    held_out: float


class Fit:
    """A network that is fitted to positions."""

    def __init__(
        self, game: Game, passes: PositionPasses, held_out: Positions, *, width: int, epochs: int, seed: int,
        trust: float, threads: int, start: EvaluationNetwork | None = None,
    ) -> None:  # fmt: skip
        """`trust`: how much scores count for the targets, and results the rest, 0 to 1; `start`: a network to
        begin from, whose width divides `width`."""
        self.game, self.passes, self.held_out = game, passes, held_out
        self.epochs, self.threads, self._trust = epochs, threads, trust
        self._random = np.random.default_rng(seed)
        self._width = width
        self._learnt = new_weights(game, width, seed) if start is None else widen(start, game, width, seed)
        self.weights = self._learnt._replace(rows=self._learnt.rows.copy())
        self._mean, self._square = self.weights.zeros(), self.weights.zeros()
        self._parts = [self.weights.zeros() for _ in range(threads)]
        self._layers = [np.zeros((2, width), np.float32) for _ in range(threads)]
        self._held_out_targets = _targets(held_out, game.evaluation_spread, trust)
        self._most = LARGEST
        self._batch = min(BATCH, max(passes.number // 32, 1))
        self._steps = 0
        self._put_together()

    def run(self, see: Callable[[Epoch], None], stop: Callable[[], bool]) -> None:
        """Pass over the positions `epochs` times, or until `stop()`."""
        number = self.passes.number
        every = self.epochs * -(-number // self._batch)
        with ThreadPoolExecutor(self.threads) as pool:
            for epoch in range(1, self.epochs + 1):
                loss = 0.0
                for group in self.passes.draw(self._random):
                    targets = _targets(group, self.game.evaluation_spread, self._trust)
                    self._most = min(self._most, MOST / (group.inputs.shape[2] + 1))
                    order = self._random.permutation(len(targets))
                    for first in range(0, len(order), self._batch):
                        if stop():
                            return
                        chosen = order[first : first + self._batch]
                        loss += self._step(pool, group, targets, chosen, min(self._steps / every, 1))
                held_out = self._add(pool, self.held_out, self._held_out_targets, None)
                see(Epoch(epoch, (loss / number) ** 0.5, (held_out / len(self.held_out.counts)) ** 0.5))

    def _step(
        self, pool: ThreadPoolExecutor, group: Positions, targets: Floats, chosen: np.ndarray, share: float
    ) -> float:
        """A step by some positions of a group, when such a share of all steps is done; the sum of squared
        errors."""
        for parts in self._parts:
            for part in parts:
                part[:] = 0
        loss = self._add(pool, group, targets, chosen)
        self._steps += 1
        cosine = (1 + np.cos(np.pi * share)) / 2
        rate = FIRST_RATE * min(1, self._steps / WARM_STEPS) * (LAST_SHARE + (1 - LAST_SHARE) * cosine)
        gradients = Weights(*(sum(parts) for parts in zip(*self._parts, strict=True)))
        places = gradients.rows.reshape(self.game.evaluation_zones, -1, self._width).sum(0)
        gradients.shared[:] = places.reshape(len(gradients.shared), -1, self._width).sum(1)
        if len(gradients.common):
            gradients.common[:] = places
        for weights, gradient, mean, square in zip(
            self._learnt, gradients, self._mean, self._square, strict=True
        ):
            gradient *= np.float32(1000 / len(chosen))
            mean += (gradient - mean) * np.float32(0.1)
            square += (gradient * gradient - square) * np.float32(0.001)
            size = np.sqrt(square / np.float32(1 - 0.999**self._steps)) + np.float32(1e-8)
            weights -= mean / size * np.float32(rate / (1 - 0.9**self._steps))
        for weights in self._learnt[1:3]:
            np.clip(weights, -LARGEST, LARGEST, out=weights)
        self._put_together()
        return loss

    def _put_together(self) -> None:
        """The rows as they count: what is their own, what those of a word share, and what those of all zones
        do."""
        rows, learnt, zones = self.weights.rows, self._learnt, self.game.evaluation_zones
        np.add(
            learnt.rows.reshape(zones, len(learnt.shared), -1, self._width),
            learnt.shared[:, None],
            out=rows.reshape(zones, len(learnt.shared), -1, self._width),
        )
        if len(learnt.common):
            by_zone = rows.reshape(zones, -1, self._width)
            by_zone += learnt.common
        np.clip(rows, -self._most, self._most, out=rows)

    def _add(
        self, pool: ThreadPoolExecutor, p: Positions, targets: Floats, chosen: np.ndarray | None
    ) -> float:
        """The sum of squared errors, by all threads; of chosen positions with the gradients."""
        order = np.arange(len(p.counts)) if chosen is None else chosen

        def part(number: int) -> float:
            return add_gradients(
                self.game, p.inputs, p.counts, p.buckets, targets, order[number :: self.threads],
                tuple(self.weights), tuple(self._parts[number]), self._layers[number], chosen is not None,
            )  # fmt: skip

        return sum(pool.map(part, range(self.threads)))

    def network(self, origin: str) -> EvaluationNetwork:
        """The network as it is now, in whole numbers."""
        rows, bias, outputs, output_bias, _, _ = self.weights
        return EvaluationNetwork(
            np.rint(rows * ONE).astype(np.int16),
            np.rint(bias * ONE).astype(np.int16),
            np.rint(outputs * OUTPUT_ONE).astype(np.int16),
            np.rint(output_bias * float(WHOLE)).astype(np.int64),
            round(self.game.evaluation_spread * self.game.unit),
            origin,
            self.game.unit,
        )


def _targets(positions: Positions, spread: float, trust: float) -> Floats:
    """The expected scores that a network is to say."""
    judged = 1 / (1 + np.exp(-positions.scores / np.float32(spread)))
    return np.asarray(trust * judged + (1 - trust) * positions.results, np.float32)
