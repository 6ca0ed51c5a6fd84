"""Othello on the page: discs are put and turned over, legal squares are marked, a pass is a button."""

import pytest
from browsing import expect, has_moves, point, says

pytestmark = pytest.mark.one_speed  # two people play: no kernel is in it

WATCH = """() => {
  window.turned = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const piece = this.dataset.at ? this : this.querySelector("[data-at]");
    if (frames[0].transform === "scaleX(0)") window.turned.push(piece.dataset.at);
    return animate.call(this, frames, how);
  };
}"""


def test_a_click_turns_discs_over(page):
    page.goto("/play/othello?seats=you,you")
    expect(page.locator("[data-part=legal]")).to_have_count(4)
    page.evaluate(WATCH)
    point(page, "f5").click()
    says(page, "White to move")
    page.wait_for_selector("[data-at=f5][data-part=first-stone]")
    expect(page.locator("[data-at=e5]")).to_have_attribute("data-part", "first-stone")
    assert page.evaluate("window.turned") == ["e5"]
    expect(page.locator("[data-part=legal]")).to_have_count(3)
    point(page, "a1").click()
    has_moves(page, 1)  # no disc is turned over from there


def test_who_has_no_move_passes_by_a_button(page):
    page.goto(f"/play/othello?position=XO{'-' * 62}+O&seats=you,you")
    says(page, "White to move")
    page.get_by_role("button", name="pass").first.click()
    says(page, "Black to move")
    point(page, "c1").click()
    says(page, "Black wins")
    expect(page.locator("[data-name=status]")).to_contain_text("Black 3, White 0")
