"""Perfect-information Monte Carlo: draw what is hidden, solve each state with open cards, take the best mean.

    function PIMC(information set) returns an action
      for each of so many states drawn from the information set do
        for each legal action do
          total[action] <- total[action] + VALUE(RESULT(state, action)), all players seeing everything
      return the action of the largest total

D. N. L. Levy, "The million pound bridge program", *Heuristic Programming in Artificial Intelligence* 1, 1989;
M. L. Ginsberg, "GIB: imperfect information in a computationally challenging game", *Journal of Artificial
Intelligence Research* 14, 2001; when it plays well: J. Long, N. Sturtevant, M. Buro and T. Furtak,
"Understanding the success of perfect information Monte Carlo sampling in game tree search", AAAI 2010.

VALUE is any search of games of perfect information that `analyze` knows (option `search`): solved where it
comes to a proof within its share of the limit, estimated otherwise.  `determinized` is the same idea with one
Monte Carlo tree search a state, whose visits it adds up; here values are, and every action's is known.

No equilibrium, whatever the search: a player who sees all cards needs neither bluff nor ask, and chooses
anew in each state ("strategy fusion"); see `alpha_mu`, and Frank and Basin, "Search in games with incomplete
information", *Artificial Intelligence* 100, 1998.

Of the state it is given it asks who moves and what may be done, which the player knows, and what `resample`
draws: from states that the player cannot tell apart it finds the same with the same seed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_whole_option
from halfmove.core.randomness import stream
from halfmove.core.scores import Score
from halfmove.search import hidden
from halfmove.search.algorithms import Algorithm, Brake, choose, deepen
from halfmove.search.determinized import MOST_WORLDS, interval_of, reveal_information
from halfmove.search.hidden import read_options, register_hidden
from halfmove.search.montecarlo.engine import turn_of

NAME = "pimc"
WORLDS = 32
"""States drawn for a search, unless told otherwise."""
USUAL = "chance-engine"
"""The search of each state unless told otherwise, where it fits: alpha-beta with a table, for games with and
without chance, which ends with a proof.  The table serves all the states drawn."""
MEGABYTES = 32
BOUNDS = ("seconds", "depth", "nodes", "simulations")


def unfit(game: Game, name: str = "Perfect-information Monte Carlo") -> str | None:
    """Why the search does not fit a game; None where it does."""
    return hidden.unfit(game, name)


class OpenCards:
    """The game with everything open, searched state by state; `memory` of `search`."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float | None = None,
        threads: int = 1,
        seed: int = 0,
        worlds: int = WORLDS,
        search: str = "auto",
    ) -> None:
        self.game = game
        self.worlds, self.seed, self.threads = worlds, seed, threads
        self.open = reveal_information(in_turn(game))
        """What is searched: the game as if its players saw everything."""
        self.algorithm = searcher_of(self.open, search)
        self.stopped = False
        """Whether the running search was told to end."""
        self.memory: Any = None
        """What the search of one state remembers for the next."""
        if self.algorithm.remember is not None:
            self.memory = self.algorithm.remember(
                self.open, megabytes=megabytes or MEGABYTES, threads=threads, seed=seed
            )
        self.known: dict[Any, dict[Any, float]] = {}
        """The values of all actions of states that are solved."""
        self.worths: dict[Any, float] = {}
        """What states that are solved are worth to player 0."""
        self.nodes = self.deepest = 0
        """Of the searches since `begin`: nodes, and the deepest level."""

    def clear(self) -> None:
        """Forget everything."""
        self.known.clear()
        self.worths.clear()
        if self.memory is not None:
            self.memory.clear()

    def reseed(self, seed: int) -> None:
        """Have the next search draw the states, and the random numbers, of this seed."""
        self.seed = seed
        if self.memory is not None:
            self.memory.reseed(seed)

    def warm(self) -> None:
        """Make ready for a clock."""
        if self.memory is not None:
            self.memory.warm()

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from a state."""
        if self.memory is not None:
            self.memory.prepare(state)

    def stop(self) -> None:
        """End the running search, from any thread."""
        self.stopped = True
        if self.memory is not None and hasattr(self.memory, "stop"):
            self.memory.stop()

    def begin(self) -> None:
        """A new search: counters at zero."""
        self.stopped = False
        self.nodes = self.deepest = 0

    def values(self, state: Any, limit: Limit, brake: Brake) -> dict[Any, float]:
        """What each legal action of a state is worth to its mover with open cards; of actions that the
        search has not come to, nothing.  What is solved is remembered."""
        found = self.known.get(state)
        if found is not None:
            return found
        last = self._search_state(state, limit, brake, len(list(self.open.actions(state))))
        if last is None:
            return {}
        values = {line.action: line.value for line in last.lines}
        if last.lines and all(line.proven for line in last.lines):
            self.known[state] = values
        return values

    def worth(self, state: Any, limit: Limit, brake: Brake) -> float:
        """What a state is worth to player 0 with open cards; 0 where the search has not come to anything.
        What is solved is remembered."""
        if self.open.is_terminal(state):
            return float(self.open.utility(state, 0))
        found = self.worths.get(state)
        if found is None:
            last = self._search_state(state, limit, brake, 1)
            if last is None:
                return 0.0
            found = last.value if last.score.player == 0 else -last.value
            if last.proven:
                self.worths[state] = found
        return found

    def _search_state(self, state: Any, limit: Limit, brake: Brake, lines: int) -> Analysis | None:
        """The last analysis of a state within the limit."""
        bounds = {key: getattr(limit, key) for key in BOUNDS if key in self.algorithm.limits}
        given: dict[str, Any] = {"brake": brake} if self.algorithm.takes_brake else {}
        last: Analysis | None = None
        try:
            for analysis in deepen(
                self.open,
                state,
                Limit(**bounds),
                algorithm=self.algorithm.name,
                lines=lines,
                seed=self.seed,
                threads=self.threads,
                memory=self.memory,
                **given,
            ):
                last = analysis
                if self.stopped or brake.pulled:
                    break
                if not given and self.memory is not None and hasattr(self.memory, "stop"):
                    brake.attach(self.memory.stop)  # only now, so that there is an answer
        finally:
            if not given:
                brake.detach()
        if last is not None:
            self.nodes += last.nodes
            self.deepest = max(self.deepest, last.depth)
        return last


def searcher_of(game: Game, name: str) -> Algorithm:
    """The search for the states drawn, of a game of perfect information: `auto` is `USUAL` where it fits,
    otherwise the strongest that does.  `BadInput` for what is not one or does not fit."""
    if name == "auto":
        try:
            return choose(game, USUAL)
        except Unsuitable:
            return choose(game)
    try:
        return choose(game, name)
    except Unsuitable as error:
        raise BadInput(f"'{name}' cannot search the states drawn: {error}") from None


@dataclass
class _Tally:
    """What the searches have found of one action."""

    values: list[float] = field(default_factory=list)
    """Its value in each state drawn."""

    @property
    def value(self) -> float:
        """The mean over the states drawn, each as likely as another."""
        return math.fsum(self.values) / max(len(self.values), 1)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the mean over all states lies with a confidence of 95 %; None for one state."""
        return interval_of(self.values, self.value)


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
        self.legal = list(game.actions(state)) if game.to_move(state) >= 0 else []
        self.tallies = {a: _Tally() for a in self.legal}
        self.drawn = 0
        self.started = time.perf_counter()

    def run(self) -> Iterator[Analysis]:
        cards, random = self.cards, stream(self.cards.seed)
        cards.begin()
        cards.prepare(self.state)  # before the clock starts
        self.started = time.perf_counter()
        worlds = cards.worlds if self.legal else 1
        for number in range(worlds):
            if number and (cards.stopped or self.brake.pulled or not self._limit_left(worlds - number)):
                break
            drawn = self.game.resample(self.state, self.viewer, random)
            left = self._limit_left(worlds - number) or Limit(seconds=1e-3)
            if not self.legal:
                yield self._of_nature(drawn, left)
                return
            values = cards.values(drawn, left, self.brake)
            self.drawn += 1
            for action, value in values.items():
                self.tallies[action].values.append(value)
            yield self.analysis()

    def _limit_left(self, worlds: int) -> Limit | None:
        """The share of the limit for the next of so many states; None where nothing is left."""
        limit = self.limit
        seconds = None
        if limit.seconds is not None:
            seconds = (limit.seconds - (time.perf_counter() - self.started)) / worlds
            if seconds <= 0:
                return None
        nodes = None if limit.nodes is None else (limit.nodes - self.cards.nodes) // worlds
        simulations = None if limit.simulations is None else (limit.simulations - self.cards.nodes) // worlds
        if self.drawn and min(nodes or 1, simulations or 1) <= 0 and 0 in (nodes, simulations):
            return None
        return Limit(
            seconds=seconds,
            depth=limit.depth,
            nodes=None if nodes is None else max(nodes, 1),
            simulations=None if simulations is None else max(simulations, 1),
        )

    def _of_nature(self, drawn: Any, limit: Limit) -> Analysis:
        """Where nature moves there is nothing to choose, and everybody knows as much: the value alone."""
        cards, value = self.cards, 0.0
        bounds = {key: getattr(limit, key) for key in BOUNDS if key in cards.algorithm.limits}
        for found in deepen(
            cards.open, drawn, Limit(**bounds), algorithm=cards.algorithm.name, memory=cards.memory
        ):
            value, cards.nodes, cards.deepest = found.value, found.nodes, found.depth
        self.drawn = 1
        return self._make_analysis((), Score.mean(self.game, self.viewer, value))

    def analysis(self) -> Analysis:
        """What the states drawn so far say together."""
        allowed = [a for a in self.legal if self.only is None or a in self.only]
        allowed.sort(key=lambda a: -self.tallies[a].value if self.tallies[a].values else math.inf)
        best = tuple(
            Line(
                action=a,
                score=Score.mean(self.game, self.viewer, self.tallies[a].value),
                variation=(a,),
                interval=self.tallies[a].interval,
            )
            for a in allowed[: self.lines]
        )
        return self._make_analysis(best, best[0].score if best else Score.unknown(self.game, self.viewer))

    def _make_analysis(self, lines: tuple[Line, ...], score: Score) -> Analysis:
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm=NAME,
            lines=lines,
            score=score,
            depth=self.cards.deepest,
            nodes=self.cards.nodes,
            seconds=time.perf_counter() - self.started,
            statistics={"worlds": self.drawn, "solved": len(self.cards.known)},
        )


def settings_from(
    options: Mapping[str, str] | None, name: str = NAME, worlds: int = WORLDS, most: int = MOST_WORLDS
) -> dict[str, Any]:
    """How many states to draw, and how to search them, from texts; `BadInput` for what cannot be."""
    text, search = read_options(name, options, {"worlds": worlds, "search": "auto"})
    return {"worlds": read_whole_option(name, "worlds", text, 1, most), "search": search}


def verify(game: Game, options: Mapping[str, str]) -> None:
    """`BadInput` for a search that does not fit the game with everything open."""
    searcher_of(reveal_information(in_turn(game)), settings_from(options)["search"])


register_hidden(
    NAME,
    OpenCards,
    lambda *asked: _Search(*asked).run(),
    settings_from,
    summary="Perfect-information Monte Carlo: states drawn from what the player knows, each solved as if "
    "all were seen, by any search",
    source="Levy 1989; Ginsberg 2001; Long, Sturtevant, Buro and Furtak 2010",
    unfit=unfit,
    strength=26,
    limits=BOUNDS,
    settings={"worlds": WORLDS, "search": "auto"},
    verify=verify,
    megabytes=MEGABYTES,
)
