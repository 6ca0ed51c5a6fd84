"""This machine: its processor, how many cores a process may use, how busy they are, and its memory."""

from __future__ import annotations

import os
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


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def load() -> float:
    """How many programs want a core, in the mean of the last minute; 0 where the system does not say it."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return 0.0


def memory_bytes() -> int:
    """All of the machine's memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def free_memory_bytes() -> int:
    """The memory that a process can have now without swapping, within the limits of its container."""
    free = memory_bytes()
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):  # another system than Linux
        pass
    try:
        most = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text())
    except OSError:  # no container of the second version
        return free
    return free if most == "max" else min(free, max(0, int(most) - used))


def bytes_text(number: int) -> str:
    """Bytes for a person."""
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"
