"""Solutions known by hand, and how answers are read."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.teach.quiz import reading

pytestmark = pytest.mark.one_speed

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
GAME1 = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]


def test_figure_5_2():
    exercise = hm.exercise_on(AIMA, questions="all")
    assert exercise.solution() == {
        "values": {"A": 3, "B": 3, "C": 2, "D": 2},
        "returned": {"A": "= 3", "B": "= 3", "C": "≤ 2", "D": "= 2"},
        "move": "a1",
        "pruned": ["c2", "c3"],
        "leaves": {"left": 2, "right": 0},
        "nodes": {"left": 2, "right": 0},
        "order": ["b1", "b2", "b3", "c1", "d1", "d2", "d3"],
        "next": {"b1": "b2", "b2": "b3", "c1": "d1"},
        "count": 7,
        "cuts": 2,
        "window": {"B": ["-inf", "inf"], "C": [3, "inf"], "D": [3, "inf"]},
        "when": {"b1": ">= 2", "b2": ">= 2", "d1": "<= 3"},
    }


def test_the_number_pruned_both_ways_by_hand():
    """From the left the 2 is no more than MAX's 3: the node of 8 and 1 is cut; from the right nothing is."""
    spec = [[3, 4], [[1, 2], [8, 1]]]
    exercise = hm.exercise_on(spec, questions="leaves, nodes")
    assert exercise.solution() == {"leaves": {"left": 2, "right": 0}, "nodes": {"left": 3, "right": 0}}
    mirrored = hm.exercise_on([[[1, 8], [2, 1]], [4, 3]], questions="leaves, nodes")
    assert mirrored.solution() == {"leaves": {"left": 0, "right": 2}, "nodes": {"left": 0, "right": 3}}


def naive_visits(spec, maximising=True, alpha=-math.inf, beta=math.inf, path=()):
    """Alpha-beta of nested lists as a textbook has it, and all that it visits."""
    seen = {path}
    if not isinstance(spec, list):
        return spec, seen
    value = -math.inf if maximising else math.inf
    for number, child in spec:
        found, below = naive_visits(child, not maximising, alpha, beta, (*path, number))
        seen |= below
        value = max(value, found) if maximising else min(value, found)
        if value >= beta if maximising else value <= alpha:
            break
        alpha, beta = (max(alpha, value), beta) if maximising else (alpha, min(beta, value))
    return value, seen


def numbered(spec, turned):
    """A tree with the children's numbers, as they are drawn, the last first if `turned`."""
    if not isinstance(spec, list):
        return spec
    rows = [(number, numbered(child, turned)) for number, child in enumerate(spec)]
    return rows[::-1] if turned else rows


def leaves_and_nodes(spec):
    if not isinstance(spec, list):
        return 1, 1
    below = [leaves_and_nodes(child) for _, child in spec]
    return sum(leaves for leaves, _ in below), 1 + sum(nodes for _, nodes in below)


def leaf_at(spec, path):
    for number in path:
        spec = dict(spec)[number]
    return not isinstance(spec, list)


TREES_OF_NUMBERS = st.recursive(
    st.integers(-5, 5), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=20
).filter(lambda spec: isinstance(spec, list))


@given(TREES_OF_NUMBERS)
def test_the_number_pruned_is_that_of_an_alpha_beta_of_its_own(spec):
    exercise = hm.exercise_on(spec, questions="leaves, nodes")
    for side in ("left", "right"):
        rows = numbered(spec, turned=side == "right")
        leaves, nodes = leaves_and_nodes(rows)
        _, seen = naive_visits(rows)
        evaluated = sum(leaf_at(rows, path) for path in seen)
        assert exercise.solution()["leaves"][side] == leaves - evaluated
        assert exercise.solution()["nodes"][side] == nodes - len(seen)


@pytest.mark.parametrize(("root", "value", "evaluations"), [("max", 4, 13), ("min", 11, 11)])
def test_game_1_of_mit(root, value, evaluations):
    spec = {"player": root, "children": GAME1}
    solution = hm.exercise_on(spec, questions="values, count").solution()
    assert solution["values"]["A"] == value
    assert solution["count"] == evaluations


def test_dialects_return_what_they_return():
    """A fail-hard search reports the 3 it was given, a fail-soft one the 2 it found."""
    solutions = {
        dialect: hm.exercise_on(AIMA, questions="returned", dialect=dialect).solution()["returned"]["D"]
        for dialect in ("aima", "winston")
    }
    assert solutions == {"aima": "= 2", "winston": "≤ 3"}


