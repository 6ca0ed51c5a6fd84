"""The search with a network: AlphaZero's selection by hand; networks that know everything, or nothing."""

import math
import random

import numpy as np
import pytest
from simulated import has_brought
from told_networks import TTT, UNIFORM, grown, positions, searching, truth

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.learn.errors import Results, error_rate, sample_positions
from halfmove.search.montecarlo.choosing import by_formula, root_of, siblings_mean
from halfmove.search.montecarlo.memory import (
    EDGES_USED,
    NODE,
    NODES_USED,
    ROOT,
    ROOT_VISITS,
    SIZE,
    action_on,
    edges_of,
    gained_on,
    node_on,
    visits_on,
)
from halfmove.search.neural import usual
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.mixture import PURE, Mixture, read_mixture
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options, options_from
from halfmove.search.neural.searching import NetworkSearch, evaluate_without_search

# ---- PUCT by hand


def test_the_constant_grows_as_alphazeros():
    """c(s) = log((1 + N + 19652) / 19652) + 1.25, times the square root of N."""
    plan = Options().settings(TTT).plan(TTT)
    assert root_of(plan, 0) * plan.explore == pytest.approx(1.25 + math.log(19653 / 19652))
    assert root_of(plan, 600) * plan.explore == pytest.approx(
        math.sqrt(600) * (1.25 + math.log((1 + 600 + 19652) / 19652))
    )
    assert root_of(plan, 100_000) * plan.explore == pytest.approx(math.sqrt(1e5) * (1.25 + 1.80664), rel=1e-4)
    still = Options(cbase=0).settings(TTT).plan(TTT)
    assert root_of(still, 600) == math.sqrt(600)


def test_puct_chooses_what_the_formula_says_by_hand():
    """Three moves with priors ½, ⅓ and ⅙, visited 10, 4 and 1 times with means 0.4, 0.5 and 0.7: N = 15."""
    state, _ = hm.position(TTT, moves="a1 b1 a2 b2 c1 c2")  # a3, b3 and c3 are left
    shares = np.zeros(9)
    left = sorted(TTT.actions(state))
    shares[left] = [1 / 2, 1 / 3, 1 / 6]
    engine = searching(interpreted(TTT), lambda s: (shares, 0.0), batch=1)
    engine.plan = engine.batches.plan = engine.plan._replace(solve=0, guided=1, expand=1)
    grown(engine, state, 1)
    (tree,) = engine.trees
    first = list(edges_of(tree, ROOT))
    assert len(first) == 3
    for edge, n, mean in zip(first, (10, 4, 1), (0.4, 0.5, 0.7), strict=True):
        has_brought(tree, edge, n, round(mean * n * 2 * engine.plan.most))
    tree.counters[ROOT_VISITS] = 15
    c = 1.25 + math.log((1 + 15 + 19652) / 19652)
    by_hand = [
        0.4 + c * 1 / 2 * math.sqrt(15) / 11,
        0.5 + c * 1 / 3 * math.sqrt(15) / 5,
        0.7 + c * 1 / 6 * math.sqrt(15) / 2,
    ]
    assert by_hand == pytest.approx([0.6202, 0.8230, 1.1037], abs=1e-4)
    scale = 0.5 / engine.plan.most
    mean = siblings_mean(tree, first[0], 3, scale) - engine.plan.reduction
    found = [
        by_formula(tree, engine.plan, e, n, 0.0, root_of(engine.plan, 15), scale, mean)
        for e, n in zip(first, (10, 4, 1), strict=True)
    ]
    assert found == pytest.approx(by_hand, abs=1e-4)
    engine.grow(Limit(simulations=engine.simulations + 1))
    assert [visits_on(tree, e) for e in first] == [10, 4, 2]
    assert tree.nodes[ROOT * NODE + SIZE] & 0xFF == 3


# ---- AlphaGo's mixture


