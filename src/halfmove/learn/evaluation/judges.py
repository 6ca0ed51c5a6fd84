"""Who says what a state is worth, so that a network can learn it: the engine's own search, or a teacher.

A judge that looks far is not the best teacher.  What a search of five plies of a strong engine says of a
chess position differs by 0.067 (root mean square, of an expected score) from what the same search says the
next time, when its table holds something else.  An evaluation that does not search has no such noise, and a
million of its judgements teach more (docs/decisions/0117).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import AUTO
from halfmove.core.score import INFINITY
from halfmove.core.words import buffer_of, count_words, read_words
from halfmove.search.alphabeta import memory as plain
from halfmove.search.alphabeta.network import judge
from halfmove.search.alphabeta.plain import canonical, root
from halfmove.search.alphabeta.samples import Rows
from halfmove.search.alphabeta.selective.memory import Memory
from halfmove.search.alphabeta.selective.search import search
from halfmove.search.alphabeta.threads import Engine

UNJUDGED = -32768
"""The judgement of a state that is left out."""
MOST = 32000
"""What a teacher says of a mate."""
OPEN = 20 / 3
"""States worth more times `evaluation_spread` are left out: they are won."""

Judgements = np.ndarray[tuple[int], np.dtype[np.int16]]


class Judge(Protocol):
    """Who judges states, for one thread."""

    def judge(self, states: Rows) -> Judgements:
        """What states, as `core.words` writes them, are worth to the player to move, in hundredths of a unit;
        `UNJUDGED` where he says nothing."""
        ...

    def forget(self) -> None:
        """Forget what he has judged so far."""
        ...

    def close(self) -> None:
        """Let go of what he holds."""
        ...


def look_ahead(game: Game, state: Any, depth: int, m: Memory) -> int:
    """The score of a search so many plies deep; 0: of quiescence alone."""
    zero = depth - depth
    key, twin = canonical(game, state)
    low, high = zero - INFINITY, zero + INFINITY
    return search(game, state, key, twin, low, high, depth, zero + 1, zero, zero - 1, m)


def is_at_rest(game: Game, state: Any, m: Memory) -> bool:
    """Whether nothing that forces matters would change the estimate of a state by much."""
    zero = m.counters[0] - m.counters[0]
    if game.is_terminal(state) or game.in_check(state):
        return False
    estimate = judge(game, state, game.to_move(state), zero + 1, m)
    return abs(look_ahead(game, state, zero, m) - estimate) < game.unit // 4


@kernel
def judge_states(
    game: Game, like: Any, states: Buffer, size: int, count: int, depth: int, m: Memory, out: Buffer
) -> int:
    """Write what `count` states are worth that are at rest, and `UNJUDGED` for the others; how many are."""
    number = depth - depth
    for i in range(count):
        state = read_words(like, states, i * size)
        out[i] = UNJUDGED
        if is_at_rest(game, state, m):
            out[i] = look_ahead(game, state, depth, m) * 100 // game.unit
            number += 1
    return number


@kernel
def judge_plainly(
    game: Game, like: Any, states: Buffer, size: int, count: int, depth: int, m: plain.Memory, out: Buffer
) -> int:
    """The same by a search that does not end in quiescence: of all states that are not over."""
    number, zero = depth - depth, depth - depth
    for i in range(count):
        state = read_words(like, states, i * size)
        out[i] = UNJUDGED
        if not game.is_terminal(state):
            score = root(game, state, zero - INFINITY, zero + INFINITY, depth, m)
            out[i] = score * 100 // game.unit
            number += 1
    return number


class EngineJudge:
    """The engine's own search, of states at rest where it is selective; `evaluation`: what estimates."""

    def __init__(self, game: Game, depth: int, evaluation: str = AUTO) -> None:
        self._game, self._depth, self._evaluation = game, depth, evaluation
        self.forget()

    def judge(self, states: Rows) -> Judgements:
        engine = self._engine
        engine.begin()
        like = engine.subject.initial()
        words, size, count = buffer_of(states), count_words(like), len(states)
        out = Buffer(count)
        judging = judge_states if engine.selective else judge_plainly
        judging(engine.subject, like, words, size, count, self._depth, engine.memories[0], out)
        return leave_out_won(self._game, out.array)

    def forget(self) -> None:
        self._engine = Engine(self._game, megabytes=2, evaluation=self._evaluation)
        start = self._engine.subject.initial()
        self._engine.prepare(start)
        self._engine.roots(start, 1)

    def close(self) -> None:
        pass


class FileJudge:
    """Another program's evaluation in a file: `source.judge(states)` gives (n) values of n states, as
    `core.words` writes them, in hundredths of a unit, to the player to move."""

    def __init__(self, game: Game, source: Any) -> None:
        self._game, self._source = game, source

    def judge(self, states: Rows) -> Judgements:
        return leave_out_won(self._game, self._source.judge(states))

    def forget(self) -> None:
        pass

    def close(self) -> None:
        pass


def leave_out_won(game: Game, judgements: Sequence[int] | np.ndarray) -> Judgements:
    """Judgements without those of states that are won."""
    found = np.asarray(judgements, np.int64)
    most = round(100 * OPEN * game.evaluation_spread)
    return np.where(np.abs(found) > most, UNJUDGED, found).astype(np.int16)


def open_judge(game: Game, teacher: str | None, depth: int, evaluation: str = AUTO) -> Judge:
    """The engine; or a teacher: another program's evaluation in a file, or an outside engine over UCI by its
    command line.  `BadInput` where it cannot be read or does not start."""
    if teacher is None:
        return EngineJudge(game, depth, evaluation)
    source = game.file_judge(teacher)
    if source is not None:
        if depth > 0:
            raise BadInput(f"'{teacher}' holds an evaluation, which does not search: leave out 'depth'.")
        return FileJudge(game, source)
    # protocols stand above this floor
    opened: Judge = import_module("halfmove.protocols.uci.teacher").Teacher(game, teacher, depth)
    return opened
