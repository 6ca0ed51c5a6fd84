"""The engine: iterative deepening of the alpha-beta in `negamax`, under a clock, with one or more threads.

"The choice is that of the deepest completed level": each level searches every root action one ply deeper than
the last, in the order the last one found, and a level that is cut short counts for nothing.  A level that no
evaluation entered is a proof and ends the search.  Source: Slate and Atkin, *Chess 4.5*, 1977.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import runs_compiled
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, INFINITY, WIN, one_ply_back, one_ply_on
from halfmove.search.algorithms import Algorithm, register
from halfmove.search.crew import Engine, unfit
from halfmove.search.features import ASPIRATION as ASPIRES
from halfmove.search.features import NULL_WINDOWS, checked, features
from halfmove.search.memory import HORIZON, MAX_PLY, NO_NODE_LIMIT, RESEARCHES, STOP, Memory
from halfmove.search.negamax import final_score, root
from halfmove.search.variation import from_table, proven_line

ASPIRATION = WIN // 25
"""Half the first window around the last level's score; doubled at each failure."""


@dataclass
class RootMove:
    """One action at the root, and what the last level found out about it."""

    action: Any
    child: Any
    over: bool
    same_mover: bool
    score: int = -INFINITY
    complete: bool = False
    """Whether `score` (a bound, unless the move is among the lines) owes nothing to an evaluation."""


class Root:
    """The root position as one thread sees it: its actions, best first."""

    def __init__(self, game: Game, state: Any, memory: Memory) -> None:
        self.game, self.memory = game, memory
        mover = game.to_move(state)
        self.moves = []
        ranked = sorted(game.actions(state), key=lambda a: -game.order(state, a))
        for action in ranked:
            child = game.result(state, action)
            over = game.is_terminal(child)
            move = RootMove(action, child, over, game.to_move(child) == mover)
            if over:
                move.score, move.complete = one_ply_on(final_score(game, child, mover)), True
            self.moves.append(move)

    def level(self, depth: int, lines: int, alpha: int, beta: int) -> bool:
        """Search every action to `depth` plies, exactly the best `lines` of them; False if stopped.

        Then the moves are sorted; the scores of those beyond `lines` are upper bounds.
        """
        best: list[int] = []
        counters = self.memory.counters
        wide = self.game.engine_without & NULL_WINDOWS
        for move in self.moves:
            floor = best[lines - 1] if len(best) >= lines else alpha
            if not move.over:
                before = counters[HORIZON]
                if len(best) < lines or wide:
                    move.score = self.search(move, floor, beta, depth)
                else:
                    move.score = self.search(move, floor, floor + 1, depth)
                    if floor < move.score < beta:
                        counters[RESEARCHES] += 1
                        move.score = self.search(move, floor, beta, depth)
                move.complete = counters[HORIZON] == before
                if counters[STOP]:
                    return False
            best = sorted([*best, move.score], reverse=True)
            if lines == 1 and best[0] >= beta:
                break
        searched = self.moves[: len(best)]
        self.moves = sorted(searched, key=lambda m: -m.score) + self.moves[len(best) :]
        return True

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        """The score of one action, as `negamax.search` promises it."""
        low, high = one_ply_back(alpha), one_ply_back(beta)
        if not move.same_mover:
            low, high = -high, -low
        score = root(self.game, move.child, low, high, depth - 1, self.memory)
        return one_ply_on(score if move.same_mover else -score)

    def aspire(self, depth: int, lines: int, guess: int | None) -> bool:
        """`level` with a window around the score expected, widened until the score lies inside."""
        if guess is None or lines > 1 or self.game.engine_without & ASPIRES:
            return self.level(depth, lines, -INFINITY, INFINITY)
        margin = ASPIRATION
        alpha, beta = guess - margin, guess + margin
        while True:
            if not self.level(depth, lines, alpha, beta):
                return False
            score = self.moves[0].score
            if alpha < score < beta:
                return True
            margin *= 4
            alpha = max(min(alpha, score - margin), -INFINITY) if score <= alpha else alpha
            beta = min(max(beta, score + margin), INFINITY) if score >= beta else beta
            if margin > WIN:
                alpha, beta = -INFINITY, INFINITY
            self.memory.counters[RESEARCHES] += 1


