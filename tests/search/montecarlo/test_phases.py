"""The four phases: what a simulation adds to the tree, and that both speeds add the same."""

import math
import random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_players import RIVALS
from mazes import Maze, start
from simulated import check_books, told
from small_games import ChanceTree, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.search.montecarlo import phases
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.keeping import edges_of
from halfmove.search.montecarlo.memory import (
    NODE,
    ROOT,
    SIZE,
    action_on,
    mover_of,
)
from halfmove.search.montecarlo.plan import FORMULAS, Settings

PLAIN = Settings(proofs=False)


def grown(game, state=None, simulations=300, settings=PLAIN, **options):
    """A memory after a search of so many simulations."""
    engine = MonteCarlo(game, settings, megabytes=8, seed=3, **options)
    engine.begin()
    engine.set_root(game.initial() if state is None else state)
    engine.grow(Limit(simulations=simulations))
    return engine


GAMES = [
    hm.game("tictactoe"),
    hm.game("connect4", width=5, height=4),
    hm.game("nim"),
    hm.game("go", size=5),
    Maze(in_turn=False, utility_limit=3),
    ChanceTree(),
    RIVALS,
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title())
@pytest.mark.parametrize("formula", FORMULAS)
def test_every_simulation_is_booked_once(game, formula):
    state = root(7) if isinstance(game, ChanceTree) else start(7) if isinstance(game, Maze) else None
    if state is not None and game.is_terminal(state):
        pytest.skip("this one is over at once")
    simulations = 50 if game.name == "go" else 200  # of which each plays a game, in plain Python too
    for expand in (1, 2, 5):
        engine = grown(game, state, simulations, Settings(formula=formula, proofs=False, expand=expand))
        check_books(engine, simulations)


@pytest.mark.one_speed
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title())
@pytest.mark.parametrize("formula", ["ucb1", "puct"])
def test_simulations_that_share_a_trunk_are_booked_once_each(game, formula, monkeypatch):
    """As above, where eight visits count as often, so that most simulations share one."""
    state = root(7) if isinstance(game, ChanceTree) else start(7) if isinstance(game, Maze) else None
    if state is not None and game.is_terminal(state):
        pytest.skip("this one is over at once")
    monkeypatch.setattr(phases, "OFTEN", 8)
    monkeypatch.setattr(phases, "RARELY", 2)
    simulations, lengths = 50 if game.name == "go" else 203, []
    burst = phases.burst
    monkeypatch.setattr(phases, "burst", lambda *told: lengths.append(burst(*told)) or lengths[-1])
    engine = grown(interpreted(game), state, simulations, Settings(formula=formula, proofs=False))
    check_books(engine, simulations)
    assert sum(lengths) == simulations
    assert max(lengths) > 1 or game.has_chance or game.name == "go"  # too many moves, too few simulations


@pytest.mark.one_speed
def test_proofs_end_a_burst(monkeypatch):
    monkeypatch.setattr(phases, "OFTEN", 8)
    monkeypatch.setattr(phases, "RARELY", 2)
    game = interpreted(hm.game("mnk", width=3, height=3, k=2))
    found = hm.analyze(game, limit=Limit(simulations=500), algorithm="mcts", seed=1)
    assert (found.value, found.proven) == (1, True)


@pytest.mark.slow_interpreted
def test_compiled_is_interpreted_with_bursts():
    game, settings = hm.game("tictactoe"), Settings(formula="ucb1", proofs=False)
    fast, again = grown(game, None, 5_000, settings), grown(game, None, 5_000, settings)
    assert told(fast) == told(again) == told(grown(interpreted(game), None, 5_000, settings))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title())
@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"formula": "tuned", "expand": 1},
        {"formula": "puct", "playouts": "heavy", "widening": 1.5},
        {"formula": "rave", "prior": 5, "replies": True, "playouts": "heavy"},
        {"plies": 2, "bias": 0.3},
        {"plies": -1},
    ],
    ids=lambda wanted: ",".join(wanted) or "usual",
)
def test_compiled_is_interpreted(game, wanted):
    state = root(11) if isinstance(game, ChanceTree) else start(11) if isinstance(game, Maze) else None
    fast = grown(game, state, 150, Settings(**wanted))
    slow = grown(interpreted(game), state, 150, Settings(**wanted))
    assert told(fast) == told(slow)


def test_a_seed_repeats_a_search_and_another_does_not():
    game = hm.game("connect4")
    one, two = grown(game), grown(game)
    assert told(one) == told(two)
    other = MonteCarlo(game, PLAIN, megabytes=8, seed=4)
    other.begin()
    other.set_root(game.initial())
    other.grow(Limit(simulations=300))
    assert told(other) != told(one)


# ---- the statistics are those of the theory


class Lever(NamedTuple):
    """A lever of a `Bandit`; 0 is none yet; what the pull has brought, 0 or 1, and -1 before."""

    lever: int
    fallen: int


