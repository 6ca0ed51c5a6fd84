"""What a setting of the search is worth, by the moves that it chooses in positions from games.

A game says little about a setting: won or lost, after a hundred moves.  The moves say more: another setting
chooses another one in a third of the positions, and a judge that looks much further says what each costs.  A
minute of that tells as much as twenty minutes of games.  The judge is the engine itself, with many times the
nodes, or another engine over UCI.

The positions are those of one player at consecutive moves of a game, in which the search keeps its memory
from move to move, as in a match.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from halfmove.arena.openings.balanced import Balanced
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.progress import at
from halfmove.core.scores import is_decided
from halfmove.search.alphabeta.root import search_levels
from halfmove.search.alphabeta.threads import Engine

OPENING_PLIES = 8
STRETCH = 6
"""Positions of one player that follow each other, two plies apart."""
BETWEEN = 8
"""Plies between two stretches of a game, on the average."""
LONGEST = 200
MOST_SHORT = 50
"""So many games in a row may be too short for a stretch."""
MEGABYTES = 4
FURTHER = 16
"""The engine as judge has so many times the nodes."""
TEACHER_DEPTH = 9
"""Plies that an outside engine judges with."""
BEYOND = 20
"""An advantage of more units counts as won."""

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Stretch(NamedTuple):
    """Positions of one player in a game."""

    start: Any
    actions: tuple[Any, ...]
    """Of the game, up to the last position."""
    first: int
    """The ply of the first position; the others follow two by two."""


def play_stretches(game: Game, nodes: int, positions: int, seed: int) -> list[Stretch]:
    """Games of the engine with itself, with so many nodes a move, and stretches of them: at least so many
    positions.  `Unsuitable` where games are too short for that."""
    random, openings = Random(seed), Balanced(game, OPENING_PLIES, 0.25, seed)
    engine = Engine(game, megabytes=MEGABYTES)
    engine.prepare(game.initial())
    found: list[Stretch] = []
    number, latest = 0, 0
    while len(found) * STRETCH < positions:
        at(len(found) * STRETCH, positions, "playing games to choose in", unit="positions")
        if number - latest >= MOST_SHORT:
            raise Unsuitable(
                f"Games of {game.title()} are too short: {number} have no {STRETCH} moves a player."
            )
        engine.clear()
        history = openings[number].open(game)
        number += 1
        begin = len(history.actions)
        while not history.over and len(history.actions) < LONGEST:
            *_, root = search_levels(engine, history.state, nodes, history)
            if is_decided(game, root.moves[0].score):
                break
            history.play(engine.named(root.moves[0].action))
        ply = begin + random.randrange(BETWEEN)
        while ply + 2 * STRETCH <= len(history.actions):
            actions = tuple(history.actions[: ply + 2 * STRETCH - 2])
            found.append(Stretch(history.start, actions, ply))
            latest = number
            ply += 2 * STRETCH + random.randrange(2 * BETWEEN)
    return found


class Oracle(Protocol):
    """Who says what a state is worth."""

    def values(self, states: Sequence[Any]) -> Sequence[float]:
        """In units, to the player to move; infinite where the game is decided."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class EngineOracle:
    """The engine, with more nodes."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._game, self._nodes = game, nodes
        self._engine = Engine(game, megabytes=MEGABYTES)
        self._engine.prepare(game.initial())

    def values(self, states: Sequence[Any]) -> Sequence[float]:
        return [self._value(state) for state in states]

    def _value(self, state: Any) -> float:
        self._engine.clear()
        *_, root = search_levels(self._engine, state, self._nodes)
        score = root.moves[0].score
        return math.copysign(math.inf, score) if is_decided(self._game, score) else score / self._game.unit

    def close(self) -> None:
        pass


@contextmanager
def open_oracles(game: Game, nodes: int, teacher: str | None, number: int) -> Iterator[list[Oracle]]:
    """So many outside engines by their command line, or ours with many times the nodes; `BadInput` where they
    do not start."""
    with ExitStack() as opened:
        oracles: list[Oracle] = []
        for _ in range(number):
            if teacher is None:
                oracle: Oracle = EngineOracle(game, FURTHER * nodes)
            else:  # protocols stand above this floor
                module = import_module("halfmove.protocols.uci.teacher")
                oracle = module.Teacher(game, teacher, TEACHER_DEPTH)
            opened.callback(oracle.close)
            oracles.append(oracle)
        yield oracles


class Chooser:
    """What settings choose in the same positions, and what oracles say of it, each in a thread."""

    def __init__(
        self, game: Game, stretches: Sequence[Stretch], nodes: int, oracles: Sequence[Oracle]
    ) -> None:
        self._game, self._nodes, self._oracles = game, nodes, oracles
        shares = [stretches[number :: len(oracles)] for number in range(len(oracles))]
        self._shares = [share for share in shares if share]
        self._known: dict[Any, float] = {}
        self._pool = ThreadPoolExecutor(len(self._shares))

    def expect(
        self, values: Mapping[str, int], without: Iterable[str] = (), nodes: int | None = None
    ) -> Floats:
        """What a setting's choices are worth, position by position: expected scores, 0 to 1; `without`:
        features of the search to leave out, `nodes`: other than usual."""
        how = values, tuple(without), nodes or self._nodes
        return np.concatenate(list(self._pool.map(lambda n: self._expect(n, *how), range(len(self._shares)))))

    def _expect(self, number: int, values: Mapping[str, int], without: tuple[str, ...], nodes: int) -> Floats:
        game = self._game
        engine = Engine(game, megabytes=MEGABYTES, parameters=values, without=without)
        engine.prepare(game.initial())
        found = []
        for stretch in self._shares[number]:
            engine.clear()
            history = History(game, stretch.start, stretch.actions[: stretch.first])
            while True:
                *_, root = search_levels(engine, history.state, nodes, history)
                found.append(self._worth(number, history, engine.named(root.moves[0].action)))
                played = stretch.actions[len(history.actions) : len(history.actions) + 2]
                if len(played) < 2:
                    break
                for action in played:
                    history.play(action)
        return np.asarray(found)

    def _worth(self, number: int, history: History, action: Any) -> float:
        """What an action is worth to whoever plays it."""
        game, mover = self._game, history.mover
        child = game.result(history.state, action)
        if game.is_terminal(child):
            return 0.5 + 0.5 * float(game.utility(child, mover)) / float(game.utility_limit)
        if child not in self._known:
            self._known[child] = expected_score(self._oracles[number].values([child])[0])
        expected = self._known[child]
        return expected if game.to_move(child) == mover else 1 - expected


def expected_score(units: float) -> float:
    """The expected score, 0 to 1, of an advantage of so many units: 0.73 for one."""
    if abs(units) > BEYOND:
        return float(units > 0)
    return 1 / (1 + math.exp(-units))


def compare(before: Floats, after: Floats) -> tuple[float, float]:
    """By how much the second is better in the mean, in hundredths of an expected score, and the standard
    error of that, where all positions are taken for independent."""
    gain = 100 * (after - before)
    return float(gain.mean()), max(float(gain.std() / math.sqrt(len(gain))), 1e-6)