def end_after(state, action):
    """What the second player has in the end, where one square is left after an action."""
    after = TTT.result(state, action)
    (last,) = TTT.actions(after)
    return TTT.utility(TTT.result(after, last), 1)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_leaf_is_worth_the_mixture_of_the_networks_word_and_a_playout(share):
    """With one square left a playout has but one result; the network says 0.5 to the player to move there."""
    state, _ = hm.position(TTT, moves="a1 b1 a2 b2 c1 c2 b3")  # o to move; a3 or c3, and then x has the other
    engine = searching(interpreted(TTT), lambda s: (np.ones(9), 0.5), batch=1)
    engine.plan = engine.batches.plan = engine.plan._replace(solve=0, guided=1, expand=1)
    engine.batches.rollouts = share
    grown(engine, state, 2)
    (tree,) = engine.trees
    for edge in edges_of(tree, ROOT):
        played = end_after(state, action_on(tree, edge))
        assert visits_on(tree, edge) == 1
        gained = gained_on(tree, edge) / engine.plan.most - 1
        assert gained == pytest.approx((1 - share) * -0.5 + share * played, abs=1e-5)


@pytest.mark.parametrize("batch", [1, 4])
def test_the_network_is_asked_at_the_visit_of_the_threshold(batch):
    """AlphaGo's n_thr: all states below the root that became nodes had been visited three times."""
    asked = []

    def judge(state):
        asked.append(state)
        return np.ones(9), 0.0

    engine = searching(interpreted(TTT), judge, batch=batch)
    engine.plan = engine.batches.plan = engine.plan._replace(solve=0)
    engine.batches.rollouts, engine.batches.threshold = 1.0, 3
    grown(engine, TTT.initial(), 300)
    (tree,) = engine.trees
    assert asked[0] == TTT.initial()
    nodes = [edge for edge in range(1, tree.counters[EDGES_USED]) if node_on(tree, edge)]
    assert 20 < len(nodes) == len(asked) - 1 == tree.counters[NODES_USED] - ROOT - 1
    assert all(visits_on(tree, edge) >= 3 for edge in nodes)
    assert sum(visits_on(tree, edge) for edge in edges_of(tree, ROOT)) == tree.counters[ROOT_VISITS] == 300


@pytest.mark.parametrize(("share", "repeated"), [(0.5, 2), (0.25, 6), (1.0, 0)])
def test_playouts_and_the_networks_word_count_by_their_shares(share, repeated):
    """A leaf visited twice: two playouts z, and the network's v as so many visits that they are λ of all."""
    state, _ = hm.position(TTT, moves="a1 b1 a2 b2 c1 c2 b3")  # o to move; a3 or c3, and then x has the other
    engine = searching(interpreted(TTT), lambda s: (np.ones(9), 0.5), batch=1)
    engine.plan = engine.batches.plan = engine.plan._replace(solve=0, explore=1e6)
    engine.batches.rollouts, engine.batches.threshold = share, 2
    grown(engine, state, 4)
    (tree,) = engine.trees
    for edge in edges_of(tree, ROOT):
        played = end_after(state, action_on(tree, edge))
        assert visits_on(tree, edge) == 2 + repeated
        gained = gained_on(tree, edge) / (2 + repeated) / engine.plan.most - 1
        assert gained == pytest.approx((1 - share) * -0.5 + share * played, abs=1e-5)
    assert tree.counters[ROOT_VISITS] == 2 * (2 + repeated)


def test_a_threshold_needs_playouts():
    both = Network.new(TTT, "alphago-tiny")
    assert NetworkSearch(TTT, Options(rollouts=0.5, threshold=8), network=both).batches.threshold == 8
    for rollouts in (None, 0.0, 1e-9):
        with pytest.raises(BadInput, match="'threshold' needs playouts: set 'rollouts' to 0"):
            NetworkSearch(TTT, Options(rollouts=rollouts, threshold=8), network=both)


def test_a_file_says_how_its_network_plays_best(tmp_path):
    path = tmp_path / "mixed.safetensors"
    network = Network.new(TTT, "alphago-tiny")
    network.mixture = Mixture(0.25, 6)
    network.save(path)
    found = Network.load(path, TTT)
    assert found.mixture == (0.25, 6)
    for told, mixture in (
        ({}, (0.25, 6)),
        ({"rollouts": 0.5}, (0.5, 6)),
        ({"rollouts": 0.0}, (0, 1)),
        ({"threshold": 1}, (0.25, 1)),
        ({"selection": "gumbel"}, (0.25, 1)),
    ):
        batches = NetworkSearch(TTT, Options(**told), network=found).batches
        assert (batches.rollouts, batches.threshold) == mixture


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[0.5]", "[2, 4]", "[0, 4]", "[1e-9, 4]", "[0.5, 0]", "[0.5, 1e9]", "[null, 1]", "[NaN, 2]"],
)
def test_a_mixture_that_cannot_be_is_none(text):
    assert read_mixture(text) == PURE == (0, 1)


