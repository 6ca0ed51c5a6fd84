"""Each action judged at once, by the game's evaluation of the state that it leads to: a static player.

For games in which one ply and a good evaluation play better than what a search can see in the time
(`Game.judged_at_once`).  Where something is hidden the evaluation must rest on what the player knows.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import CHANCE, Game
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm, register
from halfmove.search.hidden import analyse_end

NAME = "static"


def unfit(game: Game) -> str | None:
    """Why it does not fit a game; None where it does."""
    if game.judged_at_once:
        return None
    return f"{NAME} judges actions by an evaluation made for that, which {game.title()} has not."


def judge(game: Game, state: Any, mover: int, action: Any) -> float:
    """What an action is worth to the player who makes it, in the game's units."""
    after = game.result(state, action)
    if game.is_terminal(after):
        return float(game.utility(after, mover))
    return float(game.evaluate(after, mover) / WIN)


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
) -> Iterator[Analysis]:
    """One analysis."""
    start = time.perf_counter()
    if game.is_terminal(state):
        yield analyse_end(game, state, NAME)
        return
    mover = game.to_move(state)
    if mover == CHANCE:
        score = Score.estimate(game, 0, game.evaluate(state, 0) / WIN)
        yield Analysis(game, state, NAME, (), score, 0, 1, time.perf_counter() - start)
        return
    actions = [action for action in game.actions(state) if only is None or action in only]
    worth = {action: judge(game, state, mover, action) for action in actions}
    best = sorted(actions, key=lambda action: -worth[action])[:lines]
    found = tuple(
        Line(
            action,
            Score.estimate(game, mover, worth[action]),
            (action,),
            figures=game.action_figures(state, action),
        )
        for action in best
    )
    yield Analysis(game, state, NAME, found, found[0].score, 1, len(actions), time.perf_counter() - start)


register(
    Algorithm(
        name=NAME,
        summary="Each action judged at once, by the evaluation of what it leads to",
        source="Sheppard, Artificial Intelligence 134, 2002, pages 241-275",
        unfit=unfit,
        search=search,
        strength=35,
        limits=("seconds", "depth", "nodes"),
        chooses_among=True,
        meant=lambda game: game.judged_at_once,
    )
)
