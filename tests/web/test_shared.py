"""Answers that several ask for at once, from a job of the tests' own."""

import asyncio
from types import SimpleNamespace

import pytest

from halfmove.core.errors import BadInput
from halfmove.web.workers import shared
from halfmove.web.workers.job import Job
from halfmove.web.workers.quotas import Busy
from halfmove.web.workers.shared import Answers, is_lasting

pytestmark = pytest.mark.one_speed

DEEP = {"place": "chess", "given": {"depth": 4, "seconds": None}}
TIMED = {"place": "chess", "given": {"seconds": 1.0}}


class Asked:
    """Answers, and the jobs that were begun for them."""

    def __init__(self):
        self.answers, self.jobs, self.stopped = Answers(), [], []

    def begin(self):
        pool = SimpleNamespace(stop=self.stopped.append)
        self.jobs.append(Job(pool, 1, "c", "operation", {}, user="c", urgent=False, seconds=1))
        return self.jobs[-1]

    def ask(self, question=DEEP):
        return self.answers.ask(question, self.begin)


def play(function):
    async def run():
        await asyncio.wait_for(function(Asked()), 60)

    asyncio.run(run())


def test_who_asks_the_same_joins_in_and_hears_all_of_it():
    async def run(asked):
        first = asked.ask(TIMED)
        asked.jobs[0].tell({"kind": "waiting", "ahead": 3})
        await asyncio.sleep(0)
        second, other = asked.ask(dict(reversed(TIMED.items()))), asked.ask(DEEP)
        assert len(asked.jobs) == 2
        asked.jobs[0].tell({"kind": "done", "result": {"best": "e4"}})
        asked.jobs[1].tell({"kind": "failed", "error": "No."})
        for follower in (first, second):
            assert [message["kind"] async for message in follower] == ["waiting", "done"]
        assert await second.result() == {"best": "e4"}
        with pytest.raises(BadInput, match="No"):
            await other.result()
        asked.ask(TIMED)
        assert len(asked.jobs) == 3, "a second more might have found more"
        assert asked.answers.tally == {"search": 3, "joined": 1}

    play(run)


def test_what_would_be_found_again_is_kept_and_the_oldest_goes(monkeypatch):
    monkeypatch.setattr(shared, "MOST", 1)

    async def run(asked):
        first = asked.ask(DEEP)
        asked.jobs[0].tell({"kind": "done", "result": 1})
        assert await first.result() == 1
        assert await asked.ask(DEEP).result() == 1
        assert (len(asked.jobs), asked.answers.tally["kept"]) == (1, 1)
        other = asked.ask({**DEEP, "place": "go"})
        asked.jobs[1].tell({"kind": "done", "result": "x" * 40_000})
        await other.result()
        asked.ask({**DEEP, "place": "go"})
        assert len(asked.jobs) == 3, "it was too large to be kept"
        asked.jobs[2].tell({"kind": "done", "result": 2})
        assert await asked.ask({**DEEP, "place": "go"}).result() == 2
        asked.ask(DEEP)
        assert len(asked.jobs) == 4

    play(run)


def test_a_job_ends_when_nobody_wants_it():
    async def run(asked):
        first, second = asked.ask(), asked.ask()
        first.stop()
        first.stop()
        assert asked.stopped == []
        second.stop()
        assert asked.stopped == asked.jobs
        asked.ask()
        assert len(asked.jobs) == 2, "what is ending is not joined"
        asked.jobs[1].shortage = "This user has little time."
        asked.ask()
        assert len(asked.jobs) == 3

    play(run)


def test_a_refusal_is_nobody_elses():
    async def run(asked):
        def refuse():
            raise Busy("Later.")

        with pytest.raises(Busy):
            asked.answers.ask(DEEP, refuse)
        asked.ask()
        assert len(asked.jobs) == 1

    play(run)


@pytest.mark.parametrize(
    ("given", "result", "lasts"),
    [
        ({"depth": 3}, {}, True),
        ({"depth": 3, "seconds": 1}, {}, False),
        ({}, {}, False),
        ({"seconds": 1}, {"proven": True}, True),
        ({"seconds": 1}, {"proven": False}, False),
        ({"nodes": 10, "seconds": None}, 5, True),
        ({"depth": 3}, {"proven": True, "notes": ["It went on without its tables."]}, False),
        ({"depth": 3}, {"proven": True, "notes": []}, True),
    ],
)
def test_what_lasts(given, result, lasts):
    assert is_lasting(given, result) is lasts
