"""One source, two speeds: the compiled game against the interpreted one, and both against known counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.check.examiner import Examiner
from halfmove.core.check.survey import survey_of
from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.contract import SIMULTANEOUS, Game
from halfmove.core.randomness import stream

_SMALL = 3000
"""Perft is counted interpreted as well while it has about so many nodes."""


@kernel
def sequences(game: Any, s: Any, depth: int) -> int:
    """Perft: sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    if game.is_terminal(s):
        return 0
    n = 0
    for action in game.actions(s):
        n += sequences(game, game.result(s, action), depth - 1)
    return n


def check_speeds(examiner: Examiner, game: Game, states: Iterable[Any]) -> None:
    """Everything the compiled game says about each state is what the interpreted one says."""
    if not runs_compiled(game):
        examiner.notes.append("compiled and interpreted were not compared: the game runs interpreted")
        return
    survey = survey_of(type(game))
    size = (
        64
        + math.prod(game.plane_shape)
        + game.evaluation_words
        + (game.symmetry_count + 16) * (game.actions_limit + game.players + 4)
    )
    plain = interpreted(game)
    for state in states:
        if game.simultaneous and game.to_move(state) == SIMULTANEOUS:
            continue  # joint actions are tuples: `in_turn` plays them one by one
        seed = examiner.random.getrandbits(63)
        told = []
        for speed in (plain, game):
            out, random = Buffer(size), stream(seed)
            words = survey.kernel(speed, state, out, random)
            told.append([*map(int, out.array[:words]), int(random[0])])
        if told[0] == told[1]:
            examiner.promise("compiled and interpreted rules say the same", True, "")
            continue
        names = [*survey.labels(plain, state), "how far the random numbers were used"]
        at = next((i for i, (one, other) in enumerate(zip(*told)) if one != other), 0)
        name = names[at] if at < len(names) else "the number of actions"
        seen = f"{name} is {told[0][at]} interpreted and {told[1][at]} compiled"
        examiner.promise("compiled and interpreted rules say the same", False, seen, state)


def check_perft(examiner: Examiner, game: Game, known: Mapping[int, int]) -> None:
    """Perft at both speeds, and the counts that are known."""
    if game.has_chance:
        return
    plain, start = interpreted(game), game.initial()
    depth = 1
    while depth <= 8:
        nodes = sequences(plain, start, depth)
        if runs_compiled(game):
            fast = sequences(game, start, depth)
            told = f"to depth {depth} there are {nodes:,} sequences interpreted and {fast:,} compiled"
            examiner.promise("perft is the same compiled and interpreted", fast == nodes, told)
        if nodes * 10 > _SMALL:
            break
        depth += 1
    for depth, count in known.items():
        nodes = sequences(game, start, depth)
        told = f"to depth {depth} there are {nodes:,} sequences and not {count:,}"
        examiner.promise("perft gives the known counts", nodes == count, told)
