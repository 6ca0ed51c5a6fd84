"""An operation by its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import AUTO, TERMS
from halfmove.core.history import History
from halfmove.core.operation import GameRequest, PositionRequest, Work, read_data
from halfmove.core.operations import load
from halfmove.core.progress import telling
from halfmove.core.reporting import Step
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> Any:
    """The last result as data."""
    request = read_data(load(arguments["operation"]).request, arguments["given"], face="http")
    result = None

    def tell(step: Step) -> None:
        link.tell(kind="progress", done=step.done, of=step.total)

    with telling(request.doing(), tell):
        for found in request.run(ServerWork(arguments, link)):
            result = found
    return None if result is None else dict(result.to_dict())


class ServerWork(Work):
    """What an operation has of the world in a worker of the server."""

    largest = 50_000  # some megabytes of JSON
    is_own = False

    def __init__(self, arguments: dict[str, Any], link: Link) -> None:
        self._arguments, self._link = arguments, link

    def open(self, request: PositionRequest) -> History:
        """The game as the client may know it."""
        viewer, history = self._arguments["viewer"], self._link.open(self._arguments)
        self.veiled = viewer is not None and history.game.hidden
        return request.throw(self._link.seen(history, viewer))

    def cores(self, asked: int) -> int:
        return 1

    def open_game(self, request: GameRequest) -> Game:
        return self._link.catalogue.game(GameReference(str(request.game), dict(request.parameters)))

    def check_settings(self, settings: Mapping[str, str]) -> None:
        check_settings(settings)

    def say(self, sentence: str) -> None:
        """Nothing: the result has the notes."""


def check_settings(settings: Mapping[str, str]) -> None:
    """`BadInput` for settings that name a file or other machines of the server's."""
    if "file" in settings:
        raise BadInput(
            "Over HTTP a network is one of the server's (halfmove serve --network FILE); leave 'file' out."
        )
    if settings.get("evaluation", AUTO) not in (AUTO, TERMS):
        raise BadInput(f"Over HTTP the option 'evaluation' is {AUTO} or {TERMS}, and names no file.")
    if settings.get("parameters", "").endswith(".toml"):
        raise BadInput("Over HTTP the option 'parameters' is name:value+name:value, and names no file.")
    if "processes" in settings:
        raise BadInput("Over HTTP a search has one process; leave 'processes' out.")
