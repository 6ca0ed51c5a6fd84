"""Games in other processes: players that take their process with them, and what is left behind: nothing."""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from engines import Watched, children
from misbehaving import by_lot, misbehaving

from halfmove.arena.job import Ending, Job, as_json, parse_job, parse_record
from halfmove.arena.workers.in_process import InProcess
from halfmove.arena.workers.processes import Processes
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.slow_interpreted  # processes of their own do not see whether we are compiled
NIM = GameReference("nim", {"heaps": "9,9,9"})


def job(first, second=None, number=0, **changes):
    settings = {
        "number": number,
        "pair": number // 2,
        "game": NIM,
        "players": (0, 1),
        "descriptions": (first, second or by_lot()),
        "controls": ("", ""),
        "seed": number,
        "grace": 0.0,
        "patience": 1.0,
    }
    return Job(**{**settings, **changes})


def played(pool, *jobs):
    """The records of jobs, by number."""
    waiting, records = list(jobs), {}
    busy = 0
    while waiting or busy:
        while waiting and busy < pool.capacity:
            pool.submit(waiting.pop(0))
            busy += 1
        for record in pool.wait(30):
            records[record.number] = record
            busy -= 1
    return records


def test_a_job_and_a_record_survive_json():
    one = job(by_lot())
    assert parse_job(as_json(one)) == one
    with InProcess() as pool:
        record = played(pool, one)[0]
    assert parse_record(as_json(record)) == record
    assert len(record.moves) > 3


FAULTS = {
    "exit": ("crash", r"first ends its process \(exit status 3; goodbye\)"),
    "leave": ("crash", "exit status 4|SystemExit"),
    "kill": ("crash", r"first ends its process \(signal 9"),
    "hang": ("hang", "first does not answer"),
    "spin": ("hang", "first does not answer"),
    "raise": ("crash", "first fails: ZeroDivisionError: by nought"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_player_at_fault_is_known_and_the_next_game_is_played(fault):
    kind, words = FAULTS[fault]
    control = ("0.2/move", "")
    with Watched(), Processes(1) as pool:
        records = played(
            pool,
            job(misbehaving(fault, 2), controls=control),
            job(by_lot(), misbehaving(fault, 1), number=1, controls=control[::-1]),
            job(by_lot(), number=2),
        )
    assert [records[n].ending for n in range(3)] == [Ending.FAULT, Ending.FAULT, Ending.RULES]
    assert [records[n].scores for n in range(2)] == [(0, 1), (1, 0)]
    [first], [second] = records[0].faults, records[1].faults
    assert (first.seat, first.fault, first.ply) == (0, kind, 2)
    assert (second.seat, second.fault, second.ply) == (1, kind, 1)
    assert len(records[0].moves) == 2, "what was played is kept"
    assert re.search(words, records[0].words), records[0].words


def test_a_flood_of_words_is_nobodys_concern():
    with Watched(), Processes(1) as pool:
        assert played(pool, job(misbehaving("flood", 1)))[0].ending == Ending.RULES


def test_a_worker_killed_from_outside_costs_the_mover_or_nobody(tmp_path):
    with Watched(), Processes(1) as pool:
        before = children()
        pool.submit(job(f"{by_lot()}&seconds=0.3", controls=("", "")))
        until = time.monotonic() + 20
        while not (pool.playing() and pool.playing()[0].moves) and time.monotonic() < until:
            assert pool.wait(0.02) == []
        [worker] = children() - before
        os.kill(worker, signal.SIGKILL)
        [record] = pool.wait(10)
        assert record.ending in (Ending.FAULT, Ending.VOID)
        assert "signal 9" in record.words
        assert record.moves
        pool.submit(job(by_lot(), number=1))
        assert pool.wait(30)[0].ending == Ending.RULES


def test_a_worker_that_dies_while_idle_is_replaced():
    with Watched(), Processes(1) as pool:
        before = children()
        assert played(pool, job(by_lot()))[0].ending == Ending.RULES
        [worker] = children() - before
        os.kill(worker, signal.SIGKILL)
        time.sleep(0.2)
        record = played(pool, job(by_lot(), number=1))[1]
        assert record.ending in (Ending.RULES, Ending.VOID), "a void game is played again by the contest"
        assert played(pool, job(by_lot(), number=2))[2].ending == Ending.RULES


def test_a_job_that_cannot_be_played_is_refused_and_the_pool_goes_on():
    with Watched(), Processes(1) as pool:
        with pytest.raises(BadInput, match="There is no game 'nimm'"):
            played(pool, job(by_lot(), game=GameReference("nimm")))
        with pytest.raises(BadInput, match=r"juggler"):
            played(pool, job("juggler"))
        assert played(pool, job(by_lot()))[0].ending == Ending.RULES


def test_games_in_progress_are_seen(tmp_path):
    """Two games that stand still at their third ply until the file is made."""
    gate = tmp_path / "gate"
    with Watched(), Processes(2) as pool:
        for number in range(2):
            pool.submit(job(misbehaving("wait", 2, gate=gate), number=number, patience=120.0))
        until = time.monotonic() + 120
        while [len(game.moves) for game in pool.playing()] != [2, 2] and time.monotonic() < until:
            assert pool.wait(0.05) == []
        assert [len(game.moves) for game in pool.playing()] == [2, 2]
        gate.touch()
        done = 0
        while done < 2:
            done += len(pool.wait(30))
        assert pool.playing() == ()


@pytest.mark.parametrize("at_once", [True, False])
def test_closing_breaks_off_what_is_being_played(at_once):
    with Watched():
        pool = Processes(2)
        pool.submit(job(misbehaving("hang", 1), patience=600.0))
        pool.submit(job(misbehaving("spin", 1), number=1, patience=600.0))
        assert pool.wait(1.0) == []
        pool.close(at_once=at_once)
        pool.close()


def test_the_same_games_wherever_they_are_played():
    jobs = [job("engine?depth=3", "random", number=n, game=GameReference("connect4")) for n in range(4)]
    found = []
    for pool in (InProcess(), Processes(1), Processes(2)):
        with pool:
            records = played(pool, *jobs)
        found.append([(records[n].scores, [m.text for m in records[n].moves]) for n in range(4)])
    assert found[0] == found[1] == found[2]
    assert len({str(game) for game in found[0]}) == 4, "each has a seed of its own"


def test_nothing_of_a_worker_is_inherited_by_what_it_starts(tmp_path):
    """An engine that held the line open would keep a dead worker from being noticed."""
    script = tmp_path / "starter.py"
    script.write_text(
        "import os\n"
        "from halfmove.arena.player import Choice, Player\n"
        "class Starter(Player):\n"
        "    def new_game(self, game, seat, seed): pass\n"
        "    def choose(self, history, budget):\n"
        "        import subprocess, sys\n"
        "        code = 'import os; print(os.listdir(\"/proc/self/fd\"))'\n"
        "        told = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True).stdout\n"
        f"        open({str(tmp_path / 'fds')!r}, 'w').write(told)\n"
        "        return Choice(history.legal()[0])\n"
        "def player(description): return Starter()\n"
    )
    with Processes(1) as pool:
        played(pool, job(str(script)))
    descriptors = eval(Path(tmp_path / "fds").read_text())
    assert set(descriptors) <= {"0", "1", "2", "3"}, "3 is the folder being listed"
