"""The file of matches: whole at any moment, one runner at a time, and clear about what it is not."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from halfmove.arena.job import Ending, FaultRecord, MoveRecord, Record
from halfmove.arena.plan import OpeningSource, Plan, StopRule
from halfmove.arena.store import Store
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed

PLAN = Plan(GameReference("nim", {"heaps": "3,4"}), ("random", "random?seed=1"), games=10)


def record(number, ending=Ending.RULES, faults=(), plies=4):
    moves = tuple(
        MoveRecord(f"A{n}", 0.25 * n, value=n / 8 if n else None, nodes=n, seat=n % 2) for n in range(plies)
    )
    return Record(
        number=number,
        pair=number // 2,
        players=(number % 2, 1 - number % 2),
        scores=(0.5, 0.5),
        ending=ending,
        words="draw “by” agreement",
        moves=moves,
        faults=faults,
        titles=("one", ""),
        seconds=1.5,
        position="3,4 first",
        round=2,
        thinking=1.25,
    )


def test_what_is_kept_comes_back_as_it_was(tmp_path):
    path = tmp_path / "m.sqlite"
    fault = FaultRecord(1, "hang", 3, "second does not answer")
    kept = [
        record(0),
        record(3, plies=0),
        record(1, Ending.FAULT, (fault,)),
        record(2, Ending.VOID, (fault, fault)),
    ]
    with Store(path) as store:
        contest = store.contest(PLAN)
        for one in kept:
            store.add(contest, one)
    with Store(path, make=False) as store:
        assert store.records(contest) == {one.number: one for one in kept[:3]}
        assert [one.number for one in store.games(contest, void=True)] == [0, 1, 2, 3]
        assert store.faults(contest) == 3
        # the second seat of game 1 was player 0's, that of game 2 player 1's
        assert store.faults_of(contest) == {(0, "hang"): 1, (1, "hang"): 2}
        [summary] = store.contests()
        assert (summary.plan, summary.games, summary.faults) == (PLAN, 3, 3)
        assert abs(summary.created - time.time()) < 100
    assert not list(tmp_path.glob("*.lock"))


def test_a_game_played_again_is_another_attempt(tmp_path):
    with Store(tmp_path / "m.sqlite") as store:
        contest = store.contest(PLAN)
        for ending in (Ending.VOID, Ending.VOID, Ending.RULES):
            store.add(contest, record(5, ending))
        assert len(list(store.games(contest, void=True))) == 3
        assert store.records(contest) == {5: record(5)}


def test_which_plans_are_one_contest(tmp_path):
    same = [replace(PLAN, games=400), replace(PLAN, stop=StopRule(0, 20))]
    other = [
        replace(PLAN, seed=1),
        replace(PLAN, players=PLAN.players[::-1]),
        replace(PLAN, controls=("1/move",)),
        replace(PLAN, openings=OpeningSource(plies=2)),
        replace(PLAN, game=GameReference("nim", {"heaps": "3,5"})),
    ]
    with Store(tmp_path / "m.sqlite") as store:
        first = store.contest(PLAN)
        assert [store.contest(plan) for plan in same] == [first, first]
        assert store.plan(first) == same[-1], "it is the plan's latest form that is kept"
        assert len({first, *(store.contest(plan) for plan in other)}) == 1 + len(other)
        anew = store.contest(PLAN, anew=True)
        assert anew > first
        assert store.contest(PLAN) == anew
        store.remove(anew)
        assert store.find(PLAN) == first
        with pytest.raises(BadInput, match=r"has no contest 99\."):
            store.plan(99)


# ---- what it is not
def foreign(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title TEXT)")


def newer(path):
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")


def garbage(path):
    path.write_bytes(b"SQLite? no. " * 100)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (foreign, "is a database of something else"),
        (newer, "was written by a newer Halfmove"),
        (garbage, "is no file of matches"),
        (lambda path: path.mkdir(), "is a folder"),
    ],
)
def test_other_files_are_refused_and_left_alone(spoil, words, tmp_path):
    path = tmp_path / "other.sqlite"
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(BadInput, match=words):
        Store(path)
    assert before is None or path.read_bytes() == before


def test_a_disk_that_is_full_is_told_and_nothing_is_half_kept(tmp_path):
    with Store(tmp_path / "m.sqlite") as store:
        contest = store.contest(PLAN)
        store.add(contest, record(0))
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        many = (store.add(contest, record(number)) for number in range(1, 500))
        with pytest.raises(BadInput, match="the disk is full"):
            list(many)
        kept = len(store.records(contest))
        assert kept < 500
        store._db.execute("PRAGMA max_page_count = 100000")
        store.add(contest, record(kept))
        assert sorted(store.records(contest)) == list(range(kept + 1))


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(BadInput, match="There is no file"):
        Store(tmp_path / "none.sqlite", make=False)
    with pytest.raises(BadInput, match="There is no folder"):
        Store(tmp_path / "none" / "m.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written(tmp_path):
    path = tmp_path / "m.sqlite"
    Store(path).close()
    path.chmod(0o400)
    with pytest.raises(BadInput, match=r"cannot be written|read-only|readonly"), Store(path) as store:
        store.contest(PLAN)


# ---- two at once, and killed
HOLDER = """
import sys, time
from halfmove.arena.store import Store
sys.path.insert(0, {tests!r})
from arena_store import PLAN, record
with Store({path!r}) as store:
    contest = store.contest(PLAN)
    print("here", flush=True)
    number = 0
    while True:
        store.add(contest, record(number))
        number += 1
        if number == 1:
            print("one", flush=True)
