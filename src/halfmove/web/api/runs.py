"""Runs of training that the server was given, while they go on or after."""

from __future__ import annotations

from typing import Annotated, TypedDict

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


class Runs(TypedDict):
    """All of them."""

    runs: list[runs.RunSummary]
    unreadable: Annotated[list[str], "A sentence for each folder that cannot be read."]


@router.get("/runs", summary="All runs of training", operation_id="list_runs", **answer(Runs))
async def all_runs(request: Request) -> JSONResponse:
    """The runs of training in the folders that the server was given (halfmove serve --runs FOLDER)."""

    def told() -> Runs:
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


@router.get("/runs/{run}", summary="One run", operation_id="show_run", **answer(runs.RunInFull))
async def one_run(
    request: Request,
    run: str,
    reports: int = Query(200, ge=2, le=MOST, description="So many reports of its course at most."),
) -> JSONResponse:
    """A run of training: its settings, its course, the ratings of its generations."""

    def told() -> runs.RunInFull | None:
        path = runs.find(here().runs).get(run)
        return None if path is None else runs.in_full(run, runs.read(path), reports)

    found = await by_rules(client_of(request), told)
    if found is None:
        return refuse(404, f"There is no run '{run[:60]}' here; GET /api/runs lists those there are.")
    return JSONResponse(found)
