"""What a worker can do: each task a module here with `perform(arguments, link)`, a row in the table.

`arguments` is what the server was asked for, checked; `link` tells of progress, knows the games and what is
remembered.  What `perform` returns is pickled.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.web.thinking.worker import Link

_TABLE = {
    "analyse": "analysing",
    "choose": "choosing",
    "exercise": "exercising",
    "report": "reporting",
    "settle": "settling",
    "simulate": "simulating",
    "stage": "staging",
    "trace": "tracing",
}


def perform(task: str, arguments: dict[str, Any], link: Link) -> Any:
    """Do a task by its name."""
    module = import_module(f"halfmove.web.thinking.tasks.{_TABLE[task]}")
    return module.perform(arguments, link)
