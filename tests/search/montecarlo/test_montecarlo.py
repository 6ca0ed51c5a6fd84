"""The Monte Carlo player: limits, proofs, the tree from move to move, memory that runs out, threads."""

import random

import pytest
from engines import threads
from exact import child_score, random_states, score
from small_games import AIMA, ListTree

import halfmove as hm
from halfmove.core.compile import jit_enabled
from halfmove.core.errors import BadInput, BrokenPromise, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.search.algorithms import analyze, choose, deepen
from halfmove.search.montecarlo import engine as montecarlo
from halfmove.search.montecarlo.choice import rank_candidates
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.engine import FIRST_CHUNK, MonteCarlo
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.montecarlo.keeping import child_by, edges_of
from halfmove.search.montecarlo.memory import (
    EDGE_LIMITS,
    EDGES_USED,
    FEW_EDGES,
    NODE,
    NODES_USED,
    NOTHING,
    RECORDS_USED,
    ROOM,
    ROOT,
    ROOT_VISITS,
    ROW,
    SIZE,
    action_on,
    count_words,
    empty,
    gained_on,
    limits_on,
    node_on,
    record_of,
    size_of,
    visits_on,
)
from halfmove.search.montecarlo.plan import Settings, settings_from


def searched(engine, state, limit, history=None):
    """The engine after a search."""
    engine.begin()
    engine.set_root(state, history)
    engine.grow(limit)
    return engine


# ---- proofs


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize(
    "game", [hm.game("tictactoe"), hm.game("connect4", width=4, height=4), hm.game("nim")], ids=repr
)
def test_what_is_proven_is_true(game, graph):
    """Positions of random games, searched to a proof, against brute force; and all bounds on the way."""
    known = {}
    rng = random.Random(5)
    states = rng.sample(sorted(set(random_states(game, 3, 40))), 25 if jit_enabled() else 4)
    engine = MonteCarlo(game, Settings(graph=graph), megabytes=8)
    for state in states:
        for simulations in (30, 300_000):
            engine.clear()
            searched(engine, state, Limit(simulations=simulations))
            for candidate in engine.candidates():
                true = child_score(game, state, candidate.action, known)
                assert proven_utility(candidate.low) <= proven_utility(true) <= proven_utility(candidate.high)
        assert engine.solved
        options = {"graph": str(graph)}
        found = analyze(game, state, Limit(simulations=300_000), algorithm="mcts", options=options)
        assert found.proven
        assert found.value == proven_utility(score(game, state, known))
        assert proven_utility(child_score(game, state, found.best, known)) == found.value


def test_without_proofs_it_goes_on():
    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="b2 a1")
    proving = searched(MonteCarlo(game, Settings()), state, Limit(simulations=1_000))
    assert proving.solved
    assert proving.simulations < 1_000
    engine = searched(MonteCarlo(game, Settings(proofs=False)), state, Limit(simulations=1_000))
    assert engine.simulations == 1_000
    assert not engine.solved


def test_a_game_that_is_over_has_no_line():
    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="a1 a2 b1 b2 c1")
    found = analyze(game, state, algorithm="mcts")
    assert found.lines == ()
    assert (found.value, found.proven) == (-1, True)


def test_a_utility_beyond_the_limit_breaks_a_promise():
    with pytest.raises(BrokenPromise, match="utility_limit"):
        analyze(ListTree(AIMA), limit=Limit(simulations=50), algorithm="mcts")


# ---- what fits


def test_auto_takes_it_for_go_only():
    assert choose(hm.game("go", size=5)).name == "mcts"
    assert choose(hm.game("connect4")).name == "engine"


def test_what_it_does_not_fit():
    class Hidden(ListTree):
        information_kind = "imperfect"

    with pytest.raises(Unsuitable, match="hides information"):
        analyze(Hidden(AIMA), algorithm="mcts")
    with pytest.raises(Unsuitable, match="graph"):
        MonteCarlo(hm.load("examples/pig.py"), Settings(graph=True))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"formla": "rave"}, "did you mean 'formula'"),
        ({"formula": "best"}, "must be one of ucb1, tuned, puct, rave"),
        ({"c": "much"}, "must be a number from 0 to 1000000000, not 'much'"),
        ({"c": "-1"}, "must be a number from 0 to"),
        ({"c": "nan"}, "must be a number from 0 to"),
        ({"expand": "2.5"}, "must be a whole number"),
        ({"proofs": "perhaps"}, "must be true or false"),
        ({"plies": "-2"}, "from -1 to"),
        ({"choice": "luck"}, "must be one of visits, value, secure"),
    ],
)
def test_bad_settings(options, message):
    with pytest.raises(BadInput, match=message):
        settings_from(options)


