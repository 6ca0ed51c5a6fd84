"""Runs of regret minimisation over a public tree: memory, threads, the weights of each iteration, judgement.

Source of the weights: `cfr`.  Players are updated in turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.array_file import ANEW, check_same, open_arrays, write_arrays
from halfmove.core.atomic_file import check_writable
from halfmove.core.buffer import Buffer
from halfmove.core.computer import bytes_text, memory_bytes
from halfmove.core.errors import BadInput
from halfmove.core.public_tree import CARD, FIRST, SECOND, PublicTree, TreeSize
from halfmove.imperfect.best_response import speed
from halfmove.imperfect.cfr import ALPHA, BETA, GAMMA
from halfmove.imperfect.hand_vectors import (
    ALONE,
    AVERAGE,
    BEST,
    CARDS,
    COLLECT,
    ITERATE,
    USE,
    Hands,
    Nodes,
    new_scratch,
    packed,
    walk,
)

Weights = tuple[float, float, float, float]
"""Of a new regret; of what has added up, where it is positive and where negative; in the average."""


def _discount_weights(t: float) -> Weights:
    return 1.0, t**ALPHA / (t**ALPHA + 1.0), t**BETA / (t**BETA + 1.0), t**GAMMA


SCHEMES: Mapping[str, Callable[[float], Weights]] = {
    "discounted-cfr": _discount_weights,
    "cfr+": lambda t: (1.0, 1.0, 0.0, t),
    "linear-cfr": lambda t: (t, 1.0, 1.0, t),
    "cfr": lambda t: (1.0, 1.0, 1.0, 1.0),
}
"""The weights of iteration t by the names of the algorithms, the usual one first."""
DEFAULT = "discounted-cfr"
EVERY = 5
"""Iterations between two judgements, at the least."""
TARGET = 0.005
"""The part of the pot that a run goes down to where nothing else is asked for."""
CHECKPOINT = "halfmove subgame checkpoint 1"
NODE_BYTES = 420
"""What a node takes besides its rows: a flop of 140,498 nodes took 99 MB, of which rows are 42."""
SAVE_EVERY = 30.0
"""Seconds between two checkpoints, at the least: one takes no more than a twentieth of the time."""


@dataclass(frozen=True)
class Judgement:
    """What the average strategies are worth, in chips: what is won less what is put in from now on."""

    values: tuple[float, float]
    """What each player earns where both play their average: together the pot."""
    best: tuple[float, float]
    """What each earns with his best response to the other's."""
    hands: tuple[Any, Any]
    """For each player float64[n]: what each of his hands earns; NaN where it can meet none of the other's."""
    exploitability: float
    """What both gain by best responses, each alone, divided by two."""


