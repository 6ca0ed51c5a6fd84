"""Recorded iterations: the same search as one that nobody watches, and every figure of it adds up."""

import math
import random
from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from many_players import RIVALS
from small_games import ChanceTree, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.memory import (
    EDGES_USED,
    EXTRA,
    NODE,
    NODES_USED,
    RECORD,
    RECORDS_USED,
    ROOT,
    ROOT_VISITS,
    edges_of,
    gained_on,
    visits_on,
)
from halfmove.search.montecarlo.plan import FORMULAS, Settings
from halfmove.search.montecarlo.planting import Counts, plant
from halfmove.search.montecarlo.recording import record, snapshot

SETTINGS = [
    *({"formula": formula} for formula in FORMULAS),
    *({"formula": formula, "bias": 0.4, "widening": 1.5, "expand": 1} for formula in FORMULAS),
    {"formula": "rave", "prior": 5, "replies": True, "playouts": "heavy", "proofs": False},
    {"graph": True},
    {"plies": 2},
    {"plies": -1, "proofs": False},
]


def ready(game, state=None, seed=3, **settings):
    """An engine about to search."""
    engine = MonteCarlo(game, Settings(**settings), megabytes=4, seed=seed)
    engine.begin()
    engine.set_root(game.initial() if state is None else state)
    return engine


def told(engine):
    """All words of the tree, the thread's counts and where its random numbers stand."""
    (tree,), (worker,) = engine.trees, engine.workers
    nodes, edges = tree.counters[NODES_USED], tree.counters[EDGES_USED]
    return (
        tree.counters.array.tolist(),
        tree.nodes.array[: nodes * NODE].tolist(),
        tree.edges.array[:edges].tolist(),
        tree.records.array[: tree.counters[RECORDS_USED] * RECORD].tolist(),
        tree.extras.array[: edges * EXTRA].tolist() if engine.plan.extras else [],
        worker.counters.array.tolist(),
        worker.random[0],
    )


# ---- the same search


