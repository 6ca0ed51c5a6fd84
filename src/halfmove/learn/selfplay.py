"""Self-play: games of a network against itself, many at once, as samples to learn from.

`SelfPlay` keeps a forest (`search.neural.forest`) and a function that judges states, a network's say; each
`step` asks it once, about a state of every game, and brings the games that have ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Chance, Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput, BrokenPromise, Unsuitable
from halfmove.core.words import read_words
from halfmove.learn.samples import NONE as NOTHING
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.solved import SolvedEnds
from halfmove.search.encoding import Encoding
from halfmove.search.neural.answers import answers_room, forget_answers
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.forest import absorb, begin, gather
from halfmove.search.neural.forest_game import REPETITION
from halfmove.search.neural.forest_memory import (
    ONE,
    OPENING,
    OVER,
    PLIES,
    R_FAST,
    R_FIRST,
    R_MOVER,
    R_ROOT,
    R_SIZE,
    ROWS,
    TREE,
    Forest,
    Plan,
    new_forest,
)
from halfmove.search.neural.gumbel import schedule_of

Evaluate = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Of n states' planes (n × planes × rows × columns, in hundredths) the logits of the policy, n × places, and
what each state is worth, n × 1 to the player to move or n × players, from −1 to 1."""

LONGEST_GAME = 512
"""Plies after which a game ends undecided, unless told otherwise."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How games are searched and played."""

    games: int = 256
    """Games at once: states in a batch."""
    simulations: int = 32
    selection: str = "gumbel"
    """`gumbel` (Danihelka et al., 2022) or `puct` (AlphaZero)."""
    considered: int = 16
    """Gumbel: actions considered at the root."""
    visit_scale: float = 50.0
    value_scale: float = 0.1
    """Gumbel: c_visit and c_scale, for values from 0 to 1.  With the paper's c_scale of 1 the policy alone
    erred in 36.5 % of 600 positions of Connect Four after five minutes on one core, with 0.1 in 28.3 %."""
    explore: float = 1.25
    """PUCT: c_init."""
    explore_base: float = 19652.0
    reduction: float = 0.2
    """PUCT: how much less than its state an action counts that was never taken."""
    noise: float = 0.25
    """PUCT: the part of the root's priors that is Dirichlet noise; 0: none."""
    noise_total: float = 10.0
    """The sum of that distribution's parameters: AlphaZero's 0.3, 0.15 and 0.03 are about 10 by the moves of
    chess, shogi and Go."""
    temperature: float = 1.0
    """PUCT: moves are drawn by visits ** (1 / temperature)."""
    temperature_plies: int = 30
    """in the first so many plies; then the most visited is played."""
    full_share: float = 1.0
    """Playout-cap randomisation (KataGo): the share of moves searched with all simulations; the others'
    policies are not learnt from."""
    fast_simulations: int = 8
    forced: float = 0.0
    """PUCT: forced playouts (KataGo); k, 2 there; 0: none."""
    pruned: bool = True
    """Whether what was only forced is taken out of the policy's target."""
    keep: bool = False
    """PUCT: whether the tree below the moves made is kept; its simulations count for the next move."""
    opening_share: float = 0.0
    """The share of games that begin with random moves"""
    opening_plies: int = 12
    """from 1 to so many."""
    solved_plies: int = 0
    """From so many plies before the end of the longest game on the exact solver says what positions are
    worth, and the first of them what those before it are; 0: games are worth what they brought."""
    settle_share: float = 0.0
    """The share of games that end where they are settled, if the game says where (`Game.settle`); the others
    go on, so that the network learns to end them."""
    answers: int = 1 << 16
    """Answers of the network that are kept for states that come again before it changes; 0: none."""
    plies: int = 0
    """The longest game; 0: as the game says, at most `LONGEST_GAME`."""

    def __post_init__(self) -> None:
        for name, least, most in _RANGES:
            if not least <= getattr(self, name) <= most:
                raise BadInput(
                    f"Self-play's '{name}' is from {least:g} to {most:g}, not {getattr(self, name)}."
                )
        if self.selection not in ("gumbel", "puct"):
            raise BadInput(f"Self-play's 'selection' is gumbel or puct, not '{self.selection}'.")
        if self.keep and self.selection != "puct":
            raise BadInput(
                "Self-play's 'keep' is for selection=puct: Gumbel's root shares out all simulations."
            )


