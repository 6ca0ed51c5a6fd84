"""αμ: a search among states drawn in which MAX plays one strategy for all of them.

T. Cazenave and V. Ventos, "The αμ search algorithm for the game of bridge", *Monte Carlo Search*, 2020.  As
in perfect-information Monte Carlo some *worlds* are drawn that the player cannot tell apart; but where that
solves each for itself, and so chooses anew in each (strategy fusion), here a move of his is a move in all
worlds.  A strategy's result is a *vector*, what it earns in each world, and a node has the *Pareto front* of
its strategies: the vectors that no other beats or equals in every world.

    function FRONT(states, M) returns a set of vectors, one number for each state
      if all are terminal then return { UTILITY of each }
      if MAX is to move then
        if M = 0 then return { what each is worth with open cards }
        return PARETO(the union over a of FRONT(RESULT of each by a, M - 1))
      each state has children by MIN's actions (or nature's); those that MAX cannot tell apart stay together
      return PARETO(for each way to take one vector from each group's FRONT:
                    for each state the least (or nature's mean) of its children)

With M = 1 it is perfect-information Monte Carlo.  With M as large as the game it solves the *best defence
model* of I. Frank and D. Basin ("Search in games with incomplete information: a case study using bridge card
play", *Artificial Intelligence* 100, 1998): MIN sees all and knows MAX's strategy.  Vectors that are kept
until the root is reached are what heals non-locality: which of a node's strategies is best depends on what
MIN can do elsewhere.  It deepens with M, which is `depth`.

Groups are by `Game.information`, so that other than in bridge MIN's moves may be hidden from MAX.  Not here:
the paper's cuts, and its table (a second paper of the same year).  Fronts may grow with every move: this is
for few worlds.

Before M = 1 there is an answer by perfect-information Monte Carlo, each world searched by itself within its
share of half the limit: in a game as wide as dark chess M = 1 has thousands of states to value.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import CHANCE, Game
from halfmove.core.limit import Limit
from halfmove.core.randomness import stream
from halfmove.core.scores import Score
from halfmove.search import perfect_information
from halfmove.search.algorithms import Brake
from halfmove.search.hidden import register_hidden
from halfmove.search.montecarlo.engine import turn_of
from halfmove.search.perfect_information import OpenCards

NAME = "alpha-mu"
WORLDS = 20
"""States drawn unless told otherwise: the paper's 20."""
MOST_WORLDS = 200
NODES = 20_000
LEAF = Limit(nodes=NODES, simulations=2_000)
"""What a state with open cards may cost; small games are solved long before."""

Vector = tuple[float, ...]


class EndedEarly(Exception):
    """A level was not finished."""


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    if game.players != 2 or not game.zero_sum:
        return f"αμ search is for two opponents, and {game.title()} is not a game of these."
    return perfect_information.unfit(game, "αμ search")


def pareto(vectors: Iterable[Vector]) -> list[Vector]:
    """The vectors that no other equals or beats in every place, each once, the largest sum first."""
    kept: list[Vector] = []
    for vector in sorted(set(vectors), key=lambda v: -math.fsum(v)):  # what beats it has a larger sum
        if not any(all(x >= y for x, y in zip(other, vector, strict=True)) for other in kept):
            kept.append(vector)
    return kept


