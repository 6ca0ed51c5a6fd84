"""Quotas of search time and turns of users, with a clock of the tests' own and processes that do nothing."""

import asyncio
import math

import pytest

from halfmove.core.errors import BadInput
from halfmove.web.api.problems import plain_refusal
from halfmove.web.catalogue import Catalogue
from halfmove.web.workers import pool as pools
from halfmove.web.workers.job import in_line
from halfmove.web.workers.pool import Bounds, Pool
from halfmove.web.workers.quotas import MOST_USERS, Busy, Quotas

pytestmark = pytest.mark.one_speed


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0

    def __call__(self):
        return self.now


class Idle:
    """A process that is told of jobs, and does nothing until a test ends them."""

    compiling = leaving = False
    compiled = 0.0
    pid = 1

    def __init__(self, pool):
        self.pool, self.job, self.clients, self.begun = pool, None, set(), []

    def begin(self, job):
        self.job = job
        self.begun.append(job)

    def stop(self, *what, **how):
        pass

    forget = dismiss = close = stop

    def end(self, kind="done", **more):
        """The job is over; who had it is told."""
        job = self.job
        self.pool.heard(self, job.number, {"kind": kind, **more})
        return job


@pytest.fixture
def pool(monkeypatch):
    """What makes a pool with one process that does nothing, and gives both to a function."""
    monkeypatch.setattr(pools, "Process", Idle)

    def run(function, **bounds):
        async def play():
            made = Pool(Catalogue(), Bounds(processes=1, **bounds))
            made.quotas._clock = Clock()
            made.prepare()
            function(made, made._processes[0])
            made.close()

        asyncio.run(play())

    return run


def told(job):
    """What a job has told and nobody has read."""
    return list(job._unread)


# ---- quotas
def test_what_was_used_is_granted_again_little_by_little():
    clock = Clock()
    quotas = Quotas(minute=20, clock=clock)
    assert quotas.grant("a") == 20
    quotas.charge("a", 15)
    assert quotas.grant("a") == 5
    quotas.charge("a", 8)
    with pytest.raises(Busy, match=r"your 20 s of search in this minute; try again in 12 s") as refused:
        quotas.grant("a")
    assert (refused.value.reason, refused.value.retry) == ("quota", 12), "3 owed and 1 more, at 1 in 3"
    assert quotas.grant("b") == 20, "another user has his own"
    clock.now += 12
    assert quotas.grant("a") == pytest.approx(1)
    clock.now += 1000
    assert quotas.grant("a") == 20


def test_the_tighter_of_two_quotas_holds():
    clock = Clock()
    quotas = Quotas(minute=20, hour=30, clock=clock)
    quotas.charge("a", 20)
    clock.now += 60
    assert quotas.left("a") == pytest.approx(10.5)
    quotas.charge("a", 10)
    with pytest.raises(Busy, match="in this hour; try again in 60 s"):
        quotas.grant("a")


def test_a_quota_of_less_than_a_second_is_one():
    clock = Clock()
    quotas = Quotas(minute=0.5, clock=clock)
    assert quotas.grant("a") == 0.5
    quotas.charge("a", 0.5)
    with pytest.raises(Busy, match="try again in 60 s"):
        quotas.grant("a")


def test_without_quotas_nothing_is_counted():
    quotas = Quotas()
    quotas.charge("a", 1e9)
    assert quotas.grant("a") == math.inf


def test_users_who_have_everything_again_are_forgotten():
    clock = Clock()
    quotas = Quotas(minute=20, clock=clock)
    for number in range(MOST_USERS):
        quotas.charge(f"u{number}", 1)
    clock.now += 60
    quotas.charge("last", 1)
    assert list(quotas._used) == ["last"]


def test_a_user_whose_time_is_up_is_refused_and_others_are_not(pool):
    def play(pool, process):
        pool.quotas.charge("a", 20)
        with pytest.raises(Busy, match="20 s of search"):
            pool.begin("a http", "analysis", {})
        pool.enter("page", "a")
        with pytest.raises(Busy, match="20 s of search"):
            pool.begin("page study 1", "analysis", {})
        pool.begin("b http", "analysis", {})
        pool.leave("page")
        assert pool.user("page study 1") == "page"
        assert pool.tally.refused == {"quota": 2}

    pool(play, minute=20)


