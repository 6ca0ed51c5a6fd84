"""The opening's name over the moves, and the explorer: names where there is no book, and a book's figures."""

from __future__ import annotations

import pytest
from book_games import GAMES
from command import halfmove
from served import served

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    (folder / "games.pgn").write_text(GAMES)
    book = folder / "book.sqlite"
    assert halfmove("book", "make", str(folder / "games.pgn"), "-o", str(book)).status == 0
    with served("--processes", "1", "--book", str(book)) as server:
        yield server.url


def named(page, name):
    page.wait_for_function(
        "name => document.querySelector('[data-name=opening]').textContent === name", arg=name
    )


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_an_opening_is_named_and_explored(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/analyse/chess?moves=e4+c5")
    named(page, "Sicilian Defence")
    page.locator("[data-name=explorer] summary").click()
    page.locator("[data-move=Nf3]").click()
    named(page, "Sicilian Defence, King's Knight Variation")
    page.locator("[data-move=d6]").click()
    named(page, "Sicilian Defence, Modern Variation")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_explorer_has_the_figures_of_the_book(page):
    page.goto("/analyse/chess")
    page.locator("[data-name=explorer] summary").click()
    first = page.locator("[data-name=explorer] tbody tr").first
    first.wait_for()
    assert "games" in first.text_content()
    assert "%" in first.text_content()


def test_a_game_without_names_and_books_has_no_explorer(page):
    page.goto("/analyse/tictactoe")
    assert page.locator("[data-name=explorer]").count() == 0


def test_a_book_that_is_none_is_refused(tmp_path):
    answer = halfmove("serve", "--book", str(tmp_path / "none.bin"))
    assert answer.status == 2
    assert "There is no file" in answer.err