class Fronts:
    """Fronts of states that one player, MAX, cannot tell apart; values are his."""

    def __init__(self, game: Game, viewer: int, cards: OpenCards, brake: Brake) -> None:
        self.game, self.viewer, self.cards, self.brake = game, viewer, cards, brake
        self.sign = 1 if viewer == 0 else -1
        self.until, self.most = math.inf, math.inf
        """When a level is to end: by `time.perf_counter`, and by nodes."""
        self.made = 0
        """States made by RESULT."""
        self.opened = 0
        """States that were valued with open cards, since this was last set to 0."""

    def front(self, states: Sequence[Any], moves: int) -> list[Vector]:
        """The front of states of one information set, with so many moves of MAX's to look ahead."""
        game = self.game
        if game.to_move(states[0]) == self.viewer:
            if moves == 0:
                return [tuple(map(self.open_value, states))]
            return pareto(vector for a in game.actions(states[0]) for vector in self.after(states, a, moves))
        parents: list[tuple[int, float | None]] = []
        children: list[Any] = []
        for number, state in enumerate(states):
            self.go_on()
            for a, probability in self._continuations(state):
                parents.append((number, probability))
                children.append(game.result(state, a))
        self.made += len(children)
        return pareto(
            self._gather(len(states), parents, vector)
            for vector in self.split_by_information(children, moves)
        )

    def go_on(self) -> None:
        """`EndedEarly` where the level is to end."""
        late = self.brake.pulled or self.cards.stopped or time.perf_counter() > self.until
        if late or self.cards.nodes + self.made > self.most:
            raise EndedEarly

    def after(self, states: Sequence[Any], action: Any, moves: int) -> list[Vector]:
        """The front after an action of MAX's in all states."""
        self.made += len(states)
        return self.split_by_information([self.game.result(state, action) for state in states], moves - 1)

    def split_by_information(self, states: Sequence[Any], moves: int) -> list[Vector]:
        """The front of any states: those that MAX can tell apart have strategies of their own."""
        groups: dict[int, list[int]] = {}
        values = [0.0] * len(states)
        for place, state in enumerate(states):
            if self.game.is_terminal(state):
                values[place] = self.sign * float(self.game.utility(state, 0))
            else:
                name = int(self.game.information(state, self.viewer))
                groups.setdefault(name, []).append(place)
        found = [tuple(values)]
        for places in groups.values():
            part = self.front([states[place] for place in places], moves)
            self.go_on()
            found = [_fill(vector, places, own) for vector in found for own in part]
        return found

    def _continuations(self, state: Any) -> Iterator[tuple[Any, float | None]]:
        """What MIN (None) or nature (its probability) may do."""
        if self.game.to_move(state) == CHANCE:
            yield from ((a, p) for a, p in self.game.outcomes(state) if p > 0)
        else:
            yield from ((a, None) for a in self.game.actions(state))

    def _gather(self, number: int, parents: list[tuple[int, float | None]], vector: Vector) -> Vector:
        """The values of so many states from those of their children."""
        values = [math.inf] * number
        for (parent, probability), value in zip(parents, vector, strict=True):
            if probability is None:
                values[parent] = min(values[parent], value)
            else:
                before = 0.0 if values[parent] == math.inf else values[parent]
                values[parent] = before + probability * value
        return tuple(values)

    def open_value(self, state: Any) -> float:
        """What a state is worth to MAX with open cards."""
        self.go_on()
        self.opened += 1
        return self.sign * self.cards.worth(state, LEAF, self.brake)


def _fill(vector: Vector, places: list[int], own: Vector) -> Vector:
    values = list(vector)
    for place, value in zip(places, own, strict=True):
        values[place] = value
    return tuple(values)


