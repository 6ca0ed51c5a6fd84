"""How long the machine code of each game took to make on this machine, kept beside it: whoever waits the next
time, after a change or for another size, is told what to expect."""

from __future__ import annotations

import contextlib
import json
import uuid
from pathlib import Path

from halfmove.core.code.files import cache_folder


def read() -> dict[str, float]:
    """Seconds by a game's title; nothing where there are none that can be read."""
    try:
        found = json.loads(_file().read_text())
        return {str(title): float(seconds) for title, seconds in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep(title: str, seconds: float) -> None:
    """Keep what a game took; the estimate is a convenience, so a folder that cannot be written is none."""
    file = _file()
    temporary = file.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps(read() | {title: round(seconds, 1)}))
        temporary.replace(file)


def _file() -> Path:
    return cache_folder() / "times.json"
