"""What shogi tells the engine: an evaluation whose terms add up, exchanges, and which drops are looked at."""

import re

import numpy as np
import pytest

from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.games.shogi import Dobutsu, Minishogi, Shogi
from halfmove.games.shogi.position import DROP, start_of
from halfmove.games.shogi.weights import TUNABLE, WHOLE
from halfmove.learn.tuning.coefficients import compute_coefficients

MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
POSITIONS = [
    (Shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2"),
    (Shogi, MIDDLE),
    (Shogi, "8k/7sp/6P2/7R1/9/9/9/9/4K4 b RG 1"),
    (Shogi, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
    (Shogi, "8k/9/8P/9/9/9/9/9/9 b G 1"),
    (Minishogi, "rb1gk/4p/2s2/P4/KG1BR b S 5"),
    (Dobutsu, "g1e/1l1/1C1/ELG b c 3"),
]


def turned(sfen):
    """The same position with the sides changed, as seen from the other end of the board."""
    board, mover, hands, number = sfen.split()
    squares = re.findall(r"\+?.", board)[::-1]
    return f"{''.join(squares).swapcase()} {'wb'['bw'.index(mover)]} {hands.swapcase()} {number}"


@pytest.mark.parametrize(("kind", "sfen"), POSITIONS)
def test_the_terms_add_up_to_the_estimate_and_the_sides_are_alike(kind, sfen):
    game = interpreted(kind())
    s = game.parse(sfen)
    estimate = game.evaluate(s, 0)
    assert sum(term.worth for term in game.terms(s)) == pytest.approx(estimate / game.unit, abs=1e-3)
    assert game.evaluate(s, 1) == -estimate
    other = game.parse(turned(sfen))
    assert game.evaluate(other, 0) == -estimate


@pytest.mark.parametrize(("kind", "sfen"), POSITIONS)
def test_the_tuner_counts_what_the_evaluation_adds_up(kind, sfen):
    game = interpreted(kind())
    s = game.parse(sfen)
    counts = compute_coefficients(game, [s], TUNABLE.size)[0].astype(float)
    middle, end = TUNABLE.phases(TUNABLE.read())
    of_middle, of_end, besides = game.shares(s)
    pawns = (of_middle * np.dot(counts, middle) + of_end * np.dot(counts, end)) / WHOLE / 100
    assert besides == 0
    assert pawns == pytest.approx(game.evaluate(s, 0) / game.unit, abs=1e-3)


def test_quiescence_drops_only_to_give_check():
    game = interpreted(Shogi())
    s = game.parse("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b RGgsn5p 1")
    assert not any(start_of(a) > DROP for a in game.forcing(s))
    drops = [a for a in game.threatening(s) if start_of(a) > DROP]
    assert drops
    assert all(game.in_check(game.result(s, a)) for a in drops)


def test_exchanges_count_what_comes_into_the_hand():
    """A rook that takes a guarded pawn is lost for it, and counts twice: for who loses it, and who has it; a
    pawn's exchange for a pawn is even."""
    game = interpreted(Shogi())
    s = game.parse("4k4/9/4g4/4p4/4R4/9/9/9/4K4 b - 1")
    assert game.exchange(s, game.parse_action(s, "5e5d")) < -15 * game.unit
    s = game.parse("4k4/9/4g4/4p4/4P4/9/9/4R4/4K4 b - 1")
    assert game.exchange(s, game.parse_action(s, "5e5d")) >= 0


def test_what_is_in_hand_stands_beside_the_names():
    game = interpreted(Shogi())
    counts = game.surface().counts(History(game, game.parse(MIDDLE)))
    assert [count.text for count in counts] == ["2 in hand", "8 in hand"]
    assert [count.pieces for count in counts] == [("R", "G"), ("g", "s", "n", "p")]
    assert [count.text for count in game.surface().counts(History(game))] == ["", ""]