"""


def holder(path, tmp_path):
    """A process that runs the contest and keeps adding games to it."""
    from pathlib import Path

    (tmp_path / "arena_store.py").write_text(Path(__file__).read_text())
    code = HOLDER.format(tests=str(tmp_path), path=str(path))
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "here\n"
    assert process.stdout.readline() == "one\n"
    return process


@pytest.mark.slow_interpreted
def test_one_runner_at_a_time_even_if_it_is_killed(tmp_path):
    path = tmp_path / "m.sqlite"
    process = holder(path, tmp_path)
    try:
        with Store(path) as store:
            assert store.records(store.find(PLAN)), "anybody may read meanwhile"
            with pytest.raises(BadInput, match=rf"is being played already \(process {process.pid}\)"):
                store.contest(replace(PLAN, games=99))
            assert store.plan(store.find(PLAN)) == PLAN, "who is refused changes nothing"
            other = store.contest(replace(PLAN, seed=5))
            store.add(other, record(0))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    with Store(path) as store:
        contest = store.contest(PLAN)
        store.add(contest, record(10**6))
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.slow_interpreted
def test_killed_at_any_moment_it_is_whole_and_nothing_kept_is_lost(tmp_path):
    path = tmp_path / "m.sqlite"
    dice = random.Random(3)
    for _ in range(6):
        process = holder(path, tmp_path)
        time.sleep(dice.random() * 0.1)
        process.kill()
        process.wait()
        process.stdout.close()
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            numbers = [n for (n,) in db.execute("SELECT DISTINCT number FROM game ORDER BY number")]
            assert numbers == list(range(len(numbers))), "no game is missing among those kept"
        db.close()
        with Store(path) as store:
            [contest] = [c.contest for c in store.contests()]
            assert all(one == record(one.number) for one in store.games(contest))


def test_the_file_is_as_its_page_says(tmp_path):
    """docs/arena-files.md: columns, JSON and compression."""
    import zlib

    path = tmp_path / "m.sqlite"
    with Store(path) as store:
        store.add(store.contest(PLAN), record(0))
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    row = dict(db.execute("SELECT * FROM game").fetchone())
    db.close()
    assert json.loads(row["players"]) == [0, 1]
    assert (row["ending"], row["plies"], row["attempt"]) == ("rules", 4, 0)
    rest = json.loads(zlib.decompress(row["rest"]))
    assert set(rest) == {
        "titles", "position", "round", "faults", "moves", "utilities", "winners", "inner", "figures",
    }  # fmt: skip
    assert rest["moves"][3] == {
        "text": "A3",
        "seconds": 0.75,
        "value": 0.375,
        "mate": None,
        "depth": None,
        "nodes": 3,
        "opening": False,
        "seat": 1,
    }
