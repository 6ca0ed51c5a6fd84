"""Marks on points of a board of Go: drawn by hand, read from files, kept in the record, written as SGF."""

from __future__ import annotations

import re

import pytest
from browsing import expect, has_moves, point
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.formats import find_format
from halfmove.core.markup import SHAPES, Mark
from halfmove.web.board.marks import TOOLS, _wanted

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it

GO5 = interpreted(hm.game("go", size=5))
MARKUP = find_format(GO5, "SGF").markup()
MARKED = "(;GM[1]SZ[5]KM[7.5]TR[aa]LB[bb:1];B[cc]SQ[dd:ee]MA[ae]CR[ba]LB[ea:A][eb:wide]SL[ab];W[bc])"


# ---- as SGF has them
def test_marks_are_read_rectangles_too():
    found = MARKUP.read({"TR": ["aa"], "SQ": ["dd:ee"], "LB": [r"ea:a\]"], "MA": ["zz", ""], "XX": ["aa"]})
    squares = [Mark("square", name) for name in ("D2", "E2", "D1", "E1")]
    assert found == [Mark("triangle", "A5"), *squares, Mark("label", "E5", "a]")]


def test_of_a_rectangle_one_point_is_taken_and_the_rest_stays_as_it_is():
    said = {"SQ": ["dd:ee", "aa"], "C": ["so"], "MA": ["zz"]}
    assert MARKUP.put(said, "E1", None) == {"SQ": ["dd", "ed", "de", "aa"], "C": ["so"], "MA": ["zz"]}
    assert said["SQ"] == ["dd:ee", "aa"]
    assert MARKUP.put({"TR": ["aa"]}, "A5", None) == {}
    assert MARKUP.put({"LB": ["aa:bb"]}, "A5", None) == {}, "bb is what the label says"


def test_a_file_that_says_the_same_again_and_again_has_it_once():
    assert MARKUP.read({"TR": ["aa:ee"] * 20_000}) == MARKUP.read({"TR": ["aa:ee"]})


MARKS = st.builds(
    lambda point, kind, text: Mark(kind, GO5.point_text(point), text if kind == "label" else ""),
    st.integers(0, 24),
    st.sampled_from([*SHAPES, "label"]),
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=4),
)


@settings(deadline=None)
@given(st.lists(MARKS, max_size=12))
def test_each_point_has_the_mark_that_was_put_there_last(marks):
    said, last = {"SQ": ["aa:cc"], "N": ["x"]}, {}
    for mark in marks:
        said = MARKUP.put(said, mark.point, mark)
        last[mark.point] = mark
    assert said["N"] == ["x"]
    found = MARKUP.read(said)
    assert {mark.point: mark for mark in found if mark.point in last} == last
    assert all(mark.kind == "square" for mark in found if mark.point not in last)


def test_letters_and_numbers_are_the_next_that_are_free():
    there = [Mark("label", "A1", "A"), Mark("label", "A2", "1"), Mark("label", "A3", "3")]
    assert [_wanted(tool, "B1", there).text for tool in ("letter", "number", "cross")] == ["B", "2", ""]
    full = [Mark("label", "A1", letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]
    assert _wanted("letter", "B1", full).text == "1"


# ---- on the page
def drawn(page, *kinds):
    page.wait_for_function(
        "kinds => [...document.querySelectorAll('.hm-sign')]"
        ".map((one) => one.dataset.sign).sort().join() === kinds",
        arg=",".join(sorted(kinds)),
    )


def written(page):
    page.locator("[data-tab=Share]").click()
    page.locator("select:has(option[value=position])").first.select_option("SGF")
    with page.expect_download() as download:
        page.locator("[data-name=save]").click()
    return download.value.path().read_text()


def test_marks_are_drawn_with_the_palette_kept_and_written(page):
    page.goto("/play/go?width=5&height=5&seats=you,you")
    point(page, "C3").click()
    page.wait_for_selector("[data-node]:text-is('C3')")
    expected = []
    for tool, name in zip(TOOLS, ("A1", "B1", "C1", "D1", "C3", "E1"), strict=True):
        page.locator(f"[data-name=mark-{tool}]").click()
        page.wait_for_selector(f"[data-name=mark-{tool}][aria-pressed=true]")
        point(page, name).click()
        expected.append("label" if tool in ("letter", "number") else tool)
        drawn(page, *expected)
    point(page, "D4").click()
    page.wait_for_selector(".hm-sign text:text-is('2')")
    point(page, "D4").click()  # once more takes it away
    drawn(page, *expected)
    expect(point(page, "C3")).to_have_attribute("aria-label", re.compile("label A"))
    has_moves(page, 1)  # a mark is no move
    page.wait_for_function("location.search.includes('record=')")
    text = written(page)
    for said in ("TR[ae]", "SQ[be]", "MA[ce]", "CR[de]", "LB[cc:A][ee:1]"):
        assert said in text
    page.reload()
    drawn(page, *expected)
    point(page, "D4").click()  # no tool is chosen: it plays
    page.wait_for_selector("[data-node]:text-is('D4')")
    drawn(page)
    page.locator("[data-name=back]").click()
    drawn(page, *expected)


def test_marks_are_drawn_with_the_right_button(page):
    page.goto("/play/go?width=5&height=5&seats=you,you")
    point(page, "A1").click(button="right")
    drawn(page, "triangle")
    point(page, "B1").click(button="right", modifiers=["Shift"])
    drawn(page, "triangle", "square")
    point(page, "C1").click(button="right", modifiers=["Alt"])
    drawn(page, "triangle", "square", "circle")
    point(page, "A1").click(button="right")
    drawn(page, "square", "circle")
    point(page, "B1").click(button="right", modifiers=["Alt"])  # another mark gives way
    drawn(page, "circle", "circle")


def test_marks_of_a_file_are_shown_and_written_again(page):
    page.goto("/play/go?width=5&height=5")
    page.locator("[data-tab=Share]").click()
    page.locator("[data-name=file]").set_input_files(
        {"name": "marked.sgf", "mimeType": "text/plain", "buffer": MARKED.encode()}
    )
    page.locator("[data-node]:text-is('C3')").click()
    drawn(page, *["square"] * 4, "cross", "circle", "label", "label")
    assert "".join(written(page).split()) == MARKED
    page.locator("[data-name=first]").click()
    drawn(page, "triangle", "label")
    page.locator("[data-name=mark-cross]").click()
    page.wait_for_selector("[data-name=mark-cross][aria-pressed=true]")
    point(page, "A5").click()
    drawn(page, "cross", "label")
    assert re.search(r"^\(;GM\[1\]SZ\[5\]KM\[7\.5\]\s*LB\[bb:1\]\s*MA\[aa\]", written(page))


def test_a_palette_is_where_marks_are_kept(page):
    page.goto("/play/chess")
    expect(page.locator("[data-name^=mark-]")).to_have_count(0)
