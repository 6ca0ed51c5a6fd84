"""Leaves valued from outside: what an evaluator is asked, and what comes of its answers."""

import numpy as np
import pytest
from many_players import RIVALS
from mazes import Maze, start
from simulated import check_books, told
from small_games import ChanceTree, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, BrokenPromise
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.memory import NODES_USED, ROOT, edges_of, prior_on
from halfmove.search.montecarlo.plan import Settings


class Judge:
    """An evaluator that notes what it is asked: by chance, but the same for the same state."""

    def __init__(self, game):
        self.game, self.calls = game, []

    def __call__(self, states, actions):
        self.calls.append((list(states), [list(some) for some in actions]))
        return [self.judge(s, some) for s, some in zip(states, actions, strict=True)]

    def judge(self, state, actions):
        drawn = np.random.default_rng(abs(hash(tuple(state))) if isinstance(state, tuple) else 1)
        shares = drawn.random(len(actions))
        if self.game.players == 2 and self.game.zero_sum:
            return shares, drawn.uniform(-0.5, 0.5)
        return shares, drawn.uniform(-0.5, 0.5, self.game.players)


def grown(game, state=None, simulations=300, judge=None, batch=8, settings=None, **options):
    """A memory after a search of so many simulations, and who was asked."""
    judge = judge or Judge(game)
    engine = MonteCarlo(game, settings, megabytes=16, evaluator=judge, batch=batch, **options)
    engine.begin()
    engine.set_root(game.initial() if state is None else state)
    engine.grow(Limit(simulations=simulations))
    return engine, judge


GAMES = [
    (hm.game("tictactoe"), None),
    (hm.game("connect4", width=5, height=4), None),
    (hm.game("go", size=5), None),
    (Maze(in_turn=False, utility_limit=3), start(7)),
    (ChanceTree(), root(7)),
    (RIVALS, None),
]
IDS = [game.title() for game, _ in GAMES]


@pytest.mark.parametrize(("game", "state"), GAMES, ids=IDS)
@pytest.mark.parametrize("batch", [1, 8])
def test_what_is_asked(game, state, batch):
    settings = Settings(formula="puct", proofs=False)
    engine, judge = grown(interpreted(game), state, 200, batch=batch, settings=settings)
    assert engine.simulations == 200
    assert engine.batches.asked == sum(len(states) for states, _ in judge.calls)
    for states, actions in judge.calls:
        assert 1 <= len(states) == len(actions) <= batch
        for s, some in zip(states, actions, strict=True):
            assert not game.is_terminal(s)
            assert game.to_move(s) != CHANCE
            assert some == list(game.actions(s))
    engine.plan = engine.batches.plan  # a node at the first visit
    check_books(engine, 200)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("wanted", [{}, {"formula": "rave", "prior": 5}, {"formula": "ucb1"}], ids=str)
def test_compiled_is_interpreted(wanted):
    for game in (hm.game("tictactoe"), hm.game("connect4", width=5, height=4)):
        settings = Settings(formula=wanted.get("formula", "puct"), prior=wanted.get("prior", 0))
        fast, _ = grown(game, settings=settings)
        slow, _ = grown(interpreted(game), settings=settings)
        assert told(fast) == told(slow)


def test_the_shares_given_are_the_priors():
    game = hm.game("tictactoe")
    wanted = [9, 8, 7, 6, 5, 4, 3, 2, 0]

    def judge(states, actions):
        return [(wanted[: len(some)], 0.0) for some in actions]

    engine, _ = grown(interpreted(game), simulations=1, judge=judge)
    (tree,) = engine.trees
    shares = [prior_on(tree, e) / 2**30 for e in edges_of(tree, ROOT)]
    assert shares == pytest.approx([w / sum(wanted) for w in wanted], abs=1e-6)
    assert max(engine.candidates(), key=lambda c: c.visits).action == 0


