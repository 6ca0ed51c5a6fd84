"""Regret minimisation from the first iteration to a strategy: algorithms by name, progress, checkpoints.

    solution = regret(game, algorithm="cfr+", iterations=1000)
    solution.exploitability, solution.strategy

A run is stopped between two portions of iterations, keeps what it has, and goes on from its checkpoint as if
it had never stopped: the same iterations give the same tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.array_file import ANEW, check_same, open_arrays, write_arrays
from halfmove.core.atomic_file import check_writable
from halfmove.core.buffer import Buffer
from halfmove.core.compile import Stopwatch
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.core.naming import open_game
from halfmove.core.progress import at, long_work
from halfmove.core.randomness import stream
from halfmove.core.reporting import Asked
from halfmove.imperfect.best_response import find_all_reach, judge, speed
from halfmove.imperfect.cfr import cfr, cfr_plus, discounted_cfr, linear_cfr, predictive_cfr_plus
from halfmove.imperfect.exact import EXACT, Exact
from halfmove.imperfect.fictitious_play import fictitious_play
from halfmove.imperfect.layout import GameTable, lay_out
from halfmove.imperfect.mccfr import chance_mccfr, external_mccfr, outcome_mccfr, vr_mccfr
from halfmove.imperfect.replicator_dynamics import replicator_dynamics
from halfmove.imperfect.solution import Point, Solution, make_solution
from halfmove.imperfect.steps import Tables, new_tables
from halfmove.imperfect.strategy import Policy, Strategy, normalise

CHECKPOINT = "halfmove regret checkpoint 1"
PORTION = 0.2
"""Seconds of work between two looks at the clock, at whoever stops, and at the progress."""
SAVE_EVERY = 30.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True)
class Method:
    """An algorithm of regret minimisation."""

    name: str
    run: Any
    """The kernel: (laid_out, layout, tables, done, times[, random])."""
    sampled: bool
    """Whether it draws: whether it takes a seed."""
    summary: str
    source: str
    once: bool = False
    """Whether it is for games in which each player chooses once."""
    by_history: bool = False
    """Whether its `guess` is one for each history and player, not for each sequence."""

    def is_suitable(self, table: GameTable) -> bool:
        """Whether it is for such a game."""
        return not self.once or table.one_set_each


_METHODS = (
    Method("cfr", cfr, False, "counterfactual regret minimisation", "Zinkevich et al. 2007"),
    Method("cfr+", cfr_plus, False, "CFR+: regrets never below zero, linear averaging", "Tammelin 2014"),
    Method("linear-cfr", linear_cfr, False, "linear CFR: iteration t weighs t", "Brown and Sandholm 2019"),
    Method("discounted-cfr", discounted_cfr, False, "discounted CFR", "Brown and Sandholm 2019"),
    Method("predictive-cfr+", predictive_cfr_plus, False, "predictive CFR+", "Farina et al. 2021"),
    Method("chance-mccfr", chance_mccfr, True, "chance-sampling Monte Carlo CFR", "Zinkevich et al. 2007"),
    Method(
        "external-mccfr", external_mccfr, True, "external-sampling Monte Carlo CFR", "Lanctot et al. 2009"
    ),
    Method("outcome-mccfr", outcome_mccfr, True, "outcome-sampling Monte Carlo CFR", "Lanctot et al. 2009"),
    Method(
        "vr-mccfr",
        vr_mccfr,
        True,
        "outcome sampling with baselines: VR-MCCFR",
        "Schmid et al. 2019",
        by_history=True,
    ),
    Method("fictitious-play", fictitious_play, False, "fictitious play (XFP)", "Heinrich et al. 2015"),
    Method(
        "replicator-dynamics",
        replicator_dynamics,
        True,
        "replicator dynamics",
        "Taylor and Jonker 1978",
        once=True,
    ),
)
METHODS = {method.name: method for method in _METHODS}
"""The algorithms of regret minimisation, by name."""

NAMES = (*METHODS, *EXACT)
"""All algorithms that find strategies: those of regret minimisation, and the exact ones."""

DEFAULT = "cfr+"
ITERATIONS = {False: 1_000, True: 100_000}
"""Iterations where none are asked for: of an algorithm that draws, and of one that does not."""


def find_method(name: str) -> Method:
    """The algorithm of regret minimisation of this name; `BadInput` for none."""
    if name not in METHODS:
        raise BadInput(
            f"There is no algorithm '{name}' of regret minimisation; they are: {', '.join(NAMES)}."
        )
    return METHODS[name]


class RegretSolver:
    """An algorithm of regret minimisation at work on a game, a step at a time.

        solver = RegretSolver(game, "cfr+")
        while solver.solution().exploitability > 0.001:
            solver.step(100)

    Its tables grow better with every iteration; each `solution()` adds a point to its `curve`.  `BadInput`
    for an unknown algorithm or seed, `Unsuitable` for a game that cannot be laid out or does not fit.
    """

    def __init__(self, game: Game | GameTable | str, method: Method | str = DEFAULT, seed: int = 0) -> None:
        begun = time.perf_counter()
        method = find_method(method) if isinstance(method, str) else method
        table = game if isinstance(game, GameTable) else lay_out(open_game(game))
        if not 0 <= seed < 1 << 32:
            raise BadInput(f"A seed is a whole number from 0 to {(1 << 32) - 1}, not {seed}.")
        if not method.is_suitable(table):
            raise Unsuitable(
                f"{method.name} is for games in which each player chooses once, and {table.game.title()} is "
                "no such game."
            )
        self.table, self.method, self.seed = table, method, seed
        self.tables: Tables = new_tables(table.layout)
        if method.by_history:
            self.tables = self.tables._replace(guess=np.zeros(table.histories * table.layout.players))
        self.iterations = 0
        self.seconds = 0.0
        """Of iterating: what was prepared, and the judging of strategies, are not in it."""
        self.curve: list[Point] = []
        """How good the average strategy was whenever it was asked for (`solution`)."""
        self._ready = False
        self.random: Buffer = stream(seed)
        self._laid_out = speed(table.compiled)
        find_all_reach(self._laid_out, table.layout, self.tables.policy, self.tables.reach)
        self.prepared = time.perf_counter() - begun
        """Seconds of laying the game out and of making machine code."""

    def prepare(self) -> None:
        """Make the machine code, so that no clock runs meanwhile."""
        if self._ready:
            return
        begun = time.perf_counter()
        more = (self.random,) if self.method.sampled else ()
        self.method.run(self._laid_out, self.table.layout, self.tables, 0, 0, *more)
        self.prepared += time.perf_counter() - begun
        self._ready = True

    def step(self, iterations: int = 1) -> None:
        """So many iterations more."""
        if iterations < 0:
            raise BadInput(f"A solver takes 0 steps or more, not {iterations}.")
        self.prepare()
        begun = time.perf_counter()
        more = (self.random,) if self.method.sampled else ()
        self.method.run(self._laid_out, self.table.layout, self.tables, self.iterations, iterations, *more)
        self.iterations += iterations
        self.seconds += time.perf_counter() - begun

    def strategy(self) -> Strategy:
        """The average strategy."""
        return Strategy(self.table, normalise(self.table, self.tables.average))

    def solution(self) -> Solution:
        """The average strategy, and how good it is: a point more of the curve."""
        found = make_solution(self.method.name, self.iterations, self.seconds, self.strategy())
        if self.curve and self.curve[-1].iterations == self.iterations:
            self.curve.pop()
        self.curve.append(Point(self.iterations, self.seconds, found.value, found.exploitability))
        return replace(found, prepared=self.prepared, curve=tuple(self.curve))

    # ---- checkpoints
    def _identity(self) -> dict[str, Any]:
        game = rules_of(self.table.game)
        names = hash(tuple(self.table.names)) & 0xFFFF_FFFF  # of whole numbers: the same in every process
        return {
            "game": game.title(),
            "parameters": dict(game.parameters),
            "algorithm": self.method.name,
            "seed": self.seed if self.method.sampled else None,
            "information sets": [self.table.sets, names],
        }

    def save(self, file: str | Path) -> None:
        """Write a checkpoint."""
        numbers = np.array([self.iterations, self.seconds])
        tables = self.tables._asdict()
        write_arrays(file, CHECKPOINT, self._identity(), numbers=numbers, random=self.random.array, **tables)

    def load(self, file: str | Path) -> None:
        """Go on from a checkpoint; `BadInput` for that of another game, algorithm, seed or version."""
        refused = f"'{file}' is no checkpoint of regret minimisation; delete it to begin anew."
        with open_arrays(file, CHECKPOINT, refused) as (head, kept):
            check_same(head, self._identity(), f"The checkpoint '{file}'", ANEW)
            tables = [kept[name] for name in Tables._fields]
            if any(
                a.shape != b.shape or a.dtype != b.dtype for a, b in zip(tables, self.tables, strict=True)
            ):
                raise ValueError
            numbers, random = kept["numbers"], kept["random"]
        for mine, its in zip(self.tables, tables, strict=True):
            mine[:] = its
        self.random.array[:] = random
        self.iterations, self.seconds = int(numbers[0]), float(numbers[1])


@long_work("solving")
def regret(
    game: Game | GameTable | str,
    *,
    algorithm: str = DEFAULT,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    progress: Asked = None,
    see: Callable[[RegretSolver], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Solution:
    """Minimise regret for `iterations` (1,000; 100,000 where plays are drawn), or for `seconds` of iterating.

    The strategy approaches an equilibrium in two-player zero-sum games; elsewhere nothing is promised, and
    `exploitability` says what came of it.  With a `checkpoint` file the run goes on from it, and it is
    written every half minute and at the end.  `see(run)` is called a few times a second,
    and `progress` says how it is told how far the run is (`core.reporting.Asked`); once `stop()` is true it
    ends with what it has.  `Unsuitable` for a game whose tree cannot be laid out, `BadInput` for what cannot
    be: an unknown algorithm, a checkpoint of another run.

    `algorithm="linear-programme"` finds an equilibrium of a two-player zero-sum game instead, to the end and
    at once; where two players choose once, at the same moment, "lemke-howson" finds one for any payoffs and
    "support-enumeration" all.  These take no iterations, seconds or checkpoint, and `see` and `stop` are
    not called.
    """
    if algorithm in EXACT:
        if not (iterations is None and seconds is None and checkpoint is None):
            words = EXACT[algorithm].words
            raise BadInput(
                f"{words[0].upper()}{words[1:]} is solved to the end: it takes no number of iterations or "
                "seconds, and no checkpoint."
            )
        begun = time.perf_counter()
        table = game if isinstance(game, GameTable) else lay_out(open_game(game))
        laid_out = time.perf_counter() - begun
        found = make_exact_solution(table, EXACT[algorithm])
        return replace(found, prepared=found.prepared + laid_out)
    method = find_method(algorithm)
    if iterations is not None and iterations < 1:
        raise BadInput(f"Regret is minimised in 1 iteration or more, not {iterations}.")
    if seconds is not None and not seconds > 0:
        raise BadInput(f"Regret is minimised for more than 0 seconds, not {seconds}.")
    if checkpoint is not None:
        check_writable(checkpoint)
    run = RegretSolver(game, method, seed)
    if checkpoint is not None and Path(checkpoint).exists():
        run.load(checkpoint)
    if iterations is None and seconds is None:
        iterations = ITERATIONS[method.sampled]
    return finish(run, iterations, seconds, checkpoint, see, stop)


def make_exact_solution(table: GameTable, exact: Exact) -> Solution:
    """Equilibria by an exact solver, and how good the first is: exploitable by rounding only."""
    begun = time.perf_counter()
    exact.load()  # what is loaded is no part of the seconds
    watch = Stopwatch()
    prepared = time.perf_counter() - begun
    policies, steps = exact.run(table)
    seconds = watch.seconds
    found = tuple(Strategy(table, policy) for policy in policies)
    judged = make_solution(exact.name, steps, seconds, found[0])
    return replace(judged, prepared=prepared + watch.compiling, equilibria=found)


def finish(
    run: RegretSolver,
    iterations: int | None,
    seconds: float | None,
    checkpoint: str | Path | None,
    see: Callable[[RegretSolver], None] | None,
    stop: Callable[[], bool],
) -> Solution:
    """Take a run to so many iterations or seconds in all, and say what came of it."""
    run.prepare()
    portion, saved = 1, time.perf_counter()
    while not (stopped := stop()):
        left = portion if iterations is None else min(portion, iterations - run.iterations)
        if left <= 0 or (seconds is not None and run.seconds >= seconds):
            break
        before = run.seconds
        run.step(left)
        took = max(run.seconds - before, 1e-9)
        rest = PORTION if seconds is None else min(PORTION, max(seconds - run.seconds, 0.0))
        portion = max(1, min(2 * portion, int(left * rest / took)))
        at(run.iterations, iterations, unit="iterations")
        if see is not None:
            see(run)
        if checkpoint is not None and time.perf_counter() - saved > SAVE_EVERY:
            run.save(checkpoint)
            saved = time.perf_counter()
    if checkpoint is not None:
        run.save(checkpoint)
    return replace(run.solution(), interrupted=stopped)


@long_work("judging a strategy of")
def exploitability(game: Game | str, strategy: Strategy | Policy, *, progress: Asked = None) -> float:
    """NashConv of a strategy divided by the number of players, exact.

    A strategy is a `Strategy`, or a function that gives the probabilities of the actions in a state.
    `progress` says how it is told that it works (`core.reporting.Asked`).
    """
    game = open_game(game)
    values, best = judge_strategy(game, strategy)
    return float(sum(best) - sum(values)) / len(best)


def judge_strategy(game: Game, strategy: Strategy | Policy) -> tuple[Any, Any]:
    """What each player earns where all play the strategy, and what with his best response to the others'."""
    if not isinstance(strategy, Strategy):
        strategy = Strategy.of(game, strategy)
    elif strategy.game != rules_of(game):
        raise Unsuitable(
            f"The strategy is one for {strategy.game.title()}, not for {game.title()} as it is set."
        )
    return judge(strategy.table.layout, strategy.policy, compiled=strategy.table.compiled)
