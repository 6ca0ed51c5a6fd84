"""Dates in lists of games and of runs, as the browser's language writes them."""

from __future__ import annotations

import re

import pytest
from browsing import drop, waiting
from made_runs import made
from served import served

from halfmove.web.widgets import date

pytestmark = pytest.mark.one_speed

GAMES = "".join(
    f'[Event "?"]\n[Date "{day}"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n\n'
    for day in ("2011.05.01", "1858.11.??", "1858.??.??", "????.??.??", "in May")
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(
        "--processes", "1", "--runs", str(made(tmp_path_factory.mktemp("runs") / "first").parent)
    ) as s:
        yield s.url


@pytest.fixture(params=["de-DE", "en-US"])
def foreign(chromium, address, request):
    """A page of a browser in some language."""
    context = chromium.new_context(base_url=address, locale=request.param, timezone_id="UTC")
    yield request.param, waiting(context.new_page())
    context.close()


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2011.05.01", "2011-05-01"),
        ("2011-05-01", "2011-05-01"),
        ("1858.11.??", "1858-11"),
        ("1858.??.??", "1858"),
        ("2026-11-27T13:00:00+00:00", "2026-11-27T13:00:00+00:00"),
    ],
)
def test_dates_are_marked_as_such(text, iso):
    assert date(text) == f'<time datetime="{iso}">{iso}</time>'


def test_what_is_no_date_stands_as_it_is():
    assert date("in <May>") == "in &lt;May&gt;"


def test_games_of_a_file_have_dates_in_the_language_of_the_browser(foreign):
    language, page = foreign
    page.goto("/play/chess")
    drop(page, "games.pgn", GAMES)
    page.locator("[data-name=gameoffile]").nth(4).wait_for()
    about = page.locator("[data-name=gameoffile] span").all_text_contents()
    day, month = {"de-DE": ("01.05.2011", "November 1858"), "en-US": ("May 1, 2011", "November 1858")}[
        language
    ]
    assert about == [f"1 move, {day}", f"1 move, {month}", "1 move, 1858", "1 move", "1 move, in May"]


def test_games_kept_and_runs_have_them_too(foreign):
    language, page = foreign
    form = {"de-DE": r"\d\d\.\d\d\.\d{4}, \d\d:\d\d", "en-US": r"\w{3} \d+, \d{4}, \d+:\d\d\s[AP]M"}[language]
    page.goto("/play/tictactoe?moves=a1&seats=you,you")
    page.wait_for_function("Boolean(localStorage['halfmove-games'])")
    page.goto("/")
    kept = page.locator("[data-games] li span")
    kept.wait_for()
    assert re.search(f" · {form}$", kept.text_content()), kept.text_content()
    page.goto("/runs")
    run = page.locator(".hm-card time")
    assert re.fullmatch(form, run.text_content()), run.text_content()
