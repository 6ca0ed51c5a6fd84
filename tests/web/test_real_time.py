"""Pac-Man in real time in a real browser: keys, pause, single steps, swipes, two people, watching, replays.

Nothing here depends on how fast anything is: a game is stepped where its moves are compared, and what runs is
waited for by what it shows.
"""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from browsing import expect, has_moves, waiting

pytestmark = pytest.mark.one_speed

RING = "%%%%%%%%%/%P.....o%/%.%%%%%.%/%.......%/%%%%%%%%%/%G     %%/%%%%%%%%%"
"""Pac-Man alone on a ring; the ghost has a corridor of its own."""
SHARED = "%%%%%%%%%/%P  .  G%/%.%%%%%.%/%       %/%%%%%%%%%"
ALONE = f"/play/pacman?maze={quote(RING)}&ghosts=random"
BOTH = f"/play/pacman?maze={quote(SHARED)}&seats=you,you"


def tally(page, name):
    return page.locator(f'[data-tally="{name}"]').inner_text()


def told(page, name, value):
    page.wait_for_function(
        "([name, value]) => document.querySelector(`[data-tally='${name}']`)?.textContent === value",
        arg=[name, value],
    )


def stands(page, figure, x, y):
    """Wait until a figure has come to the middle of a square, by column and row."""
    page.wait_for_function(
        "([figure, at]) => document.querySelector(`[data-figure='${figure}']`)"
        ".getAttribute('transform') === at",
        arg=[str(figure), f"translate({24 * x + 12} {24 * y + 12})"],
    )


def run_button(page, words):
    page.wait_for_function(
        "words => document.querySelector('[data-name=run]').textContent.trim() === words", arg=words
    )


def step(page, moves):
    page.keyboard.press(".")
    told(page, "Moves", str(moves))


def test_single_steps_follow_the_key_held_last(page):
    page.goto(ALONE)
    step(page, 1)  # nothing is held: he stops
    stands(page, 0, 1, 1)
    assert tally(page, "Score") == "−1"
    page.keyboard.press("ArrowRight")
    step(page, 2)
    stands(page, 0, 2, 1)
    assert tally(page, "Score") == "8"
    page.keyboard.press("s")  # a wall is below: he goes on, and turns where he can
    for moves, column in zip(range(3, 8), range(3, 8), strict=True):
        step(page, moves)
        stands(page, 0, column, 1)
    assert tally(page, "Scared for") == "39"  # of 40, after the ghost's move
    expect(page.locator('[data-figure="1"]')).to_have_attribute("data-look", "scared")
    step(page, 8)
    stands(page, 0, 7, 2)
    texts = page.locator("[data-node]").all_text_contents()
    assert texts[::2] == ["Stop", *["East"] * 6, "South"]
    expect(page.locator(".hm-gone")).to_have_count(7)


def test_the_first_key_starts_and_space_pauses(page):
    page.goto(ALONE)
    run_button(page, "Start")
    page.keyboard.press("ArrowRight")
    run_button(page, "Pause")
    told(page, "Food left", "9")
    page.keyboard.press(" ")
    run_button(page, "Go on")
    page.wait_for_selector("[data-node]")
    moves = tally(page, "Moves")
    page.wait_for_timeout(600)  # three ticks, if it ran
    assert tally(page, "Moves") == moves
    expect(page.locator("[data-node]")).to_have_count(2 * int(moves))
    page.locator("[data-name=undo]").click()
    told(page, "Moves", str(int(moves) - 1))
    page.locator("[data-name=restart]").click()
    told(page, "Moves", "0")
    run_button(page, "Start")


def test_arrows_step_the_record_where_one_has_looked_back(page):
    page.goto(ALONE)
    step(page, 1)
    step(page, 2)
    page.locator("[data-name=first]").click()
    told(page, "Moves", "0")
    page.keyboard.press("ArrowRight")
    told(page, "Moves", "1")
    has_moves(page, 4)


def test_a_swipe_steers(page):
    page.goto(ALONE)
    step(page, 1)
    box = page.locator(".hm-scene").bounding_box()
    page.mouse.move(box["x"] + 90, box["y"] + 90)
    page.mouse.down()
    page.mouse.move(box["x"] + 92, box["y"] + 140, steps=3)
    page.mouse.up()
    step(page, 2)
    stands(page, 0, 1, 2)


