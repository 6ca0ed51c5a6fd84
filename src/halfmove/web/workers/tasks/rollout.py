"""The operation `rollout`, told as the trials go on.

After every message the sums so far go back with the job (`standing`), so that another turn, in another
process, goes on with them; only whole rounds count, and the figures are those of one go.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from halfmove.core.operation import read_data
from halfmove.search.chance.rollout_operation import RolloutRequest
from halfmove.web.workers.tasks.operation import ServerWork

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

EVERY = 0.2
"""Seconds between two messages."""


def perform(arguments: dict[str, Any], link: Link) -> Any:
    """The last result as data; every message of kind "rollout" is an earlier one."""
    work = ServerWork(arguments, link)
    work.gradual, work.standing = True, arguments.get("standing")
    found, sent = None, 0.0
    for found in read_data(RolloutRequest, arguments["given"], face="http").run(work):
        if found.finished or time.monotonic() - sent >= EVERY:
            link.tell(kind="rollout", standing=work.standing, **found.to_dict())
            sent = time.monotonic()
    return None if found is None else found.to_dict()