def test_a_job_has_no_more_time_than_its_user(pool):
    def play(pool, process):
        pool.quotas.charge("a", 15)
        analysis = pool.begin("a http", "analysis", {}, seconds=60)
        assert analysis.left == 5
        process.end("stopped")
        assert told(analysis)[-1] == {"kind": "stopped"}, "what it told stands"
        operation = pool.begin("a http", "operation", {}, seconds=60)
        process.end("stopped")
        assert "more than the 5.0 seconds of search that you have left" in told(operation)[-1]["error"]
        assert pool.tally.ended == {("analysis", "stopped"): 1, ("operation", "failed"): 1}

    pool(play, minute=20)


def test_the_time_that_a_job_had_is_charged(pool, monkeypatch):
    def play(pool, process):
        job = pool.begin("a http", "analysis", {})
        job.begin()
        job.began -= 7
        process.end()
        assert pool.quotas.left("a") == pytest.approx(13, abs=0.5)
        assert pool.tally.seconds == pytest.approx(7, abs=0.5)

    pool(play, minute=20)


# ---- turns
def test_users_take_turns_however_many_jobs_one_has(pool):
    def play(pool, process):
        for _ in range(5):
            pool.begin("many", "operation", {})
        for user in ("few", "other"):
            pool.begin(user, "operation", {})
        order = [process.end().user for _ in range(7)]
        assert order == ["many", "few", "other", *["many"] * 4]

    pool(play)


def test_who_comes_again_and_again_keeps_nobody_waiting(pool):
    """Each new request of his comes when the one before is done, so that he never has two."""

    def play(pool, process):
        for number in range(3):
            pool.begin(f"slow{number}", "operation", {})
        order = []
        for _ in range(6):
            pool.begin("quick", "operation", {}, urgent=False)
            while process.job is not None and process.job.user != "quick":
                order.append(process.end().user)
            order.append(process.end().user)
        assert order[:4] == ["slow0", "slow1", "slow2", "quick"]

    pool(play)


def test_a_turn_that_is_over_goes_behind_other_users(pool):
    def play(pool, process):
        for _ in range(3):
            pool.begin("many", "analysis", {})
        pool.begin("one", "analysis", {})
        order = []
        for _ in range(8):
            order.append(process.job.user)
            process.job.turn_over = True
            process.end("stopped")
        assert order == ["many", "one"] * 4

    pool(play)


def test_moves_go_first_and_users_take_turns_at_them(pool):
    def play(pool, process):
        for _ in range(3):
            pool.begin("a", "analysis", {})
        for _ in range(2):
            pool.begin("a", "move", {}, urgent=True)
        pool.begin("b", "move", {}, urgent=True)
        order = [(job.task, job.user) for job in (process.end() for _ in range(6))]
        assert order[1:4] == [("move", "b"), ("move", "a"), ("move", "a")]

    pool(play)


def test_everybody_is_told_his_place_when_it_changes(pool):
    def play(pool, process):
        first, second, third = (pool.begin(user, "operation", {}) for user in "abc")
        assert [told(job) for job in (second, third)] == [
            [{"kind": "waiting", "ahead": 0}],
            [{"kind": "waiting", "ahead": 1}],
        ]
        second.stop()
        assert told(third) == [{"kind": "waiting", "ahead": 0}], "the last one stands for those unread"
        pool.begin("d", "move", {}, urgent=True)
        assert told(third) == [{"kind": "waiting", "ahead": 1}]
        assert not any(message["kind"] == "waiting" for message in told(first))

    pool(play)
    assert in_line({"kind": "waiting", "ahead": 2}) == "3rd in line for a free process …"


def test_a_file_of_a_page_is_refused_as_an_answer_is():
    busy = plain_refusal(Busy("Later.", retry=30))
    assert (busy.status_code, busy.headers["Retry-After"], busy.body) == (429, "30", b"Later.")
    assert plain_refusal(BadInput("No such tree.")).status_code == 400
