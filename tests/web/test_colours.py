"""The value bar, the graph and the names in the players' own colours, and the right way round."""

from __future__ import annotations

import pytest
from browsing import WIDTHS, expect

from halfmove.core.scores import Score
from halfmove.games.connect4 import ConnectFour
from halfmove.games.description import as_pictured
from halfmove.games.go import Go
from halfmove.games.mnk import Gomoku, TicTacToe

BLACK_AHEAD = "/analyse/go?width=5&height=5&komi=0.5&moves=C3+A1+C2+A2+C4+pass"


pytestmark = pytest.mark.one_speed  # what searches is marked `slow_interpreted`


def parts(page):
    """The first player's part of the bar, its colour, and the colour of the rest."""
    return page.evaluate(
        "() => {const bar = document.querySelector('.hm-bar'), part = bar.firstElementChild;"
        " return [part.getBoundingClientRect().height / bar.getBoundingClientRect().height,"
        " getComputedStyle(part).backgroundColor, getComputedStyle(bar).backgroundColor,"
        " Math.abs(part.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom) < 3]}"
    )


def light(colour):
    numbers = [int(n) for n in colour[4:-1].split(",")]
    return sum(numbers) / len(numbers) > 128


def test_players_are_called_as_the_picture_shows_them():
    assert as_pictured(ConnectFour()).player_name(1) == "Yellow"
    assert ConnectFour().player_name(1) == "O", "its notation is another matter"
    assert as_pictured(Gomoku()).player_name(0) == "Black"
    assert as_pictured(TicTacToe()).player_name(0) == "X"
    assert "Red" in Score.proof(ConnectFour(), 0, 1.0).words(as_pictured(ConnectFour()))
    assert as_pictured(Go()) == Go()


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_bar_of_go_is_black_where_black_stands_better(page, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(BLACK_AHEAD)
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-bar[title$='for Black']")
    page.wait_for_function("parseInt(document.querySelector('.hm-bar')?.title.match(/[0-9]+/)[0]) > 60")
    page.wait_for_timeout(400)  # the bar moves there
    share, first, second, at_the_bottom = parts(page)
    assert share > 0.6
    assert not light(first)
    assert light(second)
    assert at_the_bottom


def test_connect_four_is_red_and_yellow_in_words_and_in_the_bar(page):
    page.goto("/play/connect4?moves=44444433221&seats=you,you")
    page.wait_for_function("document.querySelector('[data-name=status]')?.textContent === 'Red wins.'")
    said = page.locator("#main").inner_text()
    assert "Yellow" in said
    assert "X" not in said.split()
    page.wait_for_timeout(400)
    share, first, second, _ = parts(page)
    assert share > 0.95
    assert (first, second) == ("rgb(229, 72, 77)", "rgb(255, 197, 61)")
    expect(page.locator("[data-point='4']")).to_have_attribute(
        "aria-label", "4, red, yellow, red, yellow, red, yellow"
    )


def test_the_graph_leaves_out_what_nobody_has_looked_at(page):
    page.goto("/analyse/tictactoe?moves=a1+b1+a2+b2+a3")
    page.locator("[data-name=analyse1]").click()
    page.locator("[data-name=back]").click()
    page.wait_for_selector(".hm-graph")
    spans = page.evaluate(
        "() => [...document.querySelectorAll('.hm-graph path[fill]')].map((path) => {"
        "const box = path.getBBox(); return [box.x, box.x + box.width]})"
    )
    assert spans == [[700, 1000], [700, 1000]], "two positions of six: the other four are left blank"


def middle_on_the_board(page, selector):
    """How far below the top of the board the middle of something is, however far the page is scrolled."""
    return page.evaluate(
        "selector => {const box = document.querySelector(selector).getBoundingClientRect();"
        " const board = document.querySelector('.hm-picture svg').getBoundingClientRect();"
        " return box.y + box.height / 2 - board.y}",
        selector,
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hint_lies_where_the_stone_comes_to_lie(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(
        "/play/connect4?moves=444444 17 1 7 1&seats=you,you"
    )  # three in a row of column 1: block or win
    page.locator("[data-name=hint]").click()
    ring = page.locator(".hm-hint circle")
    ring.wait_for()
    middle = middle_on_the_board(page, ".hm-hint circle")
    page.locator("[data-point='1']").click()
    page.wait_for_selector("[data-at='1.4']")
    page.wait_for_timeout(600)  # the stone falls
    assert abs(middle_on_the_board(page, "[data-at='1.4']") - middle) < 3
