import math
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import AIMA, TREES, ChanceTree, ListTree, expected, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.expectiminimax import expectiminimax
from halfmove.search.textbook.outcome import UNLIMITED
from halfmove.search.textbook.star import share, star1, star1_value
from halfmove.search.textbook.star2 import ALL, star2, star2_value
from halfmove.search.trace import Cutoff, Enter, Leaf, Leave, Probe, Recorder, Tell
from halfmove.search.watch import Follower

NUMBERS = st.integers(0, 10**9)
STARS = [star1, star2]
GAMES = [ChanceTree(movers=movers) for movers in (1, 2, 3)]
UNEVEN = ChanceTree(exact=False)
THIRDS = {"player": "chance", "probabilities": ["1/3"] * 3}


def recorded(search, game, *arguments, **options):
    watch = Recorder()
    return search(game, *arguments, watch=watch, **options), watch.events


def leaves(events):
    return [event.value for event in events if isinstance(event, Leaf)]


def cutoffs(events):
    return [event for event in events if isinstance(event, Cutoff)]


def windows(events):
    return {e.path: (e.alpha, e.beta) for e in events if isinstance(e, Enter)}


def from_window(game, alpha, beta, least, most):
    """Star1 from the root with a window of its own."""
    watch = Recorder()
    watch.start(game, game.initial(), "star1", None, {})
    value, _ = star1_value(game, game.initial(), UNLIMITED, alpha, beta, least, most, watch)
    return value, watch.events


# ---- by hand


def test_the_window_of_each_outcome_by_hand():
    # Ballard's formulas with a third each, payoffs from -10 to 10 and the window (3, 4): the first outcome
    # must be above 3*3 - 20 = -11 and below 3*4 + 20; after a 2 the second above 9 - 2 - 10 = -3.
    value, events = from_window(tree({**THIRDS, "children": [2, -4, 10]}), 3, 4, -10, 10)
    assert windows(events)[0,] == (-10, 10)
    assert windows(events)[1,] == pytest.approx((-3, 10))
    (cut,) = (c for c in cutoffs(events) if c.path == ())
    assert (cut.above, cut.remaining, cut.bound) == (False, (2,), 3)
    assert cut.value == value == pytest.approx((2 - 4 + 10) / 3)


def test_a_chance_node_is_cut_above_as_well():
    value, events = from_window(tree({**THIRDS, "children": [9, 8, -10]}), -3, 1, -10, 10)
    (cut,) = cutoffs(events)
    assert (cut.above, cut.sign, cut.remaining) == (True, "≥", (2,))
    assert value == pytest.approx(7 / 3)
    assert events[-1].relation == "≥"


def test_a_window_beyond_all_payoffs_is_cut_before_any_outcome():
    game = tree({**THIRDS, "children": [9, 8, -10]})
    for alpha, beta, value, relation in ((10, 99, 10, "≤"), (-99, -10, -10, "≥")):
        found, events = from_window(game, alpha, beta, -10, 10)
        (cut,) = cutoffs(events)
        assert (found, cut.remaining, events[-1].relation) == (value, (0, 1, 2), relation)


LOADED = [
    {"player": "chance", "probabilities": [0.9, 0.1], "children": [[a, a], [b, b]]}
    for a, b in ((2, 3), (1, 4))
]


def test_what_star1_saves_of_the_textbook_s_tree():
    outcome, events = recorded(star1, tree(LOADED), bounds=(0, 5))
    assert outcome[:2] == (2.1, 0)
    assert leaves(events) == [2, 2, 3, 3, 1]
    low = (2.1 - 0.1 * 5) / 0.9
    assert windows(events)[1, 0] == pytest.approx((low, 5))
    chance = cutoffs(events)[-1]
    assert (chance.path, chance.value, chance.bound, chance.remaining) == ((1,), 1.4, 2.1, (1,))


def test_a_probe_of_star2_may_be_enough():
    # After 3, MIN's first replies say that the other chance node is at most (1 + 2 + 2)/3.
    two = {**THIRDS, "children": [[1, 9], [2, 9], [2, 9]]}
    outcome, events = recorded(star2, tree([[3], two]), bounds=(0, 10))
    assert outcome[:2] == (3, 0)
    assert leaves(events) == [3, 1, 2, 2]
    assert [e.action for e in events if isinstance(e, Probe)] == [0, 1, 2]
    assert leaves(recorded(star1, tree([[3], two]), bounds=(0, 10))[1]) == [3, 1, 9, 2, 9, 2]
    probed = [e for e in events if isinstance(e, Leave) and e.path == (1, 0)]
    assert [(e.value, e.relation) for e in probed] == [(1, "≤")]


