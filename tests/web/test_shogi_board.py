"""Shogi in a real browser: pieces dropped by clicks and by a drag, promotions, a board that turns."""

from __future__ import annotations

import pytest
from browsing import expect, has_moves, point, says

pytestmark = pytest.mark.one_speed

HELD = "/play/shogi?position=lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL+b+Pp+1&seats=you,you"


@pytest.mark.parametrize("width", [390, 1440])
def test_pieces_are_dropped_from_the_hand(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(HELD)
    point(page, "P*").click()
    page.wait_for_function(
        "document.querySelectorAll('.hm-target').length === 7"
    )  # on file 5, without a pawn
    point(page, "5e").click()
    says(page, "White to move")
    point(page, "p*").drag_to(point(page, "5d"))
    says(page, "Black to move")
    has_moves(page, 2)
    expect(page.locator("[data-node]")).to_have_text(["P*5e", "P*5d"])
    page.wait_for_function("!document.querySelector('[data-at=\"P*\"]')")
    point(page, "5e").drag_to(point(page, "5d"))
    says(page, "White to move")
    page.wait_for_selector('[data-at="P*"]')
    place = "() => document.querySelector('[data-point=\"8b\"]').getBoundingClientRect().y"
    before = page.evaluate(place)
    page.locator("[data-name=turn]").click()
    page.wait_for_function(f"before => ({place})() !== before", arg=before)
    point(page, "8b").click()
    point(page, "5b").click()
    says(page, "Black to move")


def test_a_promotion_is_chosen(page):
    page.goto("/play/shogi?position=4k4/9/9/1P7/9/9/9/9/4K4+b+-+1&seats=you,you")
    point(page, "8d").click()
    point(page, "8c").click()
    choices = page.locator("[data-name=choice]")
    choices.first.wait_for()
    expect(choices).to_have_count(2)
    choices.filter(has_text="P-8c=").click()
    says(page, "White to move")
    has_moves(page, 1)
    expect(page.locator("[data-node]")).to_have_text("P-8c=")


def test_a_game_is_saved_in_the_charset_of_its_format(page):
    page.goto("/play/shogi?moves=P-7f+P-3d&seats=you,you")
    page.locator("[data-tab=Share]").click()
    page.locator("select:has(option[value=KIF])").first.select_option("KIF")
    with page.expect_download() as download:
        page.locator("[data-name=save]").click()
    assert download.value.suggested_filename == "shogi.kif"
    text = download.value.path().read_bytes().decode("cp932")
    assert "７六歩(77)" in text
    assert "UTF-8" not in text
