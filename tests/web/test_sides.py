"""Values are the first player's, as the field writes them, or the player's to move: a switch says which."""

from __future__ import annotations

import re

import pytest
from browsing import expect
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.scores import Score
from halfmove.web.board.sides import number_html, value_html
from halfmove.web.workers.tasks.analysis import score_words

pytestmark = pytest.mark.one_speed

CHESS = interpreted(hm.game("chess"))


@given(st.sampled_from((0, 1)), st.integers(-899_999, 899_999))
def test_what_is_told_of_the_first_player_is_what_he_would_be_told(player, raw):
    score = Score.read(CHESS, player, raw, proven=False)
    found = score_words(score, CHESS, CHESS)
    own = score_words(score if player == 0 else -score, CHESS, CHESS)
    assert found["to_first"] == {key: own[key] for key in ("worth", "short")}


def test_a_value_that_is_the_same_to_both_stands_once():
    assert value_html({"worth": "draw", "to_first": {"worth": "draw"}}, "worth") == "draw"
    assert value_html({"worth": "a < b", "to_first": None}, "worth") == "a &lt; b"
    assert number_html(0.25, turned=False) == "+0.25"
    assert number_html(0.25, turned=True).count("0.25") == 2


def test_values_are_the_first_players_until_the_switch_says_otherwise(page):
    path = "/analyse/tictactoe?moves=a1+b1+a2"  # O can only lose
    page.goto(path)
    switch = page.locator("button[data-name=mover]")
    value = page.locator(".hm-line .hm-worth").first
    page.locator("[data-tab=Analysis]").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line >> text=win 4")
    expect(value).to_have_text(re.compile("^win"), use_inner_text=True)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(value).to_have_text(re.compile("^loss"), use_inner_text=True)
    page.goto(path)
    page.locator("[data-tab=Analysis]").click()
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line >> text=loss 4")
    expect(value).to_have_text(re.compile("^loss"), use_inner_text=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(value).to_have_text(re.compile("^win"), use_inner_text=True)


def test_a_game_of_one_player_or_of_many_has_no_switch(page):
    page.goto("/analyse/race")
    page.locator("[data-tab=Analysis]").click()
    page.locator("[data-name=analyse1]").wait_for()
    expect(page.locator("button[data-name=mover]")).to_have_count(0)
