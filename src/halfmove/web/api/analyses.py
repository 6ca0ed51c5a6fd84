"""An analysis over a WebSocket: a request as the declaration of `analyze` has it, and how long it goes on."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.operation import read_data
from halfmove.endings.analyze import Analyze
from halfmove.search.algorithms import check_limit, choose
from halfmove.web.api.models import PlaceRequest
from halfmove.web.api.operations import PLACE
from halfmove.web.api.problems import sentence
from halfmove.web.api.running import ALL, of_the_mover, opened
from halfmove.web.server import here
from halfmove.web.workers.tasks.operation import check_settings

BOUNDS = ("depth", "nodes", "simulations")
TAKEN = (*PLACE, "algorithm", "options", "lines", "seconds", *BOUNDS)
"""The fields that a live analysis takes."""


class LiveAnalysis:
    """A place and how to search it; without any limit it goes on until it is stopped, or proven."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.id = given.pop("id", None)
        is_short = isinstance(self.id, str) and len(self.id) <= 100
        if not (self.id is None or is_short or type(self.id) is int):
            raise BadInput("The 'id' is a whole number or a text of up to 100 letters.")
        for key in given:
            if key not in TAKEN:
                raise BadInput(f"There is no '{key[:100]}' to be set in such a request.")
        try:
            self.place = PlaceRequest.model_validate({key: given[key] for key in PLACE if key in given})
        except ValidationError as error:
            raise BadInput(sentence(error.errors())) from None
        asked = {key: value for key, value in given.items() if key != "viewer"}
        self.request = read_data(Analyze, asked, face="http")
        self.seconds = self.request.seconds

    def arguments(self) -> dict[str, Any]:
        """What the task is told."""
        request, viewer = self.request, self.place.viewer
        return {
            "place": self.place.place(),
            "viewer": None if viewer == ALL else viewer,
            "algorithm": request.algorithm,
            "options": request.search_options,
            "lines": request.lines,
            **{key: bound for key in BOUNDS if (bound := getattr(request, key)) is not None},
        }

    def check(self) -> None:
        """`BadInput` or `Unsuitable` for what need not be begun."""
        request = self.request
        game = here().catalogue.game(self.place.place().game)
        algorithm = choose(game, request.algorithm, Limit(depth=request.depth))
        check_settings(request.search_options)
        check_limit(algorithm, Limit(simulations=request.simulations))
        history, viewer = opened(self.place)
        of_the_mover(history, viewer)
