"""Elo, its intervals, and what has no value."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.statistics.counts import Counts, games, undefined
from halfmove.arena.statistics.elo import elo, expected, normalized_elo, of_score, superiority, z_value
from halfmove.arena.statistics.pairs import of_scores, pairs, pairs_ratio
from halfmove.core.errors import BadInput

pytestmark = pytest.mark.one_speed

FEW = st.integers(0, 40)
COUNTS = st.one_of(st.tuples(FEW, FEW, FEW), st.tuples(FEW, FEW, FEW, FEW, FEW)).map(Counts)


@given(st.floats(-3000, 3000))
def test_the_scale_there_and_back(difference: float) -> None:
    assert of_score(expected(difference)) == pytest.approx(difference, abs=1e-4)
    assert expected(difference) + expected(-difference) == pytest.approx(1)


def test_known_points_of_the_scale() -> None:
    assert expected(400) == pytest.approx(10 / 11)
    assert expected(0) == 0.5
    assert of_score(0.75) == pytest.approx(400 * math.log10(3))
    assert (of_score(0.0), of_score(1.0), of_score(1.2)) == (-math.inf, math.inf, math.inf)
    assert expected(-math.inf) == 0.0
    assert z_value(0.95) == pytest.approx(1.959964, abs=1e-6)


@given(COUNTS)
def test_the_other_side_sees_the_opposite(counts: Counts) -> None:
    other = Counts(counts.frequencies[::-1])
    for measure in (elo, normalized_elo):
        one, two = measure(counts), measure(other)
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.value == pytest.approx(-two.value, abs=1e-9)
            assert (one.low, one.high) == pytest.approx((-two.high, -two.low), abs=1e-6)
            assert one.low <= one.value <= one.high
    los = superiority(counts)
    if los is not None:
        assert los + (superiority(other) or 0.0) == pytest.approx(1)


@given(COUNTS)
def test_what_has_no_value_is_said_in_words(counts: Counts) -> None:
    assert (undefined(counts) == "") == (normalized_elo(counts) is not None)
    assert (normalized_elo(counts) is None) == (superiority(counts) is None)
    assert (elo(counts) is None) == (counts.samples == 0)


def test_every_way_of_having_no_variance() -> None:
    assert undefined(games(0, 0, 0)) == "no games have been played"
    assert "every game was won" in undefined(games(9, 0, 0))
    assert "every pair was lost" in undefined(pairs((9, 0, 0, 0, 0)))
    assert "every game was drawn" in undefined(games(0, 9, 0))
    assert "every pair had the same score" in undefined(pairs((0, 0, 0, 9, 0)))
    assert "only one pair" in undefined(pairs((0, 0, 0, 1, 0)))


def test_a_clean_sweep_has_a_lower_end() -> None:
    found = elo(games(10, 0, 0))
    assert found is not None
    assert found.value == found.high == math.inf
    assert found.error is None
    assert expected(found.low) ** 10 == pytest.approx(0.025)  # ten wins on end have this chance there
    lost = elo(games(0, 0, 10))
    assert lost is not None
    assert (lost.low, lost.value, lost.high) == (-math.inf, -math.inf, pytest.approx(-found.low))


def test_the_interval_by_hand() -> None:
    """60 wins, 40 losses: score 0.6, deviation √0.24, standard error √0.0024."""
    for confidence, z in ((0.95, 1.959964), (0.99, 2.575829), (0.6826895, 1.0)):
        found = elo(games(60, 0, 40), confidence)
        assert found is not None
        assert found.value == pytest.approx(400 * math.log10(1.5))
        reach = z * math.sqrt(0.0024)
        assert found.low == pytest.approx(400 * math.log10((0.6 - reach) / (0.4 + reach)), abs=1e-3)
    assert superiority(games(60, 0, 40)) == pytest.approx(0.9794, abs=1e-4)  # Φ(0.1/√0.0024) = Φ(2.041)


@pytest.mark.parametrize("confidence", [0.0, 1.0, -1.0, math.nan])
def test_an_impossible_confidence(confidence: float) -> None:
    with pytest.raises(BadInput, match="between 0 and 1"):
        elo(games(1, 1, 1), confidence)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2)))
def test_pairs_from_their_scores(scores: list[tuple[float, float]]) -> None:
    counts = of_scores(scores)
    assert counts.games == 2 * len(scores)
    for points in range(5):
        assert counts.frequencies[points] == sum(2 * (a + b) == points for a, b in scores)
    assert counts.results is not None
    assert counts.results[1] == sum((a == 0.5) + (b == 0.5) for a, b in scores)
    if scores:
        assert counts.score == pytest.approx(sum(a + b for a, b in scores) / (2 * len(scores)))


def test_ratios_of_pairs() -> None:
    counts = pairs((1, 6, 12, 11, 10))
    assert counts.level_ratio == 0.3
    assert pairs_ratio(counts) == 3.0
    assert pairs_ratio(pairs((0, 0, 3, 1, 0))) is None
    assert games(5, 10, 5).level_ratio == 0.5
    assert games(0, 0, 0).level_ratio is None


def test_independent_games_have_the_same_deviation_in_pairs() -> None:
    """Of two independent games: 1, 2, 3, 2, 1 ninths against a third each; normalised Elo is the same."""
    one = normalized_elo(games(3, 2, 1))
    p = (1, 4, 10, 12, 9)  # the square of (1, 2, 3)
    two = normalized_elo(pairs(p))
    assert one is not None
    assert two is not None
    assert one.value == pytest.approx(two.value)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pairs((1, 2, 3)), "five numbers"),
        (lambda: pairs((0, 0, 1, 0, 0), (2, 0, 0)), "are not the games of the pairs"),
        (lambda: Counts((1, 2)), "three .* or five"),
        (lambda: games(1, -1, 0), "below 0"),
        (lambda: of_scores([(0.3, 1)]), "0, ½ or 1"),
    ],
)
def test_counts_that_cannot_be(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(BadInput, match=words):
        make()
