"""Packages of the extras: Halfmove is complete without them, and says what one is missing for.

The extras are declared in `pyproject.toml` (`[project.optional-dependencies]`).  A module of one is imported
where it is used, by `need`, which refuses in one sentence with the command that installs it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.errors import BadInput


class Package(NamedTuple):
    """A package of an extra."""

    name: str
    """As people know it."""
    extra: str


PACKAGES = {
    "anywidget": Package("anywidget", "notebook"),
    "chess": Package("python-chess", "arena"),
    "networkx": Package("NetworkX", "arena"),
    "gymnasium": Package("Gymnasium", "bridges"),
    "pettingzoo": Package("PettingZoo", "bridges"),
    "open_spiel": Package("OpenSpiel", "bench"),
    "matplotlib": Package("matplotlib", "pictures"),
    "typst": Package("Typst", "pictures"),
    "nicegui": Package("NiceGUI", "web"),
    "onnxruntime": Package("ONNX Runtime", "network"),
    "ray": Package("Ray", "cluster"),
    "scipy": Package("SciPy", "equilibrium"),
    "torch": Package("PyTorch", "train"),
}
"""By the module that is imported."""


def is_installed(module: str) -> bool:
    """Whether a module of `PACKAGES` is installed; it is not imported."""
    return find_spec(module) is not None


def check(module: str, who: str, otherwise: str = "") -> None:
    """`BadInput` where a module of `PACKAGES` is not installed.

    `who` ends with the verb ("PGN files need"); `otherwise` says what can be done without the package.
    """
    if not is_installed(module):
        raise BadInput(missing(module, who, otherwise))


def need(module: str, who: str, otherwise: str = "") -> Any:
    """A module, of whose package `check` is made first; `module` may be deeper: `chess.pgn`."""
    check(module.partition(".")[0], who, otherwise)
    return import_module(module)


def missing(module: str, who: str, otherwise: str = "") -> str:
    """The sentence about a module of `PACKAGES` that is not installed."""
    package = PACKAGES[module]
    way = command(package.extra) + (f", {otherwise}" if otherwise else "")
    return f"{who} {package.name}, which is not installed; install it with: {way}."


def command(extra: str) -> str:
    """What installs an extra into the environment that runs; with the path of its `pip` where the shell would
    find another one."""
    return f"{_pip()} install 'halfmove[{extra}]'"


def _pip() -> str:
    own = shutil.which("pip", path=str(Path(sys.executable).parent))
    if own is None or own == shutil.which("pip"):
        return "pip"
    here = Path.cwd()
    return shlex.quote(os.path.relpath(own, here) if Path(own).is_relative_to(here) else own)