def test_rounding_leaves_no_window_empty_and_no_relation_wrong():
    # 1/3 + 8/3 is 3, or nearly: the probes leave the first MIN node the window (1, 1), which decides it.
    dice = {**THIRDS, "probabilities": ["1/3", "2/3"], "children": [[1, 0], [4, 31]]}
    for search in STARS:
        outcome, events = recorded(search, tree([[3], dice]))
        assert outcome[:2] == (3, 0)
        assert all(e.alpha < e.beta for e in events if isinstance(e, Enter))
        bounds = [(e.relation, e.value) for e in events if isinstance(e, Leave) and e.path == (1, 0)]
        assert all(relation == "≤" or value == 0 for relation, value in bounds)


def test_a_leaf_behind_a_chance_node_is_visited_once():
    _, events = recorded(star2, tree([[3], {**THIRDS, "children": [4, 5, [9, 1]]}]), bounds=(0, 10))
    assert leaves(events) == [3, 4, 5, 9, 9, 1]  # of what was probed, 9, all is looked at


# ---- without bounds


def test_without_bounds_the_outcome_not_seen_may_tip_any_mean():
    small, large = ([[3], {**THIRDS, "children": [[-50], [-50], [last]]}] for last in (0, 1000))
    assert expectiminimax(tree(small)).action == 0
    assert expectiminimax(tree(large)).action == 1  # so no search may leave out the last outcome unseen


@given(NUMBERS)
def test_without_bounds_no_outcome_is_left_out(number):
    outcome, events = recorded(star1, interpreted(ChanceTree()), root(number), bounds=(-inf, inf))
    assert not any(cut.remaining for cut in cutoffs(events) if cut.player == -1)
    assert outcome.value == expected(ChanceTree(), root(number))


def test_nothing_times_infinity_is_nothing():
    assert share(0.0, inf) == share(-1e-17, inf) == 0
    assert share(0.5, inf) == inf