def test_playouts_are_those_that_the_game_asks_for():
    go = hm.game("go", size=5)
    assert Options().settings(go).playouts == "heavy"
    assert Options(playouts="light").settings(go).playouts == "light"
    assert Options().settings(TTT).playouts == "light"


def test_a_network_without_a_value_has_it_all_from_playouts():
    policy, both = (Network.new(TTT, name) for name in ("alphago-policy", "alphago-tiny"))
    assert NetworkSearch(TTT, Options(), network=policy).batches.rollouts == 1
    assert NetworkSearch(TTT, Options(), network=both).batches.rollouts == 0
    assert NetworkSearch(TTT, Options(rollouts=0.5), network=both).batches.rollouts == 0.5


def test_playouts_alone_converge_to_what_monte_carlo_finds():
    """With a uniform policy and λ = 1 the network says nothing: x's mean at the start is a random game's."""
    engine = searching(interpreted(TTT), lambda s: (np.ones(9), -1.0), batch=4)
    engine.plan = engine.batches.plan = engine.plan._replace(solve=0, explore=1e6)
    engine.batches.rollouts = 1.0
    grown(engine, TTT.initial(), 400)
    (tree,) = engine.trees
    edges = list(edges_of(tree, ROOT))
    gained = sum(gained_on(tree, e) for e in edges) / engine.plan.most
    mean = gained / sum(visits_on(tree, e) for e in edges) - 1
    assert mean == pytest.approx(0.297, abs=0.12)  # x wins 58.5 % of random games and loses 28.8 %


# ---- networks that know


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("simulations", [0, 1, 10])
def test_a_network_that_knows_the_truth_makes_search_perfect_at_once(simulations):
    engine = searching(interpreted(TTT), truth, batch=4)
    for state in positions(25):
        best = {a for a, share in enumerate(truth(state)[0]) if share}
        if simulations == 0:
            found = evaluate_without_search(engine, state, 1, None)
            assert found.lines[0].action in best
            assert found.value == pytest.approx(truth(state)[1], abs=1e-6)
            continue
        engine.clear()
        grown(engine, state, simulations)
        assert max(engine.candidates(), key=lambda c: c.visits).action in best


@pytest.mark.slow_interpreted
def test_a_network_that_knows_nothing_converges_to_the_value_of_the_game():
    for moves, value in (("", 0), ("b2 a1", 0), ("a1 b1", 1), ("a1 b2 a2", 0)):
        state, _ = hm.position(TTT, moves=moves)
        assert hm.solve(TTT, state).value == value
        engine = searching(TTT, lambda s: UNIFORM)
        grown(engine, state, 100_000)
        assert engine.solved, moves
        best = max(engine.candidates(), key=lambda c: (c.low, c.visits))
        child = TTT.result(state, best.action)
        assert TTT.is_terminal(child) or -hm.solve(TTT, child).value == value


@pytest.mark.slow_interpreted
def test_without_proofs_the_mean_itself_converges():
    engine = searching(TTT, lambda s: UNIFORM)
    engine.plan = engine.batches.plan = engine.batches.plan._replace(solve=0)
    means = []
    for simulations in (20_000, 40_000):
        grown(engine, TTT.initial(), simulations)
        means.append(max(engine.candidates(), key=lambda c: c.visits).mean)
        engine.clear()
    assert means[0] > means[1] > 0.5  # X, whom few wins of O are seen against yet, is worth ever less
    assert means[1] < 0.58


# ---- the whole


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "c4.safetensors"
    Network.new(hm.game("connect4"), "tiny", seed=9).save(path)
    return path


def analysed(game, file, **more):
    limit = more.pop("limit", Limit(simulations=60))
    told = {"file": str(file), "backend": "numpy", **more}
    return hm.analyze(game, None, limit, algorithm="network", options=told, lines=7)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("more", [{}, {"rollouts": "0.5"}, {"rollouts": "0.5", "threshold": "4"}], ids=str)