def test_a_phone_has_buttons_to_steer_and_fingers_do_not_scroll_the_board(chromium, address):
    context = chromium.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    phone = waiting(context.new_page())
    phone.goto(ALONE)
    phone.locator("[data-name=step]").tap()
    told(phone, "Moves", "1")
    phone.locator(".hm-pad-down").tap()
    phone.locator("[data-name=step]").tap()
    stands(phone, 0, 1, 2)
    assert phone.locator(".hm-scene").evaluate("e => getComputedStyle(e).touchAction") == "none"
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_reduced_motion_shows_none(chromium, address):
    context = chromium.new_context(base_url=address, reduced_motion="reduce")
    page = waiting(context.new_page())
    page.goto(ALONE)
    page.keyboard.press("ArrowRight")
    told(page, "Food left", "9")
    stage = page.locator(".hm-stage")
    expect(stage).not_to_have_class(re.compile("hm-moving"))
    assert stage.evaluate("e => e.getAnimations({ subtree: true }).length") == 0
    at = page.evaluate(
        """() => new Promise((done) => { // a frame after the other: always on a square's middle
          const seen = [], figure = document.querySelector('[data-figure="0"]');
          const look = () => {
            seen.push(Number(figure.getAttribute("transform").match(/[\\d.]+/)[0]));
            if (seen.length < 60) requestAnimationFrame(look); else done(seen);
          };
          look();
        })"""
    )
    assert all((x - 12) % 24 == 0 for x in at)
    context.close()


def test_motion_is_shown_where_nobody_minds(page):
    page.goto(ALONE)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(Number(document.querySelector('[data-figure=\"0\"]').getAttribute('transform').match(/[\\d.]+/)[0])"
        " - 12) % 24"
    )
    assert page.locator(".hm-stage.hm-moving").evaluate("e => e.getAnimations({ subtree: true }).length")


def test_two_people_share_the_keyboard(page):
    page.goto(BOTH)
    expect(page.locator(".hm-pad")).to_have_count(2)
    step(page, 1)
    page.keyboard.press("d")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    step(page, 2)
    stands(page, 0, 1, 2)
    texts = page.locator("[data-node]").all_text_contents()
    assert texts[0::2] == ["Stop", "South"]
    assert len(texts) == 4


def test_a_link_is_replayed_and_its_slider_moved(page):
    page.goto(ALONE)
    page.keyboard.press("ArrowRight")
    told(page, "Food left", "9")
    page.keyboard.press(" ")
    run_button(page, "Go on")
    page.wait_for_function("location.search.includes('moves=')")
    link, moves = page.url, tally(page, "Moves")
    page.goto("/")
    page.goto(link)
    told(page, "Moves", moves)
    page.locator("[data-name=replay]").click()
    run_button(page, "Pause")
    told(page, "Moves", moves)
    run_button(page, "Go on")
    page.locator("[data-name=slider]").fill("2")
    told(page, "Moves", "1")
    stands(page, 0, 2, 1)
    page.locator("[data-name=slider]").fill("0")
    told(page, "Moves", "0")
    assert page.url.split("&at=")[0] == link.split("&at=")[0]


def test_an_engine_plays_pacman_and_the_search_is_watched(page):
    page.goto("/play/pacman?maze=tiny&ghosts=random&seats=3")
    page.locator("[data-name=watch]").click()
    page.wait_for_selector(".hm-values .hm-best")
    expect(page.locator(".hm-values > div")).to_have_count(3)  # Stop, East, South
    page.wait_for_selector(".hm-course.hm-plan", state="attached")
    page.wait_for_selector(".hm-course.hm-guess", state="attached")
    page.locator("[data-name=run]").click()
    page.wait_for_function("document.querySelector('[data-tally=Moves]')?.textContent.length > 1")
    page.keyboard.press(" ")
    page.wait_for_function("document.querySelector('[data-name=run]').textContent.trim() !== 'Pause'")
    page.wait_for_selector("[data-node]")
