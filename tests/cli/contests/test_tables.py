"""A contest in words for a person: intervals, tests, faults, tables that fit their terminal."""

import math
from dataclasses import replace

import pytest
from contest_records import a_game, in_pairs, moves_by, results_of

from halfmove.arena.job import Ending, FaultRecord
from halfmove.arena.plan import StopRule
from halfmove.arena.report.summary import report
from halfmove.arena.report.text import interval, lines, players_table
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.underway import ContestProgress
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Interval(12.34, -3.0, 27.68), "+12.3 ± 15.3"),
        (Interval(-5.0, -9.0, -1.0), "-5.0 ± 4.0"),
        (Interval(math.inf, 120.4, math.inf), "+∞ (above +120)"),
        (Interval(-math.inf, -math.inf, -80.0), "−∞ (below -80)"),
        (Interval(math.inf, -math.inf, math.inf), "+∞"),
        (Interval(-math.inf, -math.inf, math.inf), "−∞"),
        (Interval(300.0, 40.0, math.inf), "+300.0 (above +40)"),
        (Interval(-300.0, -math.inf, -40.0), "-300.0 (below -40)"),
        (Interval(300.0, -math.inf, math.inf), "+300.0"),
    ],
)
def test_intervals(found, told):
    assert interval(found) == told


def said(the_standing, anchors=None):
    return "\n".join(lines(report(replace(the_standing, anchors=anchors or {}))))


def test_a_match():
    text = said(results_of(in_pairs([(1, 1), (1, 0.5), (0.5, 0.5), (0, 0.5)])))
    assert "Elo difference   +88.7 ± " in text
    assert "   of A\n" in text
    assert "pairs by points  0: 0  ½: 1  1: 1  1½: 1  2: 1" in text
    assert text.endswith("\n8 games: 8 by rules; 0 plies on average; the first seat scored 50.0%.")


def test_zero_variance_has_no_interval_of_no_width():
    text = said(results_of(in_pairs([(0.5, 0.5)] * 50)))
    assert "±" not in text
    assert "nan" not in text
    assert "superior" not in text
    assert "Elo difference   +0.0   of A" in text
    assert "Every pair was level, so the variance is zero" in text


def test_a_test_and_its_verdict():
    pairs = [(1, 1), (1, 0.5), (1, 1), (0.5, 1)]
    on = said(results_of(in_pairs(pairs[:2]), stop=StopRule(0, 200, "logistic")))
    assert "in (-2.94, 2.94)   0 against 200 Elo\n" in on
    assert "Accepted" not in on
    h1 = said(results_of(in_pairs(pairs * 10), stop=StopRule(0, 200, "logistic")))
    assert "Accepted: a difference of +200 Elo rather than +0." in h1
    h0 = said(results_of(in_pairs([(0, 0), (0, 0.5)] * 20), stop=StopRule(-5, 50)))
    assert "-5 against 50 Elo (normalized)\nAccepted: a difference of -5 Elo rather than +50." in h0


def test_ratings_of_a_table():
    records = in_pairs([(1, 0.5)]) | in_pairs([(1, 0)], 0, 2, 2) | in_pairs([(0.5, 0.5)], 1, 2, 4)
    text = said(results_of(records, 3, format="round-robin"), {"C": 1000.0})
    assert "Ratings (95 % intervals)\n  A  +" in text
    assert "  C  +1000.0" in text
    assert "Elo difference" not in text


def test_a_player_beyond_all_rating():
    records = in_pairs([(1, 1)]) | in_pairs([(1, 1)], 0, 2, 2) | in_pairs([(0.5, 1)], 1, 2, 4)
    text = said(results_of(records, 3, format="round-robin"))
    assert "±inf" not in text
    assert "+inf" not in text
    [line] = [line for line in text.splitlines() if line.startswith("  A")]
    assert "+∞" in line


def test_faults_and_games_played_again():
    records = {
        0: a_game(0, (0, 1), (1.0, 0.0), Ending.FAULT, faults=(FaultRecord(1, "crash", 0, "ended"),)),
        1: a_game(1, (1, 0), (1.0, 0.0), Ending.TIME),
    }
    assert said(results_of(records, faults=1)).endswith("; 1 fault.")
    assert said(results_of(records, faults=4)).endswith(
        "; 4 faults, 3 of them in games that were played again."
    )
    assert "2 games: 1 by fault, 1 by time" in said(results_of(records))


def test_one_game():
    assert "\n1 game: 1 by rules" in said(results_of({0: a_game(0, (0, 1), (1.0, 0.0))}))


def test_three_seats():
    text = said(results_of({0: a_game(0, (0, 1, 2), (2 / 3, 1 / 3, 0.0))}, 3))
    assert "the first seat" not in text


# ---- tables
def drawn(the_standing, width):
    return players_table(report(the_standing), width)


