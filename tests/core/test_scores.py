"""Scores: their order is the engine's, a point of view can be turned, and every unit says the same."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.formats import Move
from halfmove.core.pawns import evaluation
from halfmove.core.score import ESTIMATE, FAR, LONGEST, WIN, loss_in, score_of_utility, win_in
from halfmove.core.scores import Kind, Score, share_of
from halfmove.core.term import expected_points
from halfmove.games.chess.pgn.game import add_comment, evaluation_text
from halfmove.protocols.uci.server.messages import score as uci

CONNECT4 = hm.game("connect4")
CHESS = hm.game("chess")
PIG = hm.game("pig")


class Points(hm.Game):
    """Up to three points are won."""

    utility_limit = 3


class Three(hm.Game):
    """Each for himself."""

    players = 3
    player_names = ("A", "B", "C")
    payoffs = "general"


class Pawns(hm.Game):
    """A game whose values are counted in units of its own."""

    estimate_unit = "pawns"
    unit = 10_000


plies = st.integers(0, LONGEST)
of_wins = (
    plies.map(win_in)
    | plies.map(loss_in)
    | st.just(0)
    | st.integers(1 - ESTIMATE, ESTIMATE - 1)
    | st.integers(-20, 20)
)
"""The engine's numbers in a game of wins and losses."""


@st.composite
def of_points(draw):
    """The engine's number in a game of points, and whether it is proven."""
    if draw(st.booleans()):
        utility = draw(st.integers(-3, 3))
        return score_of_utility(utility) - (utility > 0) * (d := draw(plies)) + (utility < 0) * d, True
    most = 2 * WIN + ESTIMATE - 1
    return draw(st.integers(-most, most)), False


def without_number(score):
    return replace(score, raw=None)


# ---- the engine's numbers
@given(of_wins, of_wins)
def test_scores_are_ordered_as_the_engines_numbers(one, other):
    a, b = (Score.read(CONNECT4, 0, raw, exact=True) for raw in (one, other))
    for left, right in ((a, b), (without_number(a), without_number(b))):
        assert (left < right) == (one < other)
        assert (left > right) == (one > other)
        assert (left <= right) == (one <= other)
        assert (left >= right) == (one >= other)
    assert (a == b) == (one == other)


@given(of_points(), of_points())
def test_scores_of_points_are_ordered_as_the_engines_numbers(one, other):
    a, b = (Score.read(Points(), 0, raw, proven=proven, exact=True) for raw, proven in (one, other))
    assert (a < b) == (without_number(a) < without_number(b)) == (one[0] < other[0])


@given(of_wins)
def test_a_number_is_read_as_what_it_says(raw):
    score = Score.read(CONNECT4, 0, raw, exact=True)
    assert score.proven == (abs(raw) >= ESTIMATE)
    if score.proven:
        assert raw == (win_in if raw > 0 else loss_in)(score.distance)
        assert score.ending == (score.distance if raw > 0 else -score.distance)
        assert score.mate == math.copysign(math.ceil(score.distance / 2), raw)
    else:
        assert score.value == raw / WIN
        assert score.distance is score.ending is score.mate is None


def test_a_bound_is_no_distance():
    won = Score.read(CONNECT4, 0, win_in(7))
    assert (won.plies, won.distance, won.ending, won.mate) == (7, None, None, 4)
    assert won.ending_in(5).distance == 5
    assert won.ending_in(None) == won
    assert won.ending_in(5) > Score.read(CONNECT4, 0, win_in(6)) > won
    drawn = Score.read(CONNECT4, 0, 0, proven=True, exact=True)
    assert (drawn.value, drawn.distance, drawn.mate) == (0, None, None)
    assert Score.read(Points(), 1, 2 * WIN - 9, proven=True, exact=True).distance == 9
    assert not Score.read(Points(), 1, 2 * WIN - 9).proven, "it may be an estimate of almost two points"


def test_an_end_that_nobody_says_the_distance_of():
    for sign in (1, -1):
        score = Score.read(CHESS, 0, sign * (WIN - FAR - 30), exact=True)
        assert (score.proven, score.value, score.plies, score.mate) == (True, sign, None, None)
        mated = Score.read(CHESS, 0, sign * win_in(9))
        assert (mated > score) == (sign > 0)
        assert (Score.estimate(CHESS, 0, sign * 0.8, raw=sign * 800_000) < score) == (sign > 0)


