"""Commands that are killed (SIGKILL) at random moments, again and again.

After each kill whatever the command keeps is read: it is whole, and nothing that was there before is lost.
Begun again the same command goes on, and comes to what it comes to undisturbed.  Three kills each here, two
hundred in `make test-all` (docs/what-can-go-wrong.md).
"""

import contextlib
import random
import shutil
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
    look: Callable[[Path], float]
    """Reads what is kept, which raises an error where it is not whole; how much there is."""
    come_to: Callable[[Path], Any]
    """What it has come to in the end."""


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
        lambda folder: len(games(folder)),
        games,
    ),
    "tournament": Row(
        ["tournament", "tictactoe", "random?name=a", "random?name=b", "random?name=c", "--games", "20"]
        + ["--at-once", "2", "--file", "m.sqlite"],
        lambda folder: len(games(folder)),
        lambda folder: sorted(games(folder)),
    ),
    "book": Row(["book", "make", "games.pgn", "-o", "book.sqlite"], book_size("book.sqlite"), book_rows),
    "polyglot": Row(
        ["book", "make", "games.pgn", "-o", "book.bin"],
        book_size("book.bin"),
        lambda folder: (folder / "book.bin").read_bytes(),
    ),
    "endgame": Row(
        ["endgame", "build", EXAMPLE, "--set", "width=3", "--folder", "tables", "--threads", "1"],
        lambda folder: len(tables(folder)),
        tables,
    ),
    "solve": Row(
        ["solve", "kuhn", "--algorithm", "cfr+", "--iterations", "40", "--checkpoint", "run.npz"],
        iterations,
        iterations,
    ),
    "train": Row(
        ["train", "tictactoe", "-o", "run", "--positions", "300", "--workers", "0"]
        + [word for key, value in SMALL.items() for word in ("--option", f"{key}={value}")],
        positions,
        lambda folder: positions(folder) >= 300,
    ),
}


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    chance = random.Random(5)
    text = "".join(f"{' '.join(_numbered(chance.choice(MOVES)))} *\n\n" for _ in range(400))
    (folder / "games.pgn").write_text(text)


def _numbered(moves):
    for number, move in enumerate(moves.split()):
        yield f"{number // 2 + 1}. {move}" if number % 2 == 0 else move


def begin(row, folder):
    return subprocess.Popen(
        [sys.executable, "-m", "halfmove", *row.words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(row, folder):
    process = begin(row, folder)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said


@pytest.mark.parametrize("times", [3, pytest.param(200, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", ROWS)
def test_killed_at_random_moments(tmp_path, name, times):
    row, chance = ROWS[name], random.Random(f"{name} {times}")
    folder = tmp_path / "killed"
    clear(folder)
    began = time.monotonic()
    end(row, folder)
    whole, length = row.come_to(folder), time.monotonic() - began
    clear(folder)
    kills, before = 0, 0.0
    while kills < times:
        process = begin(row, folder)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0, length))
        process.kill()
        process.communicate()
        if process.returncode < 0:
            kills += 1
        there = row.look(folder)
        assert there >= before
        before = there
        if process.returncode >= 0:  # it was through before it was killed
            assert process.returncode == 0
            assert row.come_to(folder) == whole
            clear(folder)
            before = 0.0
    end(row, folder)
    assert row.come_to(folder) == whole
