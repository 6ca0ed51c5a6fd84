"""A phone: small points ask for a second tap, a large board can be enlarged, navigation and tabs fit."""

from __future__ import annotations

import pytest
from browsing import WIDTHS, expect, point, waiting

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it

WAYS = ("/lab", "/quiz", "/misconceptions")


@pytest.fixture
def phone(chromium, address):
    context = chromium.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield waiting(page)
    context.close()
    assert not errors


def test_a_small_board_asks_for_a_second_tap(phone):
    phone.goto("/play/go?seats=you,you")
    point(phone, "Q16").tap()
    phone.wait_for_selector(".hm-again:has-text('Q16')")
    point(phone, "D4").tap()  # another point is asked for anew
    phone.wait_for_selector(".hm-again:has-text('D4')")
    phone.wait_for_timeout(200)
    expect(phone.locator("[data-node]")).to_have_count(0)
    point(phone, "D4").tap()
    phone.wait_for_selector("[data-node]:text-is('D4')")
    expect(phone.locator(".hm-again")).to_have_count(0)


@pytest.mark.parametrize("path", ["/play/connect4?seats=you,you", "/play/go?width=9&height=9&seats=you,you"])
def test_a_board_of_large_points_does_not(phone, path):
    phone.goto(path)
    name = "4" if "connect4" in path else "E5"
    point(phone, name).tap()
    phone.wait_for_selector(f"[data-node]:text-is('{name}')")
    expect(phone.locator("[data-name=zoom]")).to_have_count(0)


def test_nineteen_lines_are_enlarged_and_moved_about(phone):
    phone.goto("/play/go?seats=you,you&moves=Q16")
    before = point(phone, "Q16").bounding_box()
    phone.locator("[data-name=zoom]").tap()
    phone.wait_for_selector(".hm-enlarged")
    phone.wait_for_function("document.querySelector('.hm-enlarged')?.scrollLeft > 20")
    after = point(phone, "Q16").bounding_box()
    assert after["width"] > 1.9 * before["width"] > 24
    view = phone.locator(".hm-enlarged").bounding_box()
    assert view["x"] <= after["x"] <= view["x"] + view["width"], "the last move is in sight"
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    point(phone, "Q14").tap()  # large enough now: one tap
    phone.wait_for_selector("[data-node]:text-is('Q14')")
    phone.locator("[data-name=zoom]").tap()
    phone.wait_for_function("!document.querySelector('.hm-enlarged')")


def test_a_finger_on_a_go_board_scrolls_and_on_a_chess_board_drags(phone):
    for game, ways in (("go", "manipulation"), ("chess", "pinch-zoom")):
        phone.goto(f"/play/{game}?seats=you,you")
        assert phone.locator(".hm-layer").evaluate("e => getComputedStyle(e).touchAction") == ways


@pytest.mark.parametrize("way", WAYS)
def test_the_navigation_shows_where_one_is(phone, way):
    phone.goto(way)
    phone.wait_for_selector("html[data-live]")
    phone.locator("[data-name=menu]").click()
    here = phone.locator(".hm-nav [aria-current]").bounding_box()
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= 390


@pytest.mark.parametrize("width", [360, *WIDTHS])
def test_all_tabs_fit(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/play/chess")
    tabs = page.locator("[data-tab]")
    expect(tabs).to_have_count(5)
    last, box = tabs.last.bounding_box(), page.locator(".hm-tabs").bounding_box()
    assert last["x"] + last["width"] <= box["x"] + box["width"] + 1


def swipe(page, start, end):
    """A finger from the middle of a point to that of another."""
    (x, y), (x2, y2) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (point(page, name).bounding_box() for name in (start, end))
    )
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x2, "y": y2}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_swipe_goes_through_the_moves(phone):
    phone.goto("/play/chess?moves=e4+e5+Nf3&seats=you,you")
    phone.wait_for_selector("html[data-live]")
    shown = phone.locator(".hm-moves [aria-current]")
    swipe(phone, "b4", "g4")
    shown.filter(has_text="e5").wait_for()
    swipe(phone, "g4", "b4")
    shown.filter(has_text="Nf3").wait_for()
