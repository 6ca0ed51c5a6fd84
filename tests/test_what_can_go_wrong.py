"""Commands that keep something, and a machine that fails them: docs/what-can-go-wrong.md, row by row.

They are killed at random moments, told to end, run out of disk and of memory, run twice at once, with a clock
that goes backwards, and with a home that cannot be written.  Then whatever is kept is read: it is whole, and
nothing that was there before is lost.  Begun again the same command goes on, and comes to what it comes to
undisturbed.  One try each here, two hundred in `make test-all`.
"""

import contextlib
import functools
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.arena.store import Store
from halfmove.learn.runs.folder import RunFolder

pytestmark = [
    pytest.mark.slow_interpreted,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]

EXAMPLE = str(Path(__file__).parents[1] / "examples/hexapawn.py")
MOVES = ["e4 e5 Nf3 Nc6 Bb5", "d4 d5 c4 e6 Nc3", "c4 e5 Nc3 Nf6", "e4 c5 Nf3 d6 d4"]


class Row(NamedTuple):
    """A command, and what it keeps in the folder in which it runs."""

    words: list[str]
    kept: str
    """What it keeps, of its words."""
    look: Callable[[Path], float]
    """Reads what is kept, which raises an error where it is not whole; how much there is."""
    come_to: Callable[[Path], Any]
    """What it has come to in the end."""
    most: int = 50
    """How often it is tried in one test at the most."""


def games(folder):
    """All games of the one match in its file."""
    if not (folder / "m.sqlite").exists():
        return []
    with Store(folder / "m.sqlite", make=False) as store:
        return [
            (record.number, tuple(move.text for move in record.moves), record.scores)
            for summary in store.contests()
            for record in store.games(summary.contest)
        ]


def book_rows(folder):
    with closing(sqlite3.connect(folder / "book.sqlite")) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in tables}


def book_size(file):
    def look(folder):
        if not (folder / file).exists():
            return 0
        with hm.open_book(folder / file) as book:
            return book.size

    return look


def tables(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "tables").rglob("*.ending"))}


def iterations(folder):
    if not (folder / "run.npz").exists():
        return 0
    solver = hm.RegretSolver("kuhn", "cfr+")
    solver.load(folder / "run.npz")
    return solver.iterations


def positions(folder):
    run = RunFolder(folder / "run")
    run.load()
    counters = run.window / "counters"
    return int(np.fromfile(counters, np.int64)[1]) if counters.exists() else 0


ROWS = {
    "match": Row(
        ["match", "random", "random", "tictactoe", "--games", "60", "--at-once", "1", "--file", "m.sqlite"],
        "m.sqlite",
        lambda folder: len(games(folder)),
        games,
    ),
    "tournament": Row(
        ["tournament", "tictactoe", "random?name=a", "random?name=b", "random?name=c", "--games", "20"]
        + ["--at-once", "2", "--file", "m.sqlite"],
        "m.sqlite",
        lambda folder: len(games(folder)),
        lambda folder: sorted(games(folder)),
    ),
    "book": Row(
        ["book", "make", "games.pgn", "-o", "book.sqlite"], "book.sqlite", book_size("book.sqlite"), book_rows
    ),
    "polyglot": Row(
        ["book", "make", "games.pgn", "-o", "book.bin"],
        "book.bin",
        book_size("book.bin"),
        lambda folder: (folder / "book.bin").read_bytes(),
    ),
    "endgame": Row(
        ["endgame", "build", EXAMPLE, "--set", "width=3", "--folder", "tables", "--threads", "1"],
        "tables",
        lambda folder: len(tables(folder)),
        tables,
    ),
    "solve": Row(
        ["solve", "kuhn", "--algorithm", "cfr+", "--iterations", "40", "--checkpoint", "run.npz"],
        "run.npz",
        iterations,
        iterations,
    ),
    "train": Row(
        ["train", "tictactoe", "-o", "run", "--positions", "300", "--workers", "0"]
        + [word for key, value in SMALL.items() for word in ("--option", f"{key}={value}")],
        "run",
        positions,
        lambda folder: positions(folder) >= 300,
    ),
}


def deals(folder):
    if not (folder / "run.npz").exists():
        return 0
    with np.load(folder / "run.npz") as kept:
        return int(kept["numbers"][0])


def learnt(folder):
    with np.load(folder / "run.npz") as kept:
        return kept["regret"].tobytes(), kept["average"].tobytes()


def with_buckets(where):
    """The training of a strategy: buckets are made once, in a minute and a half, and read in ten seconds."""
    return Row(
        [
            "solve",
            "holdem",
            "--set",
            "betting=limit",
            "--buckets",
            "3,3,3",
            "--buckets-file",
            str(where / "buckets.npz"),
        ]
        + ["--threads", "1", "--iterations", "20000", "--checkpoint", "run.npz"],
        "run.npz",
        deals,
        learnt,
        most=5,
    )


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    chance = random.Random(5)
    text = "".join(f"{' '.join(_numbered(chance.choice(MOVES)))} *\n\n" for _ in range(400))
    (folder / "games.pgn").write_text(text)


def _numbered(moves):
    for number, move in enumerate(moves.split()):
        yield f"{number // 2 + 1}. {move}" if number % 2 == 0 else move


