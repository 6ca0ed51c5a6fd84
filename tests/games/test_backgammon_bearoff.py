"""Bearing off, against what is known by hand, a naive recursion, and the tables that come with Halfmove."""

import copy
import pickle
from functools import cache

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.backgammon import bearoff
from halfmove.games.backgammon.learned import Learned
from halfmove.games.backgammon.rules import standing

GAME = interpreted(Learned())


@pytest.fixture(scope="module")
def small():
    """The tables for up to three chequers."""
    return bearoff.build(3, 3)


ROLLS = [(a, b, (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]


def chances(own, other):
    out = np.zeros(5)
    bearoff.bear_off(standing(*own), standing(*other), bearoff.in_words().address, out)
    return out


@cache
def naive_wins(mine, theirs):
    """The chance to win of who throws; positions are the points of chequers, sorted."""
    if not theirs:
        return 0.0
    found = 0.0
    for a, b, p in ROLLS:
        dice = [(a,) * 4] if a == b else [(a, b), (b, a)]
        ends = {end for way in dice for end in naive_ends(mine, way)}
        found += p * max(1.0 if not end else 1 - naive_wins(theirs, end) for end in ends)
    return found


def naive_ends(men, dice):
    if not dice or not men:
        return {men}
    found = set()
    for point in set(men):
        if point >= dice[0] or point == max(men):
            left = list(men)
            left.remove(point)
            if point > dice[0]:
                left.append(point - dice[0])
            found |= naive_ends(tuple(sorted(left)), dice[1:])
    return found


def number(men):
    return bearoff.number_of(standing(*((point, men.count(point)) for point in sorted(set(men)))))


def test_positions_are_numbered_one_after_the_other():
    positions = bearoff._positions(15)
    assert len(positions) == 54_264
    assert positions[:924].sum(axis=1).max() == 6
    assert positions[bearoff.FIRST_OF_ALL - 1].sum() == 14
    assert set(positions[bearoff.FIRST_OF_ALL :].sum(axis=1)) == {15}
    for n in (0, 1, 923, 924, 40_000, 54_263):
        chequers = standing(*((point + 1, int(count)) for point, count in enumerate(positions[n])))
        assert bearoff.number_of(chequers) == n


def test_one_chequer_is_off_at_once_or_not(small):
    for point in range(1, 7):
        row = small.throws[number((point,))]
        off = sum(p for a, b, p in ROLLS if (4 * a if a == b else a + b) >= point)
        assert row[0] == pytest.approx(off)
        assert row.sum() == pytest.approx(1)


def test_the_two_sided_table_is_the_naive_recursion(small):
    for mine, theirs in (
        ((6,), (6,)),
        ((1, 1, 2), (3, 3)),
        ((2, 5), (1, 6)),
        ((4, 4), (1, 1, 1)),
        ((6, 6, 6), (2, 4, 6)),
    ):
        assert small.wins[number(mine), number(theirs)] == pytest.approx(naive_wins(mine, theirs))


def test_what_comes_with_halfmove_is_what_is_made(small):
    kept, made = bearoff.shipped(), bearoff.in_parts(small)
    count = len(made.throws)
    assert np.abs(kept.throws[:count].astype(int) - made.throws).max() <= 1
    assert np.abs(kept.wins[:count, :count].astype(int) - made.wins).max() <= 1
    assert (kept.throws[1:].sum(axis=1, dtype=int) == bearoff.WHOLE).all()
    assert (kept.saving.sum(axis=1, dtype=int) == bearoff.WHOLE).all()


@pytest.mark.exhaustive
def test_all_that_comes_with_halfmove_is_what_is_made():
    for kept, made in zip(bearoff.shipped(), bearoff.in_parts(bearoff.build()), strict=True):
        assert np.abs(kept.astype(int) - made).max() <= 1


def test_one_sided_chances_are_near_the_exact_ones():
    row = bearoff.shipped().throws / bearoff.WHOLE
    wins = bearoff.shipped().wins / bearoff.WHOLE
    rng = np.random.default_rng(1)
    for mine, theirs in rng.integers(1, 924, (300, 2)):
        no_fewer = 1 - np.concatenate([[0], np.cumsum(row[theirs])[:-1]])
        assert row[mine] @ no_fewer == pytest.approx(wins[mine, theirs], abs=0.01)


def test_gammons_are_lost_with_nothing_off():
    out = chances([(1, 2)], [(6, 15)])
    assert out[0] == 1
    assert out[1] == pytest.approx(1, abs=1e-4)  # he is off before the other has thrown
    back = chances([(6, 15)], [(1, 2)])
    assert back[0] == pytest.approx(0, abs=1e-4)
    saved = sum(p for a, b, p in ROLLS if a == 6 or a + b == 6 or a == b == 2)  # 22: 6/off in three steps
    assert saved == pytest.approx(17 / 36)  # with 44 and 55 the others of the 6 point stand in the way
    assert back[3] == pytest.approx(1 - saved, abs=1e-3)
    assert chances([(6, 14)], [(1, 2)])[3] == 0


def test_the_game_asks_the_tables():
    s = GAME.parse("4HPwATDgc/ABMA")._replace(own=standing((6, 1)), other=standing((6, 1)))
    assert GAME.evaluate(s, s.mover) / 1e6 == pytest.approx(2 * 0.8125 - 1, abs=1e-4)
    assert sum(t.worth for t in GAME.terms(s)) == pytest.approx(GAME.evaluate(s, 0) / 1e6, abs=1e-5)


def test_the_evaluation_is_a_parameter():
    learned = hm.game("backgammon")
    assert type(learned) is Learned
    assert repr(learned).startswith("Backgammon(")
    kept = pickle.dumps(learned)
    again = pickle.loads(kept)
    assert (again, again.bearoff_at) == (learned, bearoff.in_words().address)
    assert again.first is learned.first
    assert len(kept) < 1000  # the networks come with Halfmove
    hand = hm.game("backgammon", evaluation="hand")
    assert type(hand) is not Learned
    assert pickle.loads(pickle.dumps(hand)) == copy.copy(hand) == hand != learned


def test_an_evaluation_that_is_not_there():
    with pytest.raises(BadInput, match="'learned' or 'hand'"):
        hm.game("backgammon", evaluation="best")
    with pytest.raises(BadInput, match="not 'hand'"):
        Learned(evaluation="hand")
    assert hm.game("backgammon").parameters["evaluation"] == "learned"
