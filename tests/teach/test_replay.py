"""The replay that keeps only the current path: as the whole replay there, and small."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import ListTree

import halfmove as hm
from halfmove.search.trace import Enter
from halfmove.teach.replay import PathReplay, Replay

pytestmark = pytest.mark.one_speed

TREES = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=20
).filter(lambda tree: isinstance(tree, list))


@settings(max_examples=40, deadline=None)
@given(TREES, st.sampled_from(["minimax", "alphabeta", "scout"]))
def test_on_the_current_path_it_is_the_whole_replay_and_elsewhere_it_is_empty(spec, algorithm):
    trace = hm.trace(ListTree(spec), algorithm=algorithm)
    whole, passing = Replay(), PathReplay()
    for event in trace.events:
        whole.apply(event)
        passing.apply(event)
        line = [] if whole.current is None else [whole.current[:n] for n in range(len(whole.current) + 1)]
        for path in line:
            old, new = whole.marks[path], passing.marks[path]
            assert (old.value, old.alpha, old.beta, old.best) == (new.value, new.alpha, new.beta, new.best)
        assert all(path == () or path[:-1] in line for path in passing.marks)
        assert all(path[:-1] in line for path in passing.pruned)


def test_names_are_those_of_the_trace():
    spec = {"name": "A", "children": {"l": {"name": "B", "children": {"l": 1, "r": 2}}, "r": [3, [4]]}}
    trace = hm.trace(hm.tree(spec), algorithm="minimax")
    board = PathReplay()
    for event in trace.events:
        board.apply(event)
        if isinstance(event, Enter):
            assert board.label(event.path) == trace.label(event.path)
            assert board.texts(event.path) == list(map(str, event.path))


def test_the_last_action_is_name_enough_where_it_is_the_only_one():
    spec = {"children": {"l": {"children": {"l": 1, "r2": 2}}, "B": {"name": "l2", "children": [3]}}}
    trace = hm.trace(hm.tree(spec), algorithm="minimax")
    board, short = PathReplay(), []
    for event in trace.events:
        board.apply(event)
        if isinstance(event, Enter):
            short.append(board.short(event.path))
    assert short == ["root", "l", "l/l", "r2", "l2", "B/0"]
