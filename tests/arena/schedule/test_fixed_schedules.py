"""Matches, round robins and gauntlets: who meets whom, where they sit, with which opening, in which order."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.job import Opening, Record
from halfmove.arena.openings.book import Listed
from halfmove.arena.plan import Format, Plan, StopRule
from halfmove.arena.schedule import make_schedule
from halfmove.arena.schedule.base import seed_of
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed

BOOK = Listed([Opening((str(k),)) for k in range(1000)])


def plan(players, games, format=Format.ROUND_ROBIN, **options):
    names = tuple(f"random?name={k}" for k in range(players))
    return Plan(game=GameReference("tictactoe"), players=names, games=games, format=format, **options)


def record(job):
    return Record(job.number, job.pair, job.players, (0.5, 0.5), "rules", "draw", ())


def jobs(the_plan, seats=2):
    """All games, given out one after the other."""
    order, records, found = make_schedule(the_plan, BOOK, seats), {}, []
    while not order.is_finished(records):
        job = order.next_job(records, ())
        found.append(job)
        records[job.number] = record(job)
    assert order.next_job(records, ()) is None
    assert len(found) == order.games
    assert [job.number for job in found] == sorted({job.number for job in found})
    return found


def meetings(found):
    return Counter(frozenset(job.players) for job in found)


def check_pairs(found, seats=2):
    """Games of one pair are the rotations of the seats, from one opening, under one seed."""
    groups = {}
    for job in found:
        groups.setdefault(job.pair, []).append(job)
    for group in groups.values():
        assert len({(job.opening, job.seed, frozenset(job.players)) for job in group}) == 1
        assert len({job.players for job in group}) == len(group) <= seats
        if len(group) == seats:
            assert Counter(p for job in group for p in job.players[:1]) == Counter(group[0].players)
    return groups


@given(st.integers(2, 9), st.integers(1, 7))
def test_round_robin(players, games):
    found = jobs(plan(players, games))
    assert meetings(found) == {frozenset(pair): games for pair in combinations(range(players), 2)}
    check_pairs(found)
    for a, b in combinations(range(players), 2):
        firsts = Counter(job.players[0] for job in found if set(job.players) == {a, b})
        assert abs(firsts[a] - firsts[b]) == games % 2
    seats = [sum(job.players[0] == p for job in found) for p in range(players)]
    assert max(seats) - min(seats) <= (2 if games % 2 else 0)


@given(st.integers(2, 9), st.integers(1, 7))
def test_gauntlet(players, games):
    found = jobs(plan(players, games, Format.GAUNTLET))
    assert meetings(found) == {frozenset((0, other)): games for other in range(1, players)}
    check_pairs(found)


@given(st.integers(3, 6), st.integers(3, 4), st.integers(1, 5))
def test_tournaments_of_games_for_more_than_two(players, seats, games):
    """Every set of players that can sit at one board does, with all rotations of the seats."""
    players = max(players, seats)
    for format, first in ((Format.ROUND_ROBIN, ()), (Format.GAUNTLET, (0,))):
        found = jobs(plan(players, games, format), seats)
        boards = [set(board) for board in combinations(range(players), seats) if set(first) <= set(board)]
        assert meetings(found) == {frozenset(board): games for board in boards}
        check_pairs(found, seats)


@given(st.integers(2, 5), st.integers(1, 23))
def test_match_of_any_number(seats, games):
    found = jobs(plan(seats, games, Format.MATCH), seats)
    assert len(found) == games
    groups = check_pairs(found, seats)
    for seat in range(seats):
        there = Counter(job.players[seat] for job in found[: games - games % seats])
        assert set(there.values()) <= {games // seats}
    assert [group[0].opening for group in groups.values()] == [BOOK[k] for k in range(len(groups))]


def test_a_match_in_full():
    found = jobs(plan(2, 5, Format.MATCH, seed=3))
    assert [job.players for job in found] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]
    assert [job.opening.moves for job in found] == [("0",), ("0",), ("1",), ("1",), ("2",)]
    assert [job.pair for job in found] == [0, 0, 1, 1, 2]
    assert [job.seed for job in found] == [seed_of(3, k) for k in (0, 0, 1, 1, 2)]
    assert [job.descriptions for job in found[:2]] == [
        ("random?name=0", "random?name=1"),
        ("random?name=1", "random?name=0"),
    ]


def test_a_round_robin_of_four_in_full():
    """Everybody plays once in each round."""
    found = jobs(plan(4, 1))
    rounds = [{frozenset(job.players) for job in found[k : k + 2]} for k in (0, 2, 4)]
    assert all(set().union(*pairs) == {0, 1, 2, 3} for pairs in rounds)
    assert [job.players for job in found] == [(0, 3), (1, 2), (2, 0), (3, 1), (0, 1), (2, 3)]


@given(st.integers(2, 6), st.integers(1, 6), st.integers(1, 6), st.sampled_from(["round-robin", "gauntlet"]))
def test_more_games_go_on_with_the_same_ones(players, few, more, format):
    """A game's number means the same game, however many are planned."""
    short = {job.number: job for job in jobs(plan(players, few, format))}
    long = {job.number: job for job in jobs(plan(players, few + more, format))}
    assert short.items() <= long.items()
    order = make_schedule(plan(players, few + more, format), BOOK, 2)
    records = {number: record(job) for number, job in short.items()}
    resumed = []
    while not order.is_finished(records):
        job = order.next_job(records, ())
        resumed.append(job.number)
        records[job.number] = record(job)
    assert sorted([*resumed, *short]) == sorted(long)


@given(st.randoms(use_true_random=False), st.integers(2, 5), st.integers(1, 5))
def test_games_at_once_finishing_in_any_order(random, players, games):
    """Whatever is given out at once and whenever it ends, the games are the same."""
    the_plan = plan(players, games)
    order, records, given_out, seen = make_schedule(the_plan, BOOK, 2), {}, {}, []
    while not order.is_finished(records):
        while len(given_out) < 3 and (job := order.next_job(records, given_out)) is not None:
            given_out[job.number] = job
            seen.append(job)
        done = given_out.pop(random.choice(list(given_out)))
        records[done.number] = record(done)
    assert seen == jobs(the_plan)


def test_control_and_rules_of_each_player_go_into_the_job():
    the_plan = plan(
        3, 2, controls=("depth=1", "depth=2", "depth=3"), grace=0.5, patience=2.0, start_patience=3.0
    )
    for job in jobs(the_plan):
        assert job.controls == tuple(f"depth={p + 1}" for p in job.players)
        assert (job.grace, job.patience, job.start_patience) == (0.5, 2.0, 3.0)


@pytest.mark.parametrize(
    ("the_plan", "seats", "sentence"),
    [
        (plan(3, 2), 4, "A board of this game has 4 players, so a tournament needs as many, not 3."),
        (
            plan(3, 2, Format.SWISS),
            3,
            "A Swiss tournament is for games of two players; this one has 3, all of",
        ),
        (plan(3, 2, "knockout"), 2, "There is no format 'knockout'; there are: match, round-robin, gauntlet"),
        (plan(3, 2, stop=StopRule(0, 5)), 2, "A sequential test compares two players"),
        (plan(3, 2, Format.MATCH, stop=StopRule(0, 5)), 3, "A sequential test compares two players"),
    ],
)
def test_formats_that_do_not_fit(the_plan, seats, sentence):
    with pytest.raises(BadInput) as error:
        make_schedule(the_plan, BOOK, seats)
    assert str(error.value).startswith(sentence)