def test_an_evaluator_that_knows_leads_to_the_best_move():
    """Values by brute force: X can win at once in one place, O threatens in another."""
    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="a1 b2 a3 b1 c1")

    def judge(states, actions):
        return [([1] * len(some), hm.solve(game, s).value) for s, some in zip(states, actions, strict=True)]

    engine, _ = grown(
        interpreted(game), state, 200, judge=judge, settings=Settings(formula="puct", proofs=False)
    )
    best = max(engine.candidates(), key=lambda c: c.visits)
    assert best.action == hm.analyze(game, state).best


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_when_the_evaluator_fails_nothing_was_asked(kind):
    game = interpreted(hm.game("connect4"))
    calls = []

    def judge(states, actions):
        calls.append(len(states))
        if len(calls) == 10:
            raise kind
        return [([1] * len(some), 0.0) for some in actions]

    engine = MonteCarlo(game, Settings(formula="puct", proofs=False), megabytes=16, evaluator=judge, batch=8)
    engine.begin()
    engine.set_root(game.initial())
    with pytest.raises(kind):
        engine.grow(Limit(simulations=1000))
    engine.plan = engine.batches.plan
    check_books(engine, sum(calls[1:9]))
    engine.grow(Limit(simulations=100))
    check_books(engine, max(100, sum(calls[1:9])))


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda some: [], "was asked about 1 states and judged 0"),
        (lambda some: [([1], 0.0)], "1 likelihoods for 9 actions"),
        (lambda some: [([-1] * len(some), 0.0)], "negative or no number"),
        (lambda some: [([float("nan")] * len(some), 0.0)], "negative or no number"),
        (lambda some: [([1] * len(some), 1.5)], "the value 1.5; it must be within 1"),
        (lambda some: [([1] * len(some), float("nan"))], "the value nan"),
        (lambda some: [([1] * len(some), [0.1, 0.2, 0.3])], "it must be within 1"),
    ],
)
def test_answers_that_make_no_sense(answer, says):
    with pytest.raises(BrokenPromise, match=says):
        grown(interpreted(hm.game("tictactoe")), judge=lambda states, actions: answer(actions[0]))


def test_without_opposite_interests_each_player_has_a_value():
    with pytest.raises(BrokenPromise, match="a value for each player"):
        grown(interpreted(RIVALS), judge=lambda s, actions: [([1] * len(some), 0.0) for some in actions])


def test_all_likelihoods_zero_are_equal_ones():
    game = interpreted(hm.game("tictactoe"))
    engine, _ = grown(game, simulations=1, judge=lambda s, actions: [([0] * len(a), 0.0) for a in actions])
    (tree,) = engine.trees
    shares = {prior_on(tree, e) for e in edges_of(tree, ROOT)}
    assert shares == {2**30 // 9}


def test_it_ends_in_a_proof():
    game = hm.game("tictactoe")
    engine, _ = grown(game, hm.position(game, moves="b2 a1")[0], simulations=100_000, batch=16)
    assert engine.solved
    assert engine.simulations < 100_000


@pytest.mark.slow_interpreted
def test_a_graph_asks_about_a_state_once():
    game = hm.game("connect4", width=4, height=4)
    engine, judge = grown(game, simulations=3_000, settings=Settings(formula="puct", graph=True), batch=16)
    asked = [s for states, _ in judge.calls for s in states]
    # two of one batch may be the same state, reached on two ways
    assert len(asked) - len(set(asked)) < 0.05 * len(asked)
    assert engine.trees[0].counters[NODES_USED] - ROOT == len(set(asked))


@pytest.mark.parametrize("rules", ["tromp-taylor", "aga"])
def test_superko_is_kept_to(rules):
    game = interpreted(hm.game("go", size=2, rules=rules, komi=0))
    history = History(game, game.initial())
    judge = Judge(game)
    engine = MonteCarlo(game, megabytes=4, evaluator=judge, batch=4)
    while not history.over and len(history.actions) < 12:
        engine.begin()
        engine.set_root(history.state, history)
        engine.grow(Limit(simulations=30))
        assert {c.action for c in engine.candidates()} == set(history.legal())
        history.play(max(engine.candidates(), key=lambda c: c.visits).action)


def test_analyze_takes_such_a_memory_and_keeps_the_tree():
    game = interpreted(hm.game("connect4"))
    judge = Judge(game)
    engine = MonteCarlo(game, evaluator=judge, batch=8, megabytes=16)
    found = hm.analyze(game, limit=Limit(simulations=200), algorithm="mcts", memory=engine)
    assert found.statistics["evaluated"] == engine.batches.asked > 100
    assert engine.set_root(*_after(game, found.best)) > 0


def _after(game, action):
    history = History(game, game.initial())
    history.play(action)
    return history.state, history


@pytest.mark.slow_interpreted
def test_when_memory_runs_out_what_was_visited_least_is_forgotten():
    game = interpreted(hm.game("connect4"))
    engine = MonteCarlo(game, megabytes=0.2, evaluator=Judge(game), batch=8)
    engine.begin()
    engine.set_root(game.initial())
    engine.grow(Limit(simulations=1_500))
    assert engine.forgotten
    assert engine.simulations == 1_500


def test_what_is_refused():
    game = hm.game("connect4")
    judge = Judge(game)
    with pytest.raises(BadInput, match="one thread"):
        MonteCarlo(game, evaluator=judge, threads=2)
    with pytest.raises(BadInput, match="1 to 4096 states, not 0"):
        MonteCarlo(game, evaluator=judge, batch=0)
    with pytest.raises(BadInput, match="too few for batches of 4096"):
        MonteCarlo(game, evaluator=judge, batch=4096, megabytes=1)
