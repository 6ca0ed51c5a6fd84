"""The engine: iterative deepening of the alpha-beta in `negamax`, under a clock, with one or more threads.

"The choice is that of the deepest completed level": each level searches every root action one ply deeper than
the last, in the order the last one found, and a level that is cut short counts for nothing.  A level that no
evaluation entered is a proof and ends the search.  Source: Slate and Atkin, *Chess 4.5*, 1977.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.endless import Watch, working
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import AUTO, open_network
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import INFINITY, distance_of
from halfmove.core.scores import Score, is_decided
from halfmove.search.algorithms import Algorithm, check_memory, register
from halfmove.search.alphabeta.features import check_features, features
from halfmove.search.alphabeta.memory import MAX_PLY, NO_NODE_LIMIT, NODES
from halfmove.search.alphabeta.plain import final_score
from halfmove.search.alphabeta.root import Root
from halfmove.search.alphabeta.selective.parameters import read_parameters
from halfmove.search.alphabeta.threads import MEGABYTES, Engine, refuse_parameters, unfit
from halfmove.search.alphabeta.variation import proven_line
from halfmove.search.supervised import Alarm

LINE_NODES = 10_000
"""What a proof's line may cost besides a quarter of the proof; at both speeds the same, for the table keeps
what it finds and the next search of a session reads it."""


HELPED_FROM = 5_000
"""Positions of the first thread after which helpers join it.  A smaller search is over before they pay, and
has the same positions with any number of threads."""


class Deepening:
    """One search in progress: a worker thread that deepens, helpers, and the analyses it has finished."""

    def __init__(
        self,
        engine: Engine,
        state: Any,
        limit: Limit,
        lines: int,
        threads: int,
        history: History | None = None,
        only: Collection[Any] | None = None,
    ) -> None:
        self.engine, self.game, self.state = engine, engine.subject, state
        self.history, self.only = history, only
        self.limit, self.lines, self.threads = limit, lines, threads
        self.started = time.perf_counter()
        self.finished: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()
        self.halted = False
        self.helpers: list[threading.Thread] = []

    def __iter__(self) -> Iterator[Analysis]:
        engine = self.engine
        engine.prepare(self.state)  # before the clock starts
        if self.limit.seconds is not None:
            engine.warm_once()
        engine.begin()
        self.started = time.perf_counter()
        with working(self.work, self.halt, self.finished) as watch:
            while (item := self.next_item(watch)) is not None:
                yield item

    def next_item(self, watch: Watch) -> Analysis | None:
        """The next analysis; waits in short naps, so that Ctrl-C is heard."""
        until = math.inf if self.limit.seconds is None else self.started + self.limit.seconds
        while True:
            with suppress(queue.Empty):
                is_late = self.halted or time.perf_counter() > until
                return watch.hear(self.finished, 0.1, is_late=is_late)

    def halt(self) -> None:
        self.halted = True
        self.engine.stop()

    def work(self) -> None:
        timer = None
        try:
            roots = self.engine.roots(self.state, self.threads, self.history, self.only)
            self.engine.front = first = roots[0]
            first.level(1, self.lines, -INFINITY, INFINITY)  # whatever the limit: there must be an answer
            if self.halted:
                return
            if self.limit.seconds is not None:
                rest = self.limit.seconds - (time.perf_counter() - self.started)
                timer = Alarm(max(rest, 0), self.halt)
                timer.start()
            self.engine.limit_nodes(self.limit.nodes or NO_NODE_LIMIT)
            last = self.deepen(first, roots[1:])
            self.engine.halt()
            self.join_helpers()
            last = self.ask_helpers(last, roots[1:])
            self.complete_line(last)
        finally:
            self.halt()
            if timer is not None:
                timer.cancel()
                timer.join()  # or it might stop the engine's next search
            self.join_helpers()

    def start_helpers(self, roots: Sequence[Root]) -> None:
        """Have a thread search each of these roots, unless they do already, or it would not pay yet."""
        if self.helpers or self.engine.memories[0].counters[NODES] < HELPED_FROM:
            return
        for number, root in enumerate(roots):
            self.helpers.append(threading.Thread(target=self.help, args=(root, number), daemon=True))
            self.helpers[-1].start()

    def join_helpers(self) -> None:
        """Wait for the helpers, who have been told to stop."""
        for helper in self.helpers:
            helper.join()

    def ask_helpers(self, last: Analysis, helpers: Collection[Root]) -> Analysis:
        """The last analysis, or that of a helper which has finished a deeper level meanwhile."""
        deepest = max(helpers, key=lambda root: root.finished, default=None)
        most = min(self.limit.depth or MAX_PLY, MAX_PLY)
        if deepest is None or self.lines > 1 or last.proven or not last.depth < deepest.finished <= most:
            return last
        last = self.analysis(deepest, deepest.finished)
        self.finished.put(last)
        return last

    def complete_line(self, last: Analysis) -> None:
        """A proof whose line the table no longer holds to the end is given once more, with all of it."""
        if self.halted or not last.proven or last.raw is None or self.lines > 1 or self.engine.selective:
            return
        if len(last.variation) >= (last.distance or self.game.plies_left(self.state)):
            return
        self.engine.go_on()
        nodes = self.engine.nodes // 4 + LINE_NODES
        if self.limit.nodes is not None:
            nodes = min(nodes, self.limit.nodes - self.engine.nodes)
        line = proven_line(self.engine, self.state, last.raw, nodes) if nodes > 0 else ()
        if len(line) > len(last.variation) and not self.halted:
            best = replace(last.lines[0], action=line[0], variation=line)
            self.finished.put(
                replace(
                    last,
                    lines=(best,),
                    nodes=self.engine.nodes,
                    seconds=time.perf_counter() - self.started,
                    statistics=self.engine.statistics(),
                )
            )

    def deepen(self, root_moves: Root, others: Sequence[Root]) -> Analysis:
        """Level after level, until a limit or a proof, with helpers for the `others`; the last analysis."""
        last = self.analysis(root_moves, 1)
        self.finished.put(last)
        for depth in range(2, min(self.limit.depth or MAX_PLY, MAX_PLY) + 1):
            if self.halted or self.settled(root_moves, depth - 1):
                break
            self.start_helpers(others)
            guess = root_moves.moves[0].score if depth > 2 and self.lines == 1 else None
            if not root_moves.aspire(depth, self.lines, guess):
                if root_moves.cut_short:
                    last = self.analysis(root_moves, depth)
                    self.finished.put(last)
                break
            last = self.analysis(root_moves, depth)
            self.finished.put(last)
        return last

    def help(self, root_moves: Root, number: int) -> None:
        """A helper deepens on its own, as the first thread does; every second one is a level ahead."""
        try:
            for depth in range(2 + number % 2, MAX_PLY + 1):
                guess = root_moves.moves[0].score if root_moves.finished > 1 else None
                if self.halted or not root_moves.aspire(depth, 1, guess):
                    return
                root_moves.finished = depth
        except BaseException as error:  # noqa: BLE001  handed to whoever iterates
            self.finished.put(error)

    def settled(self, root_moves: Root, depth: int) -> bool:
        """Whether going on could not change the answer: all moves are proven, or the best's end is."""
        best = root_moves.moves[0].score
        return all(m.complete for m in root_moves.moves) or (
            self.lines == 1 and self.decided(best) and exact_at(best, depth)
        )

    def decided(self, score: int) -> bool:
        """Whether a score is too large for an estimate."""
        return is_decided(self.game, score)

    def analysis(self, root_moves: Root, depth: int) -> Analysis:
        moves, mover = root_moves.moves, self.game.to_move(self.state)
        every = all(m.complete for m in moves)
        lines = []
        for number, move in enumerate(moves[: self.lines]):
            exact = move.complete and (every or number > 0)
            known = exact or self.decided(move.score)
            surely = exact or (known and exact_at(move.score, depth))
            rest = (self.engine.named(a) for a in root_moves.line(move, depth - 1))
            action = self.engine.named(move.action)
            lines.append(
                Line(
                    action=action,
                    score=Score.read(self.game, mover, move.score, proven=known, exact=surely),
                    variation=(action, *rest),
                )
            )
        return Analysis(
            game=self.engine.game,
            state=self.state,
            algorithm="engine",
            lines=tuple(lines),
            score=lines[0].score,
            depth=depth,
            nodes=self.engine.nodes,
            seconds=time.perf_counter() - self.started,
            statistics=self.engine.statistics(),
        )


