"""The board in Firefox: games are played to their end, pieces dragged, marks drawn, tabs and pages opened,
and nothing is printed."""

from __future__ import annotations

import pytest
from browsing import expect, firefox, point, waiting
from playing import HANDS, Player

pytestmark = [pytest.mark.one_speed, pytest.mark.exhaustive]

GAMES = {
    "tictactoe": "",
    "chess": "position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1",
    "go": "width=5&height=5&komi=0.5",
    "kuhn": "",
    "holdem": "",
    "pig": "target=8",
}
PAGES = ("/", "/lab", "/lessons", "/lessons/alphabeta", "/quiz", "/operations", "/operations/perft", "/runs")
TOLD_TWICE = "Layout was forced before the page was fully loaded"
"""What Firefox prints of any page with a script that measures."""


@pytest.fixture(scope="module")
def gecko():
    with firefox() as found:
        yield found


@pytest.fixture
def page(gecko, address):
    context = gecko.new_context(base_url=address, viewport={"width": 1280, "height": 900})
    page, wrong = waiting(context.new_page()), []
    page.on("console", lambda said: TOLD_TWICE in said.text or wrong.append(f"{said.type}: {said.text}"))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert not wrong


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(page, game, hand):
    page.goto(f"/play/{game}?{GAMES[game]}&seed=7&seats=you,you")
    assert Player(page, HANDS[hand](page), seed=1, most=10).play().over


def test_pieces_are_dragged_and_marks_are_drawn(page):
    page.goto("/play/chess?seats=you,you")
    for start, end, button in (("e2", "e4", "left"), ("g1", "f3", "right")):
        for name, act in ((start, page.mouse.down), (end, page.mouse.up)):
            box = point(page, name).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act(button=button)
        page.wait_for_selector("[data-at=e4]")
    page.wait_for_selector("[data-node]:text-is('e4')")
    page.wait_for_selector(".hm-mark.hm-green line")


def test_what_is_analysed_is_drawn(page):
    page.goto("/analyse/tictactoe?moves=a1+b1")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line")
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.wait_for_selector("td:has-text('b1')")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens(page, path):
    assert page.goto(path).ok
    expect(page.locator("main")).to_have_count(1)
    page.wait_for_timeout(300)


def test_a_game_in_real_time_runs(page):
    page.goto("/play/pacman?ghosts=random&limit=20&seed=7")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".hm-ending")
