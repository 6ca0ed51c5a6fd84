"""Ratings against choix's fit, a general optimiser, and what can be worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.arena.statistics.bradley_terry import Ratings, ratings
from halfmove.arena.statistics.comparisons import comparisons, of_game
from halfmove.arena.statistics.components import Place
from halfmove.arena.statistics.elo import SCALE, expected, of_score, z_value
from halfmove.core.errors import BadInput

pytestmark = pytest.mark.one_speed

Result = tuple[int, int, float]


def played(
    strengths: list[float], games: int, seed: int, lead: float = 0.0, draws: float = 0.0
) -> list[Result]:
    """Games drawn by the model (Elo); `draws`: that share of what luck there is goes into draws."""
    random = np.random.default_rng(seed)
    first = random.integers(0, len(strengths), games)
    second = (first + random.integers(1, len(strengths), games)) % len(strengths)
    elo = np.array(strengths)
    chance = 1 / (1 + np.exp(-(elo[first] - elo[second] + lead) / SCALE))
    drawn = 2 * draws * np.minimum(chance, 1 - chance)
    roll = random.random(games)
    score = np.where(roll < chance - drawn / 2, 1.0, np.where(roll < chance + drawn / 2, 0.5, 0.0))
    return list(zip(first.tolist(), second.tolist(), score.tolist(), strict=True))


def values(found: Ratings) -> list[float]:
    return [player.elo.value if player.elo else math.nan for player in found.players]


def test_choix_agrees() -> None:
    """choix's parameters are natural logarithms of strengths, of mean 0; draws it does not know."""
    import choix  # takes SciPy along, as below: every worker would import it, whoever runs this

    strengths = [-300.0, -150, -40, 0, 10, 90, 180, 260]
    results = played(strengths, 4000, seed=5)
    wins = [(a, b) if score else (b, a) for a, b, score in results]
    theirs = choix.ilsr_pairwise(len(strengths), wins)
    theirs = SCALE * (theirs - theirs.mean())
    assert values(ratings(comparisons(results, len(strengths)))) == pytest.approx(list(theirs), abs=1e-3)


def test_a_general_optimiser_agrees_with_draws_and_the_first_seat() -> None:
    from scipy.optimize import minimize

    results = played([0.0, 50, 100, -80], 500, seed=2, lead=60, draws=0.4)

    def loss(x: np.ndarray) -> float:
        total = 0.0
        for a, b, score in results:
            ahead = x[a] - x[b] + x[4]
            total -= score * ahead - math.log1p(math.exp(ahead))
        return total + x[:4].sum() ** 2

    best = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-7}).x
    found = ratings(comparisons(results, 4), advantage=True)
    assert values(found) == pytest.approx(list(SCALE * (best[:4] - best[:4].mean())), abs=0.02)
    assert found.advantage is not None
    assert found.advantage.value == pytest.approx(SCALE * best[4], abs=0.02)
    assert found.advantage.low < 60 < found.advantage.high


def test_two_players_by_hand() -> None:
    """75 points of 100: the difference is Elo's, and its variance 1/(n p(1 − p))."""
    results = [(0, 1, 1.0)] * 60 + [(1, 0, 0.5)] * 30 + [(1, 0, 1.0)] * 10
    found = ratings(comparisons(results, 2), anchor=(1, 1500))
    one, two = found.players[0].elo, found.players[1].elo
    assert one is not None
    assert two is not None
    assert (two.value, two.error) == (1500, 0)
    assert one.value == pytest.approx(1500 + of_score(0.75))
    deviation = SCALE / math.sqrt(100 * 0.75 * 0.25)
    assert one.error == pytest.approx(z_value(0.95) * deviation)
    assert found.superiority[0][1] == pytest.approx(
        0.5 + math.erf(of_score(0.75) / deviation / math.sqrt(2)) / 2
    )
    centred = ratings(comparisons(results, 2))
    assert values(centred) == pytest.approx([of_score(0.75) / 2, -of_score(0.75) / 2])
    assert centred.players[0].elo is not None
    assert centred.players[0].elo.error == pytest.approx(one.error / 2)


