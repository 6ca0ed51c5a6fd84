"""What this machine is, in words: for reports of what was measured on it."""

from __future__ import annotations

import platform
from pathlib import Path


def processor() -> str:
    """The model of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:  # another system than Linux
        lines = []
    names = [" ".join(line.partition(":")[2].split()) for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
