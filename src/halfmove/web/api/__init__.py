"""The HTTP API under /api: a module a subject, each with a `router`.

games        which games there are, and what each can be asked for
positions    a place in a game
records      games on paper, read and written
live         analyses as they deepen and rollouts as they grow, over WebSockets
moves        the engine's move
runs         runs of training
operations   everything that is declared as an operation (`core.operation`)

Beside them: `described`, what the description says of routes, `problems`, refusals, and `running`, how things
get done.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import FastAPI

SUBJECTS = (
    "games",
    "positions",
    "records",
    "live",
    "moves",
    "runs",
)

_description: Any = None


def add_to(app: FastAPI) -> None:
    """Add all of it to an application."""
    from halfmove.web.api import operations, problems

    global _description
    problems.add_to(app)
    for subject in SUBJECTS:
        router = import_module(f"halfmove.web.api.{subject}").router
        app.include_router(router, prefix="/api", responses=problems.RESPONSES)
    operations.add_to(app, problems.RESPONSES)
    problems.nothing_else(app)
    _description = app.openapi


def description() -> dict[str, Any]:
    """The OpenAPI description of the application, as /openapi.json has it."""
    found: dict[str, Any] = _description()
    return found
