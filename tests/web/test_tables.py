"""Games of dice and cards at the page: a die as it fell, colours and names of players, a hidden hand."""

from __future__ import annotations

import re

import pytest
from browsing import expect, says

pytestmark = pytest.mark.one_speed


def touch(page, name):
    page.locator(f'[data-point="{name}"]').click()


def shows_die(page, ply):
    """Wait until the die thrown at a ply lies on the table, and the line over the board, which the server
    may send after the picture, says as many pips as it shows."""
    page.wait_for_function(
        """ply => {
          const die = document.querySelector(`.hm-thrown[data-ply="${ply}"]`);
          const said = document.querySelector("[data-name=status]")?.textContent.match(/Chance: (\\d)/);
          return die && said && die.querySelectorAll("circle").length === Number(said[1]);
        }""",
        arg=ply,
    )


@pytest.mark.parametrize(("game", "action", "players"), [("pig", "roll", 2), ("race", "throw", 3)])
def test_a_die_lies_as_it_fell_until_the_next_decision(page, game, action, players):
    page.goto(f"/play/{game}?seats={','.join(['you'] * players)}&seed=5")
    for number in range(1, 5):
        touch(page, action)
        shows_die(page, 2 * number)
        rolled = page.evaluate("getComputedStyle(document.querySelector('.hm-thrown')).animationName")
        assert rolled == "hm-throw"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.querySelector('.hm-thrown')).animationName") == "none"


def test_a_die_does_not_lie_on_buttons_or_words(page):
    for path in ("pig?position=A+9+B+12+A+has+6&seats=you,you", "race?seats=you,you,you"):
        page.goto(f"/play/{path}")
        touch(page, "roll" if path.startswith("pig") else "throw")
        page.wait_for_selector(".hm-thrown")
        page.wait_for_timeout(700)  # it has come to rest
        die = page.locator(".hm-thrown").bounding_box()
        others = [box.bounding_box() for box in page.locator(".hm-point").all()]
        assert others
        for box in others:
            assert die["x"] + die["width"] <= box["x"] or box["y"] >= die["y"] + die["height"]


@pytest.mark.parametrize(("game", "players"), [("pig", 6), ("race", 6)])
def test_every_player_has_a_name_and_a_colour_of_his_own(page, game, players):
    page.goto(f"/play/{game}?players={players}&seats={','.join(['you'] * players)}")
    rows = page.evaluate(
        "() => [...document.querySelectorAll('.hm-picture circle[r=\"6\"]')].map(c =>"
        " [c.getAttribute('fill'), c.nextElementSibling.textContent])"
    )
    assert [name for _, name in rows] == list("ABCDEF")
    assert len({colour for colour, _ in rows}) == players


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hidden_card_is_a_back_and_in_nothing_that_the_browser_gets(page, seed):
    page.goto(f"/play/kuhn?seats=you,5&seed={seed}")
    says(page, "First to move.")
    own = page.locator('[data-at="card 1 1"] text').first.text_content()
    assert own in "JQK"
    expect(page.locator('[data-at="card 2 1"] text')).to_have_count(0)
    expect(page.locator('[data-at="card 2 1"] rect'), "its back").to_have_count(2)
    expect(page.locator(".hm-moves")).to_contain_text("a card")
    told = page.content() + page.evaluate("JSON.stringify([location.href, history.state, {...localStorage}])")
    others = set("JQK") - {own}
    assert not any(re.search(rf">\s*{rank}\s*<|card {rank}|deals? {rank}", told) for rank in others)
    assert "sealed=" in page.url or "moves=" not in page.url
