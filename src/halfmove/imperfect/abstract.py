"""Regret minimisation over buckets: a deal at a time, its cards put together by the game's `Abstraction`.

External sampling (M. Lanctot and others, NIPS 2009): a deal is drawn and put into buckets once, and each
player then goes through the tree of bets, all of his own actions tried and the other's drawn.  In the
`linear` form the t-th deal counts t times, in regrets and in averages, so that early mistakes fade (N. Brown
and T. Sandholm, *Solving imperfect-information games via discounted regret minimization*, AAAI 2019).

Buckets of one round forget those before it (imperfect recall), as those of the best programs did; then there
is no proof that it converges, and an equilibrium of the buckets is not one of the game.

Several threads share the tables without locks: of two that write a number at once one is lost now and then,
which is a sample less.  With one thread a seed repeats a run to the bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

import numpy as np

from halfmove.core.abstraction import Abstraction
from halfmove.core.array_file import check_same, open_arrays, write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel, runs_compiled
from halfmove.core.computer import bytes_text, memory_bytes
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.randomness import fraction, stream
from halfmove.core.results import Result
from halfmove.imperfect.betting import OVER, Betting, lay_out_bets

ALGORITHMS = {"external-mccfr": False, "linear-external-mccfr": True}
"""Whether the t-th deal counts t times."""
USUAL = "linear-external-mccfr"
CHECKPOINT = "halfmove abstract regret 1"
CHUNK = 1 << 12
"""Deals between two looks at the clock, compiled."""
PLAIN_CHUNK = 8
BYTES = 2 * 8 + 4
"""Of an action of a bucket: its regret, its average, and its probability in the end."""
KEEP = 30.0
"""Seconds between two checkpoints."""
PAUSE = 0.5
"""Seconds between two reports."""


class Sums(NamedTuple):
    """What a walk reads and adds to."""

    regret: Any
    """float64: of each action of each bucket of each node."""
    average: Any
    """float64: how often it was played, weighted."""
    path: Any
    """int64[depth, 2]: the player's nodes on the path, and which action is being tried; each thread's own."""
    worth: Any
    """float64[depth, 2 + actions]: of these what the positive regrets add up to, what the actions tried have
    earned in the mean, and what each has; each thread's own."""
    dealt: Buffer
    """What `deal` has written; each thread's own."""


def walk(tree: Betting, t: Sums, player: int, weight: float, random: Buffer) -> None:
    """`player` goes through the tree, in one draw of the other's actions; his regrets are added to.

    The papers' recursion, with a path of its own: handing a dozen arrays on at every node took most of the
    time (decision 69)."""
    node, depth = 0, 0
    while True:
        mover = tree.mover[node]
        if mover != OVER:
            size = tree.size[node]
            row = tree.row[node] + size * t.dealt[mover * tree.rounds + tree.round[node]]
            total = 0.0
            for i in range(size):
                total += max(t.regret[row + i], 0.0)
            taken = 0
            if mover == player:
                t.path[depth, 0], t.path[depth, 1] = node, 0
                t.worth[depth, 0], t.worth[depth, 1] = total, 0.0
                depth += 1
            else:
                left = fraction(random)
                taken = size - 1
                for i in range(size):
                    share = max(t.regret[row + i], 0.0) / total if total > 0.0 else 1.0 / size
                    t.average[row + i] += weight * share
                    if left >= 0.0:
                        left -= share
                        if left < 0.0:
                            taken = i
            node = tree.child[node] + taken
            continue
        earned = tree.earned[node, t.dealt[2 * tree.rounds]]
        if player == 1:
            earned = -earned
        while depth > 0:
            at = depth - 1
            node, i = t.path[at, 0], t.path[at, 1]
            size = tree.size[node]
            row = tree.row[node] + size * t.dealt[player * tree.rounds + tree.round[node]]
            total = t.worth[at, 0]
            t.worth[at, 2 + i] = earned
            t.worth[at, 1] += earned * (max(t.regret[row + i], 0.0) / total if total > 0.0 else 1.0 / size)
            if i + 1 < size:
                t.path[at, 1] = i + 1
                node = tree.child[node] + i + 1
                break
            depth, earned = at, t.worth[at, 1]
            for k in range(size):
                t.regret[row + k] += weight * (t.worth[at, 2 + k] - earned)
        if depth == 0:
            return


