"""A textbook search with its options, `quiescence?stand_pat=false`, deepened under a limit."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.numbers import MOST, read_decimal, read_whole, shorten
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm
from halfmove.search.supervised import run_supervised
from halfmove.search.watch import Follower, Stopped
from halfmove.teach.trace import with_defaults

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def read_options(algorithm: Algorithm, given: Mapping[str, str]) -> dict[str, Any]:
    """All options of the algorithm's lesson, those given read as what they should be; else `BadInput`."""
    assert algorithm.lesson is not None, "only a lesson has options"
    read = {key: _read(algorithm, key, text) for key, text in given.items()}
    return with_defaults(algorithm, read)


def _check_range(value: float | None, algorithm: Algorithm, key: str, kind: str, text: str) -> float:
    if value is None:
        raise _refuse(algorithm, key, f"{kind} from {-MOST} to {MOST}", text)
    return value


def _refuse(algorithm: Algorithm, key: str, kind: str, text: str) -> BadInput:
    return BadInput(f"{algorithm.name}'s option '{key}' must be {kind}, not '{shorten(text)}'.")


def _read(algorithm: Algorithm, key: str, text: str) -> Any:
    """The value that a text means, by what the option's default is."""
    assert algorithm.lesson is not None
    choices = algorithm.lesson.options[key]
    default = choices[0]
    try:
        if isinstance(default, bool):
            return _TRUTH[text.lower()]
    except KeyError:
        raise _refuse(algorithm, key, "true or false", text) from None
    if isinstance(default, int) or (default is None and text.isdecimal()):
        return _check_range(read_whole(text, -MOST, MOST), algorithm, key, "a whole number", text)
    if isinstance(default, float):
        return _check_range(read_decimal(text, -MOST, MOST), algorithm, key, "a number", text)
    if default is None:
        raise BadInput(f"{algorithm.name}'s option '{key}' cannot be given in a description.")
    return text


def iterate_analyses(
    algorithm: Algorithm, game: Game, state: Any, limit: Limit, options: Mapping[str, Any]
) -> Iterator[Analysis]:
    """Analyses of `state`, as `algorithms.deepen` yields them, by the search with these options."""
    clocked = limit.seconds is not None or limit.nodes is not None
    began, nodes, depths = time.perf_counter(), 0, count(1) if clocked else [limit.depth]
    for depth in depths:
        first = nodes == 0
        left = None if limit.seconds is None else limit.seconds - (time.perf_counter() - began)
        rest = None if limit.nodes is None or first else limit.nodes - nodes
        if not first and ((left is not None and left <= 0) or (rest is not None and rest <= 0)):
            return
        follower = Follower(rest)
        try:
            outcome = _search_depth(algorithm, game, state, depth, follower, None if first else left, options)
        except Stopped:
            return
        nodes += outcome.nodes
        yield _make_analysis(algorithm, game, state, outcome, depth, nodes, time.perf_counter() - began)
        if (
            outcome.exact
            or depth == limit.depth
            or (depth is not None and follower.deepest < depth * game.depth_plies)
        ):
            return


def _search_depth(
    algorithm: Algorithm,
    game: Game,
    state: Any,
    depth: int | None,
    follower: Follower,
    seconds: float | None,
    options: Mapping[str, Any],
) -> Any:
    assert algorithm.lesson is not None
    run = algorithm.lesson.run
    return run_supervised(
        lambda: run(game, state, depth=depth, watch=follower, **options), follower.stop, seconds
    )


def _make_analysis(
    algorithm: Algorithm, game: Game, state: Any, outcome: Any, depth: int | None, nodes: int, seconds: float
) -> Analysis:
    mover, value = game.to_move(state), outcome.value
    if isinstance(value, tuple):
        value = value[mover]
    elif mover != 0 and algorithm.name != "paranoid":  # which plays for the mover
        value = -value
    action = outcome.action
    if action is None or (isinstance(value, float) and math.isnan(value)):
        raise BadInput(f"{algorithm.name} names no action here with the options given.")
    score = Score.of_search(game, mover, value, proven=outcome.exact)
    line = Line(action, score, outcome.variation or (action,))
    return Analysis(game, state, algorithm.name, (line,), score, depth or 0, nodes, seconds)