class _Search:
    """One search in progress."""

    def __init__(
        self,
        cards: OpenCards,
        game: Game,
        state: Any,
        limit: Limit,
        lines: int,
        only: Collection[Any] | None,
        brake: Brake,
    ) -> None:
        self.cards, self.game, self.state = cards, game, state
        self.limit, self.lines, self.only, self.brake = limit, lines, only, brake
        self.viewer = turn_of(game, state)
        self.fronts = Fronts(game, self.viewer, cards, Brake())
        self.started = time.perf_counter()

    def run(self) -> Iterator[Analysis]:
        self.cards.begin()
        self.cards.prepare(self.state)  # before the clock starts
        self.started = time.perf_counter()
        if self.game.to_move(self.state) == CHANCE:
            worth = self.cards.worth(self.state, LEAF, self.brake)
            yield self._make_analysis((), Score.mean(self.game, 0, worth), 0, 1, 0)
            return
        random = stream(self.cards.seed)
        drawn = Counter(self.game.resample(self.state, self.viewer, random) for _ in range(self.cards.worlds))
        first = self._apart(drawn)
        self._bound()
        for moves in count(1):
            self.fronts.opened = 0
            try:
                self.fronts.go_on()
                yield self._level(drawn, moves)
            except EndedEarly:
                if moves == 1:
                    yield first
                return
            if self.fronts.opened == 0 or moves == self.limit.depth:
                return

    def _bound(self) -> None:
        """From here on it may end early: there is an answer."""
        self.fronts.brake = self.brake
        if self.limit.seconds is not None:
            self.fronts.until = self.started + self.limit.seconds
        if self.limit.nodes is not None:
            self.fronts.most = self.limit.nodes

    def _seconds(self) -> float:
        return time.perf_counter() - self.started

    def _apart(self, drawn: Counter[Any]) -> Analysis:
        """An answer with little: perfect-information Monte Carlo, of all worlds, or the first few of them
        where half of the limit is not enough for more."""
        totals: defaultdict[Any, float] = defaultdict(float)
        weights: Counter[Any] = Counter()
        for done, (state, times) in enumerate(drawn.items()):
            share = self._share(len(drawn) - done)
            if done and (share is None or self.brake.pulled or self.cards.stopped):
                break
            for a, worth in self.cards.values(state, share or Limit(nodes=1), self.brake).items():
                totals[a] += times * worth
                weights[a] += times
        allowed = [a for a in self.game.actions(self.state) if self.only is None or a in self.only]
        means = [(a, totals[a] / weights[a]) for a in allowed if weights[a]] or [(a, 0.0) for a in allowed]
        return self._order_lines(means, 1, len(drawn), 1)

    def _share(self, worlds: int) -> Limit | None:
        """The share of half of the limit for the next of so many worlds; None where nothing is left."""
        nodes, seconds = NODES, math.inf
        if self.limit.nodes is not None:
            nodes = min(nodes, (self.limit.nodes // 2 - self.cards.nodes) // worlds)
        if self.limit.seconds is not None:
            seconds = (self.limit.seconds / 2 - self._seconds()) / worlds
        if nodes <= 0 or seconds <= 0:
            return None
        timed = seconds if seconds < math.inf else None
        return Limit(nodes=nodes, seconds=timed, simulations=LEAF.simulations)

    def _level(self, drawn: Counter[Any], moves: int) -> Analysis:
        """What is known so many moves of MAX's ahead."""
        states, weights = list(drawn), list(drawn.values())
        found: list[tuple[Any, float]] = []
        widest = 0
        for a in self.game.actions(self.state):
            if self.only is None or a in self.only:
                vectors = self.fronts.after(states, a, moves)
                widest = max(widest, len(pareto(vectors)))
                found.append((a, max(_mean(vector, weights) for vector in vectors)))
        return self._order_lines(found, moves, len(states), widest)

    def _order_lines(self, found: list[tuple[Any, float]], moves: int, worlds: int, widest: int) -> Analysis:
        """The actions with what they are worth, the best first."""
        found.sort(key=lambda row: -row[1])
        lines = tuple(Line(a, Score.mean(self.game, self.viewer, worth), (a,)) for a, worth in found)
        score = lines[0].score if lines else Score.unknown(self.game, self.viewer)
        return self._make_analysis(lines[: self.lines], score, moves, worlds, widest)

    def _make_analysis(
        self, lines: tuple[Line, ...], score: Score, depth: int, worlds: int, widest: int
    ) -> Analysis:
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm=NAME,
            lines=lines,
            score=score,
            depth=depth,
            nodes=self.cards.nodes + self.fronts.made,
            seconds=self._seconds(),
            statistics={"worlds": worlds, "open": self.fronts.opened, "largest_front": widest},
        )


def _mean(vector: Vector, weights: list[int]) -> float:
    return math.fsum(value * weight for value, weight in zip(vector, weights, strict=True)) / sum(weights)


register_hidden(
    NAME,
    OpenCards,
    lambda *asked: _Search(*asked).run(),
    lambda options: perfect_information.settings_from(options, NAME, WORLDS, MOST_WORLDS),
    summary="αμ search: among states drawn, one strategy for all of them, by Pareto fronts; few states, "
    "two opponents",
    source="Cazenave and Ventos 2020; Frank and Basin 1998",
    unfit=unfit,
    strength=24,
    limits=("seconds", "depth", "nodes"),
    settings={"worlds": WORLDS, "search": "auto"},
    verify=perfect_information.verify,
    megabytes=perfect_information.MEGABYTES,
)
