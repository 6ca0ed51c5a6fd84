"""A server is killed under an open page: the game is in the browser, and goes on with the next server."""

import contextlib

import pytest
from browsing import browser, point, waiting
from playing import follow
from served import served

pytestmark = pytest.mark.slow_interpreted


@pytest.fixture
def page():
    with browser() as chromium:
        page = waiting(chromium.new_context().new_page())
        page.set_default_timeout(60_000)
        yield page


def link(page):
    """The address, which holds the whole game."""
    return page.evaluate("location.pathname + location.search")


def moves(page):
    return page.locator("[data-node]").all_text_contents()


def play(page, name):
    count = page.locator("[data-node]").count()
    point(page, name).click()
    page.wait_for_function("n => document.querySelectorAll('[data-node]').length > n", arg=count)


@contextlib.contextmanager
def killed_under(page, path, begin):
    """The game that `begin` plays, then another server at the same address in the place of the one killed."""
    with served() as first:
        page.goto(first.url + path)
        begin()
        before = link(page)
        page.evaluate("window.before = true")
        first.process.kill()
        first.process.wait()
        with served(port=int(first.url.rstrip("/").rpartition(":")[2])):
            page.wait_for_function("!window.before")  # it has loaded itself again
            page.wait_for_selector("html[data-live]")
            assert link(page) == before
            yield


def test_a_game_goes_on_with_the_next_server(page):
    def begin():
        play(page, "a1")
        play(page, "b2")
        page.wait_for_function("location.search.includes('a1+b2')")

    with killed_under(page, "/play/tictactoe?seats=you,you", begin):
        assert moves(page) == ["a1", "b2"]
        play(page, "c3")


def test_a_game_with_hidden_cards_goes_on_with_the_next_server(page):
    """Its link is sealed, and the key outlasts the server."""
    seen = []

    def begin():
        page.wait_for_function("location.search.includes('sealed')")
        while (there := follow(link(page))).mover not in there.people:  # the deal, and what the engine does
            page.wait_for_timeout(20)
        page.wait_for_selector('[data-point="check"].hm-can')
        seen.extend(moves(page))

    with killed_under(page, "/play/leduc", begin):
        assert moves(page) == seen  # the same card
        play(page, "check")
