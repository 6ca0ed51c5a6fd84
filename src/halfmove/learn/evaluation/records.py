"""States of recorded games, for a network to learn: with what the games say of them, or to be judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.formats import Broken
from halfmove.core.words import write_rows
from halfmove.learn.evaluation.games import EstimatedStates
from halfmove.learn.evaluation.judges import MOST, Judgements
from halfmove.learn.tuning.samples import read_evaluations, read_finished_games

Chunk = tuple[EstimatedStates, Judgements | None]


def read_chunks(game: Game, paths: list[Path], size: int, by_games: bool, broken: Broken) -> Iterator[Chunk]:
    """The states of the finished games in files, whole games together, `size` states or a few more at a time;
    with what the games say of them (`[%eval …]`, hundredths of a unit, to the player to move) if `by_games`,
    and then only those of which they say something.

    Games that are broken are left out, and `broken` is told of each.  `BadInput` for a file that cannot be
    read.
    """
    read = read_evaluations if by_games else read_finished_games
    states: list[Any] = []
    results: list[int] = []
    scores: list[int] = []
    for positions, share, _ in read(game, paths, broken):
        assert share is not None, "unfinished games are left out"
        for state, worth in positions:
            states.append(state)
            results.append(round(2 * share - 1))
            if worth is not None:
                scores.append(round(100 * worth * (1 if game.to_move(state) == 0 else -1)))
        if len(states) >= size:
            yield _pack(states, results, scores, by_games)
            states, results, scores = [], [], []
    if states:
        yield _pack(states, results, scores, by_games)


def _pack(states: list[Any], results: list[int], scores: list[int], by_games: bool) -> Chunk:
    said = np.clip(scores, -MOST, MOST).astype(np.int16) if by_games else None
    return EstimatedStates(write_rows(states), np.array(results, np.int8)), said