def exact_at(score: int, depth: int) -> bool:
    """Whether a decided score's end lies within the horizon, so that no nearer one can hide beyond it."""
    return (distance_of(score) or 0) <= depth


def score_terminal(game: Game, state: Any) -> Score:
    """The score of a terminal state, to whoever would be to move."""
    mover = game.to_move(state)
    raw = final_score(game, state, mover)
    return Score.proof(game, mover, game.utility(state, mover), 0, raw=raw)


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: Engine | None = None,
    without: Iterable[str] = (),
    history: History | None = None,
    only: Collection[Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Analysis]:
    """Analyses of `state`, one for each level; see `algorithms.deepen`.  `memory`: an `Engine` to use;
    `without`: features to leave out (`search.alphabeta.features`), those of the memory by default; `only`:
    the actions to choose from.
    """
    if game.is_terminal(state):
        yield Analysis(game, state, "engine", (), score_terminal(game, state), 0, 0, 0.0)
        return
    check_memory(memory, game)
    left_out = check_features(game, without)
    if memory is not None and left_out and memory.without != left_out:
        raise BadInput("This memory is of an engine with other features; give `without` to `Engine` itself.")
    engine = memory or remember(
        game, megabytes=None, threads=threads, seed=seed, without=left_out, options=options
    )
    engine.use(threads)
    yield from Deepening(engine, state, limit, lines, threads, history, only)


