"""Files for learning platforms, read back by the readers of `learning_platforms`.

What a reader finds right is answered, and `mark` must give all points for it.
"""

import io
import re
import xml.etree.ElementTree as ET
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learning_platforms import Q, gift, moodle, qti, score

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.sheets import written

pytestmark = pytest.mark.one_speed


def file_of(exercises, form):
    return written(exercises, form, solution=False, title="Week 5: trees")


# ---- what was read, as `mark` takes it

SIGNS = {"exactly": "=", "at most": "<=", "at least": ">="}


def answer(kind, found):
    """The answer that what is right in a file amounts to."""
    if kind in ("move", "dialect"):
        return found[0] if isinstance(found, tuple) else found[0][1][0]
    if kind == "pruned":
        if isinstance(found, tuple):
            return " ".join(found)
        return " ".join(label for label, [word] in found if word == "pruned") or "none"
    if kind in ("count", "cuts", "unseen"):
        return found[0][1][0]
    if kind == "order":
        return " ".join(word for _, [word] in found if word != "-")
    if kind == "when":
        ends = {"belongs to it": "[]", "does not": "()"}
        return {
            label: f"{ends[first][0]}{low}, {high}{ends[last][1]}"
            for label, (low, first, high, last) in found
        }
    if kind == "returned":
        return {label: f"{SIGNS[r]} {v}" for label, (r, v) in found if r in SIGNS}
    return {label: values[0] if len(values) == 1 else f"({', '.join(values)})" for label, values in found}


def rows_of_gift(found, title):
    """The questions of one item, put together again as rows."""
    own = [
        (name.removeprefix(title), right)
        for name, right in found
        if re.match(re.escape(title) + "(,|$)", name)
    ]
    if isinstance(own[0][1], tuple):
        return own[0][1]
    rows = {}
    for place, right in own:
        label = place.removeprefix(",").strip().split(",")[0]
        rows.setdefault(label, []).append(right)
    return list(rows.items())


def assert_all_right(exercise):
    titles = [f"Exercise 1.{n}: {q.title}" for n, q in enumerate(exercise.questions, 1)]
    texts = gift(file_of([exercise], "gift"))
    read = {
        "moodle": moodle(file_of([exercise], "moodle")),
        "qti": qti(file_of([exercise], "qti")),
        "gift": [(title, rows_of_gift(texts, title)) for title in titles],
    }
    for form, found in read.items():
        assert [name for name, _ in found] == titles, form
        answers = {q.kind: answer(q.kind, what) for q, (_, what) in zip(exercise.questions, found)}
        assert exercise.mark(answers).points == exercise.points, (form, answers)


WISHES = [
    {"questions": "all", "depth": 3, "branching": (1, 3), "min_cuts": 1},
    {"questions": "all", "deep_cut": True, "order": "right"},
    {"questions": "sets, unseen", "depth": 4, "branching": 2},
    {"questions": "all", "algorithm": "scout", "depth": 3, "branching": 2},
    {"questions": "all", "chance": True, "depth": 3, "branching": 2},
    {"questions": "all", "players": 3},
    {"questions": "dialect", "depth": 3, "branching": 2, "ties": True, "min_cuts": 1},
]


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.sampled_from(WISHES))
def test_what_a_platform_holds_right_is_marked_right(seed, wishes):
    assert_all_right(hm.exercise(seed, **wishes))


def test_nothing_pruned_and_much_pruned():
    assert_all_right(hm.exercise_on([[3, 4], [5, 6]], questions="all"))
    many = hm.exercise_on([[5, 6], [1, *range(7, 25)]], questions="pruned, order")
    assert len(many.solution()["pruned"]) == 18
    assert_all_right(many)


def test_one_move_alone_and_names_that_mean_something_elsewhere():
    assert_all_right(hm.exercise_on([[3, 4]], questions="move"))
    odd = {
        "name": "A{1}",
        "children": [{"name": "B&<=~#", "children": [3, 4]}, {"name": "C}\\", "children": [2, 9]}],
    }
    exercise = hm.exercise_on(odd, questions="move, values, count")
    found = dict(moodle(file_of([exercise], "moodle")))["Exercise 1.2: minimax values"]
    assert found == [("A{1}", ["3"]), ("B&<=~#", ["3"]), ("C}\\", ["2"])]
    names = [name for name, _ in gift(file_of([exercise], "gift"))]
    assert "Exercise 1.2: minimax values, B&<=~#" in names
    assert dict(qti(file_of([exercise], "qti")))["Exercise 1.2: minimax values"] == found


def test_a_wrong_answer_costs_points_in_qti():
    exercise = hm.exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], questions="pruned")
    archive = zipfile.ZipFile(io.BytesIO(file_of([exercise], "qti")))
    item = ET.fromstring(archive.read("items/exercise-1-1-pruned.xml"))
    declared = {d.get("identifier"): d for d in item.findall(f"{Q}responseDeclaration")}
    option = {o.text: o.get("identifier") for o in item.iter(f"{Q}simpleChoice")}
    ticked = {"RESPONSE": [option["c2"], option["c3"], option["d3"]]}
    assert score(item, declared, ticked) == 1
    assert score(item, declared, {"RESPONSE": [option["none"]]}) == 0


def test_the_same_exercises_give_the_same_bytes():
    made = [hm.exercise(3), hm.exercise(4)]
    for form in ("moodle", "gift", "qti"):
        assert file_of(made, form) == file_of(made, form)


def test_an_ending_says_the_format(tmp_path):
    assert hm.sheet(hm.exercise(1), tmp_path / "a.gift").read_text().startswith("$CATEGORY")
    with pytest.raises(BadInput, match=r"\.xml, \.gift, \.zip, not 'a\.docx'"):
        hm.sheet(hm.exercise(1), tmp_path / "a.docx")