def begin(row, folder, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "halfmove", *row.words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def end(row, folder):
    process = begin(row, folder)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said


class Undisturbed(NamedTuple):
    """What a row comes to when nothing goes wrong."""

    row: Row
    whole: Any
    length: float
    """Seconds that the command takes."""
    largest: int
    """Bytes of the largest file that it keeps."""


@pytest.fixture(params=[*ROWS, pytest.param("strategy", marks=pytest.mark.exhaustive)], scope="module")
def undisturbed(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "folder"
    row = ROWS.get(request.param) or with_buckets(folder.parent)
    clear(folder)
    end(row, folder)  # makes machine code
    clear(folder)
    began = time.monotonic()
    end(row, folder)
    length = time.monotonic() - began
    largest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Undisturbed(row, row.come_to(folder), length, largest)


@pytest.fixture
def folder(tmp_path):
    """Where a command runs and has kept nothing yet."""
    clear(tmp_path / "folder")
    return tmp_path / "folder"


TIMES = [
    pytest.param((1, 0), id="1"),
    *(pytest.param((50, part), id=f"200-{part}", marks=pytest.mark.exhaustive) for part in (1, 2, 3, 4)),
]
"""How often, and which part of 200 times it is: a test has ten minutes, on a busy machine too."""


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_that_is_ended_at_any_moment(undisturbed, folder, number, times):
    row, whole, length, _ = undisturbed
    chance, ended, before = random.Random(f"{row.words} {number} {times}"), 0, 0.0
    while ended < min(times[0], row.most):
        process = begin(row, folder)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0, length))
        process.send_signal(number)
        _, said = process.communicate(timeout=600)
        there = row.look(folder)
        assert there >= before
        before = there
        if process.returncode == 0:  # it was through before
            assert row.come_to(folder) == whole
            clear(folder)
            before = 0.0
        else:
            assert process.returncode in (-number, 128 + number), said
            ended += 1
    end(row, folder)
    assert row.come_to(folder) == whole


@pytest.mark.parametrize("times", TIMES)
def test_no_room_for_any_file_beyond_any_size(undisturbed, folder, times):
    row, whole, _, largest = undisturbed
    chance, before = random.Random(f"{row.words} {times}"), 0.0
    for _ in range(min(times[0], row.most)):
        size = chance.randrange(largest)
        limit = functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
        process = begin(row, folder, preexec_fn=limit)
        _, said = process.communicate(timeout=600)
        assert process.returncode in (0, 2), said
        assert "Traceback" not in said
        if process.returncode == 2:
            assert said.splitlines()[-1].startswith("halfmove: "), said
        there = row.look(folder)
        assert there >= before
        before = there
    end(row, folder)
    assert row.come_to(folder) == whole


def test_two_processes_in_one_folder(undisturbed, folder):
    row, whole, _, _ = undisturbed
    for process in [begin(row, folder) for _ in range(2)]:
        _, said = process.communicate(timeout=600)
        assert process.returncode in (0, 2), said
        assert "Traceback" not in said
    end(row, folder)
    assert row.come_to(folder) == whole


@pytest.mark.parametrize("times", TIMES)
def test_no_memory_at_any_moment(undisturbed, folder, times):
    """A library may end the process in its own way then, as the system does: what is kept is what counts."""
    row, whole, _, _ = undisturbed
    chance, before = random.Random(f"{row.words} memory {times}"), 0.0
    for _ in range(min(times[0], row.most)):
        size = chance.randrange(200, 1000) << 20
        limit = functools.partial(resource.setrlimit, resource.RLIMIT_AS, (size, size))
        process = begin(row, folder, preexec_fn=limit)
        process.communicate(timeout=600)
        there = row.look(folder)
        assert there >= before
        before = there
        if process.returncode == 0:  # it had enough
            assert row.come_to(folder) == whole
            clear(folder)
            before = 0.0
    end(row, folder)
    assert row.come_to(folder) == whole


BACKWARDS = """
import time
now, calls = time.time, [0]
def back():
    calls[0] += 1
    return now() - 3600.0 * calls[0]
time.time = back
time.time_ns = lambda: int(back() * 10**9)
"""
"""An hour back at each look at the clock: what Python runs before all else, in workers too."""


def test_a_clock_that_goes_backwards(undisturbed, folder, tmp_path):
    row, whole, _, _ = undisturbed
    (tmp_path / "sitecustomize.py").write_text(BACKWARDS)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = begin(row, folder, env=os.environ | {"PYTHONPATH": path})
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said
    assert row.come_to(folder) == whole


NOWHERE = Path("/sys/halfmove")
"""Where nobody makes files, root neither."""
needs_sys = pytest.mark.skipif(not NOWHERE.parent.is_dir(), reason="there is no /sys")


@needs_sys
def test_a_home_that_cannot_be_written(undisturbed, folder):
    row, whole, _, _ = undisturbed
    places = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HALFMOVE_CACHE_DIR")
    # Interpreted, as otherwise all machine code is made anew; tests/core/test_cache.py is about that folder.
    nowhere = dict.fromkeys(places, str(NOWHERE)) | {"HALFMOVE_JIT": "0"}
    process = begin(row, folder, env=os.environ | nowhere)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said
    assert row.come_to(folder) == whole


@needs_sys
@pytest.mark.parametrize("name", ROWS)
def test_a_folder_that_cannot_be_written(name, tmp_path):
    """It is refused in one sentence, and before the work is done."""
    clear(tmp_path / "folder")
    row = ROWS[name]
    words = [str(NOWHERE.parent / word) if word == row.kept else word for word in row.words]
    process = begin(row._replace(words=words), tmp_path / "folder")
    _, said = process.communicate(timeout=600)
    assert process.returncode == 2, said
    assert said.splitlines()[-1].startswith("halfmove: "), said
    assert "Traceback" not in said