LONG = "gtp:'gnugo --mode gtp --level 10'"


def a_match(**rest):
    moves = moves_by([0, 1], 0.5, depth=7)
    return results_of({0: a_game(0, (0, 1), (1.0, 0.0), moves=moves, **rest)}, names=(LONG, "random"))


def test_wide_enough_for_all():
    head, first, second = drawn(a_match(), 100)
    assert head.split() == ["player", "games", "points", "+", "=", "-", "score", "time/move", "depth"]
    assert first.startswith("gtp:gnugo --mode gtp --level 10  ")
    assert second.split()[:4] == ["random", "1", "0", "0"]


@pytest.mark.parametrize("width", [80, 60, 44, 36])
def test_a_narrow_terminal_keeps_names_and_points(width):
    found = drawn(a_match(), width)
    assert max(map(len, found)) <= width
    assert found[0].split()[0] == "player"
    assert {"points", "+", "=", "-"} <= set(found[0].split())
    assert found[1].startswith("gtp:gnugo")
    assert len(found) <= 4


def test_faults_have_a_column_where_there_are_any():
    assert "faults" not in drawn(a_match(), 80)[0]
    assert "late" not in drawn(a_match(), 80)[0]
    found = drawn(a_match(faults=(FaultRecord(1, "crash", 0, "ended"),)), 80)
    assert "faults" in found[0]
    late = drawn(a_match(ending=Ending.TIME), 100)
    assert late[0].split()[-1] == "late"
    assert [line.split()[-1] for line in late[1:]] == ["–", "1"]


def test_shares_of_more_than_two_seats():
    found = drawn(results_of({0: a_game(0, (0, 1, 2), (2 / 3, 1 / 3, 0.0))}, 3), 80)
    assert [line.split()[2] for line in found[1:]] == ["0.67", "0.33", "0"]


def test_points_a_game_have_a_column():
    records = {0: a_game(0, (0, 1), (1.0, 0.0), utilities=(2.0, -2.0))}
    records[1] = a_game(1, (1, 0), (1.0, 0.0), utilities=(1.0, -1.0))
    records[2] = a_game(2, (0, 1), (1.0, 0.0), utilities=(3.0, -3.0))
    records[3] = a_game(3, (1, 0), (0.0, 1.0), Ending.RESIGNATION)
    standing = results_of(records, game="backgammon")
    head, first, second = drawn(standing, 80)
    assert head.split()[:4] == ["player", "games", "points/game", "points"]
    assert (first.split()[2], second.split()[2]) == ("+0.500", "-0.500")  # one whole pair says no more
    assert "points" not in drawn(standing, 34)[0].split()
    text = said(standing)
    assert "points a game    +0.500   of A\n" in text
    assert "; 1 without points, as they ended otherwise" in text
    assert "points/game" not in drawn(a_match(), 100)[0]


def test_matches_tell_points_of_the_games_inside_them():
    records = {
        0: a_game(
            0, (0, 1), (1.0, 0.0), utilities=(1.0, -1.0), inner=((2.0, -2.0), (-1.0, 1.0), (1.0, -1.0))
        ),
        1: a_game(1, (1, 0), (1.0, 0.0), utilities=(1.0, -1.0), inner=((4.0, -4.0),)),
    }
    standing = results_of(records, game=GameReference("backgammon", {"match": 3}))
    head, first, second = drawn(standing, 80)
    assert head.split()[:4] == ["player", "matches", "points/game", "points"]
    assert (first.split()[2], second.split()[2]) == ("-0.500", "+0.500")
    assert "matches" not in drawn(standing, 32)[0].split()
    text = said(standing)
    assert "points a game    -0.500   of A\n" in text
    assert "2 matches: 2 by rules; 4 games inside them" in text


def test_nothing_played():
    assert results_of({}, done=False).to_text() == "No game has been played to its end."


def test_progress():
    found = report(results_of(in_pairs([(1, 0.5)]), stop=StopRule(0, 5)))
    *points, (test, _) = found.progress_rows()
    assert points == [("A", "1.5/2"), ("B", "0.5/2")]
    assert test == "LLR"


def test_a_contest_that_is_played():
    begun = results_of({}, done=False)
    assert ContestProgress(begun, (), 8).progress_rows() == [("0 of 8 games", "under way, none is over")]
    assert ContestProgress(begun, (), 8).growing_text(80).startswith("0 of at most 8 games; Ctrl-C stops")
    on = ContestProgress(results_of(in_pairs([(1, 0.5)]), done=False), (), 8)
    assert on.progress_rows() == [("games", "2"), ("A", "1.5/2"), ("B", "0.5/2")]
    head, *rest = on.growing_text(40).splitlines()
    assert head.startswith("player")
    assert "2 of at most 8 games; Ctrl-C stops, and nothing is lost" in rest
