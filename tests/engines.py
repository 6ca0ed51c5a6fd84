"""Engines to test with: scripts that do what they are told, right or wrong, and those that are installed."""

import json
import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "protocols" / "engines"


def scripted(protocol, folder, *, options="", **script):
    """The description of an engine that follows a script, written to `folder`; see the scripted engines."""
    file = Path(folder) / f"{protocol}-{len(list(Path(folder).iterdir()))}.json"
    file.write_text(json.dumps(script, default=str))
    command = f"{sys.executable} -S {FOLDER / f'scripted_{protocol}.py'} {file}"
    return f'{protocol}:"{command}"' + (f"?{options}" if options else "")


def installed(name):
    """The path of a program; the test is skipped, and says so, without it."""
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
                fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], [pid or os.getpid()]
    while waiting:
        mine = parents.get(waiting.pop(), [])
        found += mine
        waiting += mine
    return set(found)


def commands():
    """The command lines of all processes: what has left its parents is found by it."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                found[int(entry.name)] = (entry / "cmdline").read_text(errors="replace").replace("\0", " ")
            except OSError:
                continue
    return found


def open_files():
    """What this process has open, but for what is opened to look."""
    return len(list(Path("/proc/self/fd").iterdir()))


def threads():
    """Those of this process, but for the one that it keeps to say how far work is."""
    return {thread for thread in threading.enumerate() if thread.name != "halfmove-progress"}


class Watched:
    """No process, thread or open file may be left behind that was not there before.

    `sign`: no process with this in its command line either, whoever its parent is.
    """

    def __init__(self, sign=""):
        self.sign = sign

    def __enter__(self):
        self.processes = children()
        self.threads = threads()
        self.files = open_files()
        return self

    def __exit__(self, kind, *rest):
        if kind is not None:
            return
        until = time.monotonic() + 10
        while time.monotonic() < until:
            left = children() - self.processes
            more = threads() - self.threads
            signed = [c for c in commands().values() if self.sign and self.sign in c]
            files = open_files() - self.files
            if not (left or more or signed or files > 0):
                return
            time.sleep(0.05)
        raise AssertionError(f"left behind: processes {left}, threads {more}, {signed}, {files} open files")
