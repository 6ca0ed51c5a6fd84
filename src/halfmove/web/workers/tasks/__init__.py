"""What a worker can do: each task a module here with `perform(arguments, link)`.

`arguments` is what the server was asked for, checked; `link` tells of progress, knows the games and what is
remembered.  What `perform` returns is pickled.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

TASKS = frozenset(
    {
        "analysis",
        "lesson",
        "move",
        "operation",
        "ownership",
        "report",
        "rollout",
        "settlement",
    }
)
"""Their names, which are those of the modules."""


def perform(task: str, arguments: dict[str, Any], link: Link) -> Any:
    """Do a task by its name."""
    if task not in TASKS:
        raise KeyError(task)
    return import_module(f"halfmove.web.workers.tasks.{task}").perform(arguments, link)