class Bandit(Game):
    """One player, ten levers, each with a probability of its own to bring 1 instead of 0."""

    players = 1
    payoffs = "general"
    chance = "explicit"
    levers: int = 10

    def initial(self):
        return Lever(0, -1)

    def to_move(self, s):
        return CHANCE if s.lever > 0 else 0

    def actions(self, s):
        for a in range(1, self.levers + 1 if s.lever == 0 else 3):  # noqa: UP028
            yield a

    def outcomes(self, s):
        yield 1, self.chance_of(s.lever)
        yield 2, 1.0 - self.chance_of(s.lever)

    def chance_of(self, lever):
        return 0.2 + 0.06 * lever

    def result(self, s, a):
        return Lever(a, -1) if s.lever == 0 else Lever(s.lever, 2 - a)

    def is_terminal(self, s):
        return s.fallen >= 0

    def utility(self, s, player):
        return 2 * s.fallen - 1


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("pulls", [1_000, 10_000, 100_000])
def test_regret_is_logarithmic(pulls):
    """Auer, Cesa-Bianchi and Fischer, *Finite-time analysis of the multiarmed bandit problem*, 2002, theorem
    1: with c = sqrt(2) each lever is expected to be pulled at most 8 ln n / d**2 + 1 + pi**2 / 3 times, where
    d is how much less than the best it brings."""
    game = Bandit()
    engine = grown(game, None, pulls, Settings(c=math.sqrt(2)))
    found = {c.action: c.visits for c in engine.candidates()}
    assert sum(found.values()) == pulls
    for lever in range(1, game.levers):
        short = game.chance_of(game.levers) - game.chance_of(lever)
        assert found[lever] <= 8 * math.log(pulls) / short**2 + 1 + math.pi**2 / 3
    regret = sum((game.chance_of(game.levers) - game.chance_of(a)) * n for a, n in found.items())
    bound = sum(8 * math.log(pulls) / (0.06 * k) + 5 for k in range(1, game.levers))
    assert regret <= bound


@pytest.mark.slow_interpreted
def test_estimates_converge_to_the_value_of_the_tree():
    """Kocsis and Szepesvari, *Bandit based Monte-Carlo planning*, 2006, theorem 6: the bias of the mean at
    the root falls like log(n) / n."""
    game = hm.tree([[0.3, 0.9], [0.6, 0.5], [0.1, 1.0]], root="max")
    value = 0.5
    errors = []
    for simulations in (1_000, 10_000, 100_000):
        engine = grown(game, None, simulations, Settings(c=0.7, proofs=False))
        best = max(engine.candidates(), key=lambda c: c.visits)
        assert best.action == list(game.actions(game.initial()))[1]
        visits = sum(c.visits for c in engine.candidates())
        mean = sum(c.mean * c.visits for c in engine.candidates()) / visits
        errors.append(abs((2 * mean - 1) * engine.plan.most / 1e6 - value))
    assert errors[2] < 20 * math.log(100_000) / 100_000
    assert errors[2] < errors[1] < errors[0]


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_nature_is_drawn_by_its_probabilities(seed):
    """The visits of a chance node's edges against their probabilities: no further off than four standard
    deviations."""
    game = hm.tree({"player": "chance", "probabilities": [0.7, 0.2, 0.1], "children": [1, 0, -1]})
    engine = MonteCarlo(game, PLAIN, megabytes=1, seed=seed)
    engine.begin()
    engine.set_root(game.initial())
    engine.grow(Limit(simulations=400))
    for candidate, p in zip(engine.candidates(), (0.7, 0.2, 0.1), strict=True):
        assert abs(candidate.visits - 400 * p) <= 4.5 * math.sqrt(400 * p * (1 - p)) + 1


def test_movers_of_nodes_and_edges():
    engine = grown(hm.game("nim"))
    (tree,) = engine.trees
    assert mover_of(tree.nodes[ROOT * NODE + SIZE]) == 0
    assert {action_on(tree, e) for e in edges_of(tree, ROOT)} == set(
        engine.game.actions(engine.game.initial())
    )


# ---- repetition


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("rules", ["tromp-taylor", "aga"])
@pytest.mark.parametrize("seed", range(4))
def test_superko_is_kept_to_in_the_tree(rules, seed):
    """A random game on 2 by 2 points, where most of what is possible has soon stood before."""
    game = hm.game("go", size=2, rules=rules, komi=0)
    if rules == "aga":  # the machine code of one form of superko does for both
        game = interpreted(game)
    history, rng = History(game), random.Random(seed)
    engine = MonteCarlo(game, PLAIN, megabytes=1)
    while not history.over and len(history.actions) < 30:
        engine.begin()
        engine.set_root(history.state, history)
        engine.grow(Limit(simulations=20))
        assert {c.action for c in engine.candidates()} == set(history.legal())
        for candidate in engine.candidates():
            again = History(game, history.start, history.actions)
            for action in engine.line(candidate.action, least=1):
                again.play(action)
        legal = history.legal()
        history.play(rng.choice([a for a in legal if a != game.points] or legal))


def test_a_third_standing_is_a_draw_in_the_tree():
    """White, far behind, can repeat the position for the third time at once."""
    game = hm.game("chess")
    history = History(game, game.parse("6qk/8/8/8/8/8/5q2/3Q3K w - - 0 1"))
    engine = MonteCarlo(game, Settings(), megabytes=4)
    for white, black in (("Qd5", "Qfg3"), ("Qd1", "Qf2"), ("Qd5", "Qfg3"), ("Qd1", "Qf2")):
        history.append(game.parse_action(history.state, white))
        history.append(game.parse_action(history.state, black))
    history.undo()
    engine.begin()
    engine.set_root(history.state, history)
    engine.grow(Limit(simulations=1))
    proven = [c for c in engine.candidates() if c.proven and c.low == 0]
    assert game.parse_action(history.state, "Qf2") in [c.action for c in proven]
