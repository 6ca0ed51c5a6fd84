"""The peers, packages and programs; one that is not installed is left out of the race, in words."""

from __future__ import annotations

import shutil
from importlib import import_module
from typing import Any

from benchmarks.report import Section
from halfmove.protocols.engine_process import GAMES


def peer(section: Section, name: str, module: str) -> Any:
    """The peer's module, or None after a sentence that says so."""
    try:
        return import_module(module)
    except ImportError:
        section.say(f"{name} is not installed here and was left out; `make bench` installs the peers.")
        return None


def find_program(name: str) -> str | None:
    """The path of a peer's program, also where Debian puts games; None where there is none."""
    return shutil.which(name) or shutil.which(name, path=GAMES)