def test_compiled_is_interpreted(file, more):
    game = hm.game("connect4")
    fast, slow = (analysed(g, file, **more) for g in (game, interpreted(game)))
    assert [(x.action, x.visits, x.value) for x in fast.lines] == [
        (x.action, x.visits, x.value) for x in slow.lines
    ]
    assert fast.statistics == slow.statistics


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("threshold", [1, 4])
def test_threads_grow_one_tree_and_lose_no_simulation(file, threshold):
    """With λ = 1 each simulation is one visit of each edge of its path, whichever thread it was of."""
    game = hm.game("connect4")
    options = Options(file=str(file), backend="numpy", rollouts=1.0, threshold=threshold, batch=4)
    engine = NetworkSearch(game, options, threads=3, megabytes=64)
    engine.plan = engine.plan._replace(solve=0)
    for batches in engine.crew:
        batches.plan = batches.plan._replace(solve=0)
    engine.prepare(game.initial())
    grown(engine, game.initial(), 3000)
    (tree,) = engine.trees
    assert len(engine.crew) == 3
    assert all(batches.asked for batches in engine.crew)
    assert sum(batches.asked for batches in engine.crew) == engine.statistics()["evaluated"]
    assert engine.simulations == tree.counters[ROOT_VISITS] == 3000
    todo, nodes = [(ROOT, 3000, 0)], 0
    while todo:
        node, visits, least = todo.pop()
        nodes += 1
        below = {edge: visits_on(tree, edge) for edge in edges_of(tree, node)}
        assert visits - sum(below.values()) >= least
        for edge, n in below.items():
            assert 0 <= gained_on(tree, edge) <= n * 2 * engine.plan.most
            if node_on(tree, edge):
                todo.append((node_on(tree, edge), n, threshold))
    assert 100 < nodes <= tree.counters[NODES_USED] - ROOT


def test_with_gumbels_root_threads_are_the_networks(file):
    game = hm.game("connect4")
    assert len(NetworkSearch(game, Options(file=str(file), selection="gumbel"), threads=2).crew) == 1


def test_an_analysis_says_visits_priors_and_the_backend(file):
    found = analysed(interpreted(hm.game("connect4")), file)
    assert found.algorithm == "network"
    assert found.backend == "numpy"
    assert sum(line.visits for line in found.lines) == found.nodes == 60
    assert sum(line.prior for line in found.lines) == pytest.approx(1, abs=1e-5)


def test_no_simulations_ask_the_network_alone(file):
    game = interpreted(hm.game("connect4"))
    network = Network.load(file, game)
    found = analysed(game, file, limit=Limit(simulations=0))
    judged = Judge(network.encoding, network.evaluate("numpy")).judge([game.initial()])
    assert found.policy == pytest.approx(dict(enumerate(judged.shares.tolist())), abs=1e-6)
    assert found.value == pytest.approx(judged.values[0, 0], abs=1e-6)
    assert [line.prior for line in found.lines] == sorted(judged.shares.tolist(), reverse=True)
    assert (found.nodes, found.statistics["evaluated"]) == (1, 1)
    only = hm.analyze(
        game, None, Limit(simulations=0), algorithm="network", options={"file": str(file)}, only=[2]
    )
    assert only.best == 2


def test_the_tree_is_kept_from_move_to_move(file):
    game = interpreted(hm.game("connect4"))
    with hm.Session(game, "network", options={"file": str(file), "batch": "4"}, megabytes=16) as session:
        history = History(game)
        first = session.analyze(history, Limit(simulations=80))
        history.play(first.best)
        visits = first.lines[0].visits
        second = session.analyze(history, Limit(simulations=10))
        assert second.statistics["tree_nodes"] >= visits


@pytest.mark.parametrize("players", [2, 3])
def test_dice_and_several_players(players):
    game = interpreted(hm.game("pig", players=players, target=20))
    network = Network.new(game, "tiny")
    engine = NetworkSearch(game, network=network, megabytes=16)
    rolling = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    for state in (game.initial(), rolling):
        found = hm.analyze(game, state, Limit(simulations=40), algorithm="network", memory=engine)
        assert found.nodes == 40
        bare = hm.analyze(game, state, Limit(simulations=0), algorithm="network", memory=engine)
        assert abs(bare.value) <= game.utility_limit
        assert bool(bare.lines) == (game.to_move(state) >= 0)


