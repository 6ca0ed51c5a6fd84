"""Swiss tournaments: nobody meets twice, byes go round, equal points meet, and all of it can be resumed."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.arena.job import Opening, Record
from halfmove.arena.openings.book import Listed
from halfmove.arena.plan import Format, Plan
from halfmove.arena.schedule import make_schedule
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytest.importorskip("networkx")

pytestmark = pytest.mark.one_speed

BOOK = Listed([Opening((str(k),)) for k in range(1000)])


def plan(players, rounds=0, games=2):
    names = tuple(f"random?name={k}" for k in range(players))
    return Plan(GameReference("tictactoe"), names, format=Format.SWISS, games=games, rounds=rounds)


def stronger_wins(job, random):
    """The lower number wins, now and then it is a draw."""
    if random.random() < 0.2:
        return 0.5, 0.5
    return (1.0, 0.0) if job.players[0] < job.players[1] else (0.0, 1.0)


def lots(job, random):
    first = random.choice([0.0, 0.5, 1.0])
    return first, 1.0 - first


def played(the_plan, seed=0, result=stronger_wins, records=None):
    """All games in order; results by lot, but the same for the same game."""
    order, records = make_schedule(the_plan, BOOK, 2), dict(records or {})
    while not order.is_finished(records):
        job = order.next_job(records, ())
        scores = result(job, Random(f"{seed} {job.number}"))
        records[job.number] = Record(
            job.number, job.pair, job.players, scores, "rules", "", (), round=job.round
        )
    return order, records


def rounds_of(order, records):
    return [order.pair_round(k, records) for k in range(order.rounds)]


def met(rounds):
    return Counter(frozenset(pair) for pairs in rounds for pair in pairs)


@settings(max_examples=25)
@given(st.integers(2, 17), st.integers(1, 3), st.integers(0, 999), st.sampled_from([lots, stronger_wins]))
def test_what_holds_of_every_tournament(players, games, seed, result):
    order, records = played(plan(players, games=games), seed, result)
    rounds = rounds_of(order, records)
    assert len(records) == order.games == order.rounds * (players // 2) * games
    for pairs in rounds:
        assert len({p for pair in pairs for p in pair}) == 2 * len(pairs) == players // 2 * 2
    if order.rounds <= players // 2:  # then it can always be avoided (Dirac's theorem)
        assert max(met(rounds).values()) == 1
        # to sit out twice is a rematch too, with nobody
        assert max(Counter(order.list_byes(order.rounds)).values(), default=0) <= 1
    games_of = Counter(frozenset(record.players) for record in records.values())
    assert games_of == {pair: games * times for pair, times in met(rounds).items()}
    halves = Counter(record.pair for record in records.values())
    assert max(halves.values()) <= 2


@settings(max_examples=15)
@given(st.integers(4, 9), st.integers(0, 999))
def test_a_rematch_only_where_there_is_no_other_way(players, seed):
    """As many rounds as there can be: against all perfect matchings of those who have not met."""
    most = players - 1 + players % 2
    order, records = played(plan(players, most, 1), seed, lots)
    rounds = rounds_of(order, records)
    everyone = [*range(players), *([-1] if players % 2 else [])]
    past = set()
    for pairs in rounds:
        missing = set(everyone) - {p for pair in pairs for p in pair}
        full = [*map(frozenset, pairs), *([frozenset(missing)] if missing else [])]
        again = sum(pair in past for pair in full)
        assert again == fewest_rematches(everyone, past)
        past |= set(full)


def fewest_rematches(players, past):
    if not players:
        return 0
    first, *others = players
    return min(
        (frozenset((first, other)) in past) + fewest_rematches([p for p in others if p != other], past)
        for other in others
    )


@settings(max_examples=15)
@given(st.integers(4, 8), st.integers(0, 999))
def test_points_differ_as_little_as_they_can(players, seed):
    """Against all pairings of a round: least sum of squares where rematches are fewest."""
    order, records = played(plan(players, 3, 1), seed, lots)
    for number in (1, 2):
        points = order.points(number, records)
        past = {frozenset(pair) for k in range(number) for pair in order.pair_round(k, records)}
        byes = order.list_byes(number)
        past |= {frozenset((p, -1)) for p in byes}
        points[-1] = min(points.values())
        everyone = [*range(players), *([-1] if players % 2 else [])]

        def cost(pairs, points=points, past=past):
            again = sum(frozenset(pair) in past for pair in pairs)
            return again, sum((points[a] - points[b]) ** 2 for a, b in pairs)

        chosen = list(order.pair_round(number, records))
        missing = set(everyone) - {p for pair in chosen for p in pair}
        assert cost([*chosen, *([tuple(missing)] if missing else [])]) == min(map(cost, matchings(everyone)))


def matchings(players):
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in matchings([p for p in others if p != other]):
            yield [(first, other), *rest]


def test_the_first_round_and_the_second_in_full():
    """Eight players, the stronger always wins: upper half against lower half, winners against winners."""
    order, records = played(plan(8, 3, 1), result=lambda job, random: (1.0, 0.0))
    assert order.pair_round(0, records) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    second = order.pair_round(1, records)
    assert [set(pair) for pair in second] == [{0, 2}, {1, 3}, {4, 6}, {5, 7}]
    winners = {pair[0] for pair in second[:2]}
    third = order.pair_round(2, records)
    assert set(third[0]) == winners  # two wins against two wins
    assert order.points(3, records)[third[0][0]] == 3


def test_five_players_in_full():
    order, records = played(plan(5, 3, 2), result=stronger_wins)
    assert order.pair_round(0, records) == [(0, 2), (1, 3)]
    assert order.list_byes(1) == [4]
    assert order.points(1, records)[4] == 2.0  # a bye is worth a meeting won
    assert len(set(order.list_byes(3))) == 3


@given(st.integers(4, 12), st.integers(0, 99))
@settings(max_examples=10)
def test_first_seats_go_round(players, seed):
    """Single games: nobody has one seat three times oftener than the other."""
    order, records = played(plan(players, games=1), seed, lots)
    firsts = Counter()
    for a, b in (pair for pairs in rounds_of(order, records) for pair in pairs):
        firsts[a] += 1
        firsts[b] -= 1
    assert max(map(abs, firsts.values())) <= 2


@settings(max_examples=10)
@given(st.integers(3, 9), st.integers(1, 3), st.integers(0, 99), st.data())
def test_resumed_at_any_moment(players, games, seed, data):
    the_plan = plan(players, games=games)
    _, whole = played(the_plan, seed)
    kept = data.draw(st.integers(0, len(whole)))
    part = {number: whole[number] for number in range(kept)}
    assert played(the_plan, seed, records=part)[1] == whole


def test_more_rounds_go_on_and_more_games_do_not():
    _, short = played(plan(6, 2))
    _, long = played(plan(6, 4))
    assert short.items() <= long.items()
    assert plan(6, 2).identity == plan(6, 4).identity
    assert plan(6, games=2).identity != plan(6, games=4).identity  # other pairings would follow
    robin = [
        Plan(GameReference("nim"), ("a", "b"), format=Format.ROUND_ROBIN, games=n).identity for n in (2, 4)
    ]
    assert robin[0] == robin[1]


def test_points_of_long_meetings_never_outweigh_a_rematch():
    """With a hundred games a meeting points differ by hundreds; still nobody meets twice."""
    order, records = played(
        plan(6, 3, 100), result=lambda job, random: (1.0, 0.0)[:: (1, -1)[job.players[0] > job.players[1]]]
    )
    assert max(met(rounds_of(order, records)).values()) == 1


def test_the_next_round_waits_for_the_last_game():
    order = make_schedule(plan(4, 2, 2), BOOK, 2)
    records, given_out = {}, {}
    while (job := order.next_job(records, given_out)) is not None:
        given_out[job.number] = job
    assert sorted(given_out) == [0, 1, 2, 3]
    for job in given_out.values():
        assert order.next_job(records, given_out) is None
        records[job.number] = Record(job.number, job.pair, job.players, (1.0, 0.0), "rules", "", ())
    assert order.next_job(records, ()).number == 4


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5)])
def test_rounds_where_nobody_says(players, rounds):
    assert make_schedule(plan(players), BOOK, 2).rounds == rounds


@pytest.mark.parametrize(("players", "rounds"), [(4, 4), (5, 6)])
def test_more_rounds_than_opponents(players, rounds):
    with pytest.raises(BadInput, match=f"has at most {rounds - 1} rounds"):
        make_schedule(plan(players, rounds), BOOK, 2)
    assert make_schedule(plan(players, rounds - 1), BOOK, 2).rounds == rounds - 1


def test_everyone_in_every_pair_of_places():
    """As many rounds as opponents make a round robin, if no round has had to repeat a meeting."""
    order, records = played(plan(4, 3, 2))
    assert met(rounds_of(order, records)) == {frozenset(pair): 1 for pair in combinations(range(4), 2)}
