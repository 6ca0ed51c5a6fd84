"""Engines to test with: scripts that go wrong in a way of one's choice, and those that are installed."""

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "protocols" / "engines"


def faulty(protocol, fault, move):
    """The description of an engine that goes wrong at a move (0: at its start)."""
    return f'{protocol}:"{sys.executable} {FOLDER / f"faulty_{protocol}.py"} {fault} {move}"'


def installed(name):
    """The path of a program, for `skipif`-like use: the test is skipped without it."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def children(pid=None):
    """The processes started by this one (or `pid`) and theirs, zombies included."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], [pid or os.getpid()]
    while waiting:
        mine = parents.get(waiting.pop(), [])
        found += mine
        waiting += mine
    return set(found)


class Watched:
    """No process and no thread may be left behind that was not there before."""

    def __enter__(self):
        self.processes = children()
        self.threads = set(threading.enumerate())
        return self

    def __exit__(self, kind, *rest):
        if kind is not None:
            return
        until = time.monotonic() + 10
        while time.monotonic() < until:
            left = children() - self.processes
            threads = {t for t in threading.enumerate() if t not in self.threads}
            if not left and not threads:
                return
            time.sleep(0.05)
        raise AssertionError(f"left behind: processes {left}, threads {threads}")