class PublicRun:
    """Regret minimisation on one public tree, an iteration after the other."""

    def __init__(
        self, tree: PublicTree, algorithm: str = DEFAULT, *, threads: int = 1, compiled: bool = True
    ) -> None:
        if algorithm not in SCHEMES:
            raise BadInput(f"A public tree is solved by {', '.join(SCHEMES)}, not by '{algorithm}'.")
        check_free(tree.size)
        self.tree, self.algorithm, self.scheme = tree, algorithm, SCHEMES[algorithm]
        self.game = speed(compiled)
        self.iterations, self.seconds = 0, 0.0
        self.sizes = tuple(len(weights) for weights in tree.weights)
        rows, parts, self.depth = _place_rows(tree)
        self.parts = len(parts)
        self.nodes = _make_nodes(tree, rows, parts)
        self.hands = tuple(_make_hands(tree, player) for player in range(2))
        self.regret, self.average = ([self._table(p) for p in range(2)] for _ in range(2))
        self.threads = max(1, min(threads, self.parts))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        most = int(tree.children[np.isin(tree.kind, (FIRST, SECOND))].max(initial=1))
        self.scratch = [
            (
                new_scratch(self.depth, most, max(self.sizes)),
                Buffer(self.depth),
                Buffer(self.depth),
                np.zeros(CARDS),
            )
            for _ in range(self.threads)
        ]
        self.reach = [np.zeros((self.parts + 1, n), dtype=np.float32) for n in self.sizes]
        self.value = np.zeros((self.parts + 1, max(self.sizes)), dtype=np.float32)
        self.met = find_meeting_weights(tree)

    def _table(self, player: int) -> Any:
        kinds = (FIRST, SECOND)[player]
        rows = int(self.tree.children[self.tree.kind == kinds].sum())
        return np.zeros((max(rows, 1), self.sizes[player]), dtype=np.float32)

    def close(self) -> None:
        """Let the threads go."""
        if self.pool is not None:
            self.pool.shutdown()

    # ---- checkpoints
    def _identity(self) -> dict[str, Any]:
        """What a checkpoint must have in common with a run that goes on from it."""
        tree = self.tree
        said = {"subgame": tree.name, "algorithm": self.algorithm, **tree.settings}
        return {**said, "hands": self.sizes, "nodes": tree.nodes}

    def save(self, file: str | Path) -> None:
        """Write a checkpoint: the tables of both players."""
        numbers = np.array([self.iterations, self.seconds])
        tables = {f"{name}{p}": table[p] for name, table in self._tables() for p in range(2)}
        write_arrays(file, CHECKPOINT, self._identity(), numbers=numbers, **tables)

    def load(self, file: str | Path) -> None:
        """Go on from a checkpoint; `BadInput` for that of another subgame, algorithm or version."""
        refused = f"'{file}' is no checkpoint of a subgame; delete it to begin anew."
        with open_arrays(file, CHECKPOINT, refused) as (head, kept):
            check_same(head, self._identity(), f"The checkpoint '{file}'", ANEW)
            found = [(table[p], kept[f"{name}{p}"]) for name, table in self._tables() for p in range(2)]
            if any(mine.shape != its.shape or mine.dtype != its.dtype for mine, its in found):
                raise ValueError
            numbers = kept["numbers"]
        for mine, its in found:
            mine[:] = its
        self.iterations, self.seconds = int(numbers[0]), float(numbers[1])

    def _tables(self) -> tuple[tuple[str, Any], ...]:
        return ("regret", self.regret), ("average", self.average)

    # ---- walks
    def _call(
        self, thread: int, player: int, what: int, phase: int, start: int, end: int, step: int, by: Weights
    ) -> None:
        scratch, path, turn, cards = self.scratch[thread]
        other = 1 - player
        theirs = self.regret[other] if what == ITERATE else self.average[other]
        walk(
            self.game, self.nodes, self.tree.pay, self.tree.chance, player, self.hands[player],
            self.hands[other], self.sizes[player], self.sizes[other], what, phase, start, end, step,
            self.regret[player], self.average[player], theirs, *by, self.reach[player], self.reach[other],
            self.value, *scratch, path, turn, cards,
        )  # fmt: skip

    def _walk(self, player: int, what: int, by: Weights = (1.0, 1.0, 1.0, 1.0)) -> Any:
        """A walk of all the tree; what each hand of the player's earns, times what the other contributes."""
        for p in range(2):
            self.reach[p][0] = self.tree.weights[p]
        if self.parts == 0:
            self._call(0, player, what, ALONE, 0, 1, 1, by)
        else:
            self._call(0, player, what, COLLECT, 0, 1, 1, by)

            def share(thread: int) -> None:
                self._call(thread, player, what, ALONE, thread, self.parts, self.threads, by)

            if self.pool is None:
                share(0)
            else:
                list(self.pool.map(share, range(self.threads)))
            self._call(0, player, what, USE, 0, 1, 1, by)
        return self.value[0, : self.sizes[player]].astype(float)

    def prepare(self) -> None:
        """Make the machine code, before a clock starts."""
        scratch, path, turn, cards = self.scratch[0]
        walk.prepare(
            self.game, self.nodes, self.tree.pay, self.tree.chance, 0, self.hands[0], self.hands[1],
            self.sizes[0], self.sizes[1], ITERATE, ALONE, 0, 1, 1, self.regret[0], self.average[0],
            self.regret[1], 1.0, 1.0, 1.0, 1.0, self.reach[0], self.reach[1], self.value, *scratch, path,
            turn, cards,
        )  # fmt: skip

    def step(self, iterations: int = 1) -> None:
        """So many iterations more."""
        begun = time.perf_counter()
        for _ in range(iterations):
            by = self.scheme(self.iterations + 1.0)
            for player in range(2):
                self._walk(player, ITERATE, by)
            self.iterations += 1
        self.seconds += time.perf_counter() - begun

    # ---- what came of it
    def judge(self) -> Judgement:
        """What the average strategies are worth, exact but for rounding to 32 bits on the way."""
        weights, half = self.tree.weights, self.tree.pot / 2
        whole = float(weights[0] @ self.met[0])
        values, best, hands = [], [], []
        for player in range(2):
            mine = self._walk(player, AVERAGE)
            values.append(float(weights[player] @ mine) / whole + half)
            with np.errstate(invalid="ignore", divide="ignore"):
                hands.append(np.where(self.met[player] > 0, mine / self.met[player] + half, np.nan))
            best.append(float(weights[player] @ self._walk(player, BEST)) / whole + half)
        return Judgement(
            (values[0], values[1]), (best[0], best[1]), (hands[0], hands[1]), (sum(best) - sum(values)) / 2
        )

    def strategy(self, node: int) -> Any:
        """The average strategy at a node where a player acts: float64[actions, hands]."""
        player = int(self.tree.kind[node])
        row, count = self.nodes.row[node], int(self.tree.children[node])
        table = self.average[player][row : row + count].astype(float)
        sums = table.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(sums > 0, table / sums, 1.0 / count)

    def find(self, line: Sequence[str]) -> Place:
        """The place after actions and cards in words, when both play their average; `BadInput` for what
        cannot be done."""
        tree, node = self.tree, 0
        reach = [weights.copy() for weights in tree.weights]
        stands = [np.arange(size) for size in self.sizes]
        cards = np.arange(CARDS)
        for word in line:
            kind = int(tree.kind[node])
            ways = self._cards(node, cards) if kind == CARD else self._actions(node)
            known = {name.lower(): name for name in ways}
            if word.lower() not in known:
                there = f"there may be {', '.join(ways)}" if ways else "it is over"
                raise BadInput(f"In the place of '{word}' {there}.")
            below, card, exchange = ways[known[word.lower()]]
            if kind == CARD:
                cards = cards[tree.exchanges[exchange]]
                for player in range(2):
                    stands[player] = tree.moved[player][exchange][stands[player]]
                    reach[player] = np.where((tree.hands[player] == card).any(axis=1), 0, reach[player])
            else:
                reach[kind] = reach[kind] * self.strategy(node)[below - tree.child[node]][stands[kind]]
            node = below
        return Place(node, (reach[0], reach[1]), (stands[0], stands[1]))

    def _actions(self, node: int) -> dict[str, tuple[int, int, int]]:
        first = int(self.tree.child[node])
        return {name: (first + k, -1, 0) for k, name in enumerate(self.tree.actions[node])}

    def _cards(self, node: int, cards: Any) -> dict[str, tuple[int, int, int]]:
        """The cards that may come, in words: the node of the one that stands for each, the card itself, and
        the exchange that makes it.  `cards` says what those of the tree stand for here."""
        tree, found = self.tree, {}
        first = int(tree.child[node])
        for child in range(first, first + int(tree.children[node])):
            for exchange in range(len(tree.exchanges)):
                if int(tree.alike[child]) >> exchange & 1:
                    card = int(cards[tree.exchanges[exchange][tree.card[child]]])
                    found[card] = (child, card, exchange)
        return {tree.words.card(card): found[card] for card in sorted(found)}


