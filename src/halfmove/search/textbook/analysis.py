"""The textbook searches as `analyze` calls them: under a limit, with lines.

Without a clock the search is the textbook's, once, to the depth asked for or to the end of every game.  With
a limit of seconds or nodes it deepens ply by ply, the game's evaluation at the horizon, and "the choice is
that of the deepest completed level" (Korf, "Depth-first iterative-deepening", *Artificial Intelligence*
27(1), 1985); a level that met no horizon is a proof and the last.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import CHANCE, Game
from halfmove.core.limit import Limit
from halfmove.core.scores import Score
from halfmove.search.algorithms import Brake
from halfmove.search.supervised import run_supervised
from halfmove.search.textbook.outcome import MAX, Outcome, outcome_of
from halfmove.search.watch import Follower, Stopped


@dataclass(frozen=True)
class Form:
    """A textbook search as this module runs it."""

    name: str
    kernel: Callable[..., tuple[Any, Any]]
    """`kernel(game, state, depth, *arguments, watch)`: value and action."""
    arguments: Callable[[float, float], tuple[Any, ...]] = lambda alpha, beta: ()
    """What the kernel takes between the depth and the watcher, from the window (alpha, beta) that is asked
    for: player 0's, or where `payoffs` is "mover" the mover's."""
    windowed: bool = False
    """Whether the window has any effect."""
    payoffs: Literal["max", "mover", "each"] = "max"
    """Whose value the kernel returns, as in `algorithms.Lesson`."""
    maximiser: int = MAX
    """The player who is MAX."""
    fitted: Callable[[Game, int], Form] | None = None
    """`fitted(game, mover)`: the form for this game with this player to move at the root, where it depends
    on them."""

    def worth(self, value: Any, mover: int, player: int) -> Any:
        """The value to `player` that the kernel's `value` says of a state where `mover` moves."""
        if self.payoffs == "each":
            return value[player]
        of = self.maximiser if self.payoffs == "max" else mover
        return value if (of == self.maximiser) == (player == self.maximiser) else 0 - value

    def search(
        self,
        game: Game,
        state: Any,
        limit: Limit,
        *,
        lines: int = 1,
        seed: int = 0,
        threads: int = 1,
        memory: Any = None,
        brake: Brake | None = None,
    ) -> Iterator[Analysis]:
        """The search protocol of `algorithms.Search`; nothing is random, shared or remembered here."""
        if game.is_terminal(state):
            yield _analyze_terminal(self, game, state)
            return
        if self.fitted:
            form = self.fitted(game, game.to_move(state))
            yield from form.search(game, state, limit, lines=lines, brake=brake)
            return
        clocked = limit.seconds is not None or limit.nodes is not None
        if clocked:
            _Level(self, game, state, lines, 1, Limit()).analyze()  # compiles, before the clock starts
        best, began, nodes = None, time.perf_counter(), 0
        for depth in count(1) if clocked else (limit.depth,):
            left = (
                _limit_left(limit, began, nodes) if best else Limit()
            )  # the first level is always completed
            if left is None:
                return
            level = _Level(self, game, state, lines, depth, left)
            try:
                best = run_supervised(level.analyze, level.stop, left.seconds, brake)
            except (Stopped, KeyboardInterrupt):
                if best is None:  # whoever stops it gets what there is: at least the best-looking action
                    yield _Level(self, game, state, lines, 1, Limit()).analyze()
                return
            nodes += best.nodes
            best = replace(best, nodes=nodes, seconds=time.perf_counter() - began)
            yield best
            no_horizon = depth is not None and best.depth < depth
            if best.proven or no_horizon or depth == limit.depth:
                return


def _limit_left(limit: Limit, began: float, nodes: int) -> Limit | None:
    """What is left of the limit; None when it is used up."""
    seconds = None if limit.seconds is None else limit.seconds - (time.perf_counter() - began)
    left = None if limit.nodes is None else limit.nodes - nodes
    if (seconds is not None and seconds <= 0) or (left is not None and left <= 0):
        return None
    return Limit(seconds=seconds, nodes=left)


