"""How large a table this machine has room for.

Memory that is asked for is given at once and taken only when it is touched, so that too large a table would
not be refused: the process would be killed in the middle of a game.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from halfmove.core.computer import memory_bytes

PART = 0.75
"""The part of the free memory that a table may take."""
_GROUPS = (
    ("/sys/fs/cgroup", "memory.max", "memory.current"),
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
)
"""Of both versions of control groups: where they are, the limit, what is used of it."""


def free_megabytes() -> int | None:
    """Megabytes that can still be taken, by what Linux and its control groups say; elsewhere all that the
    machine has; None where nobody can tell."""
    known = [bytes_ for bytes_ in (_available(), *(_left(*group) for group in _GROUPS)) if bytes_ is not None]
    return min(known) // 2**20 if known else None


def room_for(megabytes: int) -> int:
    """As many of these megabytes as there is room for, but at least one."""
    free = free_megabytes()
    return megabytes if free is None else max(min(megabytes, int(PART * free)), 1)


def _available() -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return memory_bytes()
    return None


def _left(folder: str, limit: str, used: str) -> int | None:
    """What a control group has left of its limit; what it only keeps of files counts as free."""
    group = Path(folder)
    with contextlib.suppress(OSError, ValueError):  # no such group, or "max": no limit
        left = int((group / limit).read_text()) - int((group / used).read_text())
        fields = (line.split() for line in (group / "memory.stat").read_text().splitlines())
        return max(left + sum(int(n) for name, n in fields if name == "inactive_file"), 0)
    return None