def test_which_dialect():
    exercise = hm.exercise_on([[3, 5], [3, 2]], questions="dialect", dialect="cs188")
    assert exercise.solution() == {"dialect": "cs188"}
    assert "cs188" not in exercise.task()
    assert "b1 b2 c1 c2" in exercise.questions[0].ask()
    assert exercise.mark({"dialect": "aima"}).points == 0
    either = hm.exercise_on(AIMA, questions="dialect", dialect="eth")
    assert either.mark({"dialect": "winston"}).points == 1  # nobody could tell them apart


def test_right_to_left():
    solution = hm.exercise_on(AIMA, questions="order, pruned", order="right").solution()
    assert solution == {"order": ["d3", "d2", "d1", "c3", "c2", "c1", "b3", "b2", "b1"], "pruned": []}


def test_chance_counts_with_its_probabilities():
    spec = {
        "children": [{"player": "chance", "probabilities": [0.9, 0.1], "children": [[2, 8], [0, 9]]}, [1, 5]]
    }
    solution = hm.exercise_on(spec).solution()
    assert solution["values"]["B"] == pytest.approx(0.9 * 2)


def test_names():
    exercise = hm.exercise_on([[[1, 2], 3], 4])
    names = exercise.names
    assert [names.name(v.path) for v in names.root.walk()] == ["A", "B", "C", "c1", "c2", "b2", "a2"]
    for text in ("C", "c", "b1", "a1/b1", "B/1", " C. "):
        assert names.find(text) == ("a1", "b1")
    assert names.find_all("c1, c2 and a2") == (("a1", "b1", "c1"), ("a1", "b1", "c2"), ("a2",))
    for text in ("none", "", "-", "Nothing"):
        assert names.find_all(text) == ()
    with pytest.raises(hm.BadInput, match="There is no node 'z'; inner nodes are A, B and C"):
        names.find("z")


def test_names_of_ones_own_are_kept():
    spec = {"name": "Start", "children": {"left": {"name": "Alpha", "children": [1, 2]}, "right": 3}}
    exercise = hm.exercise_on(spec)
    assert exercise.solution() == {"values": {"Start": 3, "Alpha": 1}, "move": "right", "pruned": []}
    with pytest.raises(hm.BadInput, match="same name"):
        hm.exercise_on([{"name": "X", "value": 1}, {"name": "x", "value": 2}])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A=3 B=-2 C=2.5", {"A": 3, "B": -2, "C": 2.5}),
        ("3 -2 2.5", {"A": 3, "B": -2, "C": 2.5}),
        ("a: 3, c is 1/2", {"A": 3, "C": 0.5}),
        ("B = −∞", {"B": -math.inf}),
        ("A 3; B inf", {"A": 3, "B": math.inf}),
        ("A=? B=1", {"B": 1}),
        ([1, None, 3], {"A": 1, "C": 3}),
        ({"A": 1, "b": "2"}, {"A": 1, "B": 2}),
        ("", {}),
        ("?", {}),
        ("1 – 3", {"A": 1, "C": 3}),
        (None, {}),
    ],
)
def test_blanks(text, found):
    assert reading.blanks(text, ("A", "B", "C"), reading.number, str.upper) == found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 2", "There are 3 blanks, and 2 values"),
        ("A=1 2", "stands without a name"),
        ("A=", "What is A"),
        ("Z=1", "Z is not asked for"),
        ("!!", "cannot be read"),
        (3, "does not answer for 3 blanks"),
    ],
)
def test_blanks_that_cannot_be_read(text, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        reading.blanks(text, ("A", "B", "C"), reading.number, str.upper)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<= 2", (2, "≤")),
        (">=-3", (-3, "≥")),
        ("=4", (4, "=")),
        ("5", (5, "=")),
        ("≤ 1/2", (0.5, "≤")),
        (7, (7, "=")),
    ],
)
def test_bounds(text, found):
    assert reading.bound(text) == found


@given(st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(-999, 999), min_size=1))
def test_what_is_written_is_read(values):
    text = ", ".join(f"{name}={value}" for name, value in values.items())
    assert reading.blanks(text, tuple("ABCDEFGH"), reading.number, str) == values


@given(st.text(max_size=30))
def test_any_text_is_an_answer_or_one_sentence(text):
    exercise = hm.exercise_on(AIMA, questions="all")
    for question in exercise.questions:
        with contextlib.suppress(hm.BadInput):
            assert 0 <= question.mark(text).points <= question.points