def value_of(score: int, known: bool = True) -> float:
    """A score in the game's payoff units: the utility where it is known, else the estimate."""
    if known:
        return -(-abs(score) // WIN) * (1 if score > 0 else -1)
    return score / WIN


def distance_of(score: int) -> int | None:
    """Plies to the end that a decided score tells; None for a draw."""
    return -abs(score) % WIN if score else None


class Deepening:
    """One search in progress: a worker thread that deepens, helpers, and the analyses it has finished."""

    def __init__(self, engine: Engine, state: Any, limit: Limit, lines: int, threads: int) -> None:
        self.engine, self.game, self.state = engine, engine.subject, state
        self.limit, self.lines, self.threads = limit, lines, threads
        self.started = time.perf_counter()
        self.finished: queue.Queue[Analysis | BaseException | None] = queue.Queue()
        self.halted = False

    def __iter__(self) -> Iterator[Analysis]:
        engine = self.engine
        engine.begin()
        for memory in engine.memories[:1]:  # compile before the clock starts
            root.prepare(self.game, self.state, -1, 1, 1, memory)
        self.started = time.perf_counter()
        worker = threading.Thread(target=self.work, daemon=True)
        worker.start()
        try:
            while (item := self.next_item()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            self.halt()
            worker.join()

    def next_item(self) -> Analysis | BaseException | None:
        """The next analysis; waits in short naps, so that Ctrl-C is heard."""
        while True:
            try:
                return self.finished.get(timeout=0.1)
            except queue.Empty:
                continue

    def halt(self) -> None:
        self.halted = True
        self.engine.stop()

    def work(self) -> None:
        timer = None
        helpers: list[threading.Thread] = []
        try:
            roots = [Root(self.game, self.state, m) for m in self.engine.memories[: self.threads]]
            first = roots[0]
            first.level(1, self.lines, -INFINITY, INFINITY)  # whatever the limit: there must be an answer
            if self.halted:
                return
            if self.limit.seconds is not None:
                rest = self.limit.seconds - (time.perf_counter() - self.started)
                timer = threading.Timer(max(rest, 0), self.halt)
                timer.daemon = True
                timer.start()
            self.engine.limit_nodes(self.limit.nodes or NO_NODE_LIMIT)
            for number, moves in enumerate(roots[1:]):
                helpers.append(threading.Thread(target=self.help, args=(moves, number), daemon=True))
                helpers[-1].start()
            last = self.deepen(first)
            self.engine.halt()
            for helper in helpers:
                helper.join()
            self.complete_line(last)
        except BaseException as error:  # noqa: BLE001  handed to whoever iterates
            self.finished.put(error)
        finally:
            self.halt()
            if timer is not None:
                timer.cancel()
                timer.join()  # or it might stop the engine's next search
            for helper in helpers:
                helper.join()
            self.finished.put(None)

    def complete_line(self, last: Analysis) -> None:
        """A proof whose line the table no longer holds to the end is given once more, with all of it."""
        if self.halted or not last.proven or last.score is None or self.lines > 1:
            return
        if len(last.variation) >= (last.distance or self.game.plies_left(self.state)):
            return
        self.engine.go_on()
        nodes = self.engine.nodes // 4 + (100_000 if runs_compiled(self.game) else 1_000)
        if self.limit.nodes is not None:
            nodes = min(nodes, self.limit.nodes - self.engine.nodes)
        line = proven_line(self.engine, self.state, last.score, nodes) if nodes > 0 else ()
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

    def deepen(self, root_moves: Root) -> Analysis:
        """Level after level, until a limit or a proof; the last analysis."""
        last = self.analysis(root_moves, 1)
        self.finished.put(last)
        for depth in range(2, min(self.limit.depth or MAX_PLY, MAX_PLY) + 1):
            if self.halted or self.settled(root_moves, depth - 1):
                break
            guess = root_moves.moves[0].score if depth > 2 and self.lines == 1 else None
            if not root_moves.aspire(depth, self.lines, guess):
                break
            last = self.analysis(root_moves, depth)
            self.finished.put(last)
        return last

    def help(self, root_moves: Root, number: int) -> None:
        """A helper deepens on its own, a level ahead where that makes it differ."""
        try:
            for depth in range(2 + number % 2, MAX_PLY + 1):
                if self.halted or not root_moves.level(depth, 1, -INFINITY, INFINITY):
                    return
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
        return self.game.utility_limit == 1 and abs(score) >= ESTIMATE

    def analysis(self, root_moves: Root, depth: int) -> Analysis:
        moves = root_moves.moves
        every = all(m.complete for m in moves)
        lines = []
        for number, move in enumerate(moves[: self.lines]):
            exact = move.complete and (every or number > 0)
            known = exact or self.decided(move.score)
            surely = exact or (known and exact_at(move.score, depth))
            rest = () if move.over else from_table(self.engine, move.child, depth - 1)
            action = self.engine.named(move.action)
            lines.append(
                Line(
                    action=action,
                    value=value_of(move.score, known),
                    proven=known,
                    score=move.score,
                    distance=distance_of(move.score) if surely else None,
                    variation=(action, *rest),
                )
            )
        best = lines[0]
        return Analysis(
            game=self.engine.game,
            state=self.state,
            algorithm="engine",
            lines=tuple(lines),
            value=best.value,
            proven=best.proven,
            score=best.score,
            distance=best.distance,
            depth=depth,
            nodes=self.engine.nodes,
            seconds=time.perf_counter() - self.started,
            statistics=self.engine.statistics(),
        )


def exact_at(score: int, depth: int) -> bool:
    """Whether a decided score's end lies within the horizon, so that no nearer one can hide beyond it."""
    return (distance_of(score) or 0) <= depth


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
) -> Iterator[Analysis]:
    """Analyses of `state`, one for each level; see `algorithms.deepen`.  `memory`: an `Engine` to use;
    `without`: features to leave out (see `search.features`), those of the memory by default.
    """
    if game.is_terminal(state):
        value = game.utility(state, game.to_move(state))
        score = final_score(game, state, game.to_move(state))
        yield Analysis(game, state, "engine", (), value, True, score, 0, 0, 0, 0.0)
        return
    if memory is not None and memory.game != game:
        raise BadInput(f"This memory is of {memory.game!r}; a search of {game!r} needs one of its own.")
    left_out = checked(game, without)
    if memory is not None and left_out and memory.without != left_out:
        raise BadInput("This memory is of an engine with other features; give `without` to `Engine` itself.")
    engine = memory or Engine(game, threads=threads, seed=seed, without=left_out)
    engine.use(threads)
    yield from Deepening(engine, state, limit, lines, threads)


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
    )
)