@pytest.mark.parametrize("wanted", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_a_recorded_search_is_the_same_search(name, wanted):
    """Compiled where the JIT is on, and interpreted."""
    game = hm.game(name)
    seen = ready(game, **wanted)
    iterations = record(seen, 150)
    for twin in (game, interpreted(game)):
        unseen = ready(twin, **wanted)
        unseen.grow(Limit(simulations=150))
        assert unseen.simulations == len(iterations)
        assert told(unseen) == told(seen)


@pytest.mark.parametrize(
    ("game", "state"),
    [(ChanceTree(), root(7)), (RIVALS, None), (hm.tree([[3, 5], [2, 9]]), None)],
    ids=["chance", "players", "tree"],
)
def test_so_it_is_with_chance_more_players_and_actions_of_any_kind(game, state):
    for wanted in ({}, {"formula": "rave"}):
        seen, unseen = (ready(interpreted(game), state, **wanted) for _ in range(2))
        record(seen, 80)
        unseen.grow(Limit(simulations=80))
        assert told(unseen) == told(seen)


def test_it_goes_on_where_another_left_off():
    game = hm.game("tictactoe")
    whole, parts = ready(game), ready(game)
    record(whole, 60)
    parts.grow(Limit(simulations=25))
    assert [iteration.number for iteration in record(parts, 35)] == list(range(26, 61))
    assert told(whole) == told(parts)


def test_it_ends_with_a_proof():
    iterations = record(ready(hm.game("nim", heaps="1 2")), 10_000)
    assert len(iterations) < 10_000
    assert [iteration.solved for iteration in iterations[-2:]] == [False, True]


# ---- the formula


@pytest.mark.parametrize("wanted", SETTINGS, ids=str)
@pytest.mark.parametrize("game", [hm.game("tictactoe"), hm.game("nim")], ids=repr)
def test_the_terms_add_up_and_the_highest_is_taken(game, wanted):
    choices = [c for iteration in record(ready(game, **wanted), 200) for c in iteration.path]
    assert len(choices) > 250
    for choice in choices:
        totals = [c.terms.total for c in choice.candidates if c.terms]
        if choice.how == "bounds":
            assert not totals
            continue
        assert choice.chosen.terms.total == max(totals)
        assert not choice.chosen.out
        for candidate in choice.candidates:
            assert (candidate.terms is None) == bool(candidate.out)
            if candidate.terms:
                t = candidate.terms
                assert t.total == pytest.approx(
                    t.exploitation + t.exploration + t.as_first + t.bias, rel=1e-12
                )


def _by_hand(plan, choice, candidate):
    """The formulas as the documents have them."""
    n, big, c, t = candidate.visits, choice.visits, plan.explore, candidate.terms
    formula = FORMULAS[plan.formula]
    log = math.log(max(big, 1))
    if formula == "ucb1":
        return candidate.mean + c * math.sqrt(log / n)
    if formula == "puct":
        return candidate.mean + c * t.prior * math.sqrt(big) / (1 + n)
    if formula == "rave":
        return (1 - t.share) * candidate.mean + t.as_first + c * math.sqrt(log / (n + 1))
    most = candidate.mean + c * math.sqrt(log / n / 4)
    return min(most, max(t.total, candidate.mean))  # between none of the variance and all there can be


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_terms_are_those_of_the_formula(formula):
    engine = ready(hm.game("tictactoe"), formula=formula, proofs=False)
    tried = 0
    for iteration in record(engine, 300):
        for choice in iteration.path:
            for candidate in choice.candidates:
                if candidate.visits:
                    tried += 1
                    assert candidate.terms.total == pytest.approx(_by_hand(engine.plan, choice, candidate))
                elif formula in ("ucb1", "tuned"):
                    assert candidate.terms.untried
    assert tried > 1000


def test_widening_leaves_out_what_is_less_likely():
    engine = ready(hm.game("tictactoe"), widening=1.0)
    first = record(engine, 1)[0].selection[0]
    assert Counter(candidate.out for candidate in first.candidates) == {"widening": 8, "": 1}


# ---- the books


@pytest.mark.parametrize("wanted", [{"proofs": False}, {"formula": "rave"}, {"expand": 1}], ids=str)
def test_every_gain_is_the_sum_of_what_was_recorded(wanted):
    engine = ready(hm.game("tictactoe"), **wanted)
    gained, visits, first = defaultdict(float), Counter(), Counter()
    iterations = record(engine, 250)
    for iteration in iterations:
        for change, choice in zip(reversed(iteration.backup), iteration.path, strict=True):
            assert change.visits == (visits[change.edge], visits[change.edge] + 1)
            assert change.wins[0] == pytest.approx(gained[change.edge])
            assert change.wins[1] - change.wins[0] == pytest.approx(iteration.playout.rewards[change.mover])
            assert (change.edge, change.action) == (choice.chosen.edge, choice.chosen.action)
            visits[change.edge] += 1
            gained[change.edge] += iteration.playout.rewards[change.mover]
            first[choice.node] += len(change.as_first)
    (tree,) = engine.trees
    assert tree.counters[ROOT_VISITS] == 250
    for edge, times in visits.items():
        assert visits_on(tree, edge) == times
        assert gained_on(tree, edge) / 2e6 == pytest.approx(gained[edge])
    assert bool(first[ROOT]) == (wanted.get("formula") == "rave")


def test_playouts_are_legal_and_end_where_they_say():
    game = hm.game("tictactoe")
    for iteration in record(ready(game), 100):
        state = game.initial()
        for action in iteration.actions:
            assert action in list(game.actions(state))
            state = game.result(state, action)
        assert state == iteration.playout.final
        if iteration.playout.end == "over":
            assert game.is_terminal(state)
            assert [2 * reward - 1 for reward in iteration.playout.rewards] == [
                game.utility(state, player) for player in (0, 1)
            ]


@pytest.mark.slow_interpreted
def test_why_there_is_a_node_or_none():
    assert {i.expansion.why for i in record(ready(hm.game("tictactoe"), expand=3), 300)} == {"visits", "new"}
    assert "proven" in {i.expansion.why for i in record(ready(hm.game("tictactoe")), 1_200)}
    assert "over" in {i.expansion.why for i in record(ready(hm.game("nim", heaps="1 2"), proofs=False), 90)}
    shared = record(ready(hm.game("tictactoe"), graph=True), 600)
    assert "shared" in {i.expansion.why for i in shared}


@pytest.mark.slow_interpreted
def test_what_is_certain_is_recorded():
    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="a1 a2 b1 b2")  # X wins with c1
    (iteration,) = record(ready(game, state), 1) or [None]
    assert iteration is None or iteration.solved
    proofs = [p for i in record(ready(game), 3_000) for p in i.proofs if p.settled]
    assert proofs
    for proof in proofs:
        assert proof.low[1] >= proof.low[0]
        assert proof.high[1] <= proof.high[0]


