"""Paths under /api where nothing is, and methods that a path does not know: told in JSON, not by a page."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.routing import compile_path

from halfmove.web.api.problems import refuse

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def nothing_else(app: FastAPI) -> None:
    """Answer all that is left under /api; called when everything else is there, before the pages are."""

    async def elsewhere(request: Request) -> JSONResponse:
        path = request.url.path
        allowed = ", ".join(_methods(app, path))
        if allowed:
            return refuse(405, f"The method here is {allowed}.", Allow=allowed)
        return refuse(404, f"There is nothing at {path}; /docs lists what there is.")

    for path in ("/api", "/api/{rest:path}"):
        app.router.add_route(path, elsewhere, methods=list(METHODS), include_in_schema=False)


def _methods(app: FastAPI, path: str) -> list[str]:
    """The methods of a path, as the description of the application has them."""
    return [
        method.upper()
        for template, operations in app.openapi()["paths"].items()
        if compile_path(template)[0].fullmatch(path)
        for method in operations
    ]