# ---- points of view
@given(of_wins, of_wins, st.sampled_from([0, 1]))
def test_turning_twice_is_no_turn(one, other, player):
    a, b = (Score.read(CONNECT4, player, raw, exact=True) for raw in (one, other))
    turned = -a
    assert -turned == a
    assert a.of(1 - player).of(player) == a.of(player) == a
    assert (turned.player, turned.value) == (a.opponent, -a.value)
    assert (a < b) == (-a > -b)
    assert (a < -b) == (a < b.of(1 - player)), "a score is turned to whom it is compared with"
    assert a <= -turned <= a


def test_nobody_has_the_opposite_among_three():
    score = Score.estimate(Three(), 1, 0.25)
    assert score.of(1) == score
    assert score.opponent is None
    for turn in (lambda: score.of(0), lambda: -score, lambda: score < Score.estimate(Three(), 0, 0.25)):
        with pytest.raises(ValueError, match="score of player"):
            turn()
    assert score.words(Three()) == "estimate +0.250 to B"
    assert score.share(Three()) is None


def test_a_score_cannot_be_changed():
    score = Score.estimate(CONNECT4, 0, 0.5)
    with pytest.raises(AttributeError):
        score.value = 1
    assert len({score, Score.estimate(CONNECT4, 0, 0.5), -score}) == 2


# ---- shares
@given(of_wins)
def test_shares_of_the_points_add_up(raw):
    score = Score.read(CHESS, 0, raw)
    assert score.share(CHESS) + (-score).share(CHESS) == pytest.approx(1)
    assert 0 <= score.share(CHESS) <= 1
    assert (score.share(CHESS) > 0.5) == (raw > 0) or abs(raw) < 2


def test_a_share_is_said_by_the_kind():
    assert (
        Score.estimate(CHESS, 0, 0.01).share(CHESS) == expected_points(1) == pytest.approx(0.5910, abs=1e-4)
    )
    assert Score.mean(CHESS, 0, 0.01).share(CHESS) == 0.505 == share_of(CHESS, 0.01)
    assert Score.estimate(PIG, 0, 0.2).share(PIG) == 0.6, "a mean of wins and losses, and no number of pawns"
    assert Score.proof(CHESS, 0, 1).share(CHESS) == 1
    assert Score.unknown(CHESS, 0).share(CHESS) == 0.5
    assert Score.mean(Points(), 0, 1.5).share(Points()) == 0.75
    assert Score.estimate(Points(), 0, 3.5).share(Points()) == 1
    assert Score.estimate(CONNECT4, 0, math.inf).share(CONNECT4) is None


def test_values_are_pawns_where_the_game_counts_so():
    pawns = Pawns()
    pawn = Score.read(pawns, 0, 10_000)
    assert pawn.units(pawns) == 1.0
    assert Score.estimate(pawns, 0, 0.005).units(pawns) == pytest.approx(0.5)  # without a number
    assert Score.proof(pawns, 0, -1).units(pawns) == -100
    won = Score.read(pawns, 0, win_in(5), exact=True)
    assert won.units(pawns) == pytest.approx(100, abs=0.01)
    assert won.ending == 5
    lost = Score.read(pawns, 0, loss_in(4), exact=True)
    assert lost.units(pawns) == pytest.approx(-100, abs=0.01)
    assert lost.ending == -4
    assert won.units(pawns) > Score.read(pawns, 0, win_in(7)).units(pawns) > 90 > pawn.units(pawns)
    assert Score.estimate(pawns, 0, -math.inf).units(pawns) == -100
    assert Score.estimate(CONNECT4, 0, 0.25, raw=250_000).units(CONNECT4) == 0.25
    assert Score.estimate(CONNECT4, 0, math.inf).units(CONNECT4) == 1.0
    assert Score.estimate(CONNECT4, 0, math.nan).units(CONNECT4) is None
    assert Score.proof(Points(), 0, 2).units(Points()) == pytest.approx(2 / 3)


