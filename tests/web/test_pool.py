"""The pool: turns, bounds, stopping, and processes that die."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
import weakref
from types import SimpleNamespace

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.workers.pool import Bounds, Pool
from halfmove.web.workers.quotas import Busy
from halfmove.web.workers.worker import Link

pytestmark = pytest.mark.one_speed

SEVEN = "A 31 B 40 A has 7"
C4, TTT = position_reference("connect4"), position_reference("tictactoe")


def in_a_pool(play, **bounds):
    """Run a coroutine function with a pool of one process."""

    async def run():
        pool = Pool(Catalogue(), Bounds(**{"processes": 1, **bounds}))
        try:
            return await asyncio.wait_for(play(pool), 120)
        finally:
            pool.close()

    return asyncio.run(run())


async def kinds(job):
    return [message["kind"] async for message in job]


def test_an_analysis_is_told_and_done():
    async def play(pool):
        job = pool.begin("a", "analysis", {"place": TTT, "lines": 2})
        return [message async for message in job]

    messages = in_a_pool(play)
    assert messages[-1]["kind"] == "done"
    result = messages[-1]["result"]
    assert (result["value"], result["proven"]) == (0, True)
    assert len(result["lines"]) == 2


def test_stopping_is_at_once_and_the_process_goes_on():
    async def play(pool):
        job = pool.begin("a", "analysis", {"place": C4})
        async for message in job:
            if message["kind"] == "analysis":
                job.stop()
                break
        assert [message["kind"] async for message in job][-1] == "stopped"
        process = pool._processes[0]
        again = await pool.begin("a", "analysis", {"place": TTT}).result()
        assert pool._processes == [process]
        return again

    assert in_a_pool(play)["proven"]


def test_who_waits_gets_a_turn_and_a_move_goes_first():
    async def play(pool):
        await pool.begin("warm", "analysis", {"place": C4, "depth": 2}).result()
        long = [pool.begin(f"c{n}", "analysis", {"place": C4}, seconds=30) for n in range(3)]
        heard = [asyncio.ensure_future(first(job, "analysis")) for job in long]
        await asyncio.gather(*heard)  # each of them, although the first alone would run for half a minute
        move = pool.begin("m", "move", {"place": C4, "level": 1}, urgent=True)
        answer = await asyncio.wait_for(move.result(), 20)
        for job in long:
            job.stop()
        return answer

    async def first(job, kind):
        async for message in job:
            if message["kind"] == kind:
                return message
        return None

    assert in_a_pool(play, turn=0.2)["move"]


def test_bounds_for_a_client_and_for_all():
    async def play(pool):
        jobs = [pool.begin("a", "analysis", {"place": C4}) for _ in range(2)]
        with pytest.raises(Busy, match="You have 2"):
            pool.begin("a", "analysis", {"place": C4})
        jobs.append(pool.begin("b", "analysis", {"place": C4}))
        with pytest.raises(Busy, match="3 searches are going on"):
            pool.begin("c", "analysis", {"place": C4})
        pool.leave("a")
        assert [job.client for job in pool.jobs()] == ["b"]
        assert await kinds(jobs[0]) == ["stopped"] or jobs[0].over

    in_a_pool(play, each=2, most=3)


def test_a_process_that_dies_fails_its_job_and_is_replaced():
    async def play(pool):
        job = pool.begin("a", "analysis", {"place": C4}, seconds=60)
        async for message in job:
            if message["kind"] == "analysis":
                os.kill(pool._processes[0]._process.pid, signal.SIGKILL)
                break
        last = [message async for message in job][-1]
        assert last == {"kind": "failed", "error": "The process of the search ended (signal 9)."}
        return await pool.begin("a", "analysis", {"place": TTT}).result()

    assert in_a_pool(play)["proven"]


def test_what_the_task_refuses_is_a_sentence():
    async def play(pool):
        with pytest.raises(BadInput, match="no algorithm 'nonesuch'"):
            await pool.begin("a", "analysis", {"place": TTT, "algorithm": "nonesuch"}).result()
        with pytest.raises(BadInput, match="Move 1, 'z9'"):
            await pool.begin(
                "a", "analysis", {"place": position_reference("tictactoe", moves=["z9"])}
            ).result()

    in_a_pool(play)


def test_time_ends_a_search_and_what_it_told_stands():
    async def play(pool):
        await pool.begin("a", "analysis", {"place": C4, "depth": 2}).result()
        return [m async for m in pool.begin("a", "analysis", {"place": C4}, seconds=0.5)]

    messages = in_a_pool(play)
    assert messages[-1]["kind"] in ("done", "stopped")
    assert any(message["kind"] == "analysis" for message in messages)


def test_the_tree_is_looked_at_while_it_grows():
    async def play(pool):
        job = pool.begin("a", "analysis", {"place": C4, "algorithm": "mcts"}, seconds=60)
        async for message in job:
            if message["kind"] == "analysis" and message["nodes"] > 1000:
                break
        root = await job.ask({"path": []})
        below = await job.ask({"path": [root["children"][0]["move"]]})
        assert await job.ask({"path": ["nonsense"]}) is None
        job.stop()
        return root, below

    root, below = in_a_pool(play)
    assert (root["player"], below["player"]) == ("X", "O")
    assert len(root["children"]) == 7
    assert sum(child["visits"] for child in below["children"]) > 0


def test_a_report_finds_the_move_that_lost():
    async def play(pool):
        place = position_reference("tictactoe", moves=["a1", "b1", "b2"])
        job = pool.begin("a", "report", {"place": place, "seconds": 1.0})
        return [message async for message in job if message["kind"] == "judged"]

    judged = {message["ply"]: message for message in in_a_pool(play)}
    assert sorted(judged) == [0, 1, 2]
    assert (judged[1]["mark"], judged[1]["lost"]) == ("??", 0.5)
    assert judged[1]["better"][0] == "b2"
    assert judged[1]["refutation"]


@pytest.mark.slow_interpreted
def test_a_report_judges_decisions_where_tiles_are_drawn_in_between():
    async def play(pool):
        drawn = [f"+{tile}" for tile in "AEINRST" + "AEIOUUU"]
        place = position_reference("scrabble", moves=[*drawn, "8H RE", "+E", "+E"])
        job = pool.begin("a", "report", {"place": place, "seconds": 1.0})
        return [message async for message in job if message["kind"] == "judged"]

    [judged] = in_a_pool(play)
    assert (judged["ply"], judged["mover"], judged["of"]) == (14, 0, 1)
    assert judged["lost"] > 0
    assert judged["cost"] > 0
    assert judged["said"].startswith(judged["better"][0])
    assert judged["before"] > judged["after"]


@pytest.mark.slow_interpreted
def test_who_waits_while_another_compiles_gets_a_process_that_steps_in(monkeypatch, tmp_path):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))

    async def play(pool):
        slow = pool.begin("a", "analysis", {"place": position_reference("gomoku"), "depth": 2})
        async for message in slow:
            if message["kind"] == "compiling":
                break
        random = pool.begin("b", "move", {"place": position_reference("hexapawn"), "level": 1}, urgent=True)
        kinds = [message["kind"] async for message in random]
        assert kinds[-1] in ("done", "failed")
        assert not slow.over, "it compiles still"
        await slow.result()
        assert len(pool._processes) == 1, "it has gone again"

    in_a_pool(play)


def test_a_job_that_is_over_is_not_kept_until_its_time_would_be_up():
    async def play(pool):
        job = weakref.ref(pool.begin("a", "analysis", {"place": TTT, "depth": 1}))
        await job().result()
        gc.collect()
        await asyncio.sleep(0.1)
        return job()

    assert in_a_pool(play) is None


def test_a_stop_while_modules_are_loaded_leaves_the_process_whole():
    """The first search of a process imports Numba: stopped in the middle, nothing may be left in halves."""

    async def play(pool):
        for delay in (0.05, 0.15, 0.3, 0.5):
            job = pool.begin("a", "analysis", {"place": C4}, seconds=30)
            while not job.at_work:
                await asyncio.sleep(0.005)
            await asyncio.sleep(delay)
            job.stop()
        process = pool._processes[0]
        answer = await pool.begin("a", "analysis", {"place": TTT}).result()
        assert pool._processes == [process], "it is the same process that answers"
        return answer

    assert in_a_pool(play)["proven"]


def test_turns_on_a_cold_process_bring_everybody_an_analysis():
    async def play(pool):
        jobs = [pool.begin(f"c{n}", "analysis", {"place": C4, "depth": 12}, seconds=60) for n in range(16)]
        firsts = await asyncio.gather(*(first(job) for job in jobs))
        return [message["kind"] for message in firsts]

    async def first(job):
        async for message in job:
            if message["kind"] in ("analysis", "failed", "done"):
                return message
        return {"kind": "nothing"}

    assert in_a_pool(play) == ["analysis"] * 16


def test_a_stop_while_a_failure_is_told_does_not_end_the_process(monkeypatch):
    sent = []
    link = Link(SimpleNamespace(send=sent.append), Catalogue())
    before = signal.signal(signal.SIGINT, link.interrupted)

    def stop():
        link.stop(1)
        time.sleep(0.1)  # here it comes

    try:
        monkeypatch.setattr("traceback.print_exc", stop)
        link.run(1, "nonesuch", {})
    finally:
        signal.signal(signal.SIGINT, before)
    assert sent[-1] == ("tell", 1, {"kind": "stopped"})


def test_a_stop_that_a_finalizer_swallows_is_repeated(monkeypatch):
    sent = []
    link = Link(SimpleNamespace(send=sent.append), Catalogue())
    signals = {number: signal.signal(number, link.interrupted) for number in (signal.SIGINT, signal.SIGALRM)}

    class Deaf:
        def __del__(self):
            link.stop(1)
            time.sleep(0.1)

    def search(arguments, link):
        Deaf()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            time.sleep(0.01)

    monkeypatch.setattr("halfmove.web.workers.worker.perform_of", lambda task: search)
    monkeypatch.setattr("sys.unraisablehook", lambda _: None)
    try:
        link.run(1, "any", {})
    finally:
        for number, handler in signals.items():
            signal.signal(number, handler)
    assert sent[-1] == ("tell", 1, {"kind": "stopped"})


@pytest.mark.slow_interpreted
def test_machine_code_is_made_once_however_many_wait_for_it(monkeypatch, tmp_path):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))

    async def play(pool):
        jobs = [pool.begin(f"c{n}", "analysis", {"place": C4, "depth": 2}) for n in range(4)]
        most = 0
        async for message in jobs[0]:
            most = max(most, len(pool._processes))
            assert message["kind"] != "failed"
        for job in jobs[1:]:
            assert await job.result()
        return most

    assert in_a_pool(play) == 1


@pytest.mark.slow_interpreted
def test_a_rollout_that_made_way_goes_on_where_it_was():
    pig = position_reference("pig", {}, SEVEN, [])
    trials = 36 * 3000  # 1.6 seconds, eight turns
    given = {"game": "pig", "lines": 2, "trials": trials, "truncate": None, "seed": 3}
    asked = {"place": pig, "viewer": None, "given": given}

    async def play(pool):
        job = pool.begin("a", "rollout", asked)
        other = None
        async for message in job:
            if message["kind"] == "rollout" and other is None:
                other = pool.begin("b", "analysis", {"place": position_reference("connect4"), "seconds": 1})
                drain = asyncio.ensure_future(other.result())
        await drain
        return job.turns, message["result"]

    turns, told = in_a_pool(play, turn=0.2)
    assert turns > 1
    game = hm.game("pig")
    found = hm.rollout(game, game.parse(SEVEN), trials=trials, truncate=None, seed=3, threads=1)
    assert told["plays"] == found.to_dict()["plays"]
