"""The HTTP API under /api: a module a subject, each with a `router`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

SUBJECTS: tuple[str, ...] = ()


def add_to(app: FastAPI) -> None:
    """Add all of it to an application."""
    for subject in SUBJECTS:
        app.include_router(import_module(f"halfmove.web.api.{subject}").router, prefix="/api")