def test_options_reach_the_search():
    game = hm.game("nim")
    state, _ = hm.position(game, moves="A2 B2")  # from the beginning it takes 20,000 simulations to a proof
    for text in ("visits", "value", "secure"):
        options = {"choice": text, "c": "0.8"}
        found = analyze(game, state, Limit(simulations=200_000), algorithm="mcts", options=options)
        assert found.proven
    with pytest.raises(BadInput, match="has no options of its own"):
        analyze(game, algorithm="minimax", options={"c": "1"})


# ---- limits, lines, statistics


def test_simulations_bound_it_exactly():
    game = hm.game("connect4")
    for simulations in (1, 7, 500):
        found = analyze(game, limit=Limit(simulations=simulations), algorithm="mcts", lines=7)
        assert found.nodes == simulations
        assert sum(line.visits for line in found.lines) == simulations
        for line in found.lines:
            low, high = line.interval
            assert -1 <= low <= line.value <= high <= 1


def test_the_clock_is_looked_at_soon_also_after_a_search_that_was_much_faster(monkeypatch):
    """The end of a game takes millions of simulations a second; the next game began with as many at once."""
    clock, speed, chunks = [0.0], [4e6], []
    monkeypatch.setattr(montecarlo.time, "perf_counter", lambda: clock[0])
    engine = MonteCarlo(hm.game("tictactoe"), Settings(proofs=False), megabytes=1)
    engine.compiled = True

    def simulate(tree, worker, times):
        chunks.append(times)
        clock[0] += times / speed[0]
        return times

    monkeypatch.setattr(engine, "_simulate", simulate)
    engine._budget = 1 << 62
    engine._work(0, until=1.0)
    assert max(chunks) > 10_000
    assert clock[0] < 1.01

    speed[0] = 1e4
    chunks.clear()
    engine._budget = 1 << 62
    engine._work(0, until=clock[0] + 0.3)
    assert clock[0] < 1.32
    assert max(chunks) <= FIRST_CHUNK

    chunks.clear()
    speed[0] = 1e3
    engine._work(0, until=clock[0] + 0.001)  # over before it has looked once; yet it learns from it
    assert engine._chunk < chunks[0]


def test_analyses_come_on_the_way_and_closing_ends_it():
    game = hm.game("connect4")
    before = threads()
    seen = []
    for found in deepen(game, limit=Limit(seconds=60), algorithm="mcts"):
        seen.append(found.nodes)
        if len(seen) == 3:
            break
    assert sorted(seen) == seen
    assert threads() == before


@pytest.mark.slow_interpreted
def test_variations_are_legal():
    game = hm.game("connect4")
    found = analyze(game, limit=Limit(simulations=20_000), algorithm="mcts", lines=7)
    for line in found.lines:
        history = History(game)
        for action in line.variation:
            history.play(action)
        assert line.variation[0] == line.action


# ---- from move to move


@pytest.mark.slow_interpreted
def test_the_tree_is_kept_from_move_to_move():
    game = hm.game("connect4")
    engine = MonteCarlo(game, megabytes=64)
    history = History(game)
    searched(engine, history.state, Limit(simulations=20_000), history)
    (tree,) = engine.trees
    reply = {}
    for edge in edges_of(tree, ROOT):
        child = node_on(tree, edge)
        below = [visits_on(tree, e) for e in edges_of(tree, child)] if child else []
        reply[engine.named(action_on(tree, edge))] = (visits_on(tree, edge), below)
    best = max(reply, key=lambda a: reply[a][0])
    history.play(best)
    engine.begin()
    assert engine.set_root(history.state, history) == reply[best][0]
    (tree,) = engine.trees
    assert tree.counters[ROOT_VISITS] == reply[best][0]
    assert [visits_on(tree, e) for e in edges_of(tree, ROOT)] == reply[best][1]
    engine.grow(Limit(simulations=100))
    assert tree.counters[ROOT_VISITS] == reply[best][0] + 100
    other = History(game)
    other.play(0 if best else 1)
    assert engine.set_root(other.state, other) == 0


@pytest.mark.slow_interpreted
def test_a_tree_that_is_not_to_be_kept_serves_its_position_only():
    game = hm.game("connect4")
    engine = MonteCarlo(game, Settings(keep=False), megabytes=64)
    history = History(game)
    searched(engine, history.state, Limit(simulations=2_000), history)
    assert engine.set_root(history.state, history) == 2_000
    history.play(3)
    assert engine.set_root(history.state, history) == 0


def test_memory_of_another_game_is_refused():
    with pytest.raises(BadInput, match="needs one of its own"):
        analyze(hm.game("nim"), algorithm="mcts", memory=MonteCarlo(hm.game("tictactoe"), megabytes=1))


