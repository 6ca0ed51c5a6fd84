"""Accessibility: every page, and the states in which its parts are open, without a violation by axe-core.

Deque's axe-core comes with the package axe-playwright-python; its rules for WCAG 2.2, level AA, and its best
practices are applied.
"""

from __future__ import annotations

import itertools

import pytest
from accessible import LOOKS, MADE, MORE_LOOKS, SETTLED, live, violations, violations_in_every_look
from browsing import KINDS, PAGES, expect, waiting
from contrast import faint_texts
from new_game import open_dialog


@pytest.fixture(scope="module")
def axe():
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


def check_parts(page):
    expect(page.locator("html"), page.url).to_have_attribute("lang", "en-US")
    expect(page.locator("main"), page.url).to_have_count(1)
    expect(page.locator("h1"), page.url).to_have_count(1)


@pytest.mark.one_speed
def test_no_page_has_a_violation(page, axe):
    """A page of every kind: every other one on a phone and bright, the others on a laptop and dark."""
    found = []
    for path, look in zip(KINDS, itertools.cycle(LOOKS)):
        live(page, path, *look)
        check_parts(page)
        found += violations(axe, page)
    assert not found, "\n".join(found)


@pytest.mark.one_speed
@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "theme"), LOOKS + MORE_LOOKS)
def test_no_page_opened_in_a_look_has_a_violation(page, axe, width, theme):
    found = []
    for path in PAGES:
        live(page, path, width, theme)
        check_parts(page)
        found += violations(axe, page)
    assert not found, "\n".join(found)


@pytest.mark.slow_interpreted
def test_no_state_of_the_board_has_a_violation(page, axe):
    found = []
    live(page, "/analyse/tictactoe?moves=a1+b1+b2+c1", *LOOKS[0])
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line")
    page.locator("summary", has_text="Settings").click()
    page.locator("[data-name=compare]").click()
    page.wait_for_selector('section[aria-label="engine 2"]')
    page.locator("[data-name=analyse2]").click()
    page.wait_for_selector(".hm-compared")
    page.locator("[data-name=variations] summary").click()
    page.locator("[data-tree]").first.wait_for()
    found += violations_in_every_look(axe, page, LOOKS)
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.wait_for_selector("td:has-text('b1??')")
    found += violations_in_every_look(axe, page, LOOKS)
    page.locator("[data-learn='start 1']").click()
    page.wait_for_selector("[data-learn=hint]")
    found += violations_in_every_look(axe, page, LOOKS)
    page.locator("[data-learn=end]").click()
    page.locator("[data-tab='Set up']").click()
    page.locator("[data-name=setup]").click()
    page.wait_for_selector("[data-piece]")
    found += violations_in_every_look(axe, page, LOOKS)
    page.locator("[data-tab=Share]").click()
    page.wait_for_selector("[data-name=paper]")
    found += violations_in_every_look(axe, page, LOOKS)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("looks", [LOOKS, pytest.param(MORE_LOOKS, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("game", ["tictactoe", pytest.param("backgammon", marks=pytest.mark.exhaustive)])
@pytest.mark.one_speed
def test_the_dialog_for_a_new_game_has_no_violation(page, axe, game, looks):
    live(page, f"/play/{game}?seats=you,you", *looks[0])
    open_dialog(page)
    for summary in page.locator(".hm-new-game summary").all():
        summary.click()
    page.locator("[data-name=clock]").select_option("own")
    page.wait_for_timeout(500)  # the dialog fades in
    found = violations_in_every_look(axe, page, looks)
    assert not found, "\n".join(found)


def test_enter_says_why_nothing_can_be_played_there(page):
    live(page, "/play/tictactoe?moves=a1&seats=you,you")
    why = page.locator(".hm-why")
    page.locator('[data-point="a1"]').focus()
    page.keyboard.press("Enter")
    why.filter(has_text="a1 is taken: X.").wait_for()
    live(page, "/play/chess?seats=you,you")
    for square, key, said in (
        ("e7", "Enter", "e7, black pawn, cannot be moved now."),
        ("e4", " ", "There is nothing on e4 to move."),
        ("a1", "Enter", "a1, white rook, cannot be moved now."),
    ):
        page.locator(f'[data-point="{square}"]').focus()
        page.keyboard.press(key)
        why.filter(has_text=said).wait_for()
    page.locator('[data-point="e2"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-point="e5"]').focus()
    page.keyboard.press("Enter")
    why.filter(has_text="No move goes from e2 to e5.").wait_for()


@pytest.fixture(scope="module")
def fine(chromium, address):
    """A page whose letters have their whole colour."""
    context = chromium.new_context(
        base_url=address, viewport={"width": 1280, "height": 900}, device_scale_factor=3
    )
    yield waiting(context.new_page())
    context.close()


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("path", ["/regret", "/growth?deepening=on"])
def test_what_pictures_say_stands_out_in_both_colour_schemes_and_at_once(fine, path):
    fine.emulate_media(color_scheme="light")
    fine.goto(path)
    fine.wait_for_function(MADE)
    fine.locator("[data-slot=curves] svg, [data-slot=chart] svg").first.wait_for()
    for theme in ("light", "dark"):
        fine.emulate_media(color_scheme=theme)
        fine.wait_for_selector(f"html[data-theme={theme}]", state="attached")
        fine.wait_for_timeout(SETTLED)
        assert faint_texts(fine) == [], theme


@pytest.mark.one_speed
def test_a_page_follows_the_colour_scheme_unless_another_was_chosen(page):
    page.emulate_media(color_scheme="light")
    page.goto("/growth")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{ground} !== '{light}'")
    assert page.evaluate("document.body.classList.contains('body--dark')")
    page.locator("[aria-label='Light or dark']").click()
    page.wait_for_function(f"{ground} === '{light}'")
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(SETTLED)
    assert page.evaluate(ground) == light, "what was chosen stays"
