"""How much memory a process has."""

from __future__ import annotations

from pathlib import Path


def resident(process: int | str = "self") -> float:
    """MB that a process, by its number, has in memory (Linux); 0 where it is gone."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024