@pytest.mark.slow_interpreted
def test_when_memory_runs_out_what_was_visited_least_is_forgotten():
    game = hm.game("connect4")
    engine = MonteCarlo(game, Settings(expand=1), megabytes=1)
    searched(engine, game.initial(), Limit(simulations=60_000))
    assert engine.simulations == 60_000
    assert engine.forgotten > 1
    (tree,) = engine.trees
    assert count_words(tree) <= tree.counters[ROOM]
    assert sum(c.visits for c in engine.candidates()) == 60_000
    reached = [ROOT]
    for node in reached:  # every node is reached once, and its edges lie within the tree
        for edge in edges_of(tree, node):
            assert edge < tree.counters[EDGES_USED]
            child = node_on(tree, edge)
            if child:
                reached.append(child)
    assert len(reached) == len(set(reached)) == tree.counters[NODES_USED] - ROOT


@pytest.mark.parametrize("formula", ["ucb1", "rave"])
def test_an_action_has_a_record_once_it_is_tried_or_proven(formula):
    game = hm.game("go", size=5)
    engine = MonteCarlo(game, Settings(formula=formula), megabytes=8)
    searched(engine, game.initial(), Limit(simulations=300 if jit_enabled() else 40))
    (tree,) = engine.trees
    seen, todo = set(), [ROOT]
    untried = 0
    while todo:
        node = todo.pop()
        few = size_of(tree.nodes[node * NODE + SIZE]) <= FEW_EDGES
        assert (tree.nodes[node * NODE + ROW] != NOTHING) == few
        for place, edge in enumerate(edges_of(tree, node)):
            record = record_of(tree.edges[edge])
            tried = visits_on(tree, edge) > 0 or limits_on(tree, edge) != tree.records[EDGE_LIMITS]
            assert (record != NOTHING) == (few or tried)
            assert record not in seen
            if few:
                assert record == tree.nodes[node * NODE + ROW] + place
            if record == NOTHING:
                untried += 1
                assert (visits_on(tree, edge), gained_on(tree, edge), node_on(tree, edge)) == (0, 0, 0)
                continue
            seen.add(record)
            todo += [node_on(tree, edge)] if node_on(tree, edge) else []
    assert untried > 100
    assert seen == set(range(1, tree.counters[RECORDS_USED]))


@pytest.mark.slow_interpreted
def test_a_node_of_go_takes_less_than_a_kilobyte():
    game = hm.game("go", size=9)
    engine = MonteCarlo(game, Settings(proofs=False), megabytes=32)
    searched(engine, game.initial(), Limit(simulations=20_000))
    (tree,) = engine.trees
    assert 8 * count_words(tree) < 1_000 * tree.counters[NODES_USED]


# ---- threads


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("apart", [False, True, None])
def test_threads_share_the_work(apart):
    game = hm.game("connect4")
    engine = MonteCarlo(game, megabytes=64, threads=2, apart=apart)
    searched(engine, game.initial(), Limit(simulations=40_000))
    assert engine.simulations == 40_000
    assert sum(c.visits for c in engine.candidates()) == 40_000
    assert sum(tree.counters[ROOT_VISITS] for tree in engine.trees) == 40_000
    for candidate in engine.candidates():
        assert 0 <= candidate.mean <= 1


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("name", "trees"), [("tictactoe", 2), ("connect4", 2), ("chess", 1)])
def test_threads_have_trees_of_their_own_where_simulations_are_short(name, trees):
    game = hm.game(name)
    engine = MonteCarlo(game, Settings(proofs=False), megabytes=64, threads=2)
    room = engine.trees[0].counters[ROOM]
    searched(engine, game.initial(), Limit(simulations=4_000))
    assert len(engine.trees) == trees
    assert sum(tree.counters[ROOM] for tree in engine.trees) <= room
    assert engine.simulations == sum(c.visits for c in engine.candidates()) == 4_000
    best = max(engine.candidates(), key=lambda c: c.visits).action
    kept = engine.set_root(game.result(game.initial(), best), History(game, actions=[best]))
    assert kept == sum(tree.counters[ROOT_VISITS] for tree in engine.trees) > 0
    assert len(engine.trees) == trees


