"""The schedule of players that are judged one by one."""

import pytest

from halfmove.arena.openings import load_book
from halfmove.arena.plan import Format, Plan
from halfmove.arena.schedule import make_schedule
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed
PACMAN = GameReference("pacman", {"maze": "corridor"})


def played(seats, *players, games=2, known=()):
    """All jobs of a plan, in the order in which they are given out."""
    plan = Plan(PACMAN, players, Format.ALONE, games)
    found = make_schedule(plan, load_book(plan.openings, PACMAN.open(), 0), seats)
    records, jobs = dict.fromkeys(known), []
    while (job := found.next_job(records, [])) is not None:
        records[job.number] = None
        jobs.append(job)
    assert found.is_finished(records)
    assert found.games == len(records)
    return jobs


def test_each_plays_the_same_games():
    jobs = played(1, "random", "auto?depth=1", games=3)
    assert [(job.number, job.players, job.pair) for job in jobs] == [
        (0, (0,), 0), (1, (1,), 0), (2, (0,), 1), (3, (1,), 1), (4, (0,), 2), (5, (1,), 2),
    ]  # fmt: skip
    assert all(one.seed == other.seed for one, other in zip(jobs[::2], jobs[1::2], strict=True))
    assert len({job.seed for job in jobs}) == 3


def test_the_last_has_all_other_seats():
    jobs = played(3, "random?name=A", "random?name=B", "random?name=ghost", games=1)
    assert [job.players for job in jobs] == [(0, 2, 2), (1, 2, 2)]
    assert jobs[1].descriptions == ("random?name=B", "random?name=ghost", "random?name=ghost")


def test_more_games_go_on_with_the_same_ones():
    first = played(1, "random", "auto?depth=1", games=1)
    more = played(1, "random", "auto?depth=1", games=3, known=[0, 1])
    assert first + more == played(1, "random", "auto?depth=1", games=3)
