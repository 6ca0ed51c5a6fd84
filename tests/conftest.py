"""Set before anything imports halfmove: the kernels' cache, the screen's size, how Hypothesis behaves.

And the order of the files: the longest first, so that no worker is left with a long one at the end.
"""

import os
import signal
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[1] / ".cache"
os.environ.setdefault("HALFMOVE_CACHE_DIR", str(CACHE / "tests"))
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(CACHE / "hypothesis"))
os.environ.setdefault("HALFMOVE_COMPILE", "here")  # made by whoever needs it first, once for all workers
os.environ.update(COLUMNS="80", LINES="24")  # whatever the terminal that runs them
# A shell's background job ignores Ctrl-C, and so would the processes to which tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

from hypothesis import settings  # noqa: E402  reads its folder from the environment above

# The first example of a test may compile a kernel, which takes seconds: no deadline per example.
settings.register_profile("halfmove", deadline=None, print_blob=True)
settings.load_profile("halfmove")

LONG = Path(__file__).with_name("long_files.txt")
"""Test files that take long, from an empty cache: seconds compiled, seconds interpreted, path a line."""


def seconds_of_files(compiled: bool) -> dict[Path, float]:
    """How long the long files took when that was last measured."""
    rows = [line.split() for line in LONG.read_text().splitlines() if line and not line.startswith("#")]
    return {LONG.parent / path: float(both[0 if compiled else 1]) for *both, path in rows}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first; the others, and the tests of a file, in their order."""
    took = seconds_of_files(os.environ.get("HALFMOVE_JIT", "1") != "0")
    items.sort(key=lambda item: -took.get(item.path, 0.0))
