"""Links: what they may say, what a bad one answers, and the way home from there."""

from __future__ import annotations

import httpx
import pytest
from served import served

from halfmove.presentation.words import listed

pytestmark = pytest.mark.one_speed


@pytest.fixture(scope="module")
def address():
    with served("examples/pig.py") as server:
        yield server.url


def heading(page):
    page.wait_for_selector("html[data-live]")
    return page.locator("h1").text_content()


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/nowhere", 404, "There is nothing at /nowhere."),
        ("/play/nonesuch", 404, "There is no game 'nonesuch' here"),
        ("/analyse/nonesuch", 404, "There is no game 'nonesuch' here"),
        ("/play/chess?position=nonsense", 400, "position"),
        ("/play/go?moves=Z99", 400, "Move 1, 'Z99', cannot be played"),
        ("/play/chess?ended=White+wins+by+magic", 400, "not as 'White wins by magic'"),
        ("/play/chess?ended=resigned-2", 400, "not as 'resigned-2'"),
    ],
)
def test_a_bad_link_has_its_status_a_reason_and_a_way_home(page, address, path, status, said):
    assert httpx.get(address + path).status_code == status
    page.goto(path)
    heading(page)
    assert said in page.locator(".hm-error").text_content()
    page.locator("#main a[href='/']").click()
    page.wait_for_selector(".hm-tile")


def test_a_misconception_that_is_not_in_the_gallery_is_not_found(address):
    answer = httpx.get(f"{address}/misconceptions/nonesuch")
    assert answer.status_code == 404
    assert "There is no misconception" in answer.text


def test_a_file_that_is_not_there_is_no_page(address):
    answer = httpx.get(f"{address}/assets/nothing.css")
    assert answer.status_code == 404
    assert "<html" not in answer.text


def test_how_a_game_ended_besides_by_its_rules_comes_back_from_the_link(page):
    for link, said in (
        ("/play/chess?moves=e4&ended=resigned-1", "Black resigns. White wins."),
        ("/play/chess?moves=e4&ended=time-0", "White has run out of time. Black wins."),
        ("/play/chess?moves=e4&ended=draw", "A draw, by agreement."),
        ("/play/race?ended=resigned-1", "B resigns. A and C win."),
    ):
        page.goto(link)
        heading(page)
        assert page.locator("[data-name=status]").text_content() == said


def test_names_in_a_sentence():
    assert [listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]
