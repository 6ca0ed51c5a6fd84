"""Gumbel's root: sequential halving and the final choice, on cases reckoned by hand."""

import math

import numpy as np
import pytest
from simulated import has_brought
from told_networks import TTT, UNIFORM, grown, positions, searching, truth

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.limit import Limit
from halfmove.search.montecarlo.memory import (
    ROOT,
    edges_of,
    visits_on,
)
from halfmove.search.neural.network import Network

GUMBEL = {"selection": "gumbel", "batch": 1}


def without_proofs(engine):
    engine.plan = engine.batches.plan = engine.batches.plan._replace(solve=0)
    return engine


def visits(engine):
    (tree,) = engine.trees
    return [visits_on(tree, e) for e in edges_of(tree, ROOT)]


def test_simulations_are_halved_among_the_likeliest_four():
    """Two rounds of 8: two each of squares 5 to 8, then four more of each of two.  All are worth the same, so
    the likelier two are left."""
    shares = np.arange(1, 10) / 45
    engine = without_proofs(searching(interpreted(TTT), lambda s: (shares, 0.0), considered=4, **GUMBEL))
    grown(engine, TTT.initial(), 16)
    assert visits(engine) == [0, 0, 0, 0, 0, 2, 2, 6, 6]


def test_the_worse_half_is_left_out_by_value():
    """Uniform shares: the value alone decides, here the number of the square that was taken first."""
    game = interpreted(TTT)
    after = {game.result(game.initial(), a): a for a in game.actions(game.initial())}

    def say(state):
        return np.ones(9), after[state] / 10 - 0.4 if state in after else 0.0  # to the opponent

    engine = without_proofs(searching(game, say, considered=9, **GUMBEL))
    grown(engine, game.initial(), 36)
    # ceil(log2(9)) = 4 rounds of 9: one each of 9; 5 are left, of these 3, of these 2
    found = visits(engine)
    assert sum(found) == 36
    assert found[5:] == [1, 1, 1, 1]
    assert found[0] == max(found)
    assert engine.batches.choice(engine.trees[0]) == 0


def test_the_sum_that_decides_by_hand():
    """Logits log ½, log ⅓, log ⅙; means 0.4, 0.5 and 0.45 of 3, 2 and 1 visits: σ(q) = (50 + 3) q."""
    state, _ = hm.position(TTT, moves="a1 b1 a2 b2 c1 c2")
    shares = np.zeros(9)
    shares[sorted(TTT.actions(state))] = [1 / 2, 1 / 3, 1 / 6]
    engine = without_proofs(searching(interpreted(TTT), lambda s: (shares, 0.0), **GUMBEL))
    grown(engine, state, 1)
    (tree,) = engine.trees
    edges = list(edges_of(tree, ROOT))
    for edge, n, mean in zip(edges, (3, 2, 1), (0.4, 0.5, 0.45), strict=True):
        has_brought(tree, edge, n, round(mean * n * 2 * engine.plan.most))
    scores = list(engine.batches.scores(tree).values())
    by_hand = [math.log(1 / 2) + 21.2, math.log(1 / 3) + 26.5, math.log(1 / 6) + 23.85]
    assert scores == pytest.approx(by_hand, abs=1e-4)
    policy = list(engine.batches.improved(tree).values())
    assert policy == pytest.approx([math.exp(s - by_hand[1]) for s in by_hand], rel=1e-3)
    has_brought(tree, edges[2], 0, 0)
    mean = (3 * 0.4 + 2 * 0.5) / 5  # what was not tried is worth what the others are
    assert engine.batches.scores(tree)[edges[2]] == pytest.approx(math.log(1 / 6) + 53 * mean, abs=1e-4)


@pytest.mark.slow_interpreted
def test_a_network_that_knows_the_truth_makes_it_perfect():
    for state in positions(15):
        engine = searching(interpreted(TTT), truth, selection="gumbel", batch=4)
        found = hm.analyze(interpreted(TTT), state, Limit(simulations=12), algorithm="network", memory=engine)
        assert truth(state)[0][found.best], (state, found.lines)


@pytest.mark.slow_interpreted
def test_one_that_knows_nothing_converges_to_the_value_of_the_game():
    engine = searching(TTT, lambda s: UNIFORM, selection="gumbel")
    grown(engine, TTT.initial(), 100_000)
    assert engine.solved
    assert engine.simulations < 100_000


@pytest.mark.slow_interpreted
def test_compiled_is_interpreted(tmp_path):
    game, told = hm.game("connect4"), []
    Network.new(game, "tiny", seed=9).save(tmp_path / "c4.safetensors")
    options = {"file": str(tmp_path / "c4.safetensors"), "backend": "numpy", "selection": "gumbel"}
    for speed in (game, interpreted(game)):
        found = hm.analyze(speed, None, Limit(simulations=50), algorithm="network", options=options, lines=7)
        told.append([(line.action, line.visits, line.value) for line in found.lines])
        assert found.best == found.lines[0].action
        assert sum(line.visits for line in found.lines) == found.nodes
    assert told[0] == told[1]


def test_time_is_shared_out_as_simulations_are():
    game = interpreted(TTT)
    engine = without_proofs(searching(game, lambda s: UNIFORM, considered=4, **GUMBEL))
    found = hm.analyze(game, None, Limit(seconds=0.5), algorithm="network", memory=engine)
    tried = sorted(visits(engine))
    assert tried[:5] == [0] * 5
    assert tried[7] > tried[6]
    assert found.seconds < 2
