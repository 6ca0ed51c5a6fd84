"""The trace as JSON: the promised keys, always valid, the same events."""

import json
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lessons import FIG_5_2
from small_games import ListTree

import halfmove as hm
from halfmove.search.trace import Enter, Leaf
from halfmove.teach.jsons import Encoder, json_lines, plain
from halfmove.teach.trace import stream, teachable

pytestmark = pytest.mark.one_speed

KEYS = """
    game parameters position to_move algorithm depth options value action variation true_value leaves
    leaf_count generated pruned passed_over counts events
"""
KINDS = {
    "start": {"game", "position", "algorithm", "depth", "options"},
    "enter": {"path", "node", "player", "depth", "alpha", "beta"},
    "evaluate": {"path", "node", "value", "terminal"},
    "update": {"path", "node", "bound", "old", "new", "action"},
    "weigh": {"path", "node", "action", "probability", "old", "new"},
    "cut": {"path", "node", "player", "value", "sign", "bound", "remaining"},
    "again": {"path", "node", "action", "alpha", "beta"},
    "probe": {"path", "node", "action"},
    "stand": {"path", "node", "value"},
    "extend": {"path", "node", "plies"},
    "pass_over": {"path", "node", "action"},
    "recall": {"path", "node", "value"},
    "tell": {"path", "node", "step"},  # and the figures of the step
    "return": {"path", "node", "value", "relation", "proven"},
    "finish": {"value", "action"},
}


def round_trip(content):
    return json.loads(json.dumps(content, allow_nan=False))


def test_fig_5_2():
    found = hm.trace(hm.tree(FIG_5_2)).to_dict()
    assert list(found) == KEYS.split()
    assert (found["value"], found["action"], found["variation"]) == (3, "a1", ["a1", "b1"])
    assert (found["leaves"], found["leaf_count"]) == ([3, 12, 8, 2, 14, 5, 2], 7)
    assert found["generated"][:4] == ["A", "B", "a1/b1", "a1/b2"]
    assert found["pruned"] == ["a2/c2", "a2/c3"]
    assert found["counts"]["evaluations"] == 7
    [cut, _] = [event for event in found["events"] if event["kind"] == "cut"]
    assert cut == {
        "kind": "cut",
        "path": ["a2"],
        "node": "C",
        "player": 1,
        "value": 2,
        "sign": "≤",
        "bound": 3,
        "remaining": ["c2", "c3"],
    }
    assert found["events"][1]["alpha"] == "-inf"


@pytest.mark.parametrize("name", sorted(teachable()))
def test_every_search_has_the_documented_events(name):
    games = [
        hm.tree([[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]]),
        hm.tree({"children": [{"player": "chance", "children": [4, [2, 3]]}, [1, 3]]}),
        hm.game("tictactoe"),
    ]
    for game in games:
        if teachable()[name].unfit(game):
            continue
        options = {"bounds": (-20, 20)} if name.startswith("star") else {}
        trace = hm.trace(game, algorithm=name, depth=3, **options)
        found = trace.to_dict(sentences=True)
        assert round_trip(found) == found
        assert len(found["events"]) == len(trace.events)
        for event in found["events"]:
            own = (
                set(teachable()[name].lesson.steps[event["step"]].figures)
                if event["kind"] == "tell"
                else set()
            )
            assert set(event) - {"kind", "sentence", "missing"} == KINDS[event["kind"]] | own
            assert event["sentence"].endswith(".")


def test_a_stream_has_the_events_of_the_trace():
    game = hm.tree(FIG_5_2)
    lines = []
    encoder = Encoder(teachable()["mtdf"].lesson)
    stream(game, None, lambda event: lines.append(encoder.line(event)), algorithm="mtdf")
    trace = hm.trace(game, algorithm="mtdf")
    assert [json.loads(line) for line in lines] == trace.to_dict()["events"]
    assert list(json_lines(trace.events, trace.lesson)) == lines


@pytest.mark.parametrize(
    ("value", "written"),
    [(inf, "inf"), (-inf, "-inf"), (3.0, 3), (2.5, 2.5), ((1, -inf), [1, "-inf"]), (None, None)]
    + [(True, True), ("x", "x"), ({"a": (1.0,)}, {"a": [1]}), (2.0**60, 2.0**60)],
)
def test_values(value, written):
    assert plain(value) == written
    assert type(plain(value)) is type(written)


NUMBERS = st.one_of(st.integers(-9, 9), st.floats(-9, 9), st.sampled_from([inf, -inf]))
TREES = st.recursive(NUMBERS, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12).filter(
    lambda tree: isinstance(tree, list)
)


@settings(max_examples=60, deadline=None)
@given(TREES, st.sampled_from(["minimax", "alphabeta", "negamax"]))
def test_it_is_valid_and_says_what_the_trace_says(spec, algorithm):
    trace = hm.trace(ListTree(spec), algorithm=algorithm)
    found = round_trip(trace.to_dict())
    assert [float(value) for value in found["leaves"]] == list(map(float, trace.leaves))
    assert float(found["value"]) == float(trace.outcome.value)
    entered = [event.path for event in trace.events if isinstance(event, Enter)]
    told = [event["path"] for event in found["events"] if event["kind"] == "enter"]
    assert told == [list(map(str, path)) for path in entered]
    seen = {event.path for event in trace.events if isinstance(event, Leaf)}
    assert found["counts"]["leaves"] == len(seen)
