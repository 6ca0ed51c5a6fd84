"""The lessons that come with Halfmove: each is read, its answers are right, and every form of it is made."""

import json
import re

import pytest

import halfmove as hm
from halfmove.core.extras import is_installed
from halfmove.teach.lessons import open_shipped
from halfmove.teach.lessons.lesson import Prose, Question
from halfmove.teach.lessons.library import FORMATS, save
from halfmove.teach.lessons.notebook import notebook
from halfmove.teach.lessons.print import typ
from halfmove.teach.lessons.web import page
from halfmove.teach.quiz.response import Choice

pytestmark = pytest.mark.one_speed

SHELF = open_shipped()
NAMES = list(SHELF.entries)
COURSE = [
    "games", "minimax", "alphabeta", "evaluation", "horizon", "ordering", "selective", "books",
    "montecarlo", "chance", "hidden", "several-players", "learning", "racks", "sampling",
]  # fmt: skip
KNOWN = {"In how many orders can X", "How many sides does the paranoid"}
"""Questions whose answer is known by counting on one's fingers, so that nothing is computed."""


def test_they_are_the_lectures_path():
    assert NAMES == COURSE
    assert all(entry.about.endswith(".") for entry in SHELF)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_steps_searches_and_questions(name):
    lesson = SHELF.open(name)
    assert 6 <= len(lesson.steps) <= 12
    assert all(step.title and step.parts for step in lesson.steps)
    assert len(lesson.exhibits) >= 3
    assert len(lesson.questions) >= 5
    assert len({question.name for question in lesson.questions}) == len(lesson.questions)
    for part in lesson.parts():
        if isinstance(part, Prose):
            assert "{{" not in part.markdown


@pytest.mark.parametrize("name", NAMES)
def test_stated_answers_are_right_and_others_wrong(name):
    for question in SHELF.open(name).questions:
        assert question.marked(question.solution()).right, question.text
        response = question.response
        if isinstance(response, Choice):
            wrong = [option for option in response.options if option not in response.right]
            assert wrong, question.text
            for option in wrong:
                assert not question.marked([option]).right
            if not question.picture:  # written by hand: every option has its reason
                assert set(question.remarks) >= set(response.options) - set(response.right), question.text
        else:
            assert question.marked(["987654"] * len(response.fields)).points == 0
            assert question.reasons, question.text


@pytest.mark.parametrize("name", NAMES)
def test_no_number_is_an_answer_that_nothing_computes(name):
    """An answer that is typed has a figure of the search beside it, which it was checked against."""
    source = SHELF.entry(name).path.read_text()
    for block in re.findall(r"^```question.*?^```", source, flags=re.S | re.M):
        typed = re.search(r"^answer: *(.*)$", block, flags=re.M)
        if typed and "{{" not in typed[1] and "check:" not in block:
            assert any(text in block for text in KNOWN), block


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"montecarlo", "learning"}))
def test_a_lesson_has_exercises_that_the_code_makes_and_marks(name):
    """Those two are about simulations and training, whose questions are of runs."""
    assert sum(bool(question.picture) for question in SHELF.open(name).questions) >= 4


def test_answers_about_trees_against_a_naive_minimax():
    """Of every tree whose values are asked for: what plain recursion says of it."""
    seen = 0
    for name in ("minimax", "alphabeta"):
        lesson = SHELF.open(name)
        for question in lesson.questions:
            if "minimax value" not in question.text or not question.picture:
                continue
            if question.text.startswith("The search is"):  # made from a seed
                continue
            rows = dict(zip((row.label for row in question.response.rows), question.solution()))
            spec = [[4, 9, 7], [6, 5, 8], [3, 10, 11]] if name == "minimax" else EXAM
            assert float(rows["A"]) == naive(spec, True)
            for label, child in zip("BCD", spec):
                assert float(rows[label]) == naive(child, False)
            seen += 1
    assert seen == 2


EXAM = [[[5, 3], [8, 1]], [[2, 6], [7, 4]], [[1, 0], [9, 8]]]


def naive(node, maximises):
    if not isinstance(node, list):
        return node
    values = [naive(child, not maximises) for child in node]
    return max(values) if maximises else min(values)


@pytest.mark.parametrize("name", NAMES)
def test_every_form_is_made(name, tmp_path):
    lesson = SHELF.open(name)
    html = page(lesson)
    assert html.count('class="le-step"') == len(lesson.steps)
    assert html.count("data-question=") == len(lesson.questions)
    ids = re.findall(r'\bid="([^"]+)"', re.sub(r"<(script|template).*?</\1>", "", html, flags=re.S))
    assert len(ids) == len(set(ids))
    assert not re.findall(r'(?:src|href)="https?:', html)
    for data in re.findall(r'<template data-le="\w+">(.*?)</template>', html, flags=re.S):
        json.loads(data)
    made = notebook(lesson)
    assert made["nbformat"] == 4
    assert sum(c["cell_type"] == "code" for c in made["cells"]) == len(lesson.exhibits) + 1
    source, pictures = typ(lesson)
    assert source.count("#question(") == len(lesson.questions)
    assert len(pictures) == sum(bool(part.svg) for part in lesson.exhibits) + sum(
        bool(question.picture) for question in lesson.questions
    )
    save(lesson, tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text())["name"] == name


@pytest.mark.parametrize("name", NAMES)
def test_pdf(name):
    if not is_installed("typst"):
        pytest.skip("typst is not installed")
    assert FORMATS["pdf"](SHELF.open(name)).startswith(b"%PDF")


@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_is_one_and_its_cells_run(name):
    made = notebook(SHELF.open(name))
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.from_dict(made))
    pytest.importorskip("IPython")
    names = {}
    for cell in made["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["hm"] is hm


@pytest.mark.parametrize("name", NAMES)
def test_a_cell_of_a_search_makes_the_search_of_the_lesson(name):
    for part in SHELF.open(name).exhibits:
        if part.kind != "search":
            continue
        *setting, last = part.code.split("\n")
        names = {"hm": hm}
        exec("\n".join(setting), names)
        run = eval(last, names)
        assert run.counts.evaluations == part.facts["evaluations"]
        assert len(run.events) == part.facts["steps"] or part.title.startswith("deepening")


def test_a_question_is_asked_in_every_form():
    kinds = {
        type(part.response)
        for name in NAMES
        for part in SHELF.open(name).questions
        if isinstance(part, Question)
    }
    assert len(kinds) == 2
