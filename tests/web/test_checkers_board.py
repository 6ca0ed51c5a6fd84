"""Checkers on the page: a step by two touches, a capture of several by every square on the way."""

import os

import pytest
from browsing import expect, has_moves, point, says

pytestmark = pytest.mark.one_speed  # two people play: no kernel is in it


def picture(page, name):
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_a_step_is_two_touches(page):
    page.goto("/play/checkers?seats=you,you")
    expect(page.locator("[data-part=legal]")).to_have_count(4)
    picture(page, "start")
    point(page, "11").click()
    point(page, "15").click()
    says(page, "White to move")
    page.wait_for_selector("[data-at='15'][data-part=first-stone]")
    expect(page.locator("[data-at='11']")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 390])
def test_jumps_are_touched_one_by_one(page, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/play/checkers?position=W:W31:B18,19,26,27,1&seats=you,you")
    says(page, "White to move")
    point(page, "31").click()
    point(page, "22").click()
    has_moves(page, 0)  # the move is not over
    picture(page, f"jump{width}")
    point(page, "15").click()
    says(page, "Black to move")
    page.wait_for_selector("[data-at='15'][data-part=second-stone]")
    expect(page.locator("[data-part=first-stone]")).to_have_count(3)
    expect(page.locator("[data-node]").first).to_contain_text("31x22x15")
    picture(page, f"after{width}")


def test_a_forced_capture_is_the_only_move(page):
    page.goto("/play/checkers?position=B:W18,31:B14,1&seats=you,you")
    point(page, "1").click()
    point(page, "5").click()
    has_moves(page, 0)
    point(page, "14").click()
    point(page, "23").click()
    says(page, "White to move")
