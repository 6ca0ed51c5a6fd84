"""Runs of training that the server was given, while they go on or after."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from halfmove.core.errors import BadInput
from halfmove.presentation import runs
from halfmove.web.api.described import answer
from halfmove.web.api.problems import refuse
from halfmove.web.api.running import by_rules, client_of
from halfmove.web.server import here

router = APIRouter(tags=["runs"])
MOST = 2000


class RunSummary(TypedDict):
    """A run in short."""

    name: str
    game: Annotated[str, "The name of its game, which this server need not have."]
    parameters: dict[str, Any]
    recipe: str
    state: Annotated[
        Literal["new", "running", "silent", "over"],
        "`silent`: no report for a minute, so that it was interrupted, or plays a long match.",
    ]
    share: Annotated[float, "How much of it is over, 0 to 1."]
    seconds: Annotated[float, "Of learning and playing so far."]
    games: int
    positions: int
    generation: Annotated[int, "The last network that was kept."]
    network: Annotated[bool, "Whether it has a best network yet."]


class Runs(TypedDict):
    """All of them."""

    runs: list[RunSummary]
    unreadable: Annotated[list[str], "A sentence for each folder that cannot be read."]


class Rating(TypedDict):
    """A generation's rating, by matches with others; the first has 0."""

    generation: int
    elo: float
    low: Annotated[float, "From here"]
    high: Annotated[float, "to here goes its interval of 95 %."]


class Errors(TypedDict):
    """A generation compared with the exact solver."""

    generation: int
    seconds: float
    share: Annotated[float, "Of positions in which the policy throws away what it has."]


class RunInFull(RunSummary):
    """A run with its settings and its course."""

    settings: Annotated[dict[str, Any], "What its run.toml has."]
    damaged: Annotated[int, "Lines of its log that cannot be read, and are left out."]
    reports: Annotated[
        list[dict[str, Any]],
        "Lines of its log, evenly spaced, the newest among them; what has no value is left out.",
    ]
    ratings: list[Rating]
    errors: list[Errors]


@router.get("/runs", summary="All runs of training", operation_id="list_runs", **answer(Runs))
async def all_runs(request: Request) -> JSONResponse:
    """The runs of training in the folders that the server was given (halfmove serve --runs FOLDER)."""

    def told() -> dict[str, Any]:
        found, unreadable = [], []
        try:
            paths = runs.find(here().runs)
        except BadInput as error:
            return {"runs": [], "unreadable": [str(error)]}
        for name, path in paths.items():
            try:
                found.append(runs.as_data(name, runs.read(path)))
            except BadInput as error:
                unreadable.append(str(error))
        return {"runs": found, "unreadable": unreadable}

    return JSONResponse(await by_rules(client_of(request), told))


@router.get("/runs/{run}", summary="One run", operation_id="show_run", **answer(RunInFull))
async def one_run(
    request: Request,
    run: str,
    reports: int = Query(200, ge=2, le=MOST, description="So many reports of its course at most."),
) -> JSONResponse:
    """A run of training: its settings, its course, the ratings of its generations."""

    def told() -> dict[str, Any] | None:
        path = runs.find(here().runs).get(run)
        return None if path is None else runs.in_full(run, runs.read(path), reports)

    found = await by_rules(client_of(request), told)
    if found is None:
        return refuse(404, f"There is no run '{run[:60]}' here; GET /api/runs lists those there are.")
    return JSONResponse(found)
