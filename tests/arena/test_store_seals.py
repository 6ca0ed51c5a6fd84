"""A file of matches: each row is sealed, and files of before are read."""

import sqlite3
from random import Random

import pytest
from contest_records import a_game, moves_by

from halfmove.arena.job import FaultRecord
from halfmove.arena.plan import Plan
from halfmove.arena.store import Store
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed

PLAN = Plan(GameReference("nim", {"heaps": "3,4"}), ("random", "random?seed=1"), games=10)


def record(number, faults=()):
    return a_game(number, (0, 1), (0.5, 0.5), moves=moves_by([0, 1] * 9), faults=faults)


FAULT = (FaultRecord(1, "time", 3, "too late"),)


def test_a_flipped_bit_in_a_file_of_matches_is_refused_or_in_nobodys_way(tmp_path):
    """SQLite's pages have room that nobody reads: whatever is read is what was written."""
    file = tmp_path / "m.sqlite"
    with Store(file) as store:
        contest = store.contest(PLAN)
        for number in range(4):
            store.add(contest, record(number))

    def read():
        with Store(file, make=False) as store:
            return [
                (
                    summary,
                    dict(store.faults_of(summary.contest)),
                    list(store.games(summary.contest, void=True)),
                )
                for summary in store.contests()
            ]

    before, whole, random, refused = read(), file.read_bytes(), Random(8), 0
    sentences = set()
    for place in [*range(0, 8 * 100, 7), *(random.randrange(8 * len(whole)) for _ in range(400))]:
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        file.write_bytes(flipped)
        try:
            assert read() == before, place
        except BadInput as error:
            sentences.add(str(error))
            refused += 1
        for beside in tmp_path.glob("m.sqlite-*"):  # what SQLite keeps of a file that it could not close
            beside.unlink()
    assert refused > 50
    assert not any("\n" in sentence for sentence in sentences)


def test_a_file_of_version_1_is_read_and_written_on(tmp_path):
    file = tmp_path / "m.sqlite"
    with Store(file) as store:
        contest = store.contest(PLAN)
        store.add(contest, record(0))
        before = list(store.games(contest))
    with sqlite3.connect(file) as db:
        for table in ("contest", "game", "fault"):
            db.execute(f"ALTER TABLE {table} DROP COLUMN seal")
        db.execute("PRAGMA user_version = 1")
    with Store(file) as store:
        assert list(store.games(contest)) == before
        assert store.contest(PLAN) == contest
        store.add(contest, record(1))
        assert sorted(store.records(contest)) == [0, 1]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET scores = '[1.0, 0.0]'",
        "UPDATE game SET finished = finished + 1",
        "UPDATE contest SET created = 0",
        "UPDATE fault SET ply = ply + 1",
    ],
)
def test_a_row_that_was_changed_is_refused(tmp_path, change):
    file = tmp_path / "m.sqlite"
    with Store(file) as store:
        contest = store.contest(PLAN)
        store.add(contest, record(0, FAULT))
    with sqlite3.connect(file) as db:
        assert db.execute(change).rowcount > 0
    with Store(file) as store, pytest.raises(BadInput, match="something in it is damaged"):
        (store.contests(), list(store.games(contest)), store.faults_of(contest))
