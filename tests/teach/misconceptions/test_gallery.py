"""The gallery as a whole: found by name, told as text, data and HTML, no figure typed in."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.teach.misconceptions.gallery import TOPICS, Run, Table
from halfmove.teach.misconceptions.report import document

pytestmark = pytest.mark.one_speed

GALLERY = hm.misconceptions()
ASKED = {
    "other-dialect",
    "equal-moves",
    "inner-values",
    "window-reset",
    "cut-after-last-child",
    "odd-depths",
    "several-ghosts",
    "chance-pruning",
    "horizon",
}
"""Those that the laboratory promises."""


def test_what_was_promised_is_there():
    assert set(GALLERY) >= ASKED
    assert len(GALLERY) > 2 * len(ASKED)
    assert [topic for topic, found in GALLERY.topics().items() if found] == list(TOPICS)


def test_names_are_unique_also_the_other_ones():
    names = [name for entry in GALLERY.values() for name in (entry.name, *entry.also)]
    assert len(names) == len(set(names))
    for name, entry in GALLERY.items():
        assert hm.misconception(name) is entry
        assert all(hm.misconception(other) is entry for other in entry.also)


@pytest.mark.parametrize("name", GALLERY)
def test_an_entry_is_told(name):
    entry = GALLERY[name]
    text = entry.text(width=90)
    assert max(map(len, text.splitlines())) <= 110  # a row of a tree or table may be wider than 90
    for piece in (entry.belief, entry.answer, entry.exhibit.happens, entry.why, entry.rule, *entry.reading):
        assert " ".join(piece.split()) in " ".join(entry.text(width=None).split())
    for part in entry.exhibit.parts:
        assert part.heading in entry.text(width=None)
    assert entry.facts
    assert repr(entry) == entry.text()


@pytest.mark.parametrize("name", GALLERY)
def test_an_entry_as_data(name):
    entry = GALLERY[name]
    found = json.loads(json.dumps(entry.to_dict(), allow_nan=False))
    assert (found["name"], found["belief"]) == (name, entry.belief)
    assert len(found["parts"]) == len(entry.exhibit.parts)
    for part, told in zip(entry.exhibit.parts, found["parts"], strict=True):
        if isinstance(part, Run):
            assert told["trace"]["leaf_count"] == len(part.trace.leaves)
        else:
            assert isinstance(part, Table)
            assert all(len(row) == len(told["columns"]) for row in told["rows"])


@pytest.mark.parametrize("name", GALLERY)
def test_an_entry_in_a_notebook(name):
    entry = GALLERY[name]
    html = entry._repr_html_()
    page = ET.fromstring(html)
    pictures = page.findall(".//{http://www.w3.org/2000/svg}svg")
    assert len(pictures) == len(entry.runs)
    assert "<script" not in html
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", html)
    assert document(entry).startswith("<!doctype html>")


def test_wrong_procedures_are_marked_in_every_form():
    entry = hm.misconception("copied-branch")
    assert [run.verdict for run in entry.runs] == ["wrong", "right"]
    assert "(1) WRONG: " in entry.text()
    assert "(2) RIGHT: " in entry.text()
    assert "WRONG" in entry.html()
    assert [part["verdict"] for part in entry.to_dict()["parts"]] == ["wrong", "right"]


def test_true_values_stand_beside_what_a_wrong_procedure_says():
    entry = hm.misconception("copied-branch")
    assert "MAX = 9 ★  (−∞, ∞)  true value 4" in entry.text()
    assert ">true 4<" in entry.html()


def test_runs_can_be_looked_at_like_any_trace():
    run = hm.misconception("horizon").runs[0]
    assert run.trace.text("sentences")
    assert run.trace.outcome.value == 1
    wrong = hm.misconception("equal-moves").runs[1].trace
    assert "returns" in wrong.text("sentences")


def test_cuts_that_prove_nothing_are_told_without_a_reason():
    unsound = [
        run for e in GALLERY.values() for run in e.runs if not run.trace.start.options.get("sound", True)
    ]
    assert len(unsound) == 5
    for run in unsound:
        said = run.trace.text("sentences", width=None)
        assert "is given up: " in said or "Cut" not in said
        assert not re.search("will never|gains nothing|whatever|is sure of", said)
    sound = hm.misconception("all-first").runs[0].trace.text("sentences", width=None)
    assert "MAX will never move to C" in sound


def test_every_run_is_told_in_every_form():
    for entry in GALLERY.values():
        for run in entry.runs:
            for form in ("tree", "events", "sentences", "summary"):
                assert run.trace.text(form)
            assert run.trace.svg(steps=len(run.trace.events) // 2)


def test_the_list():
    shown = repr(GALLERY)
    assert max(map(len, shown.splitlines())) <= 80
    shown = " ".join(shown.split())
    assert all(entry.belief in shown for entry in GALLERY.values())
    assert GALLERY._repr_html_().count("<li>") == len(GALLERY)


def test_an_unknown_name():
    with pytest.raises(hm.BadInput, match="did you mean equal-moves"):
        hm.misconception("equal-move")
    with pytest.raises(hm.BadInput, match="there are: "):
        hm.misconception("xyzzy")


def test_the_marking_of_exercises_leads_to_the_gallery():
    exercise = hm.exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], questions="pruned")
    told = hm.mark(exercise, {"pruned": "c2 c3 d3"}).text()
    assert "See it: halfmove misconceptions cut-after-last-child" in told
    assert "halfmove misconceptions" not in hm.mark(exercise, {"pruned": "c2 c3"}).text()


def test_every_thought_that_marking_knows_has_an_entry():
    table = (Path(__file__).parents[3] / "docs" / "practice.md").read_text().partition("| misconception |")[2]
    names = re.findall(r"^\| (`[^|]*`) \|", table.partition("\n\n")[0], re.MULTILINE)
    thoughts = [name.strip("` ") for row in names for name in row.split(",")]
    assert len(thoughts) > 15
    assert all(hm.misconception(thought) for thought in thoughts)
