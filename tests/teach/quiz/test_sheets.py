"""What a sheet on paper promises: the rule that is marked by, the signs, and no exercise torn apart."""

import re

import pytest

import halfmove as hm
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.teach.quiz.sheets.content import blocks
from halfmove.teach.quiz.sheets.print import typ

pytestmark = pytest.mark.one_speed

EQUAL = "[[3, 4], [3, 5]]"  # at the second node v meets alpha: >= cuts, > does not


@pytest.mark.parametrize(
    ("dialect", "rule", "pruned"),
    [
        ("aima", "MAX cuts when v ≥ β, MIN when v ≤ α", ["d"]),
        ("cs188", "MAX cuts when v > β, MIN when v < α", []),
        ("winston", "cuts when α ≥ β", ["d"]),
    ],
)
def test_the_task_says_when_the_dialect_cuts(dialect, rule, pruned):
    tree = hm.tree({"children": [{"children": [3, 4]}, {"children": [3, {"name": "d", "value": 5}]}]})
    made = hm.exercise_on(tree, dialect=dialect)
    assert f"(dialect {dialect}: {rule})" in made.task()
    assert made.solution()["pruned"] == pruned


def test_what_a_node_returns_is_said_where_it_is_asked():
    assert "returns" not in hm.exercise_on(EQUAL, dialect="mit").task()
    asked = hm.exercise_on(EQUAL, dialect="mit", questions="returned")
    assert f"MAX returns {DIALECTS['mit'].returns}" in asked.task()


def test_a_question_for_the_dialect_does_not_give_it_away():
    task = hm.exercise_on(EQUAL, dialect="aima", questions="dialect").task()
    assert "aima" not in task
    assert "≥" not in task


def test_a_blank_sheet_says_which_triangle_is_max():
    [block] = blocks([hm.exercise_on(EQUAL)], solution=False)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", block.picture)
    assert {"MAX", "MIN"} <= set(words)


def pages(exercises, *, solution):
    """The pages as SVG."""
    typst = pytest.importorskip("typst")
    source, pictures = typ(exercises, "Sheet", solution)
    made = typst.compile(source.encode(), format="svg", sys_inputs=pictures)
    return made if isinstance(made, list) else [made]


def test_an_exercise_that_fits_on_a_page_is_not_torn_apart():
    # a page has room for one and a half of these
    exercises = [hm.exercise(seed, depth=4, branching=2, min_cuts=2) for seed in (7, 8, 9)]
    assert len(pages(exercises, solution=False)) == 3
    # and for two of these, or three
    assert len(pages([hm.exercise(seed, questions="move") for seed in range(3)], solution=False)) <= 2


def test_no_page_has_the_title_alone():
    # as long as a page, but not as a page with a title
    exercise = hm.exercise(7, depth=4, branching=2, questions="values,returned,order,pruned,move,count")
    assert b"<image" in pages([exercise], solution=False)[0]


def test_an_exercise_longer_than_a_page_goes_on_on_the_next():
    long = hm.exercise(7, depth=5, branching=2, min_cuts=2, questions="all")
    assert len(pages([long], solution=False)) >= 2
    assert len(pages([long], solution=True)) >= 2


def test_print_and_a_notebook_show_an_exercise_as_people_read_it():
    exercise = hm.exercise_on(EQUAL)
    assert str(exercise) == exercise.text()
    shown = exercise._repr_html_()
    assert shown.count("<svg") == 1
    assert shown.count("<li>") == len(exercise.questions)
    assert exercise.questions[0].ask() in shown
    marking = exercise.mark({"move": "a1"})
    assert str(marking) == marking.text()
