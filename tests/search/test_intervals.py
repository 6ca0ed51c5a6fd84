"""What the leaves seen prove of every node, beside the same found from scratch."""

import math
import random

import pytest
from random_specs import spec

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.search.intervals import exactly
from halfmove.search.trace import Enter, Leaf, Leave, Start
from halfmove.teach.examples import FIG_5_2, MIT_GAME1, WINSTON
from halfmove.teach.replay import PathReplay, replay
from halfmove.teach.trace import stream

pytestmark = pytest.mark.one_speed

UNKNOWN = (-math.inf, math.inf)
CHOOSING = ["alphabeta", "minimax", "negamax", "scout", "negascout", "mtdf", "deepening", "paranoid"]
DIALECTS = ["aima", "cs188", "winston", "eth", "mit"]


def from_scratch(trace, steps=None, unknown=UNKNOWN):
    """Of every node entered, in MAX's view: each leaf visited is known, each other one may be anything."""
    game, seen = trace.game, {}
    entered = set()
    for event in trace.events[:steps]:
        if isinstance(event, Start):
            seen, entered = {}, set()
        elif isinstance(event, Enter):
            entered.add(event.path)
        elif isinstance(event, Leaf):
            mine = trace.from_mover and game.to_move(state_at(trace, event.path)) not in trace.maximisers
            seen[event.path] = -event.value if mine else event.value
    found = {}

    def interval(state, path):
        if path in seen:
            both = seen[path], seen[path]
        elif game.is_terminal(state) or path not in entered:
            both = unknown
        elif game.to_move(state) == CHANCE:
            ends = [(p, interval(game.result(state, a), (*path, a))) for a, p in game.outcomes(state)]
            both = tuple(math.fsum(p * ends[k] for p, ends in ends) for k in (0, 1))
        else:
            best = max if game.to_move(state) in trace.maximisers else min
            children = [interval(game.result(state, a), (*path, a)) for a in game.actions(state)]
            both = best(c[0] for c in children), best(c[1] for c in children)
        if path in entered:
            found[path] = both
        return both

    interval(trace.state, ())
    return found


def state_at(trace, path):
    state = trace.state
    for action in path:
        state = trace.game.result(state, action)
    return state


def check(trace, steps=None, unknown=UNKNOWN):
    """The intervals of a replay are those, and a value returned is called exact where they prove it."""
    oracle = from_scratch(trace, steps, unknown)
    marks = trace.after(len(trace.events) if steps is None else steps).marks
    assert set(marks) == set(oracle)
    for path, mark in marks.items():
        low, high = oracle[path]
        if trace.from_mover and trace.game.to_move(mark.state) not in trace.maximisers:
            low, high = -high, -low
        assert mark.proven == pytest.approx((low, high))
        if mark.relation is None:
            continue
        truth = trace.true_value(path, mark)
        assert low - 1e-9 <= truth <= high + 1e-9
        exact = low == pytest.approx(high) and mark.value == pytest.approx(low)
        assert (mark.relation == "=") == exact
        assert {"=": exact, "≤": high <= mark.value + 1e-9, "≥": low >= mark.value - 1e-9}[mark.relation]


@pytest.mark.parametrize("figure", [FIG_5_2, WINSTON, MIT_GAME1], ids=["fig. 5.2", "Winston", "MIT"])
@pytest.mark.parametrize("root", ["max", "min"])
@pytest.mark.parametrize("algorithm", CHOOSING[:-1])
def test_the_trees_of_the_books_at_every_step(figure, root, algorithm):
    trace = hm.trace(hm.tree(figure, root=root), algorithm=algorithm)
    for steps in range(1, len(trace.events) + 1):
        check(trace, steps)


