"""Monte Carlo tree search iteration by iteration: selection, expansion, simulation, back-propagation."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from halfmove.core.errors import BadInput
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.web.api.models import Answer, Name, Number, PlaceRequest, Spec, Value
from halfmove.web.api.running import client_of, result
from halfmove.web.api.traces import TargetRequest
from halfmove.web.server import here

router = APIRouter(tags=["laboratory"])

LONGEST = 20.0
"""Seconds that a recorded search may take."""
MOST = 500
"""Iterations."""


class SimulationRequest(TargetRequest):
    """A Monte Carlo tree search that is wanted: of a tree, of a place in a game, or a textbook's figure."""

    place: PlaceRequest | None = Field(
        None, description="Or a place in a game.", examples=[{"game": "tictactoe"}]
    )
    tree: Spec | None = Field(None, description="As in `POST /api/traces`.", examples=[None])
    figure: Name | None = Field(
        None, description=f"Or a textbook's figure, replayed: {', '.join(FIGURES)}.", examples=[None]
    )
    simulations: int | None = Field(
        None,
        ge=0,
        le=MOST,
        description="Iterations (default: 10; of a figure, as many as it shows).",
        examples=[5],
    )
    options: dict[Name, Value] = Field(
        default_factory=dict,
        max_length=30,
        description="The settings of `mcts`, by name.",
        examples=[{"formula": "ucb1", "c": 1.4}],
    )
    seed: int = Field(0, ge=0, lt=2**32, description="Of what is drawn at random.")
    counts: Annotated[str, StringConstraints(max_length=20_000)] | None = Field(
        None,
        description="Wins and playouts to begin with: lines `move: 27/35`, indented under each other.",
        examples=[None],
    )

    async def checked(self, client: str) -> None:
        """As for a tree or a place; `BadInput` for a figure that there is not."""
        if self.figure is None:
            await super().checked(client)
        elif self.figure not in FIGURES:
            raise BadInput(f"There is no figure '{self.figure}'; there are: {', '.join(FIGURES)}.")
        elif self.tree is not None or self.place is not None or self.counts is not None:
            raise BadInput("A figure has its own game and counts; leave out tree, place and counts.")


Who = int | Literal["chance"] | None
"""A player, from 0; null: the game is over there."""


class Edge(Answer):
    """A move of the tree; wins are those of whoever makes it."""

    move: str
    wins: Number
    visits: int
    proven: Number | None = Field(description="What it is worth for certain.")


class Node(Edge):
    """A move with the tree below it."""

    children: list[Node]


class Root(Answer):
    """The whole tree."""

    wins: Number
    visits: int
    children: list[Node]


class Candidate(Edge):
    """A move at a choice, with the terms of the formula."""

    probability: float | None = Field(None, description="Where nature moves.")
    out: str | None = Field(None, description="Why it was out of the question: proven, widening.")
    exploitation: float | None = None
    exploration: float | None = Field(None, description="Null: not tried yet, so it comes first.")
    as_first: float | None = Field(None, description="With rave: all moves as first.")
    bias: float | None = None
    total: float | None = Field(None, description="What was compared.")
    share: float | None = Field(None, description="With rave: how much all moves as first count.")
    prior: float | None = None


class Choice(Answer):
    """A level of the descent."""

    path: list[str] = Field(description="The moves that lead there.")
    player: Who
    visits: int
    move: str = Field(description="The one taken.")
    how: str
    candidates: list[Candidate]


class Expansion(Answer):
    """What became of the position at the end of the path."""

    path: list[str]
    why: str = Field(description="new, shared, or why there is no new node.")
    moves: list[str] = Field(description="Of a new node.")
    choice: Choice | None = Field(description="The step on from it.")


class Playout(Answer):
    """The simulation beyond the tree."""

    path: list[str]
    moves: list[str]
    end: str = Field(description="over, cut off, proven or repeated.")
    position: str | None
    rewards: list[Number] = Field(description="What it brought each player, from 0 to 1.")


class Backup(Answer):
    """What back-propagation did to a move of the path."""

    path: list[str]
    player: Who
    wins: list[Number] = Field(description="Before and after.")
    visits: list[int] = Field(description="Before and after.")
    as_first: list[str]


class Proof(Answer):
    """A move of the path whose worth is certain now."""

    path: list[str]
    value: Number


class Iteration(Answer):
    """One simulation."""

    number: int
    selection: list[Choice]
    expansion: Expansion
    simulation: Playout
    backup: list[Backup]
    proven: list[Proof]
    solved: bool = Field(description="Whether the root is proven now.")


class Simulation(Answer):
    """A search from start to finish."""

    game: str
    parameters: dict[str, int | float | bool | str]
    position: str | None
    to_move: Who
    algorithm: str
    options: dict[str, int | float | bool | str | None]
    seed: int
    best: str | None
    before: Root
    iterations: list[Iteration]
    after: Root


@router.post(
    "/simulations", summary="Simulations step by step", response_model=Simulation, operation_id="simulate"
)
async def simulate(request: Request, asked: SimulationRequest) -> JSONResponse:
    """Run Monte Carlo tree search and tell every iteration: what is selected and why, expanded, played out
    and counted.

    Up to 500 iterations and 20 seconds, and no more than some megabytes.
    """
    client = client_of(request)
    await asked.checked(client)
    arguments = {
        **asked.target(),
        "figure": asked.figure,
        "simulations": asked.simulations,
        "options": {key: str(value) for key, value in asked.options.items()},
        "seed": asked.seed,
        "counts": asked.counts,
    }
    job = here().pool.begin(client, "simulation", arguments, seconds=LONGEST)
    found = await result(request, job)
    if found is None:
        raise BadInput(f"The simulations take more than {LONGEST:g} seconds; ask for fewer.")
    return JSONResponse(found)