@pytest.mark.slow_interpreted
def test_what_one_thread_alone_knows_of_a_move_is_kept():
    game = hm.game("tictactoe")
    engine = MonteCarlo(game, Settings(proofs=False), megabytes=64, threads=2, apart=True)
    searched(engine, game.initial(), Limit(simulations=4_000))
    best = max(engine.candidates(), key=lambda c: c.visits)
    own = sorted(range(2), key=lambda at: engine.trees[at].counters[ROOT_VISITS])
    visits = child_by(engine.trees[own[1]], ROOT, best.action)[1]
    empty(engine.trees[own[0]])  # the clock says how many each made
    kept = engine.set_root(game.result(game.initial(), best.action), History(game, actions=[best.action]))
    assert kept == engine.trees[own[1]].counters[ROOT_VISITS] == visits > 0
    assert engine.trees[own[0]].counters[ROOT_VISITS] == 0


@pytest.mark.slow_interpreted
def test_one_simulation_does_not_say_how_long_they_take():
    game = hm.game("tictactoe")
    engine = MonteCarlo(game, Settings(proofs=False), megabytes=64, threads=2)
    searched(engine, game.initial(), Limit(simulations=1))
    assert (len(engine.trees), engine.simulations) == (1, 1)
    searched(engine, game.initial(), Limit(simulations=4_000))
    assert len(engine.trees) == 2


@pytest.mark.slow_interpreted
def test_threads_together_prove_what_is_true():
    game = hm.game("connect4", width=4, height=4)
    known = {}
    for state in [s for s in random_states(game, 8, 6) if s != game.initial()][::3]:
        engine = MonteCarlo(game, megabytes=16, threads=3)
        searched(engine, state, Limit(seconds=20))
        assert engine.solved
        for candidate in engine.candidates():
            true = child_score(game, state, candidate.action, known)
            assert proven_utility(candidate.low) <= proven_utility(true) <= proven_utility(candidate.high)


# ---- the graph


@pytest.mark.slow_interpreted
def test_a_graph_has_a_node_for_a_state_and_no_more():
    game = hm.game("tictactoe")
    engine = MonteCarlo(game, Settings(graph=True, proofs=False), megabytes=8)
    searched(engine, game.initial(), Limit(simulations=20_000))
    (tree,) = engine.trees
    seen = {}
    todo = [(ROOT, game.initial())]
    while todo:
        node, state = todo.pop()
        if seen.setdefault(node, state) is not state:
            assert seen[node] == state
            continue
        for edge in edges_of(tree, node):
            if node_on(tree, edge):
                todo.append((node_on(tree, edge), game.result(state, action_on(tree, edge))))
    assert len(set(seen.values())) == len(seen)
    plain = searched(
        MonteCarlo(game, Settings(proofs=False), megabytes=8), game.initial(), Limit(simulations=20_000)
    )
    assert len(seen) < 0.7 * plain.statistics()["tree_nodes"]


@pytest.mark.slow_interpreted
def test_a_graph_survives_repetition():
    """Kings that can only go to and fro: every way on leads back."""
    game = hm.game("chess")
    history = History(game, game.parse("8/8/4k3/8/8/4K3/8/7R w - - 0 1"))
    engine = MonteCarlo(game, Settings(graph=True, plies=-1), megabytes=32)
    searched(engine, history.state, Limit(simulations=20_000), history)
    assert engine.simulations == 20_000
    assert max(engine.candidates(), key=lambda c: c.visits).mean > 0.5


# ---- the final choice


def test_choices():
    sure = Candidate("sure", 1_000, 0.60, -WIN, WIN)
    lucky = Candidate("lucky", 120, 0.65, -WIN, WIN)
    untried = Candidate("untried", 2, 1.0, -WIN, WIN)
    three = [lucky, untried, sure]
    assert [c.action for c in rank_candidates(three, "visits")] == ["sure", "lucky", "untried"]
    assert rank_candidates(three, "value")[0] is untried
    assert rank_candidates(three, "secure")[0] is sure
    won = Candidate("won", 3, 0.2, WIN - 9, WIN - 9)
    sooner = Candidate("sooner", 1, 0.1, WIN - 3, WIN - 3)
    lost = Candidate("lost", 5_000, 0.9, 4 - WIN, 4 - WIN)
    later = Candidate("later", 0, 0.5, 10 - WIN, 10 - WIN)
    for choice in ("visits", "value", "secure"):
        ordered = [c.action for c in rank_candidates([lost, sure, won, later, sooner], choice)]
        assert ordered == ["sooner", "won", "sure", "later", "lost"]


def test_a_certain_draw_beats_what_can_only_be_worse():
    drawn = Candidate("drawn", 10, 0.5, 0, 0)
    no_better = Candidate("no better", 900, 0.7, -WIN, 0)
    assert rank_candidates([no_better, drawn], "visits")[0] is drawn
    worse = Candidate("worse", 900, 0.7, -WIN, 5 - WIN)
    assert rank_candidates([worse, drawn], "secure")[0] is drawn