class Place(NamedTuple):
    """Where a line leads to."""

    node: int
    reach: tuple[Any, Any]
    """With what weight each player comes there with each of his hands: float64[n]."""
    stands: tuple[Any, Any]
    """The number of the hand that stands for each of his hands in the tree there: int64[n].  It is
    another one after a card that was not dealt itself."""


def memory(size: TreeSize) -> int:
    """The bytes that a run over a tree of this size takes, its nodes included."""
    one, other = size.hands
    tables = size.rows[0] * one + size.rows[1] * other
    parts, boards = size.parts * (one + other + max(size.hands)), size.boards * (one + other)
    return 8 * tables + 4 * parts + NODE_BYTES * size.nodes + 16 * boards


def check_free(size: TreeSize) -> None:
    """`BadInput` for a tree that takes more memory than the machine has."""
    needed, there = memory(size), memory_bytes()
    if needed > there:
        raise BadInput(
            f"This takes {bytes_text(needed)} of memory, and the machine has {bytes_text(there)}: give "
            "narrower ranges, fewer bets, or most=1."
        )


def _place_rows(tree: PublicTree) -> tuple[Any, Any, int]:
    """Where each node's rows begin in its player's tables, the nodes where parts begin, and the depth."""
    rows = np.zeros(tree.nodes, dtype=np.int64)
    for player in range(2):
        own = tree.kind == player
        rows[own] = np.cumsum(tree.children[own]) - tree.children[own]
    depth = np.ones(tree.nodes, dtype=np.int64)
    for node in np.flatnonzero(tree.children):
        depth[tree.child[node] : tree.child[node] + tree.children[node]] = depth[node] + 1
    return rows, np.flatnonzero(tree.first_cards()), int(depth.max())


