"""Determinised Monte Carlo search: guess what is hidden, search as if all were seen, and add up.

From what the player knows several states are drawn (`Game.resample`), each is searched by Monte Carlo tree
search as a game of perfect information, and the weights that the searches give to the actions are added up.
Ginsberg, "GIB: imperfect information in a computationally challenging game", *Journal of Artificial
Intelligence Research* 14, 2001 (perfect information Monte Carlo, for bridge); Cowling, Powley and Whitehouse,
"Information set Monte Carlo tree search", *IEEE Transactions on Computational Intelligence and AI in Games*
4(2), 2012 (determinised UCT).

Simple, and strong in many card games, but no equilibrium: in each state drawn everybody is taken to see
everything, so that it neither bluffs nor pays for information, and plays as if it could choose differently in
states that it cannot tell apart ("strategy fusion": Frank and Basin, "Search in games with incomplete
information", *Artificial Intelligence* 100, 1998).  A simultaneous game is searched in turn (`core.in_turn`).

Of the state it is given it asks who moves and what may be done, which the player knows, and what `resample`
draws: from states that the player cannot tell apart it finds the same with the same seed.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Chance, Game, Information
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_whole_option
from halfmove.core.randomness import stream
from halfmove.core.score import WIN
from halfmove.core.scores import Score
from halfmove.search import hidden
from halfmove.search.algorithms import Brake
from halfmove.search.hidden import UNLESS_TOLD, read_options, register_hidden
from halfmove.search.montecarlo.engine import MonteCarlo, turn_of
from halfmove.search.montecarlo.plan import Settings
from halfmove.search.size import is_within
from halfmove.search.supervised import run_supervised

NAME = "determinized"
LISTED = 3_000_000
"""Histories of a game whose equilibrium is found by listing them (`halfmove solve`)."""
WORLDS = 32
"""States drawn for a search, unless told otherwise.  In Kuhn poker a player has two to guess from."""
MOST_WORLDS = 10_000
LEAST = 16
"""Simulations worth a state: with fewer in all, fewer states are drawn."""
MEGABYTES = 32
"""Memory for the tree of one state, which is forgotten before the next."""


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    return hidden.unfit(game, "Determinised search", means="takes means of")


def reveal_information(game: Game) -> Game:
    """The same rules as a game of perfect information: what its players would play with open cards."""
    twin = copy.copy(game)
    twin.information_kind = Information.PERFECT
    return twin


class Determinized:
    """The search of one game; `memory` of `search`.  Between searches nothing is kept but its room."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
        worlds: int = WORLDS,
    ) -> None:
        self.game = game
        self.worlds = worlds
        self.seed = seed
        self.stopped = False
        """Whether the running search was told to end."""
        # without proofs: a search that ends early would weigh less than the others
        self.engine = MonteCarlo(
            reveal_information(in_turn(game)),
            Settings(proofs=False, choice="visits"),
            megabytes=megabytes,
            threads=threads,
            seed=seed,
        )

    def clear(self) -> None:
        """Forget everything."""
        self.engine.clear()

    def reseed(self, seed: int) -> None:
        """Have the next search draw the states, and the random numbers, of this seed."""
        self.seed = seed

    def warm(self) -> None:
        """Make ready for a clock."""
        self.engine.warm()

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from a state."""
        self.engine.prepare(state)

    def stop(self) -> None:
        """End the running search, from any thread."""
        self.stopped = True
        self.engine.stop()


@dataclass
class _Tally:
    """What the searches have found of one action."""

    weight: float = 0.0
    """Its share of each search's simulations, added up."""
    visits: int = 0
    values: list[float] = field(default_factory=list)
    """Its value in each state drawn."""

    @property
    def value(self) -> float:
        """The mean over the states drawn, each as likely as another."""
        return sum(self.values) / max(len(self.values), 1)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the mean over all states lies with a confidence of 95 %, by how it varied between those
        drawn; None for one state."""
        return interval_of(self.values, self.value)


def interval_of(values: Sequence[float], mean: float) -> tuple[float, float] | None:
    """Where the mean of all lies with a confidence of 95 %, by how these, drawn from them, vary around their
    own; None for one."""
    n = len(values)
    if n < 2:
        return None
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return mean - 1.96 * spread, mean + 1.96 * spread


class _Search:
    """One search in progress."""

    def __init__(
        self,
        searcher: Determinized,
        game: Game,
        state: Any,
        limit: Limit,
        lines: int,
        only: Collection[Any] | None,
        brake: Brake,
    ) -> None:
        self.searcher, self.engine, self.brake = searcher, searcher.engine, brake
        self.game, self.state, self.limit = game, state, limit
        self.lines, self.only = lines, only
        self.viewer = turn_of(game, state)
        self.chooses = game.to_move(state) >= 0
        self.tallies: dict[Any, _Tally] = {}
        self.gained = 0.0
        self.simulations = self.deepest = self.worlds = 0
        self.started = time.perf_counter()

    def run(self) -> Iterator[Analysis]:
        total = self.limit.simulations or self.limit.nodes
        if total is None and self.limit.seconds is None:
            total = UNLESS_TOLD
        worlds = self.searcher.worlds
        if total is not None:
            worlds = min(worlds, max(total // LEAST, 1))
        random = stream(self.searcher.seed)
        self.searcher.stopped = False
        self.engine.prepare(self.state)  # before the clock starts
        self.started = time.perf_counter()
        for number in range(worlds):
            if number and (self.searcher.stopped or self.brake.pulled or self._seconds_left() <= 0):
                break
            drawn = self.game.resample(self.state, self.viewer, random)
            share = None if total is None else (total * (number + 1)) // worlds - (total * number) // worlds
            seconds = (
                None if self.limit.seconds is None else max(self._seconds_left() / (worlds - number), 1e-4)
            )
            self._search(drawn, Limit(simulations=share, seconds=seconds), number)
            yield self.analysis()

    def _seconds_left(self) -> float:
        """Seconds that are left."""
        if self.limit.seconds is None:
            return math.inf
        return self.limit.seconds - (time.perf_counter() - self.started)

    def _search(self, drawn: Any, limit: Limit, number: int) -> None:
        """Search one of the states, and add what is found."""
        engine = self.engine
        engine.clear()
        engine.reseed(self.searcher.seed * MOST_WORLDS + number)
        engine.begin()
        engine.set_root(drawn)
        run_supervised(lambda: engine.grow(limit), engine.stop, None, self.brake)
        found = engine.candidates()
        whole = sum(c.visits for c in found)
        self.worlds += 1
        self.simulations += engine.simulations
        self.deepest = max(self.deepest, engine.depth)
        for c in found:
            tally = self.tallies.setdefault(c.action, _Tally())
            value = (2 * c.mean - 1) * engine.plan.most / WIN
            tally.weight += c.visits / max(whole, 1)
            tally.visits += c.visits
            self.gained += c.visits * value
            if c.visits:
                tally.values.append(value)

    def analysis(self) -> Analysis:
        """What the states drawn so far say together."""
        found = sorted(self.tallies.items(), key=lambda item: (-item[1].weight, -item[1].value))
        mean = self.gained / max(sum(tally.visits for _, tally in found), 1)
        allowed = [(a, tally) for a, tally in found if self.only is None or a in self.only]
        best = [self._line(a, tally) for a, tally in allowed[: self.lines]] if self.chooses else []
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm=NAME,
            lines=tuple(best),
            score=best[0].score if best else Score.mean(self.game, self.viewer, mean),
            depth=self.deepest,
            nodes=self.simulations,
            seconds=time.perf_counter() - self.started,
            statistics={"worlds": self.worlds},
            weights={a: tally.weight for a, tally in allowed} if best else None,
        )

    def _line(self, action: Any, tally: _Tally) -> Line:
        return Line(
            action=action,
            score=Score.mean(self.game, self.viewer, tally.value),
            variation=(action,),
            visits=tally.visits,
            interval=tally.interval,
        )


def settings_from(options: Mapping[str, str] | None) -> dict[str, int]:
    """The number of states to draw, from texts; `BadInput` for what cannot be."""
    (text,) = read_options(NAME, options, {"worlds": WORLDS})
    return {"worlds": read_whole_option(NAME, "worlds", text, 1, MOST_WORLDS)}


def _caution(game: Game) -> str:
    said = "optimistic: each state drawn is played on as if nothing were hidden"
    laid_out = game.players == 2 and game.chance is not Chance.SAMPLED and game.repetition == "none"
    if laid_out and is_within(game, LISTED):
        return f"{said}; halfmove solve finds an equilibrium"
    return said


register_hidden(
    NAME,
    lambda game, megabytes, **made: Determinized(game, megabytes=megabytes or MEGABYTES, **made),
    lambda *asked: _Search(*asked).run(),
    settings_from,
    summary="Determinised Monte Carlo: states drawn from what the player knows, each searched as if all "
    "were seen; for hidden information and moves at once",
    source="Ginsberg 2001; Cowling, Powley and Whitehouse 2012",
    unfit=unfit,
    strength=30,
    settings={"worlds": WORLDS},
    megabytes=MEGABYTES,
    caution=_caution,
)
