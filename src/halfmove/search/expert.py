"""The game's own way to judge actions by what a player knows, as a search like all others (`core.expert`)."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.expert import Expert, Judged, Judgement
from halfmove.core.limit import Limit
from halfmove.core.scores import Score
from halfmove.search.algorithms import Brake
from halfmove.search.hidden import read_options, register_hidden

NAME = "expert"
SURE = 1.96
"""Standard errors on each side of the mean: 95 %."""


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    if game.expert() is None:
        return f"{game.title()} has no way of its own to judge moves by what a player knows."
    return None


class Memory:
    """The expert of a game, with what it remembers."""

    def __init__(self, game: Game, *, megabytes: float | None, threads: int, seed: int) -> None:
        self.game, self.seed = game, seed
        self.expert = self._make()

    def _make(self) -> Expert:
        expert = self.game.expert()
        assert expert is not None, "the game fits"
        expert.reseed(self.seed)
        return expert

    def clear(self) -> None:
        """Forget everything."""
        self.expert = self._make()

    def reseed(self, seed: int) -> None:
        """Have the next search sample by this seed."""
        self.seed = seed
        self.expert.reseed(seed)

    def warm(self) -> None:
        """Make ready for a clock."""
        self.expert.prepare()

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from a state."""
        self.expert.prepare()


def _run(
    memory: Memory,
    game: Game,
    state: Any,
    limit: Limit,
    lines: int,
    only: Collection[Any] | None,
    brake: Brake,
) -> Iterator[Analysis]:
    started = time.perf_counter()
    if game.to_move(state) < 0:
        unknown = Score.unknown(game, 0)
        yield Analysis(game, state, NAME, (), unknown, 0, 0, time.perf_counter() - started)
        return
    for judgement in memory.expert.judge(state, limit, lambda: brake.pulled):
        allowed = [judged for judged in judgement.actions if only is None or judged.action in only]
        yield _analysis(game, state, judgement, allowed[:lines], time.perf_counter() - started)


def _analysis(game: Game, state: Any, judgement: Judgement, best: list[Judged], seconds: float) -> Analysis:
    player = game.to_move(state)
    lines = tuple(
        Line(
            action=judged.action,
            score=Score.mean(game, player, judged.value),
            variation=(judged.action,),
            visits=judgement.samples,
            interval=(judged.value - SURE * judged.error, judged.value + SURE * judged.error),
        )
        for judged in best
    )
    return Analysis(
        game=game,
        state=state,
        algorithm=NAME,
        lines=lines,
        score=lines[0].score if lines else Score.unknown(game, player),
        depth=judgement.depth,
        nodes=judgement.nodes,
        seconds=seconds,
        statistics={"samples": judgement.samples},
        explanation=judgement.explanation,
    )


def _no_options(options: Mapping[str, str] | None) -> Mapping[str, Any]:
    read_options(NAME, options, {})
    return {}


register_hidden(
    NAME,
    Memory,
    _run,
    _no_options,
    summary="The game's own way to judge moves by what a player knows: in bridge deals drawn, each solved "
    "with open cards",
    source="Ginsberg 2001",
    unfit=unfit,
    strength=60,
    limits=("seconds", "simulations"),
    meant=lambda game: game.expert() is not None,
)
