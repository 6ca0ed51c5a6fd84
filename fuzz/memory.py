"""How much memory a process has."""

from __future__ import annotations

import resource
from pathlib import Path


def resident(process: int | str = "self") -> float:
    """MB that a process, by its number, has in memory (Linux); 0 where it is gone."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    said = text.partition("VmRSS:")[2].split()  # one that has ended has none
    return int(said[0]) / 1024 if said else 0.0


def peak() -> float:
    """MB that this process has had in memory at the most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
