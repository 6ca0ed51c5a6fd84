"""Whole contests: resumed after whatever stopped them, extended, stopped by a test, and never half a game."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from engines import Watched, children, threads
from misbehaving import HERE, by_lot, misbehaving

import halfmove as hm
from halfmove.arena import contest
from halfmove.arena.contest import MemoryStore, check_plan, count_games_at_once, run
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication, Ending, Record
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.players.registry import player
from halfmove.arena.store import Store
from halfmove.arena.workers.in_process import InProcess
from halfmove.arena.workers.pool import Pool
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.reference import GameReference

NIM = GameReference("nim", {"heaps": "3,4,5"})
PLAN = Plan(NIM, ("random", "random?seed=5"), games=8, seed=2)


def told(results):
    return {n: (r.scores, r.ending, [m.text for m in r.moves]) for n, r in results.records.items()}


class Counting(Pool):
    """Plays here, and remembers what it was asked to play; breaks off where told."""

    def __init__(self, stop_after=10**9, capacity=1):
        self.here, self.numbers, self.stop_after, self.capacity = InProcess(), [], stop_after, capacity
        self.closed = 0

    def submit(self, job):
        self.numbers.append(job.number)
        self.here.submit(job)

    def wait(self, timeout=None):
        if len(self.numbers) > self.stop_after:
            raise KeyboardInterrupt
        return self.here.wait(timeout)

    def playing(self):
        return self.here.playing()

    def close(self, *, at_once=False):
        self.closed += 1
        self.here.close()


def test_every_game_once_and_in_order():
    pool = Counting()
    results = run(PLAN, pool=pool)
    assert pool.numbers == list(range(8))
    assert results.done
    assert sorted(results.records) == list(range(8))
    assert [r.players for r in results.records.values()] == [(0, 1), (1, 0)] * 4
    assert pool.closed == 0, "a pool that was lent is not closed"


def test_stopped_and_resumed_it_is_the_same_contest(tmp_path):
    whole = told(run(PLAN, pool=Counting()))
    path = tmp_path / "m.sqlite"
    for stop in (0, 1, 3):
        with Store(path) as store:
            before = len(store.records(store.contest(PLAN)))
            results = run(PLAN, store=store, pool=Counting(stop_after=stop))
            assert not results.done
            assert len(results.records) == before + stop
    with Store(path) as store:
        pool = Counting()
        assert told(run(PLAN, store=store, pool=pool)) == whole
        assert pool.numbers == [4, 5, 6, 7]
        idle = Counting()
        assert run(PLAN, store=store, pool=idle).done
        assert idle.numbers == []
        longer = run(replace(PLAN, games=12), store=store, pool=idle)
        assert idle.numbers == [8, 9, 10, 11]
        assert {n: r for n, r in told(longer).items() if n < 8} == whole


@pytest.mark.parametrize("moment", ["before", "after"])
def test_ctrl_c_while_games_are_being_kept_loses_none_of_them(moment, tmp_path):
    class Together(Counting):
        """Two games at a time, which end in the same moment."""

        def wait(self, timeout=None):
            return [*self.here.wait(timeout), *self.here.wait(timeout)]

    class Interrupted(Store):
        left = 3  # games until Ctrl-C

        def add(self, contest, record):
            self.left -= 1
            if self.left == 0 and moment == "before":
                raise KeyboardInterrupt
            super().add(contest, record)
            if self.left == 0:
                raise KeyboardInterrupt

    with Interrupted(tmp_path / "m.sqlite") as store:
        pool = Together(capacity=2)
        results = run(PLAN, store=store, pool=pool)
        assert pool.numbers == [0, 1, 2, 3]
        assert sorted(results.records) == [0, 1, 2, 3]
        assert not results.done
        assert store.records(store.find(PLAN)) == results.records
        assert len(list(store.games(store.find(PLAN), void=True))) == 4, "none is kept twice"


def test_games_that_do_not_count_are_played_again_three_times_at_most():
    plan = replace(PLAN, players=(misbehaving("raise", 1), by_lot()), games=2, on_fault="void")
    pool, memory = Counting(), MemoryStore()
    results = run(plan, pool=pool, store=memory)
    assert sorted(pool.numbers) == [0] * 4 + [1] * 4
    assert [r.ending for r in results.records.values()] == [Ending.FAULT] * 2, "the fourth time it counts"
    assert results.faults == 8
    lost = run(replace(plan, on_fault="loss"), pool=Counting())
    assert [r.scores for r in lost.records.values()] == [(0, 1), (1, 0)]
    assert lost.faults == 2


def test_a_game_that_is_lost_again_and_again_ends_the_contest():
    class Losing(Counting):
        def wait(self, timeout=None):
            return [
                Record(g.job.number, 0, (0, 1), (0.5, 0.5), Ending.VOID, "the worker was lost", ())
                for g in [self.here._playing.pop()]
            ]

    with pytest.raises(BadInput, match="Game 1 was lost 4 times: the worker was lost"):
        run(PLAN, pool=Losing())


@pytest.mark.slow_interpreted
def test_the_test_stops_it_at_the_same_game_however_many_are_played_at_once():
    plan = Plan(
        GameReference("connect4", {"width": 5, "height": 4}),
        ("engine?depth=4", "random"),
        games=200,
        openings=OpeningSource(plies=2, margin=2.0),
        stop=StopRule(0, 100),
    )
    results = run(plan, pool=Counting())
    assert results.done
    assert 0 < len(results.records) < 200
    report = hm.report(results)
    assert report.testing.verdict.name == "H1"


def test_enough_is_asked_after_each_game():
    results = run(PLAN, pool=Counting(), enough=lambda s: len(s.records) >= 3)
    assert (len(results.records), results.done) == (3, False)


def test_what_is_seen():
    seen = []
    run(PLAN, pool=Counting(), see=lambda results, playing: seen.append(len(results.records)))
    assert seen == list(range(1, 9))


# ---- plans that cannot be played
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"controls": ("1/move",) * 3}, "There are 3 time controls for 2 players"),
        ({"players": ("random",)}, "needs at least two players"),
        ({"players": ("random",) * 3}, "is between 2 players, not 3"),
        ({"games": 0}, "number of games must be at least 1"),
        ({"on_fault": "forgive"}, "'loss' or 'void', not 'forgive'"),
        ({"players": ("random", "engine?depht=3")}, "depht"),
        ({"players": ("random", "engine")}, "Nothing bounds the thinking of 'engine'"),
        ({"controls": ("soon",)}, "'soon' is no time control"),
        ({"game": GameReference("nimm")}, "There is no game 'nimm'"),
        ({"players": ("random", "./nobody.py")}, "nobody"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_before_anything_begins(changes, words):
    pool = Counting()
    with pytest.raises(BadInput, match=words):
        run(replace(PLAN, **changes), pool=pool)
    assert pool.numbers == []


def test_a_player_that_does_not_fit_the_game():
    with pytest.raises(Unsuitable, match="engine"):
        check_plan(replace(PLAN, game=GameReference("examples/pig.py"), players=("random", "engine?depth=3")))


def test_games_at_once_are_as_many_as_have_cores_of_their_own(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)))

    def two(text):
        return [player(describe(text)), player(describe("random"))]

    assert count_games_at_once(two("random"), 2) == 8
    assert count_games_at_once(two("engine?depth=2&threads=3"), 2) == 2
    assert count_games_at_once(two("engine?depth=2&threads=16"), 2) == 1
    ponderer = two("engine?depth=2&threads=3")
    ponderer[0].ponders = True
    assert count_games_at_once(ponderer, 2) == 2, "three cores and one"


def test_three_players_take_every_seat_in_turn(monkeypatch):
    from many_players import RIVALS

    monkeypatch.setattr(GameReference, "open", lambda self: RIVALS)
    plan = Plan(GameReference("rivals"), ("random", "random?seed=1", "random?seed=2"), games=6)
    results = run(plan, pool=Counting())
    seats = [r.players for r in results.records.values()]
    for number in range(3):
        assert sorted(s[number] for s in seats) == [0, 0, 1, 1, 2, 2]
    assert sum(row.points for row in hm.report(results).rows) == pytest.approx(6)


def test_scored_early_where_asked():
    plan = replace(PLAN, adjudication=Adjudication(most_plies=3), games=2)
    results = run(plan, pool=Counting())
    assert {r.ending for r in results.records.values()} <= {Ending.LENGTH, Ending.RULES}
    assert max(len(r.moves) for r in results.records.values()) <= 3


# ---- whole processes
SLOW = f"{HERE}?name=slow&seconds=0.02"


def matching(tmp_path, *more):
    """`halfmove match` in a process of its own, two games at once."""
    command = [sys.executable, "-m", "halfmove.cli.main", "match", SLOW, by_lot(), "nim", "--games", "30"]
    command += ["--file", str(tmp_path / "m.sqlite"), "--at-once", "2", "--openings", "none", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def games_in(path):
    if not path.exists():
        return 0
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # it has just been made
    finally:
        db.close()


def wait_for_games(path, number):
    until = time.monotonic() + 60
    while games_in(path) < number:
        assert time.monotonic() < until, f"{games_in(path)} games after a minute"
        time.sleep(0.01)


@pytest.mark.slow_interpreted
def test_a_runner_that_is_killed_leaves_nobody_behind_and_its_match_goes_on(tmp_path):
    path = tmp_path / "m.sqlite"
    with Watched():
        for games in (3, 8):
            process = matching(tmp_path)
            wait_for_games(path, games)
            offspring = children(process.pid)
            process.kill()
            process.communicate()
            until = time.monotonic() + 10
            while any(Path(f"/proc/{pid}").exists() for pid in offspring) and time.monotonic() < until:
                time.sleep(0.05)
            assert not [pid for pid in offspring if Path(f"/proc/{pid}").exists()]
            db = sqlite3.connect(path)
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            db.close()
        process = matching(tmp_path)
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, err
    assert "30 games: 30 by rules" in out
    plan_of = Store(path)
    with plan_of as store:
        [summary] = store.contests()
        resumed = store.records(summary.contest)
    fresh = run(summary.plan, pool=Counting())
    assert {n: (r.scores, [m.text for m in r.moves]) for n, r in resumed.items()} == {
        n: (r.scores, [m.text for m in r.moves]) for n, r in fresh.records.items()
    }


@pytest.mark.slow_interpreted
def test_ctrl_c_ends_with_the_result_so_far(tmp_path):
    with Watched():
        process = matching(tmp_path)
        wait_for_games(tmp_path / "m.sqlite", 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    kept = games_in(tmp_path / "m.sqlite")
    assert f"{kept} games" in out
    assert kept < 30


@pytest.mark.slow_interpreted
def test_no_thread_and_no_process_is_left_in_ours():
    with Watched():
        before = threads()
        results = hm.match(misbehaving("exit", 1), by_lot(), game=NIM, games=4, at_once=2)
        assert results.done
        assert results.faults == 4
        assert threads() == before


def test_a_swiss_tournament_to_its_end():
    players = tuple(f"random?seed={n}" for n in range(5))
    results = run(Plan(NIM, players, format=Format.SWISS, games=2, rounds=3), pool=Counting())
    assert results.done
    rows = hm.report(results).rows
    assert len(rows) == 5
    assert contest.is_decided(results) is False