def test_the_intervals_that_aima_draws():
    """Fig. 5.5: B, then C, then D and A, from leaf to leaf."""
    trace = hm.trace(hm.tree(FIG_5_2))
    drawn = []
    for steps, event in enumerate(trace.events, 1):
        if isinstance(event, Leaf):
            marks = trace.after(steps).marks
            drawn.append((marks[event.path[:1]].proven, marks[()].proven))
    inf = math.inf
    assert drawn == [
        ((-inf, 3), (-inf, inf)),
        ((-inf, 3), (-inf, inf)),
        ((3, 3), (3, inf)),
        ((-inf, 2), (3, inf)),
        ((-inf, 14), (3, 14)),
        ((-inf, 5), (3, 5)),
        ((2, 2), (3, 3)),
    ]
    assert [trace.replay.marks[a,].relation for a in ("a1", "a2", "a3")] == ["=", "≤", "="]


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_irregular_trees(part):
    dice = random.Random(part)
    for number in range(100):
        game = hm.tree(spec(dice, dice.randint(2, 5)), root=dice.choice(["max", "min"]))
        name = CHOOSING[number % 8]
        options = {"dialect": dice.choice(DIALECTS)} if name == "alphabeta" else {}
        trace = hm.trace(game, algorithm=name, order=dice.choice(["left", "right"]), **options)
        check(trace)
        check(trace, dice.randint(1, len(trace.events)))


@pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2"])
def test_chance_and_the_bounds_on_payoffs(name):
    """What is unknown lies between the bounds that a search was told; where it was told none, anywhere."""
    bounds = {} if name == "expectiminimax" else {"bounds": (-6, 6)}
    dice = random.Random(3)
    for _ in range(60):
        game = hm.tree(spec(dice, 4, chance=True))
        trace = hm.trace(game, algorithm=name, **bounds)
        check(trace, unknown=bounds.get("bounds", UNKNOWN))
        steps = dice.randint(1, len(trace.events))
        if bounds:
            check(trace, steps, bounds["bounds"])


def test_alphabeta_on_uniform_trees_calls_no_exact_value_a_bound():
    """3×3×3 leaves: the issue counted 388 of 2,279 values that were proven and called bounds."""
    dice, exact = random.Random(0), 0
    for _ in range(200):
        leaves = [[[dice.randint(0, 9) for _ in range(3)] for _ in range(3)] for _ in range(3)]
        trace = hm.trace(hm.tree(leaves))
        check(trace)
        exact += sum(mark.cutoff is not None and mark.relation == "=" for mark in trace.replay.marks.values())
    assert exact > 100


@pytest.mark.parametrize("name", ["alphabeta", "negascout", "scout", "mtdf", "negamax"])
def test_a_long_stream_proves_no_more_than_is_true(name, monkeypatch):
    """It forgets what lies below a node that was left: it may call exact values bounds, never the reverse."""
    monkeypatch.setattr("halfmove.search.trace.MOST_KEPT", 1)
    dice, weaker = random.Random(9), 0
    for _ in range(40):
        game = hm.tree(spec(dice, 4))
        whole = hm.trace(game, algorithm=name)
        events = []
        stream(game, None, events.append, algorithm=name)
        assert len(events) == len(whole.events)
        line = PathReplay()
        for event, full in zip(events, whole.events):
            line.apply(event)
            if isinstance(event, Leave) and event.relation != full.relation:
                weaker += 1
                assert full.relation == "="
            if isinstance(event, Leave):
                low, high = line.marks[event.path].proven
                assert low <= whole.true_value(event.path) <= high
    assert (weaker > 0) == (name in ("mtdf", "negascout"))


@pytest.mark.parametrize("name", [*CHOOSING, "expectiminimax"])
def test_a_stream_of_moderate_length_proves_as_much(name):
    dice = random.Random(11)
    for _ in range(20):
        game = hm.tree(spec(dice, 4))
        events = []
        stream(game, None, events.append, algorithm=name)
        assert events == list(hm.trace(game, algorithm=name).events)


@pytest.mark.parametrize("name", ["quiescence", "tapered", "singular", "maxn"])
def test_where_nothing_is_proven_nothing_is_said(name):
    trace = hm.trace(hm.tree(FIG_5_2), algorithm=name)
    assert {mark.proven for mark in trace.replay.marks.values()} <= {None}


def test_a_game_of_rules_and_a_horizon():
    game = hm.game("tictactoe")
    state = game.parse("X../.O./..X")
    trace = hm.trace(game, state, depth=3, algorithm="negascout")
    check(trace)
    assert trace.replay.marks[()].proven[0] == trace.outcome.value


def test_exactly():
    assert exactly((2, 2), 2)
    assert exactly((0.1 + 0.2, 0.3), 0.3)
    assert not exactly((-math.inf, 2), 2)
    assert not exactly(None, 2)
    assert not exactly((2, 2), 3)
    assert exactly((math.inf, math.inf), math.inf)
    assert replay([]).marks == {}