# ---- against expectiminimax


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("trees", TREES)
@pytest.mark.parametrize("game", GAMES)
def test_trees_have_expectiminimax_s_value_and_action(game, trees):
    all_leaves = {star1: 0, star2: 0, expectiminimax: 0}
    for number in range(trees // 3):
        full = expectiminimax(game, root(number))
        for star in STARS:
            outcome = star(game, root(number))
            assert outcome[:2] == full[:2], (number, star)
            assert star is star2 or outcome.terminals <= full.terminals
            all_leaves[star] += outcome.terminals
        all_leaves[expectiminimax] += full.terminals
    assert max(all_leaves[star] for star in STARS) < all_leaves[expectiminimax]


@given(NUMBERS, st.sampled_from([*GAMES, UNEVEN]), st.sampled_from([None, 1, 2, 4]), st.sampled_from(STARS))
def test_compiled_interpreted_and_uneven_probabilities(number, game, depth, star):
    start = root(number)
    outcome = star(game, start, depth=depth)
    assert outcome == star(interpreted(game), start, depth=depth)
    assert math.isclose(outcome.value, expected(game, start, depth), abs_tol=1e-12)


@given(NUMBERS, st.sampled_from([*GAMES, UNEVEN]), st.sampled_from([None, 3]), st.sampled_from(STARS))
def test_what_is_said_of_every_node_is_true(number, game, depth, star):
    game = interpreted(game)
    _, events = recorded(star, game, root(number), depth=depth)
    entered = {}
    for event in events:
        if isinstance(event, Enter):
            entered[event.path] = event
            assert event.alpha < event.beta
        elif isinstance(event, (Leave, Cutoff)):
            true = expected(game, entered[event.path].state, entered[event.path].depth)
            if isinstance(event, Cutoff):
                assert (true >= event.bound - 1e-12) if event.above else (true <= event.bound + 1e-12)
            elif event.relation == "=":
                assert math.isclose(event.value, true, abs_tol=1e-12)
            else:
                sign = 1 if event.relation == "≤" else -1
                assert sign * (event.value - true) >= -1e-12


@given(NUMBERS, st.floats(-5, 5), st.floats(0.01, 5), st.booleans())
def test_outside_its_window_the_value_is_a_bound(number, alpha, width, probing):
    game, start, beta = GAMES[1], root(number), alpha + width
    window = (game, start, UNLIMITED, alpha, beta, -4.0, 4.0)
    v, _ = star2_value(*window, ALL, Follower()) if probing else star1_value(*window, Follower())
    true = expected(game, start)
    assert v == true if alpha < v < beta else (v <= true if v >= beta else v >= true)


def test_without_chance_it_is_alphabeta():
    for star in STARS:
        assert star(ListTree(AIMA), bounds=(0, 20))[:5] == alphabeta(ListTree(AIMA))[:5]


# ---- the bounds


def test_tighter_bounds_cut_more():
    game = tree(LOADED)
    loose, tight = (star1(game, bounds=bounds).terminals for bounds in ((-100, 100), (1, 4)))
    assert (loose, tight) == (7, 5)  # 7: the last outcome has a window, whatever the bounds


def test_bounds_as_text():
    assert star1(tree(LOADED), bounds="0,5") == star1(tree(LOADED), bounds=(0, 5))


@pytest.mark.parametrize("star", STARS)
@pytest.mark.parametrize("bounds", [(5, 0), (1, 1), "wide", "1,2,3", 7, (math.nan, 1)])
def test_bounds_that_are_none_are_refused(star, bounds):
    with pytest.raises(BadInput, match="Bounds are the least and the largest payoff"):
        star(tree(LOADED), bounds=bounds)


@pytest.mark.parametrize("star", STARS)
def test_a_payoff_outside_the_bounds_is_found_out(star):
    for game in (GAMES[1], interpreted(GAMES[1])):
        with pytest.raises(BadInput, match=r"payoff outside the bounds from -1 to 3"):
            star(game, root(1), bounds=(-1, 3))
    with pytest.raises(BadInput, match="outside the bounds"):
        star1(ListTree([3, inf]), bounds=(-inf, inf))


def test_a_game_that_does_not_say_how_large_its_payoffs_are_is_refused():
    game = ListTree(AIMA)
    game.utility_limit = inf
    for star in STARS:
        with pytest.raises(Unsuitable, match="how large"):
            star(game)
        assert star(game, bounds=(0, 14)).value == 3


def test_star2_needs_both_bounds():
    with pytest.raises(BadInput, match="finite"):
        star2(tree(LOADED), bounds=(0, inf))
    assert star1(tree(LOADED), bounds=(0, inf)).value == 2.1


@pytest.mark.one_speed
@pytest.mark.parametrize("star", STARS)
@settings(max_examples=40)
@given(number=NUMBERS, depth=st.integers(2, 4))
def test_a_mean_lies_where_it_is_told_to_lie_and_ever_closer(star, number, depth):
    game = interpreted(ChanceTree())
    _, events = recorded(star, game, root(number), depth=depth)
    entered, told = {}, {}
    for event in events:
        if isinstance(event, Enter):
            entered[event.path] = event
            told.pop(event.path, None)  # searched once more
        elif isinstance(event, Tell):
            here, (lower, upper) = entered[event.path], event.figures
            true = expectiminimax(game, here.state, depth=here.depth).value
            assert lower - 1e-9 <= true <= upper + 1e-9
            before = told.get(event.path, (-inf, inf))
            assert lower >= before[0] - 1e-9
            assert upper <= before[1] + 1e-9
            told[event.path] = event.figures
        elif isinstance(event, Cutoff) and event.player == -1 and event.path in told:
            end = told[event.path][0 if event.above else 1]
            assert (end >= event.bound - 1e-9) if event.above else (end <= event.bound + 1e-9)


@pytest.mark.one_speed
def test_what_star2_knows_when_it_cuts_is_seen():
    game = hm.game("einstein", size=3, corner=2)
    made = hm.trace(game, game.parse("Red 2a2 3b3 Blue 1c1 2c2 3a1 Red has 1"), algorithm="star2", depth=3)
    assert "mean −1 to −0.1333" in made.text()
    assert "mean −1 to −0.1333" in made.svg()
    assert "lies from −1 to −0.1333, whatever the outcomes not yet searched are worth." in made.text(
        "sentences"
    )
