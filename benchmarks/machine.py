"""What the figures were measured on: processor, cores, versions, and how busy the machine was."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

from benchmarks.settings import ROOT
from halfmove.core.computer import processor

PACKAGES = {
    "halfmove": "Halfmove",
    "numba": "Numba",
    "numpy": "NumPy",
    "chess": "python-chess",
    "bitbully": "BitBully",
    "open-spiel": "OpenSpiel",
    "easyAI": "easyAI",
}


def machine() -> str:
    """The processor and the system."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def versions() -> str:
    """The versions of all that takes part."""
    found = [f"Python {platform.python_version()}"]
    for package, name in PACKAGES.items():
        try:
            found.append(f"{name} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    found[1] += revision()
    found.append(compiler())
    return ", ".join(found)


def load() -> str:
    """How busy the machine is, ourselves included; cores that are shared slow everyone down."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def revision() -> str:
    """The commit, where this is a checkout of git."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f" ({found.stdout.strip()})"


def compiler() -> str:
    """The C++ compiler's name and version."""
    try:
        found = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no g++"
    return f"g++ {found.stdout.strip()}"


def command() -> str:
    """How this run was started, without what only says where to write."""
    arguments = sys.argv[1:]
    for option in ("--markdown", "--suites"):
        while option in arguments:
            at = arguments.index(option)
            del arguments[at : at + 2]
    return " ".join(["python -m benchmarks", *arguments])