_RANGES = (
    ("games", 1, 1 << 16),
    ("simulations", 1, 1 << 20),
    ("considered", 1, 1 << 12),
    ("visit_scale", 0, 1e6),
    ("value_scale", 0, 1e6),
    ("explore", 0, 1e6),
    ("explore_base", 1, 1e9),
    ("reduction", 0, 2),
    ("noise", 0, 1),
    ("noise_total", 1e-3, 1e6),
    ("temperature", 1e-3, 1e3),
    ("temperature_plies", 0, 1 << 20),
    ("full_share", 0, 1),
    ("fast_simulations", 1, 1 << 20),
    ("forced", 0, 1e3),
    ("opening_share", 0, 1),
    ("opening_plies", 1, 1 << 16),
    ("solved_plies", 0, 1 << 16),
    ("settle_share", 0, 1),
    ("answers", 0, 1 << 24),
    ("plies", 0, 1 << 16),
)


@dataclass(frozen=True)
class PlayedGame:
    """A game that has ended."""

    actions: list[int]
    """All of them, the random ones at the beginning too, and nature's."""
    opening: int
    """How many of them were made before the first search."""
    outcome: tuple[float, ...]
    """To each player, from −1 to 1 of the game's `utility_limit`."""
    samples: Samples
    """One for each move that was searched."""