def test_threads_cannot_be_recorded():
    engine = MonteCarlo(hm.game("nim"), Settings(), megabytes=1, threads=2)
    if engine.threads == 1:
        pytest.skip("interpreted there is one thread")
    with pytest.raises(BadInput, match="one thread"):
        record(engine, 1)


# ---- counts given beforehand


def tree_of(node):
    """A `Counts` of moves in tic-tac-toe: (wins, playouts, {action: …})."""
    wins, playouts, *below = node
    return Counts(Fraction(wins), playouts, {a: tree_of(c) for a, c in (below[0] if below else {}).items()})


def test_counts_are_planted_word_for_word():
    engine = ready(hm.game("tictactoe"), formula="tuned")
    plant(engine, tree_of((4, 10, {4: (5, 8, {0: (2, 5), 2: (1, 3)}), 0: (1, 2)})))
    stood = snapshot(engine)
    assert stood.visits == 10
    assert len(stood.vertices) == 2
    assert {e.action: (e.wins, e.visits) for e in stood.vertices[0].edges if e.visits} == {
        4: (5, 8),
        0: (1, 2),
    }
    assert {e.action: (e.wins, e.visits) for e in stood.vertices[1].edges if e.visits} == {
        0: (2, 5),
        2: (1, 3),
    }
    (iteration,) = record(engine, 1)
    assert iteration.selection[0].visits == 10
    assert len(edges_of(engine.trees[0], ROOT)) == 9


def test_what_a_recorded_search_found_can_be_planted_again():
    game = hm.game("tictactoe")
    grown = ready(game, proofs=False, expand=1)
    record(grown, 200)

    known = {v.node: v for v in snapshot(grown).vertices}

    def counts(node, visits, wins):
        vertex = known.get(node)
        below = (
            {e.action: counts(e.node, e.visits, e.wins) for e in vertex.edges if e.visits} if vertex else {}
        )
        return Counts(Fraction(round(2 * wins), 2), visits, below)

    total = sum(e.wins for e in known[ROOT].edges)
    planted = ready(game, proofs=False, expand=1)
    plant(planted, counts(ROOT, 200, 200 - total))

    def shape(engine):
        names = {v.node: v.edges for v in snapshot(engine).vertices}

        def below(node):
            return {e.action: (e.visits, e.wins, below(e.node)) for e in names.get(node, ())}

        return below(ROOT)

    assert shape(planted) == shape(grown)


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ((4, 11, {4: (5, 8)}), "The root has 11 playouts and its moves have 8"),
        ((4, 8, {4: (5, 8)}), "leaves 4 wins to whoever moves there, but the moves have 5 in 8"),
        ((3, 8, {4: (5, 8, {0: (2, 5), 2: (1, 4)})}), "The moves at b2 have 9 playouts together"),
        ((3, 8, {4: (5, 8, {0: (5, 5)})}), "The counts at b2 are 5/8, which leaves 3 wins"),
    ],
)
def test_counts_that_do_not_fit_together(node, message):
    with pytest.raises(BadInput, match=message):
        plant(ready(hm.game("tictactoe")), tree_of(node))


def test_where_counts_cannot_be_given():
    pig = hm.load("examples/pig.py")
    with pytest.raises(Unsuitable, match="pig is not such a game"):
        plant(ready(pig), Counts(Fraction(), 0))
    with pytest.raises(Unsuitable, match="not for a graph"):
        plant(ready(hm.game("nim"), graph=True), Counts(Fraction(), 0))


def test_random_states_too():
    """From the middle of games, where some actions are proven from the beginning."""
    game, rng = hm.game("tictactoe"), random.Random(1)
    for _ in range(15):
        state = game.initial()
        for _ in range(rng.randrange(2, 6)):
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(list(game.actions(state))))
        if game.is_terminal(state):
            continue
        seen, unseen = ready(game, state), ready(game, state)
        record(seen, 100)
        unseen.grow(Limit(simulations=100))
        assert told(seen) == told(unseen)
