"""The engine for games of chance: the values of the naive search, proofs, limits, options."""

import random

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.backgammon.rules import OVER, State, standing
from halfmove.search.chance.engine import ChanceEngine
from halfmove.search.textbook.expectiminimax import expectiminimax

START = "4HPwATDgc/ABMA"


def random_tree(rng, plies):
    """Players and nature in any order, leaves from -1 to 1, some inner nodes with an evaluation."""
    if plies == 0 or rng.random() < 0.1:
        return round(rng.uniform(-1, 1), 3)
    kind = rng.choice([0, 1, "chance"])
    children = [random_tree(rng, plies - 1) for _ in range(rng.randint(1, 4))]
    node = {"player": kind, "children": children, "value": round(rng.uniform(-1, 1), 3)}
    if kind == "chance":
        weights = [rng.randint(1, 5) for _ in children]
        node["probabilities"] = [weight / sum(weights) for weight in weights]
    return node


def trees(count, seed):
    rng = random.Random(seed)
    while count:
        spec = random_tree(rng, rng.randint(1, 6))
        if not isinstance(spec, dict) or spec["player"] == "chance":
            continue
        count -= 1
        yield rng, hm.tree(spec)


def agree(count, seed):
    for rng, game in trees(count, seed):
        depth = rng.choice([None, 1, 2, 3, 4])
        limit = hm.Limit(depth=depth or 10)
        found = hm.analyze(game, None, limit, algorithm="chance-engine", lines=20)
        true = expectiminimax(game, depth=depth or 10)
        sign = 1 if game.to_move(game.initial()) == 0 else -1
        assert found.value == pytest.approx(sign * true.value, abs=1e-5)
        best = game.result(game.initial(), found.best)
        worth = (
            expectiminimax(game, best, depth=(depth or 10) - 1).value if not game.is_terminal(best) else None
        )
        if worth is not None:
            assert worth == pytest.approx(true.value, abs=1e-5)
        if true.exact:
            assert found.proven


@pytest.mark.slow_interpreted
def test_the_values_are_those_of_the_naive_search():
    agree(300, seed=1)


@pytest.mark.exhaustive
def test_the_values_are_those_of_the_naive_search_in_many_trees():
    agree(10_000, seed=2)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("dice", [31, 64, 66])
def test_backgammon_three_plies_deep(dice):
    """Each of the best five lines is worth what expectiminimax says, whatever its window was."""
    game = hm.game("backgammon", evaluation="hand")
    s = game.result(game.parse(START), dice)
    found = hm.analyze(game, s, hm.Limit(depth=3), algorithm="chance-engine", lines=5)
    true = hm.analyze(game, s, hm.Limit(depth=3), algorithm="expectiminimax", lines=5)
    for ours, theirs in zip(found.lines, true.lines, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-5)


def test_a_chance_node_is_left_out_when_it_cannot_matter():
    """Star1 and Star2: far fewer nodes than the naive search, and the same value."""
    game = hm.game("pig", target=60)
    s = game.parse("A 23 B 24 A has 5")
    found = hm.analyze(game, s, hm.Limit(depth=10), algorithm="chance-engine")
    true = hm.analyze(game, s, hm.Limit(depth=10), algorithm="expectiminimax")
    assert found.value == pytest.approx(true.value, abs=1e-5)
    assert found.best == true.best
    assert found.nodes < true.nodes / 2


def test_a_bear_off_is_proven():
    """White plays 4/1 and is off with his next throw, unless Black bears off two from his 6 point before:
    with 33, 44, 55 or 66."""
    game = hm.game("backgammon", evaluation="hand")
    s = State(standing((4, 1)), standing((6, 2)), 0, 21, 1, 0, 0, 0, 2, 0)
    found = hm.analyze(game, s, hm.Limit(depth=6), algorithm="chance-engine")
    assert found.proven
    assert found.value == pytest.approx(1 - 2 * 4 / 36, abs=2e-6)


@pytest.mark.slow_interpreted
def test_width_looks_at_fewer():
    game = hm.game("backgammon", evaluation="hand")
    s = game.result(game.parse(START), 31)
    counts = [
        hm.analyze(game, s, hm.Limit(depth=5), algorithm="chance-engine", options={"width": width}).nodes
        for width in ("2", "0")
    ]
    assert counts[0] < counts[1]
    with pytest.raises(BadInput, match="'width' must be a whole number from 0 to 4096"):
        hm.analyze(game, s, hm.Limit(depth=1), algorithm="chance-engine", options={"width": "many"})


def test_candidates_are_those_that_look_best():
    game = hm.game("backgammon", evaluation="hand")
    s = game.result(game.parse(START), 64)
    first = hm.analyze(game, s, hm.Limit(depth=1), algorithm="chance-engine", lines=4)
    found = hm.analyze(
        game, s, hm.Limit(depth=3), algorithm="chance-engine", lines=50, options={"candidates": "4"}
    )
    assert {line.action for line in found.lines} == {line.action for line in first.lines}
    with pytest.raises(BadInput, match="'candidates' must be a whole number from 0 to 4096"):
        hm.analyze(game, s, hm.Limit(depth=1), algorithm="chance-engine", options={"candidates": "-1"})


def test_what_it_does_not_fit():
    with pytest.raises(Unsuitable, match="two players"):
        ChanceEngine(hm.game("race", players=3))
    with pytest.raises(Unsuitable, match="see everything"):
        ChanceEngine(hm.game("kuhn"))


def test_nodes_are_a_limit_and_there_is_an_answer():
    game = hm.game("backgammon", evaluation="hand")
    s = game.result(game.parse(START), 52)
    found = hm.analyze(game, s, hm.Limit(nodes=3000), algorithm="chance-engine")
    assert found.nodes <= 3100
    assert found.best in list(game.actions(s))


@pytest.mark.slow_interpreted
def test_two_threads_find_the_same():
    game = hm.game("backgammon", evaluation="hand")
    s = game.result(game.parse(START), 43)
    one, two = (
        hm.analyze(game, s, hm.Limit(depth=5), algorithm="chance-engine", threads=threads)
        for threads in (1, 2)
    )
    assert one.value == pytest.approx(two.value, abs=1e-5)


def test_where_nature_moves_there_is_a_value():
    """Before the first throw nobody is ahead; a game that is over has its utility."""
    game = hm.game("backgammon", evaluation="hand")
    found = hm.analyze(game, None, hm.Limit(depth=2), algorithm="chance-engine")
    assert (found.lines, found.depth) == ((), 2)
    assert found.value == pytest.approx(0, abs=1e-6)
    s = game.parse(START)
    thrown = hm.analyze(game, s, hm.Limit(depth=2), algorithm="chance-engine")
    assert thrown.value == pytest.approx(expectiminimax(game, s, depth=2).value, abs=1e-5)
    won = State((0, 0), standing((6, 15)), 1, OVER, 1, 0, 2, 0, 2, 2)
    assert hm.analyze(game, won, hm.Limit(depth=2), algorithm="chance-engine").value == 2
