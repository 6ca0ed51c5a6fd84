"""The peers as Python packages; one that is not installed is left out of the race, in words."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.report import Section


def peer(section: Section, name: str, module: str) -> Any:
    """The peer's module, or None after a sentence that says so."""
    try:
        return import_module(module)
    except ImportError:
        section.say(f"{name} is not installed here and was left out; `make bench` installs the peers.")
        return None