class _Level:
    """One search to one depth: of the state for one line, of each of its actions for more."""

    def __init__(
        self, form: Form, game: Game, state: Any, lines: int, depth: int | None, limit: Limit
    ) -> None:
        self.form, self.game, self.state = form, game, state
        self.plies = None if depth is None else depth * game.depth_plies
        self.lines, self.limit = lines, limit
        self.mover = game.to_move(state)
        self.player = MAX if self.mover == CHANCE else self.mover
        """Whose values the lines give; where nature moves, player 0's."""
        self.nodes = self.terminals = self.evaluations = self.cutoffs = self.deepest = 0
        self.exact = True
        self.current = Follower()
        self.stopped = False

    def stop(self) -> None:
        """End it, from another thread."""
        self.stopped = True
        self.current.stop()

    def analyze(self) -> Analysis:
        """The analysis; `Stopped` if the limit ends it before it is complete."""
        before = time.perf_counter()
        found: list[Line] = []
        if self.mover == CHANCE:
            value = self._expectation()
        else:
            found = self._one_line() if self.lines <= 1 else self._several_lines()
            value = found[0].value
        statistics = {"leaves": self.terminals, "evaluations": self.evaluations, "level_nodes": self.nodes}
        if self.form.windowed:
            statistics["cutoffs"] = self.cutoffs
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm=self.form.name,
            lines=tuple(found),
            score=Score.of_search(self.game, self.player, value, proven=self.exact),
            depth=-(-self.deepest // self.game.depth_plies),
            nodes=self.nodes,
            seconds=time.perf_counter() - before,
            statistics=statistics,
        )

    def _expectation(self) -> Any:
        """What the state is worth where nature moves and there is nothing to choose."""
        outcome = self._search(self.state, self.plies, -math.inf, math.inf, ply=0)
        return self.form.worth(outcome.value, self.mover, self.player)

    def _one_line(self) -> list[Line]:
        outcome = self._search(self.state, self.plies, -math.inf, math.inf, ply=0)
        return [self._line(outcome, self.mover, outcome.variation)]

    def _several_lines(self) -> list[Line]:
        """The best `lines` actions, each with its exact value; the others are only shown to be no better."""
        found: list[Line] = []
        self.nodes += 1  # the state itself, which no kernel enters
        plies = None if self.plies is None else self.plies - 1
        for action in self.game.actions(self.state):
            least = found[self.lines - 1].value if len(found) >= self.lines else -math.inf
            child = self.game.result(self.state, action)
            window = self._window(child, least)
            outcome = self._search(child, plies, *window, ply=1)
            line = self._line(outcome, self.game.to_move(child), (action, *outcome.variation))
            if line.value > least or len(found) < self.lines:
                found.append(line)
                found.sort(key=lambda line: -line.value)  # stable: the first of equals stays first
                del found[self.lines :]
        return found

    def _window(self, child: Any, least: float) -> tuple[float, float]:
        """The window that asks of `child` whether it is worth more than `least` to the player to move."""
        maximiser = self.form.maximiser
        whose = maximiser if self.form.payoffs == "max" else self.game.to_move(child)
        ours = (whose == maximiser) == (self.player == maximiser)
        return (least, math.inf) if ours else (-math.inf, 0 - least)

    def _line(self, outcome: Outcome, mover: int, variation: tuple[Any, ...]) -> Line:
        value = self.form.worth(outcome.value, mover, self.player)
        score = Score.of_search(self.game, self.player, value, proven=outcome.exact)
        return Line(action=variation[0], score=score, variation=variation)

    def _search(self, state: Any, plies: int | None, alpha: float, beta: float, ply: int) -> Outcome:
        limit = self.limit.nodes
        watch = self.current = Follower(None if limit is None else max(limit - self.nodes, 0))
        if self.stopped:
            raise Stopped
        arguments = self.form.arguments(alpha, beta)
        outcome = outcome_of(self.form.kernel, self.game, state, plies, arguments, watch, watch)
        self.nodes += outcome.nodes
        self.terminals += outcome.terminals
        self.evaluations += outcome.evaluations
        self.cutoffs += outcome.cutoffs
        self.exact = self.exact and outcome.exact
        self.deepest = max(self.deepest, watch.deepest + ply)
        return outcome


def _analyze_terminal(form: Form, game: Game, state: Any) -> Analysis:
    """The analysis of a terminal state: nothing to choose."""
    player = max(game.to_move(state), MAX)  # player 0 after nature's last move
    score = Score.proof(game, player, game.utility(state, player))
    return Analysis(game, state, form.name, (), score, 0, 1, 0.0, {"leaves": 1})