# ---- words
@pytest.mark.parametrize(
    ("value", "proven", "distance", "said", "short"),
    [
        (1, True, 5, "proven win for X in 5 plies", "win 5"),
        (-1, True, 1, "proven win for O in 1 ply", "loss 1"),
        (1, True, None, "proven win for X", "win"),
        (-1, True, 0, "proven win for O, already", "loss"),
        (0, True, None, "proven draw", "draw"),
        (0, True, 12, "proven draw in 12 plies", "draw 12"),
        (0.031, False, None, "estimate +0.031, better for X", "+0.031"),
        (-0.5, False, None, "estimate -0.500, better for O", "-0.500"),
        (0, False, None, "estimate 0, about even", "0"),
        (3, True, 2, "proven: worth +3 to X in 2 plies", "+3"),
        (math.inf, True, None, "proven: worth +∞ to X", "+∞"),
        (-math.inf, False, None, "estimate -∞, better for O", "-∞"),
    ],
)
def test_words(value, proven, distance, said, short):
    made = Score.proof(CONNECT4, 0, value, distance) if proven else Score.estimate(CONNECT4, 0, value)
    assert (made.words(CONNECT4), made.text(CONNECT4)) == (said, short)
    turned = (-made).words(CONNECT4)
    assert turned == said if "worth" not in said and "estimate" not in said else turned != said or not value


@pytest.mark.parametrize(
    ("score", "said", "short"),
    [
        (Score.estimate(CHESS, 0, 0.0043), "estimate +0.43, about even", "+0.43"),
        (Score.estimate(CHESS, 0, -0.1), "estimate -10.00, better for Black", "-10.00"),
        (Score.mean(CHESS, 1, 0.25), "estimate +0.250, better for Black", "+0.250"),
        (Score.proof(CHESS, 0, 1, 1), "proven win for White in 1 move", "win 1"),
        (Score.proof(CHESS, 0, 1, 5), "proven win for White in 3 moves (5 plies)", "win 5"),
        (Score.proof(CHESS, 0, -1, 2), "proven win for Black in 1 move (2 plies)", "loss 2"),
        (Score.proof(CHESS, 0, 0), "proven draw", "draw"),
        (Score.unknown(CHESS, 0), "not known yet", "+0.00"),
    ],
)
def test_chess_is_told_in_pawns_and_moves(score, said, short):
    assert (score.words(CHESS), score.text(CHESS)) == (said, short)


def test_a_score_prints_itself():
    assert str(Score.proof(CONNECT4, 0, 1, 5)) == "proven +1 in 5 plies"
    assert str(Score.read(CONNECT4, 0, win_in(1))) == "proven +1 within 1 ply"
    assert str(Score.mean(CONNECT4, 0, -0.5)) == "share -0.500"
    assert str(Score.unknown(CONNECT4, 0)) == "not known yet"


def test_numbers_are_pythons_own():
    assert type(Score.estimate(CONNECT4, 0, np.float64(0.5)).value) is float
    assert type(Score.proof(CONNECT4, 0, np.int64(1)).value) is int
    assert type(Score.read(CONNECT4, 0, np.int64(5)).raw) is int
    assert Score.proof(Points(), 0, Fraction(1, 2)).value == Fraction(1, 2)
    assert {score.kind for score in (Score.of_search(CHESS, 0, 1, proven=p) for p in (True, False))} == {
        Kind.PROVEN,
        Kind.ESTIMATE,
    }


# ---- texts of the field, read again
def analysis(score):
    return hm.Analysis(CHESS, CHESS.initial(), "engine", (), score, 9, 1, 0.0)


@given(of_wins, st.sampled_from([0, 1]))
def test_an_evaluation_in_a_comment_is_read_as_it_was_written(raw, player):
    score = Score.read(CHESS, player, raw)
    move = Move(0, "e4")
    add_comment(move, f"[%eval {evaluation_text(evaluation(analysis(score)))}]")
    white = score.of(0)
    if white.mate is not None:
        assert move.evaluation.mate == white.mate
    else:
        assert move.evaluation.pawns == pytest.approx(white.value * 100, abs=0.011)
    assert move.evaluation.depth == 9


@given(of_wins, of_wins)
def test_uci_says_it_in_the_order_of_python_chess(one, other):
    engine = pytest.importorskip("chess.engine", reason="python-chess is not installed")

    def heard(raw):
        kind, number = uci(CHESS, Score.read(CHESS, 0, raw), in_plies=False).split()
        return engine.Cp(int(number)) if kind == "cp" else engine.Mate(int(number))

    if one not in (WIN, -WIN) and other not in (WIN, -WIN):  # over: who has won is not to move
        assert one >= other or heard(one) <= heard(other)
