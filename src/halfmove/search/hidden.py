"""What searches of games with hidden information, or with moves at once, have in common.

Which games they fit, how a search begins, how it is counted and timed, and how their options are read.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.in_turn import InTurn, in_turn
from halfmove.core.limit import Limit
from halfmove.core.scores import Score
from halfmove.search import algorithms
from halfmove.search.algorithms import Algorithm, Brake, check_memory
from halfmove.search.montecarlo.engine import turn_of

UNLESS_TOLD = 10_000
"""Simulations where nothing bounds a search."""
PORTION = 0.05
"""Seconds of machine code between two looks at the clock."""


def unfit(game: Game, name: str, does: str = "guesses", *, means: str = "") -> str | None:
    """Why a search called so does not fit a game whose hidden part it guesses (or what it `does`); None where
    it does.  `means` says what it does with utilities, where these must be finite."""
    if not game.veiled:
        return f"{name} {does} what a player does not see, but in {game.title()} players see everything."
    if game.chance is Chance.SAMPLED:
        return f"{name} lists nature's outcomes, but {game.title()} only draws them."
    if means and math.isinf(game.utility_limit):
        return f"{name} {means} utilities, but {game.title()} has infinite ones."
    return None


def read_options(name: str, options: Mapping[str, str] | None, usual: Mapping[str, Any]) -> list[str]:
    """The texts of a search's options in the order of `usual`, which has their defaults; `BadInput` for an
    option that it has not."""
    given = dict(options or {})
    for key in given:
        if key not in usual:
            are = "is" if len(usual) == 1 else "are"
            raise BadInput(f"{name} has no option '{key}'; there {are}: {', '.join(usual)}.")
    return [given.get(key, str(default)) for key, default in usual.items()]


def take_in_turn(game: Game, state: Any) -> tuple[Game, Any]:
    """The game in turn, and a state of it: where players move at once, one before anybody has chosen."""
    if not game.simultaneous:
        return game, state
    turned = in_turn(game)
    assert isinstance(turned, InTurn)
    return turned, turned.begun(state)


def analyse_end(game: Game, state: Any, name: str) -> Analysis:
    """The analysis of a game that is over."""
    player = turn_of(game, state)
    return Analysis(
        game, state, name, (), Score.proof(game, player, game.utility(state, player), 0), 0, 0, 0.0
    )


def draw_from(weights: Mapping[Any, float], point: float) -> Any:
    """The action at a point from 0 to 1 of a mixed strategy."""
    left, chosen = point * sum(weights.values()), None
    for action, weight in weights.items():
        if weight > 0 and (chosen is None or left >= 0):
            chosen = action
        left -= weight
    return chosen


def search_with(
    name: str, remember: Callable[..., Any], run: Callable[..., Iterator[Analysis]]
) -> Callable[..., Iterator[Analysis]]:
    """The function `search` of an algorithm (see `algorithms.deepen`), of what makes its memory and what runs
    with that: `run(memory, game, state, limit, lines, only, brake)`.

    It gives analyses of `state` as the player to move knows it.  A state of a simultaneous game is taken as
    its first player's, before anybody has chosen; analyses are of `in_turn(game)`.
    """

    def search(
        game: Game,
        state: Any,
        limit: Limit,
        *,
        lines: int = 1,
        seed: int = 0,
        threads: int = 1,
        memory: Any = None,
        only: Collection[Any] | None = None,
        options: Mapping[str, str] | None = None,
        brake: Brake | None = None,
        history: History | None = None,
    ) -> Iterator[Analysis]:
        check_memory(memory, game)
        given, (game, state) = game, take_in_turn(game, state)
        if game.is_terminal(state):
            yield analyse_end(game, state, name)
            return
        used = memory or remember(given, megabytes=None, threads=threads, seed=seed, options=options)
        if history is not None:
            used.use_past(history)  # asked for by `Algorithm.looks_back`
        yield from run(used, game, state, limit, lines, only, brake or Brake())

    return search


def register_hidden(
    name: str,
    memory: Callable[..., Any],
    run: Callable[..., Iterator[Analysis]],
    read: Callable[[Mapping[str, str] | None], Mapping[str, Any]],
    **more: Any,
) -> None:
    """Register a search: `run`, as `search_with` has it, with `memory(game, megabytes, threads, seed, …)`,
    which is given besides what is `read` of the options; `more` is what else `Algorithm` has."""

    def remember(
        game: Game,
        *,
        megabytes: float | None,
        threads: int,
        seed: int,
        without: Collection[str] = (),
        options: Mapping[str, str] | None = None,
    ) -> Any:
        return memory(game, megabytes=megabytes, threads=threads, seed=seed, **read(options))

    found: dict[str, Any] = {"limits": ("seconds", "simulations", "nodes"), "chooses_among": True, **more}
    search = search_with(name, remember, run)
    algorithms.register(Algorithm(name=name, search=search, check=read, remember=remember, **found))


def grow_in_portions(
    limit: Limit, brake: Brake, grow: Callable[[int], object]
) -> Iterator[tuple[int, float]]:
    """Have `grow` simulate so many times, and again, until the limit is reached; after each doubling, and at
    the end, how many simulations there were, and in how many seconds."""
    total = limit.simulations or limit.nodes
    if total is None and limit.seconds is None:
        total = UNLESS_TOLD
    until = math.inf if limit.seconds is None else limit.seconds
    start = time.perf_counter()
    done, reported, portion = 0, 0, 1
    while True:
        times = portion if total is None else min(portion, total - done)
        before = time.perf_counter()
        grow(times)
        done += times
        now = time.perf_counter()
        left = min(PORTION, max(until - (now - start), 0.0))
        portion = max(1, min(2 * portion, int(times * left / max(now - before, 1e-7))))
        over = brake.pulled or (total is not None and done >= total) or now - start >= until
        if over or done >= 2 * reported:
            reported = done
            yield done, now - start
        if over:
            return
