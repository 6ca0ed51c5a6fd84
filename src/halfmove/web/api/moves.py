"""The engine's move: what an opponent plays, at a level or with all it can in a given time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict

from fastapi import APIRouter, Request
from fastapi.responses import Response

from halfmove.arena.players.levels import DEFAULT, FULL
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.operation import PositionRequest, Seconds, Text, Whole, field, read_json
from halfmove.core.results import finite
from halfmove.web.api.described import Given, Number, described, question
from halfmove.web.api.running import Place, answer, by_rules, client_of, opened, opened_for_mover
from halfmove.web.server import here

router = APIRouter(tags=["analysis"])

FILE = "file"
"""What the strategy of a file is called."""
LONGEST = 60.0
"""Seconds that a move may take."""


@question("move", "A move of the engine's.")
@dataclass(frozen=True, kw_only=True)
class MoveRequest(PositionRequest):
    """Choose a move as an opponent does.  It goes before analyses that wait for their turn."""

    level: int | None = field(
        Whole(1, FULL),
        f"From 1, a beginner, to {FULL}; {DEFAULT} where neither this nor `seconds` is given.",
        default=None,
        example=4,
    )
    seconds: float | None = field(
        Seconds(LONGEST), "Full strength for so long, in place of a level.", default=None
    )
    algorithm: str = field(Text(most=100), "With `seconds`: one that fits the game.", default="auto")
    strategy: str | None = field(
        Text(most=100),
        "In place of a level: a strategy that has a name in the game, as `always-call` in hold'em, or "
        "`file`: the one that the server was given for it.",
        default=None,
    )
    seed: int = field(Whole(0, 2**32 - 1), "Of what the lower levels leave to luck.", default=0)

    def check(self, name: Callable[[str], str]) -> None:
        if self.level is not None and self.seconds is not None:
            raise BadInput("Give a level or seconds, not both: a level says itself how long it thinks.")
        if self.seconds is None and self.algorithm != "auto":
            raise BadInput("A level chooses its algorithm itself; give seconds to name one.")
        if self.strategy is not None and (self.level is not None or self.seconds is not None):
            raise BadInput("Give a strategy, or a level or seconds, not both: a strategy searches nothing.")


class MoveChosen(TypedDict):
    """A move."""

    move: Annotated[str | None, "In the game's notation; null: it resigns."]
    depth: Annotated[int | None, "Plies that were searched."]
    nodes: Annotated[int | None, "Positions that were searched."]
    value: Annotated[Number | None, "What it takes the position to be worth to the mover."]
    mate: Annotated[
        int | None,
        "Plies to a forced end: positive where the mover wins, negative where it loses.",
    ]
    notes: Annotated[NotRequired[list[str]], "What the search goes on without, said once."]


@router.post("/moves", **described(MoveRequest, MoveChosen))
async def _move(request: Request, given: Given) -> Response:
    asked, client = read_json(MoveRequest, given), client_of(request)
    place = Place.of(asked)
    await by_rules(client, _check, place)
    arguments = {
        "place": place.reference,
        "level": None if asked.seconds else asked.level or DEFAULT,
        "seconds": asked.seconds,
        "algorithm": asked.algorithm,
        "seed": asked.seed,
    }
    if asked.strategy is not None:
        arguments["strategy"] = "" if asked.strategy == FILE else asked.strategy
    job = here().pool.begin(client, "move", arguments, urgent=True, seconds=LONGEST)
    return await answer(request, job, _finished)


def _finished(found: Any) -> dict[str, Any]:
    if found is None:
        raise BadInput("No move was found in that time.")
    return {**found, "value": finite(found["value"])}


def _check(asked: Place) -> None:
    history, _ = opened(asked)
    if history.over:
        raise BadInput("The game is over, so there is no move to choose.")
    if history.mover == CHANCE:
        raise BadInput("It is nature's turn: POST /api/positions tells its outcomes and their probabilities.")
    opened_for_mover(asked)
