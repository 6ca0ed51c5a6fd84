"""What changes on a page is changed where it stands: the page around it is not drawn anew."""

from __future__ import annotations

import re

import pytest
from browsing import expect

pytestmark = pytest.mark.one_speed

COUNT = """() => {
  window.drawn = 0; // how often the toolkit draws the whole page
  const draw = window.renderRecursively;
  window.renderRecursively = (elements, id, context) => {
    if (id === 0) window.drawn += 1;
    return draw(elements, id, context);
  };
}"""


def play(page, move, count):
    for point in move:
        page.click(f"[data-point={point}]")
    page.wait_for_function("n => document.querySelectorAll('[data-node]').length === n", arg=count)


def begin(page, path):
    page.goto(path)
    page.wait_for_selector("html[data-live] .hm-can")
    page.evaluate(COUNT)


def test_a_move_draws_the_page_no_second_time(page):
    begin(page, "/play/chess?seats=you,you")
    play(page, ("e2", "e4"), 1)
    play(page, ("e7", "e5"), 2)
    before = page.evaluate("drawn")
    page.evaluate("document.querySelector('[data-at=a1]').same = true")
    play(page, ("g1", "f3"), 3)
    point = page.locator("[data-point=c6]")
    page.locator("[data-point=b8]").drag_to(point)
    page.wait_for_function("document.querySelectorAll('[data-node]').length === 4")
    assert page.evaluate("drawn") == before
    assert page.evaluate("document.querySelector('[data-at=a1]').same"), "nor is the picture"
    expect(page.locator("[data-name=status]")).to_have_text("White to move.")
    page.evaluate("mounted_app.$forceUpdate()")  # what is counted would be seen
    page.wait_for_function("n => drawn === n + 1", arg=before)
    expect(page.locator("[data-name=opening]")).not_to_contain_text("Three Knights")
    expect(page.locator(".hm-picture svg")).to_have_attribute(
        "aria-label", re.compile("^r1bqkbnr/pppp1ppp/2n5")
    )


def test_what_is_drawn_anew_after_all_is_as_it_was_changed(page):
    """An update of the toolkit's own finds what stands there."""
    begin(page, "/play/chess?seats=you,you")
    for count, move in enumerate((("e2", "e4"), ("e7", "e5"), ("g1", "f3")), 1):
        play(page, move, count)
    before = page.evaluate("document.getElementById('app').innerText")
    page.evaluate("mounted_app.$forceUpdate()")
    page.evaluate("mounted_app.$nextTick()")
    assert page.evaluate("document.getElementById('app').innerText") == before
    expect(page.locator('[data-at="f3"]')).to_have_count(1)
    expect(page.locator('[data-at="g1"]')).to_have_count(0)
    page.click("[data-name=undo]")
    page.wait_for_selector('[data-at="g1"]', state="attached")
    page.wait_for_selector("[data-name=redo]:not([disabled])")


def test_a_piece_stands_where_it_was_moved_before_the_server_has_answered(page):
    begin(page, "/play/chess?seats=you,you")
    page.evaluate("window.socket.emit = () => {}")  # nobody hears of it
    page.click("[data-point=g1]")
    page.click("[data-point=f3]")
    moved = page.locator('[data-at="g1"]')
    box, target = moved.bounding_box(), page.locator("[data-point=f3]").bounding_box()
    page.wait_for_timeout(300)  # the slide
    box = moved.bounding_box()
    assert target["x"] - 2 < box["x"] < target["x"] + target["width"]
    assert target["y"] - 2 < box["y"] < target["y"] + target["height"]
    expect(page.locator(".hm-last")).to_have_count(2)


def test_a_promotion_that_is_not_chosen_goes_back(page):
    begin(page, "/play/chess?position=7k/4P3/8/8/8/8/8/K7 w - - 0 1&seats=you,you")
    page.click("[data-point=e7]")
    page.click("[data-point=e8]")
    page.wait_for_selector(".hm-choice button")
    page.keyboard.press("Escape")
    page.click("[data-point=a1]")
    target = page.locator("[data-point=e7]").bounding_box()
    page.wait_for_function(
        """([y, high]) => {
          const box = document.querySelector('[data-at="e7"]').getBoundingClientRect();
          return box.y > y - 2 && box.y < y + high;
        }""",
        arg=[target["y"], target["height"]],
    )


def test_a_picture_that_the_server_takes_for_another_is_sent_whole(page):
    begin(page, "/play/chess?seats=you,you")
    page.evaluate("getElement(document.querySelector('.hm-board')).nodes.push(null)")
    play(page, ("e2", "e4"), 1)
    page.wait_for_selector('[data-at="e4"]', state="attached")
    expect(page.locator(".hm-picture [data-at]")).to_have_count(32)
    play(page, ("e7", "e5"), 2)
    expect(page.locator('[data-at="e5"]')).to_have_count(1)
