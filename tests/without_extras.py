"""Processes that find none of the packages of the extras."""

from __future__ import annotations

import os
from pathlib import Path

from halfmove.core import extras


def python_path(folder: Path, *modules: str) -> str:
    """A PYTHONPATH, by a new folder, with which these modules are not found; by default all of the extras."""
    hidden = sorted(modules or extras.PACKAGES)
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(f"import sys; sys.modules.update(dict.fromkeys({hidden!r}))")
    return f"{folder}{os.pathsep}{Path(extras.__file__).parents[2]}"
