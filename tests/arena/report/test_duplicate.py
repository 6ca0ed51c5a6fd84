"""Boards at several tables: the same deals, partners, IMPs, cross-IMPs and matchpoints worked out by hand."""

import math
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import halfmove as hm
from halfmove.arena.job import Record
from halfmove.arena.plan import Format, Plan, StopRule
from halfmove.arena.report.duplicate import score_boards
from halfmove.arena.report.sequential_test import find_test_state, value_of_pair
from halfmove.arena.report.text import test_lines as lines_of_test
from halfmove.arena.results import Results
from halfmove.arena.schedule import schedule_plan
from halfmove.arena.scores import score_loss, share_by_sides
from halfmove.arena.statistics.sprt import Verdict
from halfmove.core.compile import interpreted
from halfmove.core.duplicate import Duplicate
from halfmove.games.bridge.game import Bridge
from halfmove.games.reference import GameReference
from halfmove.games.tricks.scoring import imps, matchpoints

pytestmark = pytest.mark.one_speed

IMPS = Duplicate("IMPs", lambda difference: imps(round(difference)), lambda number: None)


def plan(players, games, format=Format.MATCH):
    names = tuple(f"random?name={k}" for k in range(players))
    return Plan(game=GameReference("bridge"), players=names, games=games, format=format)


def jobs(the_plan):
    game, records, found = Bridge(), {}, []
    order = schedule_plan(the_plan, game)
    while (job := order.next_job(records, ())) is not None:
        found.append(job)
        records[job.number] = job
    return found


