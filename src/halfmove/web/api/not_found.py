"""Paths under /api where nothing is, and methods that a path does not know: told in JSON, not by a page."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send

from halfmove.web.api.problems import refuse


def nothing_else(app: FastAPI) -> None:
    """Answer all that is left under /api; called when everything else is there, before the pages are."""
    for path in ("/api", "/api/{rest:path}"):
        # An object, not a function, is asked with every method there is.
        app.router.routes.append(Route(path, _Elsewhere(app), include_in_schema=False))


class _Elsewhere:
    """Says what there is instead."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        allowed = ", ".join(self._methods(path))
        if allowed:
            answer = refuse(405, f"The method here is {allowed}.", Allow=allowed)
        else:
            answer = refuse(404, f"There is nothing at {path}; /docs lists what there is.")
        await answer(scope, receive, send)

    def _methods(self, path: str) -> list[str]:
        """The methods of a path, as the description of the application has them."""
        return [
            method.upper()
            for template, operations in self._app.openapi()["paths"].items()
            if compile_path(template)[0].fullmatch(path)
            for method in operations
        ]
