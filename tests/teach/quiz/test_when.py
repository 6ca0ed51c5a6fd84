"""Which values a leaf must have for a branch to be cut: the ranges, the question, its marking, its forms."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.kinds import groups
from halfmove.teach.quiz.ranges import EVERYTHING, NOTHING, Range, read_range
from halfmove.teach.quiz.when import ranges, visited, with_leaf
from halfmove.teach.trace import teachable

pytestmark = pytest.mark.one_speed

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
WINDOWED = [
    name
    for name, algorithm in teachable().items()
    if algorithm.lesson.windowed
    and algorithm.lesson.practised
    and not algorithm.lesson.heuristic
    and name != "deepening"  # stops at inner nodes, which have no evaluation here
]


def on_figure(**options):
    return hm.exercise_on(FIGURE, questions="when", **options)


# ---- ranges of numbers
@pytest.mark.parametrize(
    ("text", "range"),
    [
        ("<= 3", Range(-math.inf, 3, False, True)),
        ("v ≤ 3", Range(-math.inf, 3, False, True)),
        ("3 >= v", Range(-math.inf, 3, False, True)),
        ("> -2.5", Range(-2.5, math.inf)),
        ("=> 1/2", Range(0.5, math.inf, True)),
        ("3 < v =< 7", Range(3, 7, False, True)),
        ("7 ≥ v > 3", Range(3, 7, False, True)),
        ("(3, 7]", Range(3, 7, False, True)),
        ("v in [-inf; 7)", Range(-math.inf, 7)),
        ("> 3 and <= 7", Range(3, 7, False, True)),
        (">3, ≤7", Range(3, 7, False, True)),
        ("= 4", Range(4, 4, True, True)),
        (4, Range(4, 4, True, True)),
        ("always", EVERYTHING),
        ("never", NOTHING),
    ],
)
def test_ranges_are_read(text, range):
    assert read_range(text).same(range)


@pytest.mark.parametrize("text", ["", "x", "<", "3 < v > 2", "(3, 7, 9)", "≤ three", "> 3 and soon"])
def test_what_is_no_range(text):
    with pytest.raises(BadInput, match="no range of values"):
        read_range(text)


ENDS = st.integers(-9, 9) | st.sampled_from([math.inf, -math.inf, 0.5])


@given(ENDS, ENDS, st.booleans(), st.booleans())
def test_ranges_come_back_from_text(low, high, with_low, with_high):
    made = Range(low, high, with_low and math.isfinite(low), with_high and math.isfinite(high))
    assert read_range(made.plain()).same(made)
    assert read_range(made.text("v").removeprefix("v: ")).same(made)


@given(*[st.builds(Range, ENDS, ENDS, st.booleans(), st.booleans())] * 2, st.integers(-10, 10))
def test_what_is_in_both_is_in_the_meet(one, other, value):
    assert (value in one.meet(other)) == (value in one and value in other)


# ---- the range of a leaf, against searches of values of every sort
@pytest.mark.parametrize("algorithm", WINDOWED)
@pytest.mark.parametrize("order", ["left", "right"])
def test_ranges_say_what_the_search_does(algorithm, order):
    draw = random.Random(f"{algorithm} {order}")
    spec = [[draw.randint(0, 6) for _ in range(3)] for _ in range(3)]
    exercise = hm.exercise_on(spec, algorithm=algorithm, order=order, questions="values")
    if exercise.game.has_chance:
        return
    leaves = [vertex.path for vertex in exercise.names.root.leaves()]
    for leaf in draw.sample(leaves, 3):
        found = ranges(exercise, leaf)
        for value in [draw.randint(-2, 8), draw.uniform(-2, 8), draw.uniform(0, 6), -1e6, 1e6]:
            seen = visited(with_leaf(exercise, leaf, value))
            for path, runs in found.items():
                assert (path not in seen) == any(value in run for run in runs), (leaf, value, path)


@settings(max_examples=25)
@given(
    st.recursive(
        st.integers(0, 9), lambda below: st.lists(below, min_size=2, max_size=3), max_leaves=9
    ).filter(lambda spec: isinstance(spec, list)),
    st.sampled_from(["aima", "cs188", "winston"]),
    st.floats(-1, 10),
    st.data(),
)
def test_any_tree(spec, dialect, value, data):
    exercise = hm.exercise_on(spec, dialect=dialect, questions="values")
    leaf = data.draw(st.sampled_from([vertex.path for vertex in exercise.names.root.leaves()]))
    seen = visited(with_leaf(exercise, leaf, value))
    assert seen == {
        event.path for event in with_leaf(exercise, leaf, value).trace.events if hasattr(event, "path")
    }
    for path, runs in ranges(exercise, leaf).items():
        assert (path not in seen) == any(value in run for run in runs)


# ---- the question
def test_figure_5_2():
    exercise = on_figure()
    assert exercise.solution() == {"when": {"b1": ">= 2", "b2": ">= 2", "d1": "<= 3"}}
    strict = on_figure(dialect="cs188")  # cuts when v < α alone
    assert strict.solution()["when"]["d1"] == "< 3"
    [question] = exercise.questions
    assert "d1 (for d2 to be pruned)" in question.ask()
    assert question.points == 6
    reason = question.reasons()[2]
    assert "With d1 = 3: Cut at D, v ≤ α: 3 ≤ 3." in reason
    assert "With d1 = 3.5: When the search came to d2" in reason


@pytest.mark.parametrize("seed", range(3))
def test_made_exercises_ask_and_their_solution_is_right(seed):
    exercise = hm.exercise(seed, depth=3, branching=2, min_cuts=1, questions="when")
    perfect = hm.mark(exercise, exercise.solution())
    assert perfect.points == perfect.most > 0
    [question] = exercise.questions
    assert (
        hm.mark(exercise, {"when": question.answer().replace("(", "").split(")")[0].rsplit(" ", 1)[0]}).points
        >= 2
    )
    for item, case in question.cases.items():
        assert case.leaf in exercise.names.vertices
        assert (case.branch in exercise.trace.replay.marks) == (
            float(exercise.names.vertices[case.leaf].payoffs[0]) not in question.expected[item]
        )


def test_a_range_at_both_ends():
    exercise = hm.exercise_on([[3, 9], [[1, 5], [8, 2], 7], 4], questions="when")
    texts = exercise.solution()["when"].values()
    assert all(read_range(text) for text in texts)


def test_answers_in_one_line():
    exercise = on_figure()
    right = [
        "b1 >= 2, b2 ≥ 2; d1 <= 3",
        "2 <= b1 and B2 in [2, inf), 3 >= d1",
        {"b1": ">=2", "b2": "≥ 2", "d1": "v<=3"},
    ]
    for answer in right:
        assert hm.mark(exercise, {"when": answer}).points == 6
    half = hm.mark(exercise, {"when": "b1 > 2, b2 > 2, d1 < 3"})
    assert half.points == 3
    assert "which of them belong" in half.text()
    assert [m.name for m in half.verdicts[0].misconceptions] == ["other-dialect"]
    other = hm.mark(exercise, {"when": "b1 < 2, b2 < 2, d1 > 3"})
    assert other.points == 0
    assert "visited-for-pruned" in [m.name for m in other.verdicts[0].misconceptions]
    assert hm.mark(exercise, {"when": {"d1": "never"}}).points == 0
    assert hm.mark(exercise, {"when": "?"}).verdicts[0].remarks[0].sort == "blank"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("<= 3", "none of the leaves"),
        ("c1 <= 3", "none of the leaves"),
        ("b1 b2 <= 3", "two leaves"),
        ("b1 about 3", "no range of values"),
        ({"c1": "<= 3"}, "c1 is not asked for"),
    ],
)
def test_answers_that_cannot_be_read(answer, words):
    with pytest.raises(BadInput, match=words):
        hm.mark(on_figure(), {"when": answer})


def test_where_there_is_nothing_to_ask():
    with pytest.raises(BadInput, match="cuts and windows"):
        hm.exercise_on(FIGURE, algorithm="minimax", questions="when")
    with pytest.raises(BadInput, match="nothing to ask"):
        hm.exercise_on([3, 4, 5], questions="when")
    with pytest.raises(BadInput, match="nothing to ask"):
        hm.exercise_on([["inf", 4], [5, 6]], questions="when")


# ---- sheets that mix kinds
def test_groups_of_questions_go_round():
    made = hm.exercises(3, 5, questions="values, move; when", depth=2, min_cuts=1)
    assert [exercise.asked for exercise in made] == [("values", "move"), ("when",), ("values", "move")]
    assert groups("values") == ["values"]
    assert groups(["values"]) == [["values"]]
    with pytest.raises(BadInput, match="semicolons"):
        groups("; ;")
