"""Threats: what the other side would play if it were its turn."""

from __future__ import annotations

import pytest
from browsing import expect

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.web.workers.tasks.analysis import pass_turn

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize("name", ["chess", "go", "breakthrough"])
def test_the_turn_is_handed_over_and_the_board_stays(name):
    game = interpreted(hm.game(name))
    state = game.initial()
    passed = game.pass_turn(state)
    assert (game.to_move(state), game.to_move(passed)) == (0, 1)
    assert not game.is_terminal(passed)
    again = game.pass_turn(passed)
    assert set(game.actions(again)) == set(game.actions(state))


def test_a_pass_in_go_that_was_only_supposed_lets_nobody_end_the_game():
    game = interpreted(hm.game("go", width=5, height=5))
    passed = game.pass_turn(game.initial())
    assert not game.is_terminal(game.result(passed, game.parse_action(passed, "pass")))


def test_in_check_the_turn_cannot_be_passed():
    game = interpreted(hm.game("chess"))
    state = game.parse("rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2")
    assert game.pass_turn(state) is None
    with pytest.raises(BadInput, match=r"The turn cannot be passed here\."):
        pass_turn(History(game, state))
    assert interpreted(hm.game("tictactoe")).pass_turn(interpreted(hm.game("tictactoe")).initial()) is None


@pytest.mark.slow_interpreted
def test_a_threat_is_drawn_in_red_until_it_is_switched_off(page):
    page.goto("/analyse/breakthrough?moves=a2-a3")
    switch, told, arrow = (
        page.locator(found) for found in ("[data-name=threats]", "[data-name=threat]", ".hm-mark.hm-red")
    )
    switch.click()
    told.filter(has_text="White threatens").wait_for()
    arrow.wait_for()
    page.locator("[data-name=back]").click()
    told.filter(has_text="Black threatens").wait_for()
    switch.click()
    arrow.wait_for(state="detached")
    expect(told).to_have_text("")


def test_where_the_turn_cannot_be_passed_it_is_said(page):
    page.goto("/analyse/chess?moves=e4+f5+Qh5")
    page.locator("[data-name=threats]").click()
    page.locator("[data-name=threat]").filter(has_text="The turn cannot be passed here.").wait_for()
    page.goto("/analyse/tictactoe")
    page.locator("[data-name=analyse1]").wait_for()
    expect(page.locator("[data-name=threats]")).to_have_count(0)