def played(number, board, first, second, score):
    """A board at a table: the first player has North and South."""
    players, utilities = (first, second, first, second), (score, -score, score, -score)
    shares = share_by_sides(utilities, (0, 1, 0, 1))
    return Record(number, number // 2, players, shares, "rules", "", (), utilities=utilities, round=board)


def test_partners_sit_together_and_both_tables_have_the_deal():
    found = jobs(plan(2, 8))
    assert [job.players for job in found] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 4
    assert all(job.descriptions[0] == job.descriptions[2] for job in found)
    assert all(one.seed == other.seed and one.opening == other.opening
               for one, other in zip(found[::2], found[1::2], strict=True))  # fmt: skip
    assert len({job.seed for job in found}) == 4
    game = interpreted(Bridge())
    starts = [game.parse(job.opening.position) for job in found[::2]]
    assert [s.dealer for s in starts] == [0, 1, 2, 3]
    assert [s.vulnerable for s in starts] == [0, 1, 2, 3]  # boards 1 to 4: none, NS, EW, all
    assert all(s.dealt == 0 for s in starts)


def test_all_tables_of_a_tournament_have_the_same_deals():
    found = jobs(plan(3, 4, Format.ROUND_ROBIN))
    boards = {}
    for job in found:
        boards.setdefault(job.round, set()).add((job.seed, job.opening))
    assert len(found) == 12
    assert [len(deals) for deals in boards.values()] == [1, 1]
    met = [job.players[:2] for job in found if job.round == 0]
    assert sorted(met) == [(a, b) for a in range(3) for b in range(3) if a != b]


def test_a_side_has_the_point_or_none_of_it():
    assert share_by_sides((90, -90, 90, -90), (0, 1, 0, 1)) == (1, 0, 1, 0)
    assert share_by_sides((0, 0, 0, 0), (0, 1, 0, 1)) == (0.5,) * 4
    assert score_loss(2, (0, 1, 0, 1)) == (0, 1, 0, 1)
    assert share_by_sides((1, -1), (0, 1)) == (1, 0)


def test_teams_of_four_by_hand():
    """+420 against +170 is 250, 6 IMPs; twice -50 nothing; +100 against +1430 is 1330 to the others, 16."""
    records = [
        played(0, 0, 0, 1, 420), played(1, 0, 1, 0, 170),
        played(2, 1, 0, 1, -50), played(3, 1, 1, 0, -50),
        played(4, 2, 0, 1, 100), played(5, 2, 1, 0, 1430),
    ]  # fmt: skip
    first, second = (score_boards(records, player, IMPS) for player in (0, 1))
    assert first.compared.value == pytest.approx((6 + 0 - 16) / 3)
    assert second.compared.value == pytest.approx(-(6 + 0 - 16) / 3)
    assert first.matchpoints.value == pytest.approx((1 + 0.5 + 0) / 3)
    assert first.boards == 3
    spread = [6, 0, -16]
    mean = sum(spread) / 3
    deviation = math.sqrt(sum((x - mean) ** 2 for x in spread) / 2 / 3)
    assert first.compared.error == pytest.approx(4.302653 * deviation, rel=1e-5)


def test_pairs_by_a_plain_sum_over_all_tables():
    """Cross-IMPs and matchpoints of four players beside sums over every two results of a board."""
    rng, records = Random(3), []
    for board in range(5):
        for one in range(4):
            for other in range(4):
                if one != other:
                    score = rng.choice([-620, -100, 0, 110, 140, 420, 450, 1430])
                    records.append(played(len(records), board, one, other, score))
    for player in range(4):
        gains, points = [], []
        for board in range(5):
            for side in (0, 1):
                sign = 1 - 2 * side
                results = [(r.players[side], sign * r.utilities[0]) for r in records if r.round == board]
                mine = [u for who, u in results if who == player]
                rest = [u for who, u in results if who != player]
                gains += [imps(round(u - v)) for u in mine for v in rest]
                points += [matchpoints([u, v])[0] for u in mine for v in rest]
        found = score_boards(records, player, IMPS)
        assert found.compared.value == pytest.approx(sum(gains) / len(gains))
        assert found.matchpoints.value == pytest.approx(sum(points) / len(points))
        assert found.boards == 5


def test_without_a_second_table_nothing_is_compared():
    assert score_boards([played(0, 0, 0, 1, 420)], 0, IMPS) is None


def test_a_match_of_bridge():
    """Two players who take any legal action, over two boards; what is dealt is the same at both tables."""
    results = hm.match("random", "random?name=other", game="bridge", games=4, at_once=1)
    report = results.report
    assert report.duplicate.unit == "IMPs"
    records = list(results.records.values())
    dealt = [[move.text for move in record.moves if move.seat < 0] for record in records]
    assert all(len(cards) == 52 for cards in dealt)
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    assert [record.players for record in records] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    by_hand = [imps(round(a.utilities[0] - b.utilities[0]))
               for a, b in list(pairwise(records))[::2]]  # fmt: skip
    data = results.to_dict()
    assert data["compared_in"] == "IMPs"
    assert data["meetings"][0]["boards"]["compared"]["value"] == pytest.approx(sum(by_hand) / 2)
    assert data["meetings"][0]["boards"]["number"] == 2
    assert "IMPs a board" in results.to_text()


def test_a_match_of_bridge_is_between_two_sides():
    with pytest.raises(hm.BadInput, match=r"^A match of bridge is between 2 sides, not 4; for more, play"):
        hm.match("random", "random", "random", "random", game="bridge", games=2)


def test_a_sequential_test_by_imps():
    """The first wins 2 or 4 IMPs on each board; who won at a single table says nothing."""
    boards = [(50 if board % 2 else 140) + 60 for board in range(40)]
    records = {}
    for board, score in enumerate(boards):
        for number, (first, second, result) in enumerate([(0, 1, score), (1, 0, 60)]):
            records[2 * board + number] = played(2 * board + number, board, first, second, result)
    the_plan = replace(plan(2, 200), stop=StopRule(0, 1, "points"))
    found = find_test_state(Results(the_plan, records))
    assert found.unit == "IMPs a board"
    assert found.verdict is Verdict.H1
    assert found.path[:15] == (0.0,) * 15
    assert found.counts.samples == len(found.path) == 16
    lines = lines_of_test(found)
    assert lines[0].endswith("0 against 1 IMPs a board")
    assert lines[1] == "Accepted: a difference of +1 IMPs a board rather than +0."
    assert by_elo(records).verdict is Verdict.GO_ON


def by_elo(records):
    return find_test_state(Results(replace(plan(2, 200), stop=StopRule(0, 5)), records))


def test_a_pair_without_a_score_is_worth_nothing():
    one, other = played(0, 0, 0, 1, 420), played(1, 0, 1, 0, 170)
    assert value_of_pair((one, other), IMPS) == 6
    assert value_of_pair((one, other), None) == (420 - 170) / 2
    assert value_of_pair((replace(one, utilities=()), other), IMPS) == 0