def remember(
    game: Game,
    *,
    megabytes: float | None,
    threads: int,
    seed: int,
    without: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
) -> Engine:
    """A memory for searches of `game`."""
    options = {**SETTINGS, **(options or {})}
    check(options)
    return Engine(
        game,
        megabytes=megabytes or MEGABYTES,
        threads=threads,
        seed=seed,
        without=without,
        evaluation=options["evaluation"],
        parameters=read_parameters(options["parameters"]),
    )


SETTINGS = {"evaluation": AUTO, "parameters": ""}
"""What estimates: `auto`, `terms`, or the file of an evaluation network; numbers of a selective search:
`name:value+name:value`, or their file."""


def verify(game: Game, options: Mapping[str, str]) -> None:
    """`BadInput` for a network that cannot be used for a game, and numbers where no search has them."""
    open_network(game, options.get("evaluation", AUTO))
    refuse_parameters(game, read_parameters(options.get("parameters", "")))


def check(options: Mapping[str, str]) -> None:
    """`BadInput` for options that the engine does not have."""
    for name in options:
        if name not in SETTINGS:
            raise BadInput(f"The engine has no option '{name}'; there is: {', '.join(SETTINGS)}.")
    read_parameters(options.get("parameters", ""))


register(
    Algorithm(
        name="engine",
        summary="alpha-beta with iterative deepening, principal variation search, transposition table, "
        "killers and history",
        source="Knuth and Moore 1975; Marsland and Campbell 1982; Slate and Atkin 1977",
        unfit=unfit,
        search=search,
        strength=100,
        features=features,
        remember=remember,
        settings=SETTINGS,
        check=check,
        verify=verify,
        chooses_among=True,
        suits=lambda game: not game.sampled,
        looks_back=True,
        gains_by_threads=True,
    )
)
