"""The figures of a contest: by hand, and against the final reports of fastchess."""

import math
import re
from dataclasses import replace
from random import Random

import pytest
from contest_records import a_game, in_pairs, moves_by, pentanomial, results_of
from shared_suites import suite

from halfmove.arena.job import Ending, FaultRecord, MoveRecord
from halfmove.arena.plan import StopRule, list_names
from halfmove.arena.report.meetings import complete_pairs
from halfmove.arena.report.sequential_test import find_test_state as state_of_test
from halfmove.arena.report.sequential_test import find_verdict
from halfmove.arena.report.summary import report
from halfmove.arena.statistics.sprt import Verdict
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed


def published():
    """The rows of the table that are of pairs: results, frequencies, and the figures as printed."""
    found = []
    for line in suite("ratings/fastchess.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.match(r"\d+: ", cells[0]) and re.match(r"\d", cells[1]):
            wins, losses, draws = map(int, re.findall(r"\d+", cells[0])[1:])
            model, elo0, elo1 = re.fullmatch(r"(\w+) \[(\S+), (\S+)\]", cells[5].replace("−", "-")).groups()
            rule = StopRule(float(elo0), float(elo1), model)
            found.append(
                ((wins, draws, losses), tuple(map(int, cells[1].split(","))), *cells[2:5], rule, cells[6])
            )
    return found


def test_the_final_reports_of_fastchess():
    rows = published()
    assert len(rows) == 4
    for results, frequencies, elo, normalized, superior, rule, llr in rows:
        found = report(results_of(pentanomial(frequencies, results), stop=rule))
        [meeting] = found.meetings
        assert (meeting.wins, meeting.draws, meeting.losses) == results
        assert meeting.counts.frequencies == frequencies
        assert f"{abs(meeting.elo.value):.2f} ± {meeting.elo.error:.2f}" == elo.lstrip("−")
        if normalized == "undefined":
            assert (meeting.normalized, meeting.superiority) == (None, None)
            assert "the variance is zero" in meeting.undefined
        else:
            assert f"{meeting.normalized.value:.2f} ± {meeting.normalized.error:.2f}" == normalized
            assert f"{100 * meeting.superiority:.2f} %" == superior
            assert meeting.undefined == ""
        assert f"{found.testing.llr:.2f}" == llr


def test_a_match_by_hand():
    """Won 2:0, 1½:½, 1:1 and lost ½:1½: five points of eight, pairs 0, 1, 1, 1, 1."""
    found = report(results_of(in_pairs([(1, 1), (1, 0.5), (0.5, 0.5), (0, 0.5)])))
    a, b = found.rows
    assert (a.name, a.games, a.points, a.wins, a.draws, a.losses) == ("A", 8, 5.0, 3, 4, 1)
    assert (b.name, b.games, b.points, b.wins, b.draws, b.losses) == ("B", 8, 3.0, 1, 4, 3)
    [meeting] = found.meetings
    assert meeting.counts.frequencies == (0, 1, 1, 1, 1)
    assert meeting.pairs_ratio == 2.0
    # the mean of ¼, ½, ¾ and 1 is 0.625; the variance about it 0.078125
    assert meeting.elo.value == pytest.approx(400 * math.log10(0.625 / 0.375))
    reach = 1.959964 * math.sqrt(0.078125 / 4)
    assert meeting.elo.low == pytest.approx(400 * math.log10((0.625 - reach) / (0.375 + reach)), abs=1e-3)
    assert found.first_seat == (1 + 1 + 0.5 + 0 + 0 + 0.5 + 0.5 + 0.5) / 8
    assert found.endings == {"rules": 8}
    assert found.testing is None


def by_points(groups, seats=2):
    """Records of games whose utilities are given: for each opening those of its games, seats rotated."""
    found = {}
    for k, group in enumerate(groups):
        for turn, utilities in enumerate(group):
            order = tuple(range(seats))[turn:] + tuple(range(seats))[:turn]
            won = tuple(float(u == max(utilities)) for u in utilities)
            number = k * seats + turn
            found[number] = a_game(number, order, won, utilities=tuple(map(float, utilities)))
    return found


def test_points_a_game_by_hand():
    """A wins a gammon and loses a game, wins both, loses a backgammon and wins: the pairs' means are ½, 1 and
    −1; their deviation is √(13/12), and Student's t for two degrees of freedom 4.303."""
    records = by_points([[(2, -2), (1, -1)], [(1, -1), (-1, 1)], [(-3, 3), (-1, 1)]])
    found = report(results_of(records, game="backgammon"))
    a, b = found.rows
    assert found.counts_points
    assert (a.points_a_game.value, b.points_a_game.value) == pytest.approx((1 / 6, -1 / 6))
    assert a.points_a_game.error == pytest.approx(4.302653 * math.sqrt(13 / 12 / 3), rel=1e-5)
    assert found.meetings[0].points_a_game == a.points_a_game
    single = report(results_of({0: records[0], 2: records[2]}, game="backgammon"))
    assert single.rows[0].points_a_game.value == 1.5  # no pair yet, so each game is one
    records[5] = a_game(5, (1, 0), (0.0, 1.0), Ending.TIME)
    late = report(results_of(records, game="backgammon"))
    assert late.without_points == 1
    assert late.rows[0].points_a_game.value == 0.75  # of two whole pairs


def test_points_of_the_games_inside_matches_by_hand():
    """A wins two matches of a pair, 2 + 1 and −1 + 4 points in four games, and loses both of another, −3 and
    −3 in two: 6 − 6 points in six games; what the pairs are off is 6 and −6."""
    records = in_pairs([(1, 1), (0, 0)])
    gained = [[2, 1], [-1, 4], [-3], [-3]]
    for number, points in enumerate(gained):
        sign = 1 if number % 2 == 0 else -1
        inner = tuple((float(sign * p), float(-sign * p)) for p in points)
        won = 1.0 if sum(points) > 0 else -1.0
        records[number] = replace(records[number], inner=inner, utilities=(sign * won, -sign * won))
    found = report(results_of(records, game=GameReference("backgammon", {"match": 3})))
    a, b = found.rows
    assert (found.counts_points, found.inner_games, a.points_a_game) == (False, 6, None)
    assert (a.inner_points_a_game.value, b.inner_points_a_game.value) == (0.0, 0.0)
    assert a.inner_points_a_game.error == pytest.approx(12.7062 * math.sqrt(2 * (36 + 36)) / 6, rel=1e-4)
    assert found.meetings[0].inner_points_a_game == a.inner_points_a_game
    one = report(results_of({0: records[0]}, game=GameReference("backgammon", {"match": 3})))
    assert one.rows[0].inner_points_a_game.value == 1.5
    assert one.rows[0].inner_points_a_game.error is None
    lost = {0: replace(records[0], utilities=(), ending=Ending.TIME)}
    assert report(results_of(lost)).rows[0].inner_points_a_game is None


def test_players_rank_by_points_where_the_game_counts_them():
    """B wins four games of six, and A the other two by backgammons."""
    groups = [[(3, -3), (1, -1)], [(3, -3), (1, -1)], [(-1, 1), (1, -1)]]
    assert [row.name for row in report(results_of(by_points(groups), game="backgammon")).rows] == ["A", "B"]
    plain = report(results_of(by_points(groups)))
    assert (plain.counts_points, plain.rows[0].points_a_game) == (False, None)
    assert [row.name for row in plain.rows] == ["B", "A"]


def test_points_of_three_players_are_by_all_rotations():
    groups = [[(2, -1, -1), (-1, -1, 2), (2, -1, -1)], [(-1, 2, -1)]]
    records = by_points(groups, 3)
    found = report(results_of(records, 3, game=GameReference("monopoly", {"players": 3})))
    means = {row.name: row.points_a_game.value for row in found.rows}
    assert means == {"A": 1.0, "B": -1.0, "C": 0.0}
    assert [row.name for row in found.rows] == ["A", "C", "B"]


def test_a_half_pair_counts_for_the_score_but_not_for_the_pairs():
    records = in_pairs([(1, 1), (0, 0.5)])
    del records[3]
    [meeting] = report(results_of(records)).meetings
    assert (meeting.wins, meeting.draws, meeting.losses, meeting.games) == (2, 0, 1, 3)
    assert meeting.counts.frequencies == (0, 0, 0, 0, 1)


def test_before_the_first_pair_games_count():
    [meeting] = report(results_of({0: a_game(0, (0, 1), (1.0, 0.0))})).meetings
    assert meeting.counts.frequencies == (0, 0, 1)
    assert meeting.elo.value == math.inf


def test_nothing_played():
    found = report(results_of({}, done=False))
    assert [row.games for row in found.rows] == [0, 0]
    assert found.meetings == ()
    assert (found.plies, found.first_seat, found.overhead, found.endings) == (None, None, None, {})


def test_no_variance_is_said_in_words():
    [level] = report(results_of(in_pairs([(0.5, 0.5)] * 50))).meetings
    assert level.undefined.startswith("every pair was level, so the variance is zero")
    [won] = report(results_of(in_pairs([(1, 1)] * 3))).meetings
    assert won.undefined.startswith("every pair was won")
    assert (won.elo.value, won.elo.high) == (math.inf, math.inf)
    assert won.elo.low == pytest.approx(400 * math.log10(0.025 ** (1 / 3) / (1 - 0.025 ** (1 / 3))))


def test_times_depths_and_faults():
    fault = FaultRecord(1, "crash", 3, "ended")
    records = {
        0: a_game(
            0,
            (0, 1),
            (1.0, 0.0),
            Ending.FAULT,
            [MoveRecord("o", 9.0, opening=True), *moves_by([0], 1.0, 4, 100), *moves_by([1, 0], 3.0, 6, 300)],
            faults=(fault,),
            titles=("One 1.0", ""),
            seconds=10.0,
            thinking=9.0,
        ),
        1: a_game(
            1, (1, 0), (1.0, 0.0), Ending.TIME, moves_by([0]), titles=("Two", ""), seconds=10.0, thinking=10.0
        ),
    }
    found = report(results_of(records, faults=4))
    a, b = sorted(found.rows, key=lambda row: row.player)
    assert (a.seconds, a.depth, a.nodes) == (2.0, 5.0, 200.0)
    assert (b.seconds, b.depth, b.nodes) == (1.75, 6.0, 300.0)
    assert (a.faults, a.on_time, a.title) == (0, 1, "One 1.0")
    assert (b.faults, b.on_time, b.title) == (1, 0, "Two")
    assert found.endings == {"fault": 1, "time": 1}
    assert found.plies == 2.5
    assert found.seconds == 20.0
    assert found.overhead == pytest.approx(0.05)


def test_a_table_of_three_the_best_first():
    records = {}
    for begin, (a, b, scores) in enumerate([(0, 1, [(0, 0)]), (0, 2, [(0.5, 0)]), (1, 2, [(1, 0.5)])]):
        records |= in_pairs(scores, a, b, 2 * begin)
    found = report(results_of(records, 3, format="round-robin"))
    assert [(row.name, row.points) for row in found.rows] == [("B", 3.5), ("C", 2.0), ("A", 0.5)]
    assert [(m.first, m.second, m.counts.frequencies) for m in found.meetings] == [
        (0, 1, (1, 0, 0, 0, 0)),
        (0, 2, (0, 1, 0, 0, 0)),
        (1, 2, (0, 0, 0, 1, 0)),
    ]


def test_a_game_for_three():
    """Shares of a game: the best of three takes 2/3, the second 1/3; two that tie for the best ½ each."""
    records = {
        0: a_game(0, (0, 1, 2), (2 / 3, 1 / 3, 0.0)),
        1: a_game(1, (1, 2, 0), (0.5, 0.5, 0.0)),
        2: a_game(2, (2, 0, 1), (1 / 3, 1 / 3, 1 / 3)),
    }
    found = report(results_of(records, 3))
    assert found.meetings == ()
    rows = {row.name: row for row in found.rows}
    assert [row.name for row in found.rows] == ["B", "A", "C"]
    assert rows["A"].points == pytest.approx(1.0)
    assert (rows["A"].wins, rows["A"].draws, rows["A"].losses) == (1, 1, 1)
    assert (rows["B"].wins, rows["B"].draws, rows["B"].losses) == (1, 2, 0)
    assert (rows["C"].wins, rows["C"].draws, rows["C"].losses) == (1, 1, 1)
    assert found.first_seat == pytest.approx((2 / 3 + 1 / 2 + 1 / 3) / 3)


def test_names():
    assert list_names(results_of({}, names=("random", "random", "random?name=me")).plan) == [
        "random (1)",
        "random (2)",
        "me",
    ]


# ---- a test on its way
def test_a_verdict_does_not_depend_on_the_order_in_which_games_finish():
    rule = StopRule(0.0, 200.0, "logistic")
    records = in_pairs([(1, 1), (1, 0.5), (1, 1), (0.5, 1)] * 10)
    whole = state_of_test(results_of(records, stop=rule))
    assert whole.verdict is Verdict.H1
    assert len(whole.path) == whole.counts.samples < 40
    assert all(whole.test.lower < llr < whole.test.upper for llr in whole.path[:-1])
    shuffled = dict(Random(1).sample(list(records.items()), len(records)))
    assert state_of_test(results_of(shuffled, stop=rule)) == whole
    # pairs after a gap do not count until it is closed
    late = {number: record for number, record in records.items() if number not in (0, 1)}
    assert state_of_test(results_of(late, stop=rule)).path == ()
    assert find_verdict(results_of(late, stop=rule)) is None
    half = {number: record for number, record in records.items() if number != 5}
    assert state_of_test(results_of(half, stop=rule)).path == pytest.approx(whole.path[:2])


def test_no_test_and_nothing_to_test():
    assert state_of_test(results_of({})) is None
    assert find_verdict(results_of(in_pairs([(1, 1)] * 99))) is None
    nothing = state_of_test(results_of({}, stop=StopRule(0, 5)))
    assert (nothing.llr, nothing.verdict) == (0.0, Verdict.GO_ON)


def test_pairs_whose_games_are_apart():
    records = in_pairs([(1, 0), (0, 0)])
    found = complete_pairs({3: records[3], 0: records[0], 2: records[2], 1: records[1]})
    assert [(one.number, other.number) for one, other in found] == [(0, 1), (2, 3)]
