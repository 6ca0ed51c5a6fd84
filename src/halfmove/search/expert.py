"""The game's own way to judge actions by what a player knows, as a search like all others (`core.expert`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.expert import EngineUser, Expert, Judged, Judgement, Outcome, PastReader, Selective
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.numbers import shorten
from halfmove.core.scores import Score
from halfmove.search.algorithms import Brake, deepen
from halfmove.search.hidden import read_options, register_hidden

if TYPE_CHECKING:
    from halfmove.search.proof.solver import Solver

NAME = "expert"
END_MEGABYTES = 64
PROOF_SHARE = 0.7
"""Of the time of a search by the engine: then it deepens, to have an answer without a proof."""
LEAST_SECONDS = 0.05
SETTINGS = {"infer": "no"}
"""`infer`: whether it concludes what others hold from what they have played."""
SURE = 1.96
"""Standard errors on each side of the mean: 95 %."""


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    if game.expert() is None:
        return f"{game.title()} has no way of its own to judge moves by what a player knows."
    return None


class EndSearch:
    """The engine on games of perfect information that an expert meets: the last such game, with its table."""

    def __init__(self) -> None:
        self.solver: Solver | None = None

    def search(self, game: Game, state: Any, seconds: float | None, stopped: Callable[[], bool]) -> Outcome:
        """Prove the value of a state; what deepening says where that takes most of the seconds."""
        from halfmove.search.proof.solver import Solver, proofs

        started = time.perf_counter()
        if self.solver is None or self.solver.game != game:
            self.solver = Solver(game, megabytes=END_MEGABYTES)
        self.solver.clear()
        if game.is_terminal(state):
            return Outcome(float(game.utility(state, max(game.to_move(state), 0))), None, True, 0)
        with closing(proofs(game, state, distance=False, solver=self.solver)) as known:  # type: ignore[type-var]
            for found in known:  # noqa: B007  the last one is read below
                passed = time.perf_counter() - started
                if stopped() or (seconds is not None and passed > PROOF_SHARE * seconds):
                    break
        if found.proven and found.lines:
            return Outcome(found.value, found.best, True, found.nodes)
        left = None if seconds is None else max(seconds - (time.perf_counter() - started), LEAST_SECONDS)
        limit = Limit(seconds=left or LEAST_SECONDS)
        *_, last = deepen(game, state, limit, algorithm="engine", memory=self.solver.engine)
        return Outcome(last.value, last.best, last.proven, found.nodes + last.nodes)


class Memory:
    """The expert of a game, with what it remembers."""

    def __init__(
        self, game: Game, *, megabytes: float | None, threads: int, seed: int, infer: bool = False
    ) -> None:
        self.game, self.seed, self.infer = game, seed, infer
        self.expert = self._make()
        if infer and not isinstance(self.expert, PastReader):
            raise BadInput(f"In {game.title()} nothing is concluded from what others have played.")

    def _make(self) -> Expert:
        expert = self.game.expert()
        assert expert is not None, "the game fits"
        if isinstance(expert, EngineUser):
            expert.use_engine(EndSearch().search)
        expert.reseed(self.seed)
        return expert

    def use_past(self, history: History) -> None:
        """Have the next search conclude from what was played, where that is asked for."""
        if self.infer and isinstance(self.expert, PastReader):
            self.expert.use_past(history)

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
    if isinstance(memory.expert, Selective):
        memory.expert.choose_among(only)
    for judgement in memory.expert.judge(state, limit, lambda: brake.pulled):
        allowed = [judged for judged in judgement.actions if only is None or judged.action in only]
        yield _analysis(game, state, judgement, allowed[:lines], time.perf_counter() - started)


def _analysis(game: Game, state: Any, judgement: Judgement, best: list[Judged], seconds: float) -> Analysis:
    player = game.to_move(state)
    lines = tuple(
        Line(
            action=judged.action,
            score=_score_of(game, player, judged),
            variation=(judged.action,),
            visits=judgement.samples,
            interval=(judged.value - SURE * judged.error, judged.value + SURE * judged.error),
            figures={**game.action_figures(state, judged.action), **judged.figures},
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


def _score_of(game: Game, player: int, judged: Judged) -> Score:
    if judged.proven:
        return Score.proof(game, player, round(judged.value))
    return Score.mean(game, player, judged.value)


def _read_options(options: Mapping[str, str] | None) -> Mapping[str, Any]:
    [infer] = read_options(NAME, options, SETTINGS)
    if infer not in ("yes", "no"):
        raise BadInput(f"'infer' is yes or no, not '{shorten(infer)}'.")
    return {"infer": infer == "yes"}


register_hidden(
    NAME,
    Memory,
    _run,
    _read_options,
    summary="The game's own way to judge moves by what a player knows, such as deals drawn and solved with "
    "open cards",
    source="Ginsberg 2001",
    unfit=unfit,
    strength=60,
    limits=("seconds", "simulations"),
    settings=SETTINGS,
    looks_back=True,
    meant=lambda game: game.expert() is not None,
)
