"""The C++ beside us, compiled on the spot with all the compiler has for this processor."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-std=c++17", "-O3", "-march=native")


def compiled(source: str, folder: Path, more: Sequence[str] = ()) -> Path | None:
    """The program made of a source file beside this one, and of what `more` the compiler is told; None where
    there is no g++."""
    if shutil.which("g++") is None:
        return None
    program = folder / Path(source).stem
    path = Path(__file__).with_name(source)
    subprocess.run(["g++", *FLAGS, "-o", str(program), str(path), *more], check=True)
    return program
