"""The engine's move: what an opponent plays, at a level or with all it can in a given time."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from halfmove.arena.players.levels import DEFAULT, FULL
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.presentation.words import finite
from halfmove.web.api.models import Answer, Name, Number, PlaceRequest
from halfmove.web.api.running import by_rules, client_of, known, of_the_mover, opened, result
from halfmove.web.server import here

router = APIRouter(tags=["analysis"])

FILE = "file"
"""What the strategy of a file is called."""
LONGEST = 60.0
"""Seconds that a move may take."""


class MoveRequest(PlaceRequest):
    """Where a move is wanted, and of how strong a player."""

    level: int | None = Field(
        None,
        ge=1,
        le=FULL,
        description=f"From 1, a beginner, to {FULL}; {DEFAULT} where neither this nor `seconds` is given.",
        examples=[4],
    )
    seconds: float | None = Field(
        None, gt=0, le=LONGEST, description="Full strength for so long, in place of a level."
    )
    algorithm: Name = Field("auto", description="With `seconds`: one that fits the game.")
    strategy: Name | None = Field(
        None,
        description="In place of a level: a strategy that has a name in the game, as `always-call` in "
        "hold'em, or `file`: the one that the server was given for it.",
    )
    seed: int = Field(0, ge=0, lt=2**32, description="Of what the lower levels leave to luck.")


class MoveChosen(Answer):
    """A move."""

    move: str | None = Field(description="In the game's notation; null: it resigns.")
    depth: int | None = Field(description="Plies that were searched.")
    nodes: int | None = Field(description="Positions that were searched.")
    value: Number | None = Field(description="What it takes the position to be worth to the mover.")
    mate: int | None = Field(
        description="Plies to a forced end: positive where the mover wins, negative where it loses."
    )
    notes: list[str] = Field(default_factory=list, description="What the search goes on without, said once.")


@router.post("/moves", summary="A move of the engine's", response_model=MoveChosen, operation_id="move")
async def move(request: Request, asked: MoveRequest) -> JSONResponse:
    """Choose a move as an opponent does.  It goes before analyses that wait for their turn."""
    known(asked.game)
    if asked.level is not None and asked.seconds is not None:
        raise BadInput("Give a level or seconds, not both: a level says itself how long it thinks.")
    if asked.seconds is None and asked.algorithm != "auto":
        raise BadInput("A level chooses its algorithm itself; give seconds to name one.")
    if asked.strategy is not None and (asked.level is not None or asked.seconds is not None):
        raise BadInput("Give a strategy, or a level or seconds, not both: a strategy searches nothing.")
    client = client_of(request)
    await by_rules(client, _check, asked)
    arguments = {
        "place": asked.place(),
        "level": None if asked.seconds else asked.level or DEFAULT,
        "seconds": asked.seconds,
        "algorithm": asked.algorithm,
        "seed": asked.seed,
    }
    if asked.strategy is not None:
        arguments["strategy"] = "" if asked.strategy == FILE else asked.strategy
    job = here().pool.begin(client, "move", arguments, urgent=True, seconds=LONGEST)
    found = await result(request, job)
    if found is None:
        raise BadInput("No move was found in that time.")
    return JSONResponse({**found, "value": finite(found["value"])})


def _check(asked: MoveRequest) -> None:
    history, viewer = opened(asked)
    if history.over:
        raise BadInput("The game is over, so there is no move to choose.")
    if history.mover == CHANCE:
        raise BadInput("It is nature's turn: POST /api/positions tells its outcomes and their probabilities.")
    of_the_mover(history, viewer)
