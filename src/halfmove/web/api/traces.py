"""A textbook search step by step: its tree, its events, what it cut off and what it cost."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from halfmove.core.errors import BadInput
from halfmove.web.api.models import Answer, Name, Number, Options, PlaceRequest, RequestPart, Spec
from halfmove.web.api.running import Place, by_rules, client_of, opened, result
from halfmove.web.server import here

router = APIRouter(tags=["laboratory"])

LONGEST = 20.0
"""Seconds that a recorded search may take."""
EXAMPLE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class TargetRequest(RequestPart):
    """An explicit tree, or a place in a game."""

    tree: Spec | None = Field(
        None,
        description='An explicit tree: numbers are leaves, lists inner nodes; or objects with "children", '
        '"value", "player", "name", "probabilities" (docs/games/tree.md).',
        examples=[EXAMPLE],
    )
    place: PlaceRequest | None = Field(None, description="Or a place in a game.", examples=[None])

    async def checked(self, client: str) -> None:
        """`BadInput` unless there is one of the two, and for a place that there is not, as far as its viewer
        may know why; 404 for a game that there is not."""
        if (self.tree is None) == (self.place is None):
            raise BadInput("Give a tree or a place in a game, and not both.")
        if self.place is not None:
            await by_rules(client, opened, Place.of(self.place))

    def target(self) -> dict[str, Any]:
        """The two as a task is told."""
        return {"tree": self.tree, "place": None if self.place is None else Place.of(self.place).reference}


class TraceRequest(TargetRequest):
    """A textbook search that is wanted."""

    root: Literal["max", "min", "chance"] | None = Field(
        None, description="Who moves first in a tree that does not say; MAX if nothing is said."
    )
    algorithm: Name = Field(
        "auto",
        description="One with a `lesson` in `GET /api/games/{game}`; `auto` is alphabeta where it fits.",
        examples=["alphabeta"],
    )
    options: Options = Field(
        default_factory=dict,
        description="The algorithm's own, by name.",
        examples=[{"dialect": "cs188"}],
    )
    depth: int | None = Field(
        None, ge=1, le=1000, description="The horizon in plies; null: to the end.", examples=[None]
    )
    order: Literal["left", "right"] = Field("left", description="From which side children are searched.")
    merge: bool = Field(False, description="Of symmetric positions of a game search only one.")
    units: bool = Field(
        False, description="Values of a game as people write its evaluation: in open lines, pawns."
    )
    sentences: bool = Field(False, description="Tell each step in a sentence.", examples=[True])
    svg: bool = Field(False, description="Draw the tree, with values, windows and cuts.")


class Counts(Answer):
    """What a search cost."""

    evaluations: int = Field(description="How often a node got its value without being expanded.")
    leaves: int = Field(description="Different nodes that were evaluated.")
    visited: int = Field(description="Nodes entered, each as often as it was.")
    generated: int = Field(description="The root and all children of the nodes expanded.")
    expanded: int = Field(description="Nodes entered whose actions were tried.")
    cutoffs: int = Field(description="Nodes given up because of the window.")
    cut_edges: int = Field(description="Actions never tried because of a cutoff.")
    removed_leaves: int | None = Field(description="Leaves of the whole tree that were never evaluated.")


class Event(Answer):
    """A step; besides these it has what its kind has (docs/command-line.md)."""

    model_config = ConfigDict(extra="allow")

    kind: Literal[
        "start", "enter", "evaluate", "update", "weigh", "cut", "again",
        "probe", "stand", "extend", "pass_over", "recall", "tell", "return", "finish",
    ]  # fmt: skip
    path: list[str] = Field([], description="The actions that lead to the node it is about.")
    node: str = Field("", description="The node's name.")
    sentence: str = Field("", description="The step in words, if sentences were wanted.")


Value = Number | list[Number | None] | None
"""A number, or one for each player."""


class Trace(Answer):
    """A search from start to finish."""

    game: str
    parameters: dict[str, int | float | bool | str] = Field(description="A tree's is its specification.")
    position: str | None
    to_move: int | Literal["chance"] | None
    algorithm: str
    depth: int | None
    options: dict[str, Any] = Field(description="All of the algorithm's own.")
    value: Value = Field(description="Player 0's.")
    action: str | None = Field(description="The best one.")
    variation: list[str]
    true_value: Value = Field(description="Plain minimax's, where the tree is small enough.")
    leaves: list[Value] = Field(description="Static values in the order in which they were asked for.")
    leaf_count: int
    generated: list[str] = Field(description="Nodes visited, in order.")
    pruned: list[str] = Field(description="Paths of the children that cuts left out.")
    passed_over: list[str] = Field(description="And of those that were left out without proof.")
    counts: Counts
    events: Annotated[list[Event], Field(description="Every step.")]
    svg: str | None = Field(None, description="The tree drawn, if that was wanted.")


@router.post("/traces", summary="A search step by step", response_model=Trace, operation_id="trace")
async def trace(request: Request, asked: TraceRequest) -> JSONResponse:
    """Run a textbook search on a tree, or on a game to a depth, and tell every step of it.

    Trees of up to 20,000 nodes, searches of up to 20,000 steps and 20 seconds.
    """
    client = client_of(request)
    await asked.checked(client)
    if asked.merge and asked.tree is not None:
        raise BadInput("Only positions of games are symmetric; leave out 'merge'.")
    if asked.units and asked.tree is not None:
        raise BadInput("The values of a tree stand in it; leave out 'units'.")
    if asked.root is not None and asked.tree is None:
        raise BadInput("Who moves first can be said of a tree only; leave out 'root'.")
    arguments = {**asked.model_dump(exclude={"tree", "place"}), **asked.target()}
    job = here().pool.begin(client, "trace", arguments, seconds=LONGEST)
    found = await result(request, job)
    if found is None:
        raise BadInput(f"The search takes more than {LONGEST:g} seconds; give a smaller depth.")
    return JSONResponse(found)
