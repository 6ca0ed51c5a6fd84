"""Games played with clocks in a real browser: what the clocks showed is written, read, and written again."""

from __future__ import annotations

import re

import pytest
from browsing import point, says
from new_game import change_game

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.formats import find_format
from halfmove.games.chess.pgn import games

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it


def clocked(page, path):
    """A game of two people with five minutes each and two seconds a move."""
    page.goto(path)
    change_game(page, minutes="5", increment="2")
    page.wait_for_selector(".hm-clock:has-text('5:00')")
    page.wait_for_function("history.state?.halfmove?.clock?.increment === 2")


def written(page, form):
    page.locator("[data-tab=Share]").click()
    page.locator("select:has(option[value=position])").first.select_option(form)
    with page.expect_download() as download:
        page.locator("[data-name=save]").click()
    return download.value.path().read_text()


def open_file(page, name, text):
    page.locator("[data-tab=Share]").click()
    page.locator("[data-name=file]").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )


def test_chess_is_written_with_clocks_and_time_control_and_read_again(page):
    clocked(page, "/play/chess?seats=you,you")
    for number, (start, end) in enumerate((("e2", "e4"), ("e7", "e5"), ("g1", "f3")), 1):
        point(page, start).click()
        point(page, end).click()
        page.wait_for_function("n => document.querySelectorAll('[data-node]').length === n", arg=number)
    page.wait_for_function("location.search.includes('record=')")
    text = written(page, "PGN")
    [game] = games(text)
    assert game.headers["TimeControl"] == "300+2"
    assert {"Event", "White", "Result"} <= set(game.headers)
    assert len(re.findall(r"\{\[%clk 0:0[45]:\d\d\]\}", text)) == 3
    page.reload()
    assert written(page, "PGN") == text
    page.goto("/play/chess")
    open_file(page, "timed.pgn", text)
    page.locator("[data-node]:text-is('Nf3')").wait_for()
    assert written(page, "PGN") == text


def test_go_is_written_with_clocks_and_time_control_and_read_again(page):
    clocked(page, "/play/go?width=5&height=5&seats=you,you")
    for number, name in enumerate(("C3", "B2"), 1):
        point(page, name).click()
        page.wait_for_function("n => document.querySelectorAll('[data-node]').length === n", arg=number)
    page.wait_for_function("location.search.includes('record=')")
    text = written(page, "SGF")
    assert "TM[300]OT[2 fischer]" in text
    assert re.search(r";B\[cc\]BL\[300\]\s*;W\[bd\]WL\[(300|30[12]|29\d)\]", text)
    [record] = find_format(interpreted(hm.game("go", size=5)), "SGF").read(text)
    assert record.headers["TimeControl"] == "300+2"
    page.reload()
    assert written(page, "SGF") == text
    page.goto("/play/go?width=9&height=9")
    open_file(page, "timed.sgf", text)
    page.wait_for_url(re.compile("width=5"))
    says(page, "Black to move.")
    assert written(page, "SGF") == text
