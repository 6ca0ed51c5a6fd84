"""A rollout: each play of a position of a game of dice played on many times."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.search.chance.rollout import LONGEST as LONGEST_TRIAL
from halfmove.search.chance.rollouts import CANDIDATES, THROWS, TRIALS, unfit
from halfmove.web.api.models import Answer, Name, PlaceRequest, Short, Value
from halfmove.web.api.running import by_rules, client_of, known, of_the_mover, opened, result
from halfmove.web.catalogue import MOST_MOVES
from halfmove.web.server import here

router = APIRouter(tags=["analysis"])

LONGEST = 60.0
"""Seconds that a rollout may take that is asked for once."""
MOST_TRIALS = 10**9
MOST_PLAYS = 50


class DicePlace(PlaceRequest):
    """A place in a game of dice."""

    game: Name = Field(description="A name of `GET /api/games`.", examples=["pig"])
    parameters: dict[Name, Value] = Field(
        default_factory=dict,
        max_length=20,
        description="The game's parameters that are not to be the defaults, by name.",
    )
    moves: list[Short] = Field(
        default_factory=list,
        max_length=MOST_MOVES,
        description="Moves played and dice thrown from the position on, in the game's notation.",
        examples=[["roll", "5"]],
    )


class RolloutRequest(DicePlace):
    """A place in a game of dice, and how to roll it out.  It ends with whichever limit comes first."""

    plays: Annotated[list[Short], Field(min_length=1, max_length=MOST_PLAYS)] | None = Field(
        None, description="The plays to compare, in the game's notation.", examples=[None]
    )
    lines: int = Field(
        CANDIDATES, ge=1, le=MOST_PLAYS, description="Without `plays`: so many of the evaluation's best."
    )
    trials: int | None = Field(
        None,
        ge=1,
        le=MOST_TRIALS,
        description=f"Of each play; {TRIALS} where no limit is given. Whole rounds are made.",
        examples=[36],
    )
    error: float | None = Field(None, gt=0, le=1e9, description="Until every standard error is this small.")
    confidence: float | None = Field(
        None, gt=0.5, lt=1, description="Until the best is better than each other so surely."
    )
    truncate: Annotated[int, Field(ge=1, le=LONGEST_TRIAL)] | Literal["none"] = Field(
        THROWS, description="Throws after which the evaluation is asked; `none`: to the end."
    )
    seed: int = Field(0, ge=0, lt=2**32, description="The same seed gives the same dice.")
    seconds: float | None = Field(
        None, gt=0, le=LONGEST, description=f"Seconds, at the most; {LONGEST:g} at all events."
    )

    def arguments(self) -> dict[str, Any]:
        """What the task is told."""
        limited = any(key is not None for key in (self.error, self.confidence, self.seconds))
        usual = MOST_TRIALS if limited else TRIALS
        return {
            "place": self.place(),
            "viewer": None,
            "plays": self.plays,
            "lines": self.lines,
            "trials": self.trials or usual,
            "error": self.error,
            "confidence": self.confidence,
            "truncate": None if self.truncate == "none" else self.truncate,
            "seed": self.seed,
            "seconds": self.seconds,
        }


class RolledPlay(Answer):
    """A play and what its trials say, in the game's units, to the player to move."""

    play: str | None = Field(description="Null where nature moves: the position itself.")
    value: float = Field(description="The mean of the results, less the luck.")
    error: float | None = Field(description="Its standard error.")
    plain: float = Field(description="The mean of the results as they were.")
    plain_error: float | None
    variance_reduction: float | None = Field(description="What the variance was divided by.")
    behind: float = Field(description="By how much the best play is better.")
    behind_error: float | None = Field(description="The standard error of that.")
    confidence: float | None = Field(description="With which the best is better; null for the best.")
    ends: dict[str, int] = Field(description="Payoffs with which trials ended, and how many did.")
    throws: float = Field(description="Of a trial, in the mean.")


class Rollout(Answer):
    """What is known of the plays, the best first."""

    game: str = Field(description="The game's title.")
    parameters: dict[str, int | float | bool | str]
    position: str | None
    to_move: int = Field(description="From 0; where nature moves -1, and values are to player 0.")
    best: str | None
    value: float
    error: float | None
    trials: int = Field(description="Of each play.")
    truncated: int | None = Field(description="Throws of a trial; null: to the end.")
    seed: int
    seconds: float
    finished: str = Field(description="Which limit ended it; empty where time did.")
    plays: list[RolledPlay]
    said: str = Field(description="What was done, in a sentence.")


@router.post("/rollouts", summary="Roll a position out", response_model=Rollout, operation_id="rollout")
async def rollout(request: Request, asked: RolloutRequest) -> JSONResponse:
    """Play each play of a position of a game of dice on, many times, and say which is best and how surely.

    `WebSocket /api/rollout` tells the table as it grows.
    """
    client = client_of(request)
    known(asked.game)
    await by_rules(client, check, asked)
    seconds = asked.seconds or LONGEST
    job = here().pool.begin(client, "rollout", asked.arguments(), seconds=seconds)
    found = await result(request, job)
    if found is None:
        raise BadInput("No round of trials was complete in that time; give it more seconds, or fewer plays.")
    return JSONResponse(found)


def check(asked: RolloutRequest) -> None:
    """`BadInput` or `Unsuitable` for what need not be begun."""
    _dice(asked)
    history, viewer = opened(asked)
    if history.over:
        raise BadInput("The game is over, so there is nothing to roll out.")
    of_the_mover(history, viewer)
    if asked.plays is None:
        return
    if history.mover == CHANCE:
        raise BadInput("Nature is to move, so there are no plays to compare; leave 'plays' out.")
    for play in asked.plays:
        history.game.parse_action(history.state, play)


def _dice(asked: PlaceRequest) -> None:
    why = unfit(here().catalogue.game(asked.place().game))
    if why:
        raise Unsuitable(why)
