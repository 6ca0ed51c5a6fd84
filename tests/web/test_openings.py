"""The opening's name over the moves, and the explorer: names where there is no book, and a book's figures."""

from __future__ import annotations

import pytest
from book_games import GAMES
from browsing import WIDTHS, expect
from command import halfmove
from served import served

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    (folder / "games.pgn").write_text(GAMES)
    book = folder / "book.sqlite"
    assert halfmove("book", "make", str(folder / "games.pgn"), "-o", str(book)).status == 0
    (folder / "games.txt").write_text("# Halfmove game: othello\n# tag Result 0-1\nf5 f4 e3 d2\n")
    reversi = folder / "othello.sqlite"
    assert halfmove("book", "make", str(folder / "games.txt"), "-o", str(reversi)).status == 0
    expanded = folder / "tictactoe.sqlite"
    made = halfmove(
        "book", "expand", str(expanded), "--game", "tictactoe", "--depth", "1", "--positions", "6"
    )
    assert made.status == 0
    books = [text for file in (book, reversi, expanded) for text in ("--book", str(file))]
    with served("--processes", "1", *books) as server:
        yield server.url


def named(page, name):
    page.wait_for_function(
        "name => document.querySelector('[data-name=opening]').textContent === name", arg=name
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_an_opening_is_named_and_explored(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/analyse/chess?moves=e4+c5")
    named(page, "B20 Sicilian Defence")
    page.locator("[data-name=explorer] summary").click()
    page.locator("[data-move=Nf3]").click()
    named(page, "B27 Sicilian Defence, King's Knight Variation")
    page.locator("[data-move=d6]").click()
    named(page, "B50 Sicilian Defence, Modern Variation")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_explorer_has_the_figures_of_the_book(page):
    page.goto("/analyse/chess")
    page.locator("[data-name=explorer] summary").click()
    first = page.locator("[data-name=explorer] tbody tr").first
    first.wait_for()
    expect(first).to_contain_text("games")
    expect(first).to_contain_text("%")


def test_a_game_without_names_and_books_has_no_explorer(page):
    page.goto("/analyse/nim")
    expect(page.locator("[data-name=explorer]")).to_have_count(0)
    page.goto("/analyse/othello?width=6&height=6")  # the book is of a larger board
    expect(page.locator("[data-name=explorer]")).to_have_count(0)


def explored(page):
    """The explorer's table, opened: a list of texts for each row, the head first."""
    explorer = page.locator("[data-name=explorer]")
    if explorer.get_attribute("open") is None:
        explorer.locator("summary").click()
    explorer.locator("tbody tr").first.wait_for()
    return [row.locator("th, td").all_inner_texts() for row in explorer.locator("tr").all()]


@pytest.mark.parametrize("width", [390, 1440])
def test_a_book_of_othello_with_its_results(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/analyse/othello?moves=f5")
    head, row, *others = explored(page)
    assert head == ["move", "opening", "book"]
    assert row[:2] == ["f4", "Parallel"]
    assert row[2].split("\n")[0] == "100%"
    assert "1 game, scored 100%" in row[2]
    assert sorted(other[:2] for other in others) == [["d6", "Perpendicular"], ["f6", "Diagonal"]]
    page.locator("[data-move=f4]").click()
    page.locator("[data-move=e3]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_book_that_was_expanded_shows_its_values(page):
    page.goto("/analyse/tictactoe")
    head, *rows = explored(page)
    assert head == ["move", "value for X", "book"]
    assert len(rows) == 3  # a corner, an edge, the centre
    assert all(row[1] for row in rows)
    page.locator("[data-move=b2]").click()
    page.wait_for_function(
        "document.querySelector('[data-name=explorer] th:nth-child(2)').textContent === 'value for O'"
    )


def test_an_engine_plays_from_the_book_of_the_server(page):
    """By itself, four plies deep, it would not answer f5 with f4."""
    page.goto("/play/othello?moves=f5&seats=you,5")
    page.wait_for_function("location.search.includes('f4')")


def test_a_book_that_is_none_is_refused(tmp_path):
    answer = halfmove("serve", "--book", str(tmp_path / "none.bin"))
    assert answer.status == 2
    assert "There is no file" in answer.err