def _make_buffer(numbers: Any) -> Buffer:
    made = Buffer(max(len(numbers), 1))
    made.array[: len(numbers)] = numbers
    return made


def _make_nodes(tree: PublicTree, rows: Any, parts: Any) -> Nodes:
    part = np.full(tree.nodes, -1)
    part[parts] = np.arange(len(parts))
    return Nodes(
        *map(
            _make_buffer,
            (tree.kind, tree.child, tree.children, tree.card, tree.board, rows, tree.alike, part, parts),
        )
    )


def _make_hands(tree: PublicTree, player: int) -> Hands:
    cards, others = tree.hands[player], tree.hands[1 - player]
    numbers = {(int(a), int(b)): number for number, (a, b) in enumerate(others)}
    values = tree.values[player]
    order = np.argsort(values, axis=1, kind="stable")
    words = packed(np.take_along_axis(values, order, axis=1), order, cards[order, 0], cards[order, 1])
    possible = (values >= 0).sum(axis=1)
    for row, count in enumerate(possible):  # what cannot be has -1 and came first: it goes to the end
        words[row] = np.roll(words[row], int(count) - values.shape[1])
    same = [numbers.get((int(a), int(b)), -1) for a, b in cards]
    moved = tree.moved[player].ravel()
    return Hands(*map(_make_buffer, (cards[:, 0], cards[:, 1], same, words.ravel(), possible, moved)))


def find_meeting_weights(tree: PublicTree) -> tuple[Any, Any]:
    """For each player's hands the weight of those of the other's that share no card with them: float64[n]."""
    found = []
    for player in range(2):
        cards, others = tree.hands[player], tree.hands[1 - player]
        weights = tree.weights[1 - player]
        sums = np.zeros(CARDS)
        for column in range(2):
            np.add.at(sums, others[:, column], weights)
        same = {(int(a), int(b)): float(w) for (a, b), w in zip(others, weights, strict=True)}
        own = np.array([same.get((int(a), int(b)), 0.0) for a, b in cards])
        left = weights.sum() - sums[cards[:, 0]] - sums[cards[:, 1]] + own
        found.append(np.where(np.abs(left) < 1e-12 * weights.sum(), 0.0, left))
    return found[0], found[1]


def solve(
    run: PublicRun,
    *,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    progress: Callable[[PublicRun, Judgement], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
    checkpoint: str | Path | None = None,
) -> Judgement:
    """Iterate until the exploitability is `target` times the pot, or for so many iterations or seconds,
    whichever comes first; `TARGET` without any of them.  At least one iteration is made.

    It is judged at every fifth iteration, or less often where that takes more than a tenth of the time; then
    `progress` is called.  Once `stop()` is true the run ends with what it has.  With a `checkpoint` file the
    run goes on from it, to the same tables as if it had never stopped; it is written every half minute (less
    often where that takes long) and at the end.  `BadInput` for a checkpoint of another run.
    """
    if checkpoint is not None:
        check_writable(checkpoint)
        if Path(checkpoint).expanduser().exists():
            run.load(Path(checkpoint).expanduser())
    if target is None and iterations is None and seconds is None:
        target = TARGET
    run.prepare()
    judgement, judged, judging = None, -1, 0.0
    saved, wait = time.perf_counter(), SAVE_EVERY
    while not (judgement is not None and stop()):
        if iterations is not None and run.iterations >= iterations:
            break
        if seconds is not None and run.iterations and run.seconds >= seconds:
            break
        run.step()
        if stop() or (run.iterations % EVERY == 0 and judging <= run.seconds / 10):
            begun = time.perf_counter()
            judgement, judged = run.judge(), run.iterations
            judging += time.perf_counter() - begun
            if progress is not None:
                progress(run, judgement)
            if target is not None and judgement.exploitability <= target * run.tree.pot:
                break
        if checkpoint is not None and time.perf_counter() - saved > wait:
            begun = time.perf_counter()
            run.save(checkpoint)
            saved = time.perf_counter()
            wait = max(SAVE_EVERY, 20 * (saved - begun))
    if checkpoint is not None:
        run.save(checkpoint)
    if judgement is None or judged != run.iterations:
        judgement = run.judge()
    return judgement
