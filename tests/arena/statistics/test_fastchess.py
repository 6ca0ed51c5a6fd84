"""Figures of fastchess: the reports of version 1.8.2 on matches played, and its own unit tests' figures."""

from __future__ import annotations

from typing import Any

import pytest

from halfmove.arena.plan import StopRule
from halfmove.arena.statistics import sprt
from halfmove.arena.statistics.counts import Counts, games, undefined
from halfmove.arena.statistics.elo import elo, normalized_elo, superiority
from halfmove.arena.statistics.pairs import pairs

pytestmark = pytest.mark.one_speed

# Wins, losses, draws; pairs by points; Elo ± ; normalised Elo ±; LOS; test; LLR: final reports of
# fastchess 1.8.2 (alpha = beta = 0.05).
REPORTS: list[tuple[Any, ...]] = [
    ((39, 16, 25), (1, 6, 12, 11, 10), "102.78 65.07", "129.26 76.13", "99.96", ("normalized", 0, 5), "0.38"),
    ((82, 10, 28), (1, 2, 11, 16, 30), "240.82 67.87", "306.25 62.16", "100.00", ("logistic", 0, 10), "1.61"),
    ((83, 36, 41), (3, 12, 22, 21, 22), "105.16 48.20", "125.75 53.83", "100.00", ("logistic", 0, 5), "0.82"),
    ((36, 36, 28), (0, 0, 50, 0, 0), "0.00 0.00", None, None, ("normalized", -5, 0), "0.02"),
    ((50, 1, 9), None, "398.41 128.22", "663.17 87.91", "100.00", ("bayesian", 0, 20), "2.27"),
]


def counted(single: tuple[int, int, int], paired: tuple[int, ...] | None) -> Counts:
    wins, losses, draws = single
    return games(wins, draws, losses) if paired is None else pairs(paired, (wins, draws, losses))


@pytest.mark.parametrize(("single", "paired", "difference", "normal", "los", "rule", "ratio"), REPORTS)
def test_the_reports_to_the_printed_digit(
    single: tuple[int, int, int],
    paired: tuple[int, ...] | None,
    difference: str,
    normal: str | None,
    los: str | None,
    rule: tuple[str, float, float],
    ratio: str,
) -> None:
    counts = counted(single, paired)
    found = elo(counts)
    assert found is not None
    assert f"{found.value:.2f} {found.error:.2f}" == difference
    found, likely = normalized_elo(counts), superiority(counts)
    assert (found and f"{found.value:.2f} {found.error:.2f}") == normal
    assert (likely if likely is None else f"{100 * likely:.2f}") == los
    model, elo0, elo1 = rule
    the_test = sprt.test(StopRule(elo0, elo1, model))
    assert f"{the_test.llr(counts):.2f}" == ratio
    assert (f"{the_test.lower:.2f}", f"{the_test.upper:.2f}") == ("-2.94", "2.94")
    assert the_test.verdict(the_test.llr(counts)) is sprt.Verdict.GO_ON


def test_no_variance_is_said_in_words() -> None:
    level = undefined(pairs((0, 0, 50, 0, 0)))
    assert level == (
        "every pair was level, so the variance is zero and the games do not say how sure the result is"
    )
    assert not undefined(pairs((1, 6, 12, 11, 10)))


# app/tests/elo_test.cpp of fastchess: 136 wins, 96 losses, 111 draws; pairs 34, 54, 31 + 32, 64, 75.
@pytest.mark.parametrize(
    ("counts", "difference", "normal", "los"),
    [
        (games(136, 111, 96), "40.70 30.43", "49.77 36.77", "99.60"),
        (pairs((34, 54, 63, 64, 75)), "55.58 27.65", "57.94 28.28", "100.00"),
    ],
)
def test_the_unit_tests_of_fastchess(counts: Counts, difference: str, normal: str, los: str) -> None:
    found, likely = elo(counts), superiority(counts)
    assert found is not None
    assert likely is not None
    assert f"{found.value:.2f} {found.error:.2f}" == difference
    assert f"{100 * likely:.2f}" == los
    found = normalized_elo(counts)
    assert found is not None
    assert f"{found.value:.2f} {found.error:.2f}" == normal