@dataclass
class Throughput:
    """What self-play has done so far."""

    games: int = 0
    positions: int = 0
    """Moves that were searched."""
    evaluated: int = 0
    """States that the network judged."""
    batches: int = 0
    room: int = 0
    """States that the batches could have held."""
    seconds: float = 0.0
    network_seconds: float = 0.0
    """Of these in the network."""
    loaded: int = 0
    """Networks that came while games were played,"""
    loading_seconds: float = 0.0
    """and the seconds until they could be asked."""
    waiting_seconds: float = 0.0
    """In which games that had ended were not taken, as the learner was behind."""
    served_seconds: float = 0.0
    """Of the seconds, those in which the process that evaluates for all was waited for (`runs.leaves`)."""

    @property
    def occupancy(self) -> float:
        """The share of the time in which the network was at work, or waited for."""
        asked = self.network_seconds + self.served_seconds
        return asked / self.seconds if self.seconds else 0.0

    @property
    def filled(self) -> float:
        """How full the batches were."""
        return self.evaluated / self.room if self.room else 0.0

    def parts(self) -> dict[str, float]:
        """The seconds of each part of the work."""
        return {
            "network": self.network_seconds,
            "waiting for leaves": self.served_seconds,
            "search": self.seconds - self.network_seconds - self.served_seconds,
            "new networks": self.loading_seconds,
            "waiting for the learner": self.waiting_seconds,
        }

    def __add__(self, other: Throughput) -> Throughput:
        return Throughput(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


class SelfPlay:
    """Games of one `evaluate` against itself; `evaluate` may be set anew between two steps.

    `Unsuitable` for games that cannot be encoded, or whose chance cannot be listed.  A seed repeats its games
    as long as `evaluate` says the same.
    """

    def __init__(
        self, encoding: Encoding, evaluate: Evaluate, options: Options | None = None, *, seed: int = 0
    ) -> None:
        self.encoding, self.game, self._evaluate = encoding, encoding.game, evaluate
        self.options = options or Options()
        self.start: Any = self.game.initial()
        self.plan, schedule = plan_of(encoding, self.options, self.start)
        self.forest: Forest = new_forest(self.game, self.plan, seed, schedule)
        self.done = Throughput()
        self._sizes = Sizes.of(encoding)
        solved = self.options.solved_plies
        self._ends = SolvedEnds(encoding, solved) if solved else None
        self._planes = Buffer(self.plan.trees * encoding.numbers)
        self._logits = Buffer(self.plan.trees * self.plan.policy)
        self._values = Buffer(self.plan.trees * self.plan.values)
        for tree in range(self.plan.trees):
            begin(self.game, self.start, self.forest, self.plan, tree)

    @property
    def evaluate(self) -> Evaluate:
        """What judges states."""
        return self._evaluate

    @evaluate.setter
    def evaluate(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate
        self.forget()

    def forget(self) -> None:
        """Forget what a former network said."""
        forget_answers(self.forest)

    def step(self) -> list[PlayedGame]:
        """Ask once about a state of every game, but for those whose states are all known; the games that
        ended before that."""
        ended, planes = self.gather_leaves()
        if len(planes):
            asked = time.perf_counter()
            logits, values = self._evaluate(planes)
            seconds = time.perf_counter() - asked
            self.done += Throughput(seconds=seconds, network_seconds=seconds)
            self.absorb_answers(logits, values)
        return ended

    def gather_leaves(self) -> tuple[list[PlayedGame], NDArray[np.int8]]:
        """Take every game to where it needs the network: the games that ended before that, and the planes of
        the states that wait for `absorb_answers`; none where all are known."""
        started = time.perf_counter()
        ended: list[PlayedGame] = []
        while True:
            count = gather(self.game, self.start, self.forest, self.plan, self._planes)
            if count == self.plan.trees or len(ended) >= self.plan.trees:
                break
            over = np.flatnonzero(self.forest.trees.array[OVER::TREE])
            for tree in over:
                ended.append(self._record_game(int(tree)))
                begin(self.game, self.start, self.forest, self.plan, int(tree))
        planes = self._read_planes(count)
        self.done += Throughput(
            games=len(ended),
            positions=sum(len(one.samples) for one in ended),
            evaluated=count,
            batches=1 if count else 0,
            room=self.plan.trees if count else 0,
            seconds=time.perf_counter() - started,
        )
        return ended, planes

    def _read_planes(self, count: int) -> NDArray[np.int8]:
        """The planes of the states that wait."""
        planes = self._planes.array[: count * self.encoding.numbers].astype(np.int8)
        return planes.reshape(count, *self.encoding.shape)

    def absorb_answers(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        """Back up what the network says of the states that wait."""
        started, count = time.perf_counter(), len(logits)
        self._take(self._logits, logits, (count, self.plan.policy), 100.0)
        self._take(self._values, values, (count, self.plan.values), 1.0)
        absorb(self.game, self.forest, self.plan, self._logits, self._values)
        self.done += Throughput(seconds=time.perf_counter() - started)

    def _take(self, buffer: Buffer, told: NDArray[np.float32], shape: tuple[int, int], most: float) -> None:
        """What the network says, in units of `ONE` and within ±`most`."""
        if told.shape != shape:
            raise BrokenPromise(f"The network answered with {told.shape} numbers, and not {shape}.")
        if not np.isfinite(told).all():
            raise BrokenPromise("The network answered with what is no number.")
        buffer.array[: told.size] = np.clip(told.ravel(), -most, most) * np.float32(ONE)

    def _record_game(self, tree: int) -> PlayedGame:
        """The game in one place of the forest, which is over."""
        plan, game = self.plan, self.game
        counters = self.forest.trees.array[tree * TREE : (tree + 1) * TREE]
        plies, rows = int(counters[PLIES]), int(counters[ROWS])
        actions = self.forest.played.array[tree * (plan.plies + 1) :][:plies].tolist()
        outcome = self.forest.rewards.array[tree * game.players : (tree + 1) * game.players] / ONE
        record = self.forest.record.array[tree * plan.plies * plan.row :][: rows * plan.row]
        record = record.reshape(rows, plan.row)
        samples = Samples.empty(rows, self._sizes)
        samples.words[:] = record[:, R_FIRST : R_FIRST + plan.words]
        packed = record[:, R_FIRST + plan.words :]
        legal = np.arange(self._sizes.actions) < record[:, R_SIZE, None]
        packed = np.where(legal, packed[:, : self._sizes.actions], 0)
        samples.places[:] = np.where(legal, packed >> 32, NOTHING)
        shares = (packed & 0xFFFF_FFFF).astype(np.float32)
        samples.shares[:] = shares / np.maximum(shares.sum(1, keepdims=True), 1)
        movers = record[:, R_MOVER]
        if plan.values == 1:
            samples.outcome[:, 0] = outcome[movers]
            samples.root[:, 0] = record[:, R_ROOT] / ONE
        else:
            samples.outcome[:] = outcome
            samples.root[:] = outcome
            samples.root[np.arange(rows), movers] = record[:, R_ROOT] / ONE
        if self._ends is not None:
            self._ends.correct(samples, movers, plies - rows)
        samples.policy_weight[:] = record[:, R_FAST] == 0
        samples.plies_left[:] = np.arange(rows, 0, -1)
        samples.followed[: rows - 1] = True
        if self._sizes.last:
            self._record_end(tree, samples)
        return PlayedGame(actions, int(counters[OPENING]), tuple(float(v) for v in outcome), samples)

    def _record_end(self, tree: int, samples: Samples) -> None:
        """The state that the game came to, where it was not broken off."""
        place = tree * self.plan.nodes_room * self.plan.words
        samples.last[:] = self.forest.states.array[place : place + self.plan.words]
        samples.owned[:] = self.game.is_terminal(read_words(self.start, self.forest.states, place))


def plan_of(encoding: Encoding, options: Options, start: Any) -> tuple[Plan, list[int]]:
    """The options as kernels take them, and the schedule of Gumbel's root."""
    game = encoding.game
    if game.chance is Chance.SAMPLED:
        raise Unsuitable(f"{game.title()} cannot be learnt by self-play: nature's moves are not listed.")
    if game.is_terminal(start):
        raise Unsuitable(f"{game.title()} cannot be learnt by self-play: it is over at its start.")
    fast = options.full_share < 1
    considered = options.considered if options.selection == "gumbel" else 0
    considered = min(considered, game.actions_limit)
    most = max(options.simulations, options.fast_simulations if fast else 0)
    # of chance one node for each of a player's, as where one throw follows a move
    nodes = most * (2 if game.has_chance else 1) + 2
    answers, answer = answers_room(game, encoding.words, values_of(game), options.answers)
    schedule: list[int] = []
    for simulations in (options.simulations, options.fast_simulations) if considered else ():
        for actions in range(considered + 1):
            sequence = schedule_of(actions, min(simulations, most))
            schedule += sequence + [0] * (most - len(sequence))
    plan = Plan(
        trees=options.games,
        words=encoding.words,
        numbers=encoding.numbers,
        policy=encoding.policy,
        values=values_of(game),
        most=game.utility_limit,
        nodes_room=nodes,
        edges_room=nodes * game.actions_limit,
        row=R_FIRST + encoding.words + game.actions_limit,
        plies=options.plies or longest_game(game, start),
        repetition=REPETITION.index(game.repetition),
        occurrence=game.repetition_count,
        simulations=options.simulations,
        fast_simulations=options.fast_simulations if fast else options.simulations,
        full_share=float(options.full_share),
        considered=considered,
        visit_scale=float(options.visit_scale),
        value_scale=float(options.value_scale),
        noise_share=float(options.noise),
        noise_total=float(options.noise_total),
        explore=float(options.explore),
        explore_base=float(options.explore_base),
        reduction=float(options.reduction),
        forced=float(options.forced),
        pruned=int(options.pruned and options.forced > 0),
        keep=int(options.keep),
        temperature_plies=options.temperature_plies,
        temperature=float(options.temperature),
        opening_share=float(options.opening_share),
        opening_plies=options.opening_plies if options.opening_share > 0 else 0,
        settle_share=float(options.settle_share) if defines(type(game), "settle") else 0.0,
        answers=answers,
        answer=answer,
    )
    return plan, schedule


def longest_game(game: Game, start: Any) -> int:
    """The plies after which a game ends undecided."""
    return max(min(int(game.plies_left(start)), LONGEST_GAME), 1)
