"""Event sequences against traces made by hand from the pseudocode."""

from dataclasses import FrozenInstanceError
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, naive, root

from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.minimax import minimax
from halfmove.search.trace import Cutoff, Enter, Finish, Leaf, Leave, Recorder, Start, Update

TREE = ListTree(AIMA)


def trace(search, game, state=None, **options):
    recorder = Recorder()
    search(game, state, watch=recorder, **options)
    return recorder.events


def leaf(path, value, alpha, beta):
    return [
        Enter(path, path, None, None, alpha, beta),
        Leaf(path, value, True),
        Leave(path, value, "=", (value, value)),
    ]


def test_alpha_beta_on_fig_5_2():
    assert trace(alphabeta, TREE) == [
        Start(TREE, (), "alphabeta", None, {"dialect": "aima", "strict": False, "labels": "before"}),
        Enter((), (), 0, None, -inf, inf),
        # B: 3, 12, 8
        Enter((0,), (0,), 1, None, -inf, inf),
        *leaf((0, 0), 3, -inf, inf),
        Update((0,), "value", inf, 3, 0),
        Update((0,), "beta", inf, 3, 0),
        *leaf((0, 1), 12, -inf, 3),
        *leaf((0, 2), 8, -inf, 3),
        Leave((0,), 3, "=", (3, 3)),
        Update((), "value", -inf, 3, 0),
        Update((), "alpha", -inf, 3, 0),
        # C: 2 is enough
        Enter((1,), (1,), 1, None, 3, inf),
        *leaf((1, 0), 2, 3, inf),
        Update((1,), "value", inf, 2, 0),
        Update((1,), "beta", inf, 2, 0),
        Cutoff((1,), 1, 2, 3, False, (1, 2), False),
        Leave((1,), 2, "≤", (-inf, 2)),
        # D: 14, 5, 2, and the cut after the last leaf saves nothing
        Enter((2,), (2,), 1, None, 3, inf),
        *leaf((2, 0), 14, 3, inf),
        Update((2,), "value", inf, 14, 0),
        Update((2,), "beta", inf, 14, 0),
        *leaf((2, 1), 5, 3, 14),
        Update((2,), "value", 14, 5, 1),
        Update((2,), "beta", 14, 5, 1),
        *leaf((2, 2), 2, 3, 5),
        Update((2,), "value", 5, 2, 2),
        Update((2,), "beta", 5, 2, 2),
        Cutoff((2,), 1, 2, 3, False, (), False),
        Leave((2,), 2, "=", (2, 2)),
        Leave((), 3, "=", (3, 3)),
        Finish(3, 0),
    ]


@pytest.mark.parametrize("form", ["dispatch", "pair"])
def test_minimax_has_no_windows(form):
    tree = ListTree([[1, 2], 0])
    assert trace(minimax, tree, form=form) == [
        Start(tree, (), "minimax", None, {"form": form}),
        Enter((), (), 0, None, None, None),
        Enter((0,), (0,), 1, None, None, None),
        *leaf((0, 0), 1, None, None),
        Update((0,), "value", inf, 1, 0),
        *leaf((0, 1), 2, None, None),
        Leave((0,), 1, "=", (1, 1)),
        Update((), "value", -inf, 1, 0),
        *leaf((1,), 0, None, None),
        Leave((), 1, "=", (1, 1)),
        Finish(1, 0),
    ]


def test_the_plies_left_and_the_evaluation_at_the_horizon():
    tree = ListTree(AIMA, evaluations={(0,): 1, (1,): 9, (2,): 4})
    events = trace(alphabeta, tree, depth=1)
    assert events[0] == Start(
        tree, (), "alphabeta", 1, {"dialect": "aima", "strict": False, "labels": "before"}
    )
    assert [e.depth for e in events if isinstance(e, Enter)] == [1, 0, 0, 0]
    assert [(e.value, e.terminal) for e in events if isinstance(e, Leaf)] == [
        (1, False),
        (9, False),
        (4, False),
    ]


def test_inequalities_in_words():
    assert Cutoff((), 0, 5, 3, False, (), True).inequality == "5 ≥ 3"
    assert Cutoff((), 0, 5, 3, True, (), True).inequality == "5 > 3"
    assert Cutoff((), 1, 2, 3, False, (), False).inequality == "2 ≤ 3"
    assert Cutoff((), 1, 2, 3, True, (), False).inequality == "2 < 3"


def test_events_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Finish(1, 0).value = 2  # type: ignore[misc]


def test_a_compiled_game_is_recorded_with_its_states():
    game = TicTacToe()
    events = trace(alphabeta, game, depth=2)
    for event in events:
        if isinstance(event, Enter):
            state = game.initial()
            for action in event.path:
                state = game.result(state, action)
            assert event.state == state
    assert sum(isinstance(e, Enter) for e in events) == alphabeta(game, depth=2).nodes


def test_a_sink_gets_the_events_and_nothing_is_kept():
    kinds = []
    recorder = Recorder(sink=lambda event: kinds.append(type(event)))
    alphabeta(TREE, watch=recorder)
    assert kinds == [type(e) for e in trace(alphabeta, TREE)]
    assert recorder.events == []


def test_one_recorder_may_watch_several_searches():
    recorder = Recorder()
    for _ in range(2):
        alphabeta(TREE, watch=recorder)
    assert recorder.events == trace(alphabeta, TREE) * 2


@given(st.integers(0, 10**9), st.booleans())
def test_what_a_node_returns_is_what_it_is_said_to_be(number, strict):
    game = RandomTree(plies=4)
    states = {}
    for event in trace(alphabeta, game, root(number), strict=strict):
        if isinstance(event, Enter):
            states[event.path] = event.state
        elif isinstance(event, Leave):
            true = naive(game, states[event.path])
            assert {"=": event.value == true, "≤": true <= event.value, "≥": true >= event.value}[
                event.relation
            ]
        elif isinstance(event, Cutoff):
            tried = [p[-1] for p in states if p[:-1] == event.path and p]
            assert (*tried, *event.remaining) == tuple(game.actions(states[event.path]))
