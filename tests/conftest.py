"""Set before anything imports halfmove: the kernels' cache, the screen's size, how Hypothesis behaves.

And the order of the files: the longest first, so that no worker is left with a long one at the end; and for
how long the lines of a test count, where coverage is measured.
"""

import os
import re
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[1] / ".cache"
os.environ.setdefault("HALFMOVE_CACHE_DIR", str(CACHE / "tests"))
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(CACHE / "hypothesis"))
os.environ.setdefault("HALFMOVE_COMPILE", "here")  # made by whoever needs it first, once for all workers
os.environ["HALFMOVE_PATIENCE"] = (
    "inf"  # standard error has what a test asks for, however slow the machine is
)
os.environ["HALFMOVE_ENDINGS"] = "endings"  # in the folder that a test works in, not in the user's own
os.environ["HALFMOVE_LIBRARY"] = str(CACHE / "no-library" / "library.sqlite")  # nor his games
os.environ.update(COLUMNS="80", LINES="24")  # whatever the terminal that runs them
# A shell's background job ignores Ctrl-C, and so would the processes to which tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

from coverage import Coverage  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402  reads its folder from the environment above
from skips import line, mark_peers, none_wanted, reasons  # noqa: E402

# The first example of a test may compile a kernel, which takes seconds, and a machine may be slow: no
# deadline per example, and none for all of them.
# `make test` tries the same examples every time, so that it fails only for what was changed; `make test-all`
# draws new ones.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("same", UNHURRIED, derandomize=True)
settings.register_profile("new", UNHURRIED)
settings.load_profile("same")

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
    mark_peers(items)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which nothing may be skipped fails where something is."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and none_wanted() and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line that counts what was skipped, here and where `HALFMOVE_SKIPPED` says."""
    said = line(reasons(terminalreporter.stats.get("skipped", [])))
    terminalreporter.write_line(said)
    if file := os.environ.get("HALFMOVE_SKIPPED"):
        Path(file).write_text(said + "\n")


MARKS = ("exhaustive", "one_speed", "slow_interpreted")
FILE_MARK = re.compile(r"^pytestmark = pytest\.mark\.(\w+)", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file whose one mark says that none of its tests is in this run, instead of importing it
    first: every worker imports every file."""
    wanted = config.option.markexpr
    if collection_path.suffix != ".py" or not set(re.findall(r"\w+", wanted)) <= {*MARKS, "and", "or", "not"}:
        return None
    text = collection_path.read_text()
    whole = FILE_MARK.search(text)
    if not wanted or whole is None or set(re.findall(rf"\bmark\.({'|'.join(MARKS)})\b", text)) != {whole[1]}:
        return None
    return None if eval(wanted, {}, {mark: mark == whole[1] for mark in MARKS}) else True


COUNTED = 0.3
"""Seconds of processor time for which a test is traced, where coverage is measured; it runs on untraced.

What a test does later it has mostly done before, and a trace makes plain Python three times as slow (Python
3.14, with `sys.monitoring` for branches, could do without this).  437 tests of the engine and of exercises
took 35 s of processor time untraced, 112 s traced to the end and 60 s so; they run 21.63 % of the lines and
branches, and are seen to run 21.60 %."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Stop the trace of a test that runs for long, until its end."""
    measured = Coverage.current()
    if measured is None:
        return (yield)
    stopped = []

    def stop(*_: object) -> None:
        measured.stop()
        stopped.append(True)

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, COUNTED)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if stopped:
            measured.start()