@kernel
def train(
    game: Any, tables: Any, tree: Betting, t: Sums, done: int, times: int, linear: bool, random: Buffer
) -> int:
    """So many deals, after the `done` first."""
    for deal in range(done, done + times):
        game.deal(tables, random, t.dealt)
        weight = float(deal + 1) if linear else 1.0
        for player in range(2):
            walk(tree, t, player, weight, random)
    return times


class AbstractRun:
    """An algorithm at work on a game's buckets."""

    def __init__(
        self, game: Game, abstraction: Abstraction, algorithm: str = USUAL, *, seed: int = 0, threads: int = 1
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise BadInput(f"Buckets are trained by {' or '.join(ALGORITHMS)}, not by '{algorithm}'.")
        self.game, self.abstraction, self.algorithm = game, abstraction, algorithm
        self.seed, self.threads = seed, threads
        self.table = lay_out_bets(game, abstraction)
        self.memory = BYTES * self.table.rows
        """The bytes that the tables take."""
        if self.memory > memory_bytes():
            raise BadInput(
                f"This takes {bytes_text(self.memory)} of memory, and the machine has "
                f"{bytes_text(memory_bytes())}: fewer bets, smaller stacks or fewer buckets make it less."
            )
        self.regret, self.average = np.zeros(self.table.rows), np.zeros(self.table.rows)
        width = max(int(self.table.tree.size.max()), 1)
        self._own = [
            Sums(
                self.regret,
                self.average,
                np.zeros((self.table.depth, 2), dtype=np.int64),
                np.zeros((self.table.depth, 2 + width)),
                self._room(),
            )
            for _ in range(threads)
        ]
        self._random = [stream(seed * 1_000_003 + number) for number in range(threads)]
        self.deals, self.seconds = 0, 0.0

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds if self.seconds > 0 else 0.0

    def _room(self) -> Buffer:
        return Buffer(2 * len(self.abstraction.sizes) + 1)

    def prepare(self) -> None:
        """Make the machine code, so that no clock runs meanwhile."""
        self._train(0, 0, 0)

    def _train(self, number: int, done: int, times: int) -> None:
        linear = ALGORITHMS[self.algorithm]
        train(
            self.game, self.abstraction.tables, self.table.tree, self._own[number], done, times, linear,
            self._random[number],
        )  # fmt: skip

    def train(self, deals: int) -> None:
        """So many deals more, a part in each thread."""
        begun = time.perf_counter()
        parts = [deals // self.threads + (n < deals % self.threads) for n in range(self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(self._train, range(self.threads), [self.deals] * self.threads, parts))
        self.deals += deals
        self.seconds += time.perf_counter() - begun

    def run(
        self,
        *,
        deals: int | None = None,
        seconds: float | None = None,
        checkpoint: str | Path | None = None,
        progress: Callable[[AbstractRun], None] = lambda run: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Train until there were so many deals or seconds, those of a checkpoint included, or `stop()`."""
        if checkpoint is not None and Path(checkpoint).expanduser().exists():
            self.load(checkpoint)
        self.prepare()
        chunk = (CHUNK if runs_compiled(self.game) else PLAIN_CHUNK) * self.threads
        said = kept = time.monotonic()
        while not stop() and (seconds is None or self.seconds < seconds):
            left = chunk if deals is None else min(chunk, deals - self.deals)
            if left <= 0:
                break
            self.train(left)
            now = time.monotonic()
            if now - said >= PAUSE:
                said = now
                progress(self)
            if checkpoint is not None and now - kept >= KEEP:
                kept = now
                self.save(checkpoint)
        if checkpoint is not None:
            self.save(checkpoint)

    # ---- what comes of it
    def strategy(self) -> Any:
        """The average strategy: float32, the probability of each action of each bucket of each node."""
        tree, found = self.table.tree, np.zeros(self.table.rows, dtype=np.float32)
        for node in np.flatnonzero(tree.size):
            size, first = int(tree.size[node]), int(tree.row[node])
            last = first + size * self.abstraction.sizes[int(tree.round[node])]
            weights = self.average[first:last].reshape(-1, size)
            sums = weights.sum(axis=1, keepdims=True)
            with np.errstate(divide="ignore", invalid="ignore"):
                found[first:last] = np.where(sums > 0, weights / sums, 1 / size).ravel()
        return found

    # ---- checkpoints
    def identity(self) -> dict[str, Any]:
        """What a checkpoint must have in common with this run."""
        return {
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            "algorithm": self.algorithm,
            "seed": self.seed,
            "threads": self.threads,
            "buckets": dict(self.abstraction.identity()),
        }

    def save(self, file: str | Path) -> None:
        """Write a checkpoint."""
        write_arrays(
            file,
            CHECKPOINT,
            self.identity(),
            numbers=np.array([self.deals, self.seconds]),
            random=np.array([r.array[0] for r in self._random], dtype=np.uint64),
            regret=self.regret,
            average=self.average,
        )

    def load(self, file: str | Path) -> None:
        """Go on from a checkpoint; `BadInput` for that of another game, algorithm, seed or buckets."""
        refused = f"'{file}' is no checkpoint of buckets in training; delete it to begin anew."
        with open_arrays(file, CHECKPOINT, refused) as (head, kept):
            check_same(head, self.identity(), f"The checkpoint '{file}'")
            regret, average = kept["regret"], kept["average"]
            random, numbers = kept["random"], kept["numbers"]
            if regret.shape != self.regret.shape or average.shape != self.average.shape:
                raise ValueError
        self.regret[:], self.average[:] = regret, average
        for mine, its in zip(self._random, random, strict=True):
            mine.array[0] = its
        self.deals, self.seconds = int(numbers[0]), float(numbers[1])


# ---- what is told of it


class BucketsData(TypedDict):
    """What training on buckets has come to."""

    game: Annotated[str, "The game's title."]
    parameters: Annotated[dict[str, Any], "The game's parameters."]
    algorithm: str
    iterations: Annotated[int, "Deals."]
    seconds: Annotated[float, "Of training, those before a checkpoint included."]
    value: Annotated[None, "Not known: the game is too large for an exact answer."]
    exploitability: Annotated[None, "Likewise."]
    information_sets: Annotated[int, "Of the game of buckets."]
    buckets: Annotated[list[int], "Of each round of bets."]
    memory_bytes: Annotated[int, "What the tables take."]
    strategy: Annotated[str | None, "The file that the strategy was written to."]


@dataclass(frozen=True)
class TrainedBuckets(Result):
    """What a run has come to."""

    run: AbstractRun
    interrupted: bool = False
    file: str | None = None
    """The file that the strategy was written to."""

    def to_dict(self) -> BucketsData:
        run = self.run
        return {
            "game": run.game.title(),
            "parameters": dict(run.game.parameters),
            "algorithm": run.algorithm,
            "iterations": run.deals,
            "seconds": round(run.seconds, 6),
            "value": None,
            "exploitability": None,
            "information_sets": run.table.sets,
            "buckets": list(run.abstraction.sizes),
            "memory_bytes": run.memory,
            "strategy": self.file,
        }

    def to_text(self) -> str:
        run = self.run
        stopped = ", interrupted" if self.interrupted else ""
        lines = [
            f"{run.game.title()}: {run.table.sets:,} information sets of "
            f"{', '.join(map(str, run.abstraction.sizes))} buckets a round, {bytes_text(run.memory)}",
            f"{run.algorithm}: {run.deals:,} deals in {run.seconds:.1f} s "
            f"({run.rate:,.0f} a second){stopped}",
        ]
        return "\n".join(lines if self.file is None else [*lines, f"strategy  {self.file}"])