def test_everyone_makes_the_points_expected() -> None:
    """The mark of the maximum: each player's expected points are those made."""
    results = played([0.0, 100, 200, 300, 400], 600, seed=1, draws=0.5)
    found = values(ratings(comparisons(results, 5)))
    for player in range(5):
        made = foreseen = 0.0
        for a, b, score in results:
            chance = 1 / (1 + 10 ** ((found[b] - found[a]) / 400))
            made += score * (a == player) + (1 - score) * (b == player)
            foreseen += chance * (a == player) + (1 - chance) * (b == player)
        assert foreseen == pytest.approx(made, abs=1e-6)


def test_who_won_or_lost_everything_is_said_in_words() -> None:
    results = [(0, 1, 1.0), (2, 0, 0.0), (1, 2, 1.0), (2, 1, 1.0), (3, 1, 0.0), (2, 3, 1.0)]
    found = ratings(comparisons(results, 5))
    places = [player.place for player in found.players]
    assert places == [Place.ABOVE, Place.RATED, Place.RATED, Place.BELOW, Place.APART]
    assert [player.words for player in found.players] == [
        "it won all its games",
        "",
        "",
        "it lost all its games",
        "it has played nobody",
    ]
    assert values(found)[:4] == [math.inf, 0, 0, -math.inf]
    assert [player.group for player in found.players] == [0, 0, 0, 0, 1]
    assert found.superiority[0] == (None, 1.0, 1.0, 1.0, None)
    assert found.superiority[3] == (0.0, 0.0, 0.0, None, None)


def test_groups_that_never_met_have_a_zero_each() -> None:
    results = [(0, 1, 1.0), (0, 1, 0.0), (0, 1, 1.0), (2, 3, 0.5)]
    found = ratings(comparisons(results, 4), anchor=(2, 1000))
    assert values(found) == pytest.approx([of_score(2 / 3) / 2, -of_score(2 / 3) / 2, 1000, 1000])
    assert [player.group for player in found.players] == [0, 0, 1, 1]
    assert found.superiority[0][2] is None


def test_a_ladder_nobody_climbs() -> None:
    found = ratings(comparisons([(0, 1, 1.0), (1, 2, 1.0)], 3))
    assert [player.place for player in found.players] == [Place.ABOVE, Place.APART, Place.BELOW]
    assert found.players[1].words == "its games set no order between it and those rated"
    better = ratings(comparisons([(0, 1, 1.0), (2, 1, 0.0), (1, 2, 1.0), (2, 3, 1.0), (3, 2, 1.0)], 4))
    assert better.players[1].words == "it lost no point to any of those rated"
    assert better.players[0].place is Place.ABOVE


def test_an_anchor_without_a_rating_is_said() -> None:
    found = ratings(comparisons([(0, 1, 1.0), (1, 2, 1.0), (2, 1, 1.0)], 3), anchor=(0, 2000))
    assert found.notes == ("The anchor has no finite rating itself, so the mean of the others is 0 instead.",)
    assert values(found) == [math.inf, 0, 0]


def test_a_prior_is_virtual_draws() -> None:
    """Two players, ten wins: with k draws each the score is (10 + k/2)/(10 + k)."""
    results = comparisons([(0, 1, 1.0)] * 10, 2)
    assert values(ratings(results))[0] == math.inf
    for draws in (1.0, 2.0, 5.0):
        one, two = values(ratings(results, prior=draws))
        assert one - two == pytest.approx(of_score((10 + draws / 2) / (10 + draws)))


def test_what_the_games_cannot_tell_of_the_first_seat() -> None:
    always = ratings(comparisons([(0, 1, 1.0)] * 3 + [(0, 1, 0.0)], 2), advantage=True)
    assert always.advantage is None
    assert "do not tell the advantage" in always.notes[0]
    first = ratings(comparisons([(0, 1, 1.0), (1, 0, 1.0)] * 5, 2), advantage=True)
    assert first.advantage is None
    assert "One seat won every game" in first.notes[0]
    assert values(first) == [0, 0]


