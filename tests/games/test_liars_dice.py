from itertools import combinations, product

import pytest
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.games.liars_dice import LiarsDice
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver
from halfmove.imperfect.strategy import Strategy

GAME = interpreted(LiarsDice())
SMALL = interpreted(LiarsDice(sides=3))


def naive_truth(faces, quantity, face, wild):
    """Whether so many of all dice show the face, or the wild one."""
    return sum(1 for die in faces if die in (face, wild)) >= quantity


@pytest.mark.parametrize(
    ("dice", "sides", "wild", "joker"), [(1, 4, "highest", 4), (2, 3, "ones", 1), (2, 3, "none", 0)]
)
def test_bids_are_true_as_dice_are_counted(dice, sides, wild, joker):
    game = interpreted(LiarsDice(dice=dice, sides=sides, wild=wild))
    for faces in product(range(1, sides + 1), repeat=2 * dice):
        state = game.initial()
        for face in faces:
            state = game.result(state, face)
        for bid in range(game.all_bids):
            quantity, face = bid // sides + 1, bid % sides + 1
            assert game.bid_text(bid) == f"{quantity}x{face}"
            called = game.result(game.result(state, bid), game.all_bids)
            true = naive_truth(faces, quantity, face, joker)
            assert [game.utility(called, p) for p in (0, 1)] == ([1, -1] if true else [-1, 1])


def test_every_rising_row_of_bids_can_be_played():
    """Of 6 bids there are 63 rows that are not empty; each may be called, 9 times for the dice."""
    ends = []

    def walk(state):
        if SMALL.is_terminal(state):
            ends.append(tuple(SMALL.said(state)))
            return
        for action in SMALL.actions(state):
            walk(SMALL.result(state, action))

    walk(SMALL.initial())
    bids = ["1x1", "1x2", "1x3", "2x1", "2x2", "2x3"]
    rows = [(*row, "liar") for size in range(1, 7) for row in combinations(bids, size)]
    assert sorted(ends) == sorted(9 * rows)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (LiarsDice(sides=3), "liars_dice(dice_sides=3)"),
        (LiarsDice(dice=2, sides=2), "liars_dice(numdice=2,dice_sides=2)"),
    ],
)
def test_as_open_spiel_plays_it(game, text):
    beside = Beside(game, text, lambda game, s, a: a if game.to_move(s) >= 0 else a - 1).all()
    assert beside.sets == lay_out(interpreted(game)).sets


@pytest.mark.slow_interpreted
def test_regret_minimisation_and_the_linear_programme_agree():
    exact = hm.regret(SMALL, algorithm="linear-programme")
    found = hm.regret(SMALL, algorithm="discounted-cfr", iterations=150)
    assert found.exploitability < 5e-3
    assert found.value == pytest.approx(exact.value, abs=5e-3)


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
@pytest.mark.skipif(not jit_enabled(), reason="a quarter of a million histories")
def test_one_die_of_six_sides_is_solved():
    """24,576 information sets, and 1.561489 for uniform play by OpenSpiel 2.0.2's `nash_conv`; the value is
    −7/258 in Neller and Lanctot, "An introduction to counterfactual regret minimization", 2013 (Dudo, whose
    wild ones rank above sixes: the same game)."""
    table = lay_out(hm.game("liars-dice"))
    assert (table.sets, table.histories) == (24_576, 294_883)
    assert 2 * hm.exploitability(table.game, Strategy(table, _uniform(table))) == pytest.approx(1.561488646)
    run = RegretSolver(table, METHODS["discounted-cfr"])
    run.step(1500)
    found = run.solution()
    assert found.exploitability < 1e-3
    assert found.value == pytest.approx(-7 / 258, abs=1e-4)


def _uniform(table):
    from halfmove.imperfect.steps import uniform

    return uniform(table.layout)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{}, {"dice": 2, "sides": 3, "wild": "ones"}])
def test_both_speeds_say_the_same(parameters):
    hm.check_game(LiarsDice(**parameters), games=4)


def test_a_player_sees_his_dice_and_no_others():
    game = interpreted(LiarsDice(dice=2))
    s, _ = hm.position(game, "35 66 1x3 2x3")
    assert game.show(s) == "first   3 5\nsecond  6 6\n1x3, 2x3\nfirst to bid or to call a lie"
    assert game.show_to(s, 0).splitlines()[:2] == ["first   3 5", "second  ? ?"]
    assert game.show_to(s, SPECTATOR).splitlines()[:2] == ["first   ? ?", "second  ? ?"]
    called, _ = hm.position(game, "35 66 1x3 2x3 liar")
    assert game.show_to(called, SPECTATOR) == game.show(called)
    assert game.show(called).endswith("2x3 was true: second wins")
    assert [game.action_seen(game.initial(), 4, viewer) for viewer in (0, 1, SPECTATOR)] == [
        "4",
        "a die",
        "a die",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "looks like '3 5 1x3 1x5 liar'"),
        ("7 1", "from 1 to 6"),
        ("- 3", "before the second"),
        ("3 - 1x2", "before all dice are thrown"),
        ("3 4 1x3 1x2", "After 1x3 there is no bid '1x2'"),
        ("3 4 liar", "After nothing there is no bid 'liar'"),
        ("3 4 1x3 liar 1x4", "after the end"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"dice": 0}, "1 to 5 dice"),
        ({"sides": 1}, "2 to 9 sides"),
        ({"dice": 5, "sides": 7}, "make 70"),
        ({"wild": "sixes"}, "highest, ones, none, not 'sixes'"),
    ],
)
def test_parameters_that_make_no_game_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        LiarsDice(**parameters)
