"""What is asked over a WebSocket: an operation's declared fields, for as long as the client listens."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.operation import PositionRequest, read_json
from halfmove.core.operation.position import ALL
from halfmove.endings.analyze import Analyze
from halfmove.search.algorithms import check_limit, choose
from halfmove.search.chance.rollout_operation import MOST_TRIALS, RolloutRequest
from halfmove.search.chance.rollouts import unfit
from halfmove.web.api.running import Place, opened, opened_for_mover
from halfmove.web.server import here
from halfmove.web.workers.tasks.operation import check_settings

BOUNDS = ("depth", "nodes", "simulations")
R = TypeVar("R", bound=PositionRequest)


class Live(Generic[R]):
    """A place, and what is asked about it; without any limit it goes on until it is stopped."""

    def __init__(self, request: type[R], given: dict[str, Any]) -> None:
        given = dict(given)
        self.id = given.pop("id", None)
        is_short = isinstance(self.id, str) and len(self.id) <= 100
        if not (self.id is None or is_short or type(self.id) is int):
            raise BadInput("The 'id' is a whole number or a text of up to 100 letters.")
        self.request = read_json(request, given)
        self.place = Place.of(self.request)
        self.seconds: float | None = getattr(self.request, "seconds", None)

    def arguments(self) -> dict[str, Any]:
        """What the task is told."""
        viewer = self.place.viewer
        return {"place": self.place.reference, "viewer": None if viewer == ALL else viewer}

    def check(self) -> None:
        """`BadInput` or `Unsuitable` for what need not be begun."""
        opened_for_mover(self.place)


class LiveAnalysis(Live[Analyze]):
    """A place and how to search it."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(Analyze, given)

    def arguments(self) -> dict[str, Any]:
        request = self.request
        return super().arguments() | {
            "algorithm": request.algorithm,
            "options": request.search_options,
            "lines": request.lines,
            **{key: bound for key in BOUNDS if (bound := getattr(request, key)) is not None},
        }

    def check(self) -> None:
        request = self.request
        game = here().catalogue.game(self.place.reference.game)
        algorithm = choose(game, request.algorithm, Limit(depth=request.depth))
        check_settings(request.search_options)
        check_limit(algorithm, Limit(simulations=request.simulations))
        super().check()


class LiveRollout(Live[RolloutRequest]):
    """A place in a game of dice and how to roll it out."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(RolloutRequest, given)

    def arguments(self) -> dict[str, Any]:
        request = self.request
        return super().arguments() | {
            "viewer": None,
            "plays": request.plays,
            "lines": request.lines,
            "trials": request.trials or MOST_TRIALS,
            "error": request.error,
            "confidence": request.confidence,
            "truncate": request.throws,
            "seed": request.seed,
            "seconds": request.seconds,
        }

    def check(self) -> None:
        if why := unfit(here().catalogue.game(self.place.reference.game)):
            raise Unsuitable(why)
        history, _ = opened(self.place)
        if history.over:
            raise BadInput("The game is over, so there is nothing to roll out.")
        self.request.candidates(history)
        super().check()