def test_draws_narrow_the_spread() -> None:
    strengths = [0.0, 40, 80, 120]
    sharp = ratings(comparisons(played(strengths, 4000, 3), 4), spread=True)
    level = ratings(comparisons(played(strengths, 4000, 3, draws=0.6), 4), spread=True)
    assert sharp.dispersion == pytest.approx(1, abs=0.05)
    # A game's variance is p(1 − p) less a quarter of the draws, which are 1.2 min(p, 1 − p) here.
    share = [0.3 / max(p, 1 - p) for p in map(expected, [40, 40, 40, 80, 80, 120])]
    assert level.dispersion == pytest.approx(1 - sum(share) / 6, abs=0.05)
    plain = ratings(comparisons(played(strengths, 4000, 3, draws=0.6), 4))
    narrow, wide = level.players[0].elo, plain.players[0].elo
    assert narrow is not None
    assert wide is not None
    assert wide.error is not None
    assert narrow.error == pytest.approx(wide.error * math.sqrt(level.dispersion))


def test_a_few_draws_make_nobody_certain() -> None:
    found = ratings(comparisons([(0, 1, 0.5)] * 6, 2), spread=True)
    assert found.players[0].elo is not None
    assert found.players[0].elo.error is not None
    assert found.players[0].elo.error > 50
    assert found.dispersion == pytest.approx(4 / 9)  # four games and the five degrees of freedom of the six


@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_intervals_hold_the_truth(draws: float) -> None:
    """95 % intervals of 300 tournaments of five, relative to an anchor: 1200 intervals; those of one
    tournament hang together, so five standard errors of 300 are allowed."""
    strengths = [0.0, -120, 30, 150, 200]
    inside = 0
    for seed in range(300):
        found = ratings(
            comparisons(played(strengths, 500, seed, draws=draws), 5), anchor=(0, 0.0), spread=True
        )
        for player, strength in zip(found.players[1:], strengths[1:], strict=True):
            assert player.elo is not None
            inside += player.elo.low <= strength <= player.elo.high
    assert inside / 1200 == pytest.approx(0.95, abs=5 * math.sqrt(0.95 * 0.05 / 300))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0])).filter(
            lambda r: r[0] != r[1]
        ),
        max_size=30,
    ),
    st.booleans(),
    st.sampled_from([0.0, 1.0]),
)
def test_any_results_are_rated_or_explained(results: list[Result], advantage: bool, prior: float) -> None:
    """And nobody with a finite rating won, or lost, all games."""
    found = ratings(comparisons(results, 5), advantage=advantage, prior=prior)
    for number, player in enumerate(found.players):
        assert (player.place is Place.RATED) == (player.words == "")
        mine = [s if a == number else 1 - s for a, b, s in results if number in (a, b)]
        if player.place is Place.RATED:
            assert player.elo is not None
            assert player.elo.error is not None
            if not prior:
                assert 0 < sum(mine) < len(mine)
        for other in range(5):
            one, two = found.superiority[number][other], found.superiority[other][number]
            assert (one is None) == (two is None)
            if one is not None and two is not None:
                assert one + two == pytest.approx(1)


def test_a_game_of_three() -> None:
    assert of_game([4, 7, 9], [1.0, 0.0, 0.0]) == [(4, 7, 1.0, 0.5), (4, 9, 1.0, 0.5), (7, 9, 0.5, 0.5)]
    assert of_game([1, 2], [0.0, 1.0]) == [(1, 2, 0.0, 1.0)]
    assert of_game([1, 1, 2], [0.0, 1.0, 0.5]) == [(1, 2, 0.0, 0.5), (1, 2, 1.0, 0.5)]
    rows = of_game([0, 1, 2], [1.0, 0.5, 0.0])
    table = comparisons([row[:3] for row in rows], 3, [row[3] for row in rows])
    assert table.met.sum(1).tolist() == [1, 1, 1]
    assert table.scored.sum(1).tolist() == [1, 0.5, 0]


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([(0, 2, 1.0)], "players 0 to 1"),
        ([(1, 1, 0.5)], "against itself"),
        ([(0, 1, 2.0)], "between 0 and 1"),
    ],
)
def test_results_that_cannot_be(results: list[Result], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        comparisons(results, 2)


def test_options_that_cannot_be() -> None:
    table = comparisons([(0, 1, 0.5)], 2)
    for anchor in ((2, 0.0), (-1, 0.0), (0, math.inf)):
        with pytest.raises(BadInput, match="anchor"):
            ratings(table, anchor=anchor)
    with pytest.raises(BadInput, match="prior"):
        ratings(table, prior=-1)
    with pytest.raises(BadInput, match="weights"):
        comparisons([(0, 1, 0.5)], 2, [1, 1])
