"""An analysis: the best moves of a position, what they are worth, and the play expected after them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.search.algorithms import check_limit, choose
from halfmove.web.api.models import Answer, Name, Number, PlaceRequest, Value
from halfmove.web.api.running import ALL, by_rules, client_of, known, of_the_mover, opened, result
from halfmove.web.server import here

router = APIRouter(tags=["analysis"])

USUAL, LONGEST = 1.0, 60.0
"""Seconds: where no limit is given, and at the most."""
BOUNDS = ("depth", "nodes", "simulations")


class SearchRequest(PlaceRequest):
    """A place, and how to search it."""

    algorithm: Name = Field("auto", description="One that fits the game; `auto` is the strongest.")
    options: dict[Name, Value] = Field(
        default_factory=dict,
        max_length=30,
        description="Settings of the algorithm's own, by name.",
        examples=[{}],
    )
    lines: int = Field(1, ge=1, le=50, description="How many of the best moves, each with its own value.")
    depth: int | None = Field(None, ge=1, le=1000, description="Plies, at the most.", examples=[8])
    nodes: int | None = Field(None, ge=1, le=10**15, description="Positions, at the most.")
    simulations: int | None = Field(
        None, ge=0, le=10**12, description="Simulations, at the most; 0 asks a network alone."
    )

    def arguments(self) -> dict[str, Any]:
        """What the task is told."""
        return {
            "place": self.place(),
            "viewer": None if self.viewer == ALL else self.viewer,
            "algorithm": self.algorithm,
            "options": {key: str(value) for key, value in self.options.items()},
            "lines": self.lines,
            **{key: bound for key in BOUNDS if (bound := getattr(self, key)) is not None},
        }


class AnalysisRequest(SearchRequest):
    """A place, how to search it and for how long."""

    seconds: float | None = Field(
        None,
        gt=0,
        le=LONGEST,
        description=f"Seconds, at the most: {USUAL:g} if no limit is given at all, else {LONGEST:g}. The "
        "time that making machine code takes, when a game is searched for the first time, does not count.",
        examples=[0.5],
    )

    def bound(self) -> float:
        """Seconds that it may take."""
        limited = any(getattr(self, key) is not None for key in BOUNDS)
        return self.seconds or (LONGEST if limited else USUAL)


class Worth(Answer):
    """A value in words."""

    worth: str
    short: str = Field(description="The same in a few letters.")


class Line(Answer):
    """One of the best moves."""

    move: str
    value: Number | None = Field(description="To the player to move, in the game's units.")
    proven: bool
    score: Number | None = Field(description="The engine's own, where the algorithm has one.")
    distance: int | None = Field(description="Plies to the end, where that is known.")
    variation: list[str] = Field(description="The play expected, this move first.")
    worth: str = Field(description="The value in words.")
    short: str = Field("", description="The same in a few letters.")
    to_first: Worth | None = Field(
        None, description="As player 0 sees it, where what one of two gains the other loses."
    )
    chance: float = Field(ge=0, le=1, description="The points that player 0 can expect.")
    visits: int | None = Field(None, description="Of Monte Carlo tree search: simulations of this move.")
    interval: list[Number | None] | None = Field(None, description="Likewise: where the value may lie.")
    prior: float | None = Field(None, description="How likely a network holds it to be the best.")


class NetworkMove(Answer):
    """What a network says of one move."""

    move: str
    share: float = Field(description="How likely it holds the move to be the best.")
    value: Number | None = Field(None, description="Its value after the move, to the player to move now.")
    searched: float | None = Field(None, description="The share that the search gives the move.")


class NetworkOpinion(Answer):
    """What a network says without a search, and what the search changed."""

    value: Number | None = Field(description="To the player to move, in the game's units.")
    entropy: float = Field(description="How unsure it is of the best move, in bits.")
    choices: float = Field(description="As many equally likely moves would leave it as unsure.")
    moves: list[NetworkMove] = Field(description="All legal moves, the likeliest first.")
    furthest: str | None = Field(None, description="The move whose share the search changed most.")


class EndingMove(Answer):
    """What the tables of endings say of a move."""

    move: str
    value: int = Field(description="1 a win, 0 a draw, -1 a loss, for the player to move.")
    plies: int | None = Field(description="To the end with best play; null for a draw, or if no table says.")
    full_moves: int | None = Field(description="The same in moves of two plies, where people count so.")
    said: str = Field(description="The value in words.", examples=["win in 12 moves"])


class Ending(Answer):
    """What the tables of endings say."""

    table: str | None = Field(description="The table that has the position; null: it is one ply before.")
    value: int = Field(description="1 a win, 0 a draw, -1 a loss, for the player to move.")
    plies: int | None = Field(description="To the end with best play; null for a draw, or if no table says.")
    full_moves: int | None = Field(description="The same in moves of two plies, where people count so.")
    said: str = Field(description="The value in words.", examples=["win in 12 moves"])
    moves: list[EndingMove] = Field(description="The moves that tables know, the best first.")


class Opening(Answer):
    """The opening that a game came from."""

    code: str | None = Field(description="As the field counts openings: ECO in chess.", examples=["C60"])
    name: str = Field(examples=["Ruy Lopez"])


class Analysis(Answer):
    """What is known of a position."""

    game: str = Field(description="The game's title.")
    parameters: dict[str, int | float | bool | str]
    position: str | None
    positions: dict[str, str] = Field(
        default_factory=dict, description="In other notations of the field, by name, where it has some."
    )
    caution: str | None = Field(None, description="Where the values are not what they seem: why.")
    opening: Opening | None = Field(None, description="The opening; null where it has no name.")
    to_move: int = Field(description="From 0; where nature moves -1, and values are to player 0.")
    algorithm: str = Field(description="The one that ran.")
    best: str | None = Field(description="The best move; null where the game is over or nature moves.")
    value: Number | None = Field(description="To the player to move, in the game's units.")
    proven: bool = Field(description="Whether the value is proven, not estimated.")
    score: Number | None
    depth: Number | None = Field(description="Plies, the deepest level completed.")
    nodes: Number | None = Field(description="Positions, or simulations.")
    seconds: float
    variation: list[str]
    lines: list[Line]
    policy: dict[str, float] | None = Field(
        None, description="Of Monte Carlo: with which probability to play each move, the likeliest first."
    )
    backend: str | None = Field(None, description="What computed a network's outputs: `onnx`, `numpy`.")
    network: NetworkOpinion | None = Field(None, description="Of a search with one: what it says alone.")
    ending: Ending | None = Field(None, description="What the server's tables of endings say, if they do.")
    notes: list[str] = Field(default_factory=list, description="What the search goes on without, said once.")
    distance: int | None = Field(description="Plies to the end with best play, where that is known.")
    worth: str = Field(description="The value in words.", examples=["proven win for X in 5 plies"])
    short: str = Field("", description="The same in a few letters.")
    to_first: Worth | None = Field(
        None, description="As player 0 sees it, where what one of two gains the other loses."
    )
    chance: float = Field(ge=0, le=1, description="The points that player 0 can expect: for a bar.")
    nodes_per_second: int
    statistics: dict[str, int] = Field(description="What else the algorithm counts.")


@router.post("/analyses", summary="Analyse a position", response_model=Analysis, operation_id="analyse")
async def analyse(request: Request, asked: AnalysisRequest) -> JSONResponse:
    """Search a position and answer with the best moves that were found within the limits.

    The search ends when the client closes the connection.  `WebSocket /api/analysis` tells the analysis as it
    deepens.
    """
    client = client_of(request)
    known(asked.game)
    await by_rules(client, check, asked)
    job = here().pool.begin(client, "analysis", asked.arguments(), seconds=asked.bound())
    found = await result(request, job)
    if found is None:
        raise BadInput("The search found nothing in that time; give it more seconds.")
    return JSONResponse(found)


def check(asked: SearchRequest) -> None:
    """`BadInput` or `Unsuitable` for what need not be begun."""
    game = here().catalogue.game(asked.place().game)
    algorithm = choose(game, asked.algorithm, Limit(depth=asked.depth))
    if "file" in asked.options and "file" in algorithm.needs:
        raise BadInput(
            "Over HTTP a network is one of the server's (halfmove serve --network FILE); leave 'file' out."
        )
    if "processes" in asked.options and "processes" in algorithm.settings:
        raise BadInput("Over HTTP a search has one process; leave 'processes' out.")
    check_limit(algorithm, Limit(simulations=asked.simulations))
    for key in BOUNDS:
        if getattr(asked, key) is not None and key not in algorithm.limits:
            raise BadInput(
                f"{algorithm.name} keeps to no limit '{key}'; it has: {', '.join(algorithm.limits)}."
            )
    history, viewer = opened(asked)
    of_the_mover(history, viewer)