def test_no_simulations_are_for_networks_alone():
    for name in ("mcts", "engine", "minimax"):
        with pytest.raises(BadInput, match=f"greater than zero for {name}: only a network"):
            hm.analyze(TTT, None, Limit(simulations=0), algorithm=name)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"batch": "0"}, "'batch' must be a whole number from 1 to 4096, not '0'"),
        ({"batch": "many"}, "'batch' must be a whole number from 1 to 4096, not 'many'"),
        ({"cpuct": "-1"}, "'cpuct' must be a number from 0 to"),
        ({"cpuct": "nan"}, "'cpuct' must be a number from 0 to"),
        ({"selection": "ucb"}, "'selection' is one of puct, gumbel"),
        ({"backend": "cuda"}, "'backend' is one of auto, onnx, numpy"),
        ({"considered": "1"}, "'considered' must be a whole number from 2 to"),
        ({"files": "x"}, "did you mean 'file'"),
        ({"threshold": "0"}, "'threshold' must be a whole number from 1 to 1000, not '0'"),
        ({"threshold": "2", "selection": "gumbel"}, "'threshold' goes with selection=puct"),
        ({"playouts": "none"}, "'playouts' is one of light, heavy, uniform, not 'none'"),
    ],
    ids=str,
)
def test_options_that_cannot_be(told, sentence):
    with pytest.raises(BadInput, match=sentence):
        options_from(told)


def test_without_a_file_one_sentence_says_what_is_needed():
    with pytest.raises(BadInput, match=r"needs the file of one .* none for tictactoe\?width=3"):
        hm.analyze(TTT, algorithm="network")
    with pytest.raises(Unsuitable, match="hold what a player does not see"):
        hm.analyze(hm.game("kuhn"), algorithm="network")


def test_a_network_of_the_users_is_the_usual_one(file, monkeypatch):
    monkeypatch.setenv(usual.OWN, "")
    usual.make_usual([str(file)])
    game = interpreted(hm.game("connect4"))
    assert hm.algorithms()["network"].meant(game)
    assert not hm.algorithms()["network"].meant(interpreted(hm.game("connect4", width=5)))
    assert hm.analyze(game, None, Limit(simulations=0), algorithm="network").nodes == 1
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        usual.make_usual(["none.safetensors"])
    with pytest.raises(BadInput, match="is not a network"):
        usual.make_usual([__file__])
    usual.make_usual([])
    assert usual.usual(game).parent == usual.SHIPPED


@pytest.mark.slow_interpreted
def test_the_network_that_comes_with_halfmove_knows_the_game():
    """Its policy alone throws a result away in one of twenty positions; of what is drawn here in few."""
    game = hm.game("connect4")
    network = hm.Network.load(usual.usual(game), game)
    results = Results(game)
    assert network.made["recipe"] == "alphazero"
    assert error_rate(network, results, sample_positions(results, 100, seed=5)) <= 0.12


@pytest.mark.parametrize("path", sorted(usual.SHIPPED.glob("*.safetensors")), ids=lambda path: path.stem)
def test_each_network_that_comes_with_halfmove_is_its_games_usual_one(path):
    name, _, settings = usual.game_of(path).partition("?")
    game = hm.game(name, **dict(each.split("=") for each in settings.split("&")))
    assert usual.usual(game) == path
    assert hm.Network.load(path, game).made["recipe"] == "alphazero"


@pytest.mark.slow_interpreted
def test_the_policy_of_small_othello_beats_chance():
    game, rng, score = hm.game("othello", width=6, height=6), random.Random(3), 0.0
    network = hm.Network.load(usual.usual(game), game)
    judge = Judge(network.encoding, network.evaluate("numpy"))
    for number in range(20):
        state = game.initial()
        while not game.is_terminal(state):
            actions = list(game.actions(state))
            if game.to_move(state) == number % 2:
                action = actions[judge.judge([state]).shares.argmax()]
            else:
                action = rng.choice(actions)
            state = game.result(state, action)
        score += (1 + game.utility(state, number % 2)) / 2
    assert score >= 17
