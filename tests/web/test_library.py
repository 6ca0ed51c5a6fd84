"""The library in the browser: found, shown, opened on the board, saved from it, explored; whose it is."""

from __future__ import annotations

import httpx
import pytest
from book_games import GAMES
from browsing import WIDTHS, expect
from command import halfmove
from served import served

pytestmark = pytest.mark.one_speed  # pages of games that are read: no kernel is in it
NEW_PAGES = True


@pytest.fixture(scope="module")
def owned(tmp_path_factory):
    """A library of four games of chess and one of Othello."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "games.pgn").write_text(GAMES)
    (folder / "games.txt").write_text("# Halfmove game: othello\n# tag Result 0-1\nf5 f4 e3 d2\n")
    path = folder / "library.sqlite"
    files = [str(folder / name) for name in ("games.pgn", "games.txt")]
    assert halfmove("library", "add", *files, "--library", str(path)).status == 0
    return path


@pytest.fixture(scope="module")
def address(owned):
    with served("--processes", "1", "--library", str(owned)) as server:
        yield server.url


def rows(page):
    return page.locator("[data-name=games] li")


def count(page, number):
    page.wait_for_function(
        "number => document.querySelectorAll('[data-name=games] li').length === number", arg=number
    )


def go(page, path):
    page.goto(path)
    page.wait_for_function("document.documentElement.dataset.live === 'yes'")


@pytest.mark.parametrize("width", WIDTHS)
def test_games_are_found_and_opened_on_the_board(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    go(page, "/library")
    count(page, 5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-name=game]").select_option("chess")
    count(page, 4)
    page.locator("[data-name=player]").fill("A")
    page.locator("[data-name=player]").press("Tab")
    count(page, 2)
    page.wait_for_url("**player=A**")
    page.reload()
    count(page, 2)
    page.locator("[data-show]", has_text="C60 Ruy Lopez").click()
    page.locator("[data-name=preview] h2", has_text="A – B").wait_for()
    page.locator("[data-name=open]").click()
    page.wait_for_url("**/analyse/chess?**")
    page.locator("[data-name=opening]", has_text="C60 Ruy Lopez").wait_for()


def test_what_is_no_date_is_said(page):
    go(page, "/library?game=chess")
    count(page, 4)
    page.locator("[data-name=since]").fill("soon")
    page.locator("[data-name=since]").press("Tab")
    page.locator("[data-name=total] [role=alert]", has_text="'soon' is no date").wait_for()


def test_the_explorer_shows_the_games_of_the_library(page):
    go(page, "/analyse/chess")
    page.locator("[data-name=explorer] summary").click()
    moves = page.locator("[data-name=librarymoves]")
    first = moves.locator("tbody tr").first
    first.wait_for()
    expect(first.locator("[data-move]")).to_have_text("e4")
    expect(first.locator("[role=img]")).to_have_attribute("aria-label", "White: 1 won, 1 drawn, 0 lost")
    page.locator("[data-name=libraryplayer]").fill("C")
    page.locator("[data-name=libraryplayer]").press("Tab")
    page.wait_for_function(
        "document.querySelectorAll('[data-name=librarymoves] tbody tr').length === 1"
    )  # D played 1. d4 against E
    moves.locator("[data-move=e4]").click()
    page.locator("[data-name=opening]", has_text="King's Pawn").wait_for()
    moves.locator("[data-move=c5]").wait_for()
    page.locator("[data-name=libraryplayer]").fill("")
    page.locator("[data-name=libraryplayer]").press("Tab")
    page.wait_for_function("document.querySelectorAll('[data-name=librarymoves] tbody tr').length === 2")
    page.locator("[data-name=librarygames]").click()
    count(page, 3)
    page.locator("[data-name=anywhere]").click()
    count(page, 5)


def test_a_game_is_saved_with_one_click_and_removed_again(page):
    go(page, "/play/tictactoe?seats=you,you&moves=A1+B2+A2")
    page.locator("[role=tab]", has_text="Share").click()
    for said in ("Saved as game", "is up to date"):
        page.locator("[data-name=savetolibrary]").click()
        page.locator(".q-notification", has_text=said).first.wait_for()
    go(page, "/play/tictactoe?seats=you,you&moves=A1+B2+A2+A3+C1+B1+B3+C3+C2")  # the same, to its end
    page.locator("[role=tab]", has_text="Share").click()
    page.locator("[data-name=savetolibrary]").click()
    page.locator(".q-notification", has_text="is up to date").first.wait_for()
    go(page, "/library?game=tictactoe")
    count(page, 1)
    page.locator("[data-name=preview]", has_text="1/2-1/2").wait_for()
    page.locator("[data-name=remove]").click()
    page.locator("[data-name=yes]").click()
    page.locator("[data-name=games]", has_text="No game is like that").wait_for()


def test_a_file_is_added_on_the_page(page, tmp_path):
    file = tmp_path / "more.pgn"
    file.write_text('[White "Zoe"]\n[Black "Yan"]\n[Result "1-0"]\n\n1. g4 e5 1-0\n')
    go(page, "/library")
    count(page, 5)
    page.locator("[data-name=file]").set_input_files(str(file))
    page.locator("[data-show]", has_text="Zoe").wait_for()
    page.locator("[data-show]", has_text="Zoe").click()
    page.locator("[data-name=remove]").click()
    page.locator("[data-name=yes]").click()
    count(page, 5)


# ---- whose it is


def status(server, path="/library", **headers):
    return httpx.get(server + path, headers=headers, timeout=60).status_code


def test_what_comes_through_a_proxy_is_not_the_owner(address):
    assert status(address) == 200
    assert status(address, **{"X-Forwarded-For": "192.0.2.1"}) == 404
    assert status(address, "/library/1", **{"X-Forwarded-For": "192.0.2.1"}) == 404


def test_a_server_for_others_has_the_library_that_it_is_given_to_read_only(owned, chromium):
    with served("--processes", "1", "--library", str(owned), "--token", "abcdefgh") as server:
        opened = chromium.new_context(base_url=server.url).new_page()
        opened.goto("/?token=abcdefgh")
        opened.goto("/library")
        opened.locator("[data-name=games] li").first.wait_for()
        expect(opened.locator("[data-name=remove], [data-name=file]")).to_have_count(0)
        opened.goto("/play/nim?seats=you,you")
        opened.locator("[role=tab]", has_text="Share").click()
        opened.locator("[data-name=copylink]").wait_for()
        expect(opened.locator("[data-name=savetolibrary]")).to_have_count(0)
        opened.context.close()


@pytest.mark.parametrize("said", [("--library", "none"), ("--expose",)])
def test_a_server_without_a_library(said):
    with served("--processes", "1", *said) as server:
        assert status(server.url) == 404
        assert status(server.url, "/library/1") == 404


@pytest.mark.parametrize("path", ["/library/999", "/library/x", "/library?game=chess&position=nonsense"])
def test_what_there_is_not(path, address):
    assert status(address, path) == 404


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible(page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.emulate_media(color_scheme=scheme)
    go(page, "/library")
    count(page, 5)
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
    found = axe.run(page, options=rules).response["violations"]
    assert [(wrong["id"], [node["html"][:120] for node in wrong["nodes"]]) for wrong in found] == []
