"""Equilibria of matrix games: by definition, beside each other, published ones, and nashpy's."""

import random
import time
import warnings
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.matrix import NAMES, Matrix
from halfmove.imperfect.bimatrix import Bimatrix, bimatrix, lemke_howson, support_enumeration
from halfmove.imperfect.exact import choose_exact_solver
from halfmove.imperfect.layout import lay_out

pytestmark = pytest.mark.one_speed


def gains(game, x, y):
    """What each player could gain by another action: by definition, in fractions."""
    rows = [sum(a * q for a, q in zip(row, y, strict=True)) for row in game.first]
    columns = [sum(row[j] * p for row, p in zip(game.second, x, strict=True)) for j in range(game.width)]
    return (
        max(rows) - sum(p * r for p, r in zip(x, rows, strict=True)),
        max(columns) - sum(q * c for q, c in zip(y, columns, strict=True)),
    )


def random_game(seed, most=5, spread=4, least=1):
    """Small payoffs: often degenerate."""
    draw = random.Random(seed)
    height, width = draw.randint(least, most), draw.randint(least, most)
    first, second = ([[draw.randint(1, spread) for _ in range(width)] for _ in range(height)] for _ in (0, 1))
    return Bimatrix(first, second)


@pytest.mark.parametrize("seed", range(60))
def test_nobody_gains_by_another_action(seed):
    game = random_game(seed, spread=3 if seed % 2 else 1000)
    found = support_enumeration(game)
    assert found
    for x, y in found:
        assert sum(x) == sum(y) == 1
        assert min(*x, *y) >= 0
        assert gains(game, x, y) == (0, 0)
    paths = {lemke_howson(game, label)[:2] for label in range(game.height + game.width)}
    assert paths <= set(found)  # a path ends in a vertex, and all those are listed
    if seed % 2 == 0:  # payoffs that do not tie: an odd number (Lemke and Howson 1964)
        assert len(found) % 2 == 1


@pytest.mark.parametrize("seed", range(8))
def test_every_equilibrium_on_a_grid_is_a_mixture_of_those_found(seed):
    """Two by two, small payoffs: whatever mixture by quarters is an equilibrium lies between extreme ones."""
    draw = random.Random(seed)
    game = Bimatrix(*([[draw.randint(1, 2) for _ in range(2)] for _ in range(2)] for _ in range(2)))
    found = support_enumeration(game)
    shares = [Fraction(k, 4) for k in range(5)]
    for p, q in product(shares, shares):
        x, y = (p, 1 - p), (q, 1 - q)
        if gains(game, x, y) == (0, 0):
            # the extreme ones with x at one end or the other, and so for y, span a rectangle around it
            assert any(
                min(a[0][0], b[0][0]) <= p <= max(a[0][0], b[0][0])
                and min(a[1][0], b[1][0]) <= q <= max(a[1][0], b[1][0])
                for a, b in product(found, found)
            )


@pytest.mark.parametrize(
    ("name", "equilibria"),
    [
        ("prisoner's dilemma", {((0, 1), (0, 1))}),
        ("matching pennies", {(("1/2", "1/2"), ("1/2", "1/2"))}),
        ("battle of the sexes", {((1, 0), (1, 0)), ((0, 1), (0, 1)), (("2/3", "1/3"), ("1/3", "2/3"))}),
        ("stag hunt", {((1, 0), (1, 0)), ((0, 1), (0, 1)), (("3/4", "1/4"), ("3/4", "1/4"))}),
        ("hawk and dove", {((1, 0), (0, 1)), ((0, 1), (1, 0)), (("1/2", "1/2"), ("1/2", "1/2"))}),
    ],
)
def test_the_textbooks_games(name, equilibria):
    """Osborne and Rubinstein 1994, examples 15.3 to 17.1, with the payoffs of `NAMES`."""
    found = support_enumeration(bimatrix(lay_out(Matrix(table=NAMES[name]))))
    fractions = {tuple(tuple(map(Fraction, mixed)) for mixed in both) for both in equilibria}
    assert set(found) == fractions


@pytest.mark.parametrize("seed", range(20))
def test_as_nashpy_finds_them(seed):
    nashpy = pytest.importorskip("nashpy", reason="nashpy is not installed")
    game = random_game(2 * seed, most=4, spread=1000, least=2)
    # its support enumeration, in floating point, misses some of these
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(nashpy.Game(np.array(game.first), np.array(game.second)).vertex_enumeration())
    ours = support_enumeration(game)
    assert len(ours) == len(theirs)
    for x, y in theirs:
        assert any(np.allclose(x, np.array(a, float)) and np.allclose(y, np.array(b, float)) for a, b in ours)


def test_decimals_are_taken_as_they_are_written():
    table = lay_out(Matrix(table="0.1 0.2; 0.3 0"))
    x, y, _ = lemke_howson(bimatrix(table))
    assert (x, y) == ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)))


def test_a_zero_sum_game_has_the_programmes_value():
    draw = random.Random(3)
    game = Matrix(table=[[draw.randint(-9, 9) for _ in range(7)] for _ in range(9)])
    values = {
        name: hm.regret(game, algorithm=name).value
        for name in ("linear-programme", "lemke-howson", "support-enumeration")
    }
    assert values["lemke-howson"] == pytest.approx(values["linear-programme"], abs=1e-9)
    assert values["support-enumeration"] == pytest.approx(values["linear-programme"], abs=1e-9)


def test_forty_by_forty_is_soon_solved():
    draw = random.Random(4)
    game = Matrix(table=[[[draw.randint(0, 99), draw.randint(0, 99)] for _ in range(40)] for _ in range(40)])
    begun = time.process_time()
    solution = hm.regret(game, algorithm="lemke-howson")
    assert solution.exploitability == pytest.approx(0, abs=1e-9)
    assert time.process_time() - begun < 5


def test_which_solver_is_the_usual_one():
    assert choose_exact_solver(hm.game("rock-paper-scissors")) == "support-enumeration"
    assert choose_exact_solver(Matrix(table=[[0] * 9] * 9)) == "linear-programme"
    assert choose_exact_solver(Matrix(table=[[[0, 1]] * 9] * 9)) == "lemke-howson"
    for name in ("goofspiel", "kuhn", "tictactoe"):
        assert choose_exact_solver(hm.game(name)) is None


def test_what_they_cannot_solve_is_refused():
    for name in ("lemke-howson", "support-enumeration"):
        with pytest.raises(Unsuitable, match="two players who choose once, knowing nothing"):
            hm.regret(hm.game("kuhn"), algorithm=name)
        with pytest.raises(BadInput, match="solved to the end"):
            hm.regret(Matrix(), algorithm=name, iterations=3)
    with pytest.raises(BadInput, match="9 by 9 actions has 48,619 pairs of supports, too many"):
        hm.regret(Matrix(table=[[0] * 9] * 9), algorithm="support-enumeration")
