"""Whole processes: how long one takes on the wall, and the most memory it held."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.settings import ROOT

LAUNCHER = Path(__file__).with_name("launch.py")

HALFMOVE = (sys.executable, "-m", "halfmove.cli.main")
"""The command line, run by this Python."""


class Failed(Exception):
    """A process that should have succeeded did not."""


class Finished(NamedTuple):
    """A process that has ended well."""

    seconds: float
    """On the wall, from start to end."""
    peak: int
    """The most memory it held, in bytes (resident set)."""
    out: str
    """What it wrote to standard output."""
    processor: float
    """Seconds of processor time, with those of the processes that it waited for."""


def run(command: Sequence[str], environment: Mapping[str, str] | None = None, *, told: str = "") -> Finished:
    """Run a process to its end, `told` on its standard input; `Failed` with its last words if it does not end
    well."""
    with tempfile.TemporaryDirectory() as folder:
        usage = Path(folder) / "usage"
        launch = [sys.executable, "-S", str(LAUNCHER), str(usage), *command]
        variables = {**with_bytecode(), **(environment or {})}
        done = subprocess.run(launch, input=told, capture_output=True, text=True, cwd=ROOT, env=variables)
        if done.returncode:
            raise Failed(f"{' '.join(command)} ended with status {done.returncode}: {done.stderr.strip()}")
        seconds, peak, processor = usage.read_text().split()
        return Finished(float(seconds), int(peak), done.stdout, float(processor))


def with_bytecode() -> dict[str, str]:
    """This environment, but that Python keeps its bytecode, as it does unless told not to.

    Where it is told not to, every start would compile all modules anew, which no user waits for.
    """
    variables = dict(os.environ)
    if variables.pop("PYTHONDONTWRITEBYTECODE", ""):
        variables["PYTHONPYCACHEPREFIX"] = str(ROOT / ".cache" / "bytecode")
    return variables


def size(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
