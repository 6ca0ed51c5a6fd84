"""Rooms as axe-core sees them: waiting, by invitation, in play with an offer and a message, over; and an
exhibition.  No page prints anything."""

from __future__ import annotations

import pytest
from accessible import LOOKS, MORE_LOOKS, violations_in_every_look
from browsing import point, says, waiting
from served import served

pytestmark = pytest.mark.one_speed

EVERY = pytest.mark.parametrize("looks", [LOOKS, pytest.param(MORE_LOOKS, marks=pytest.mark.exhaustive)])


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server of rooms."""
    with served("--processes", "1", "--rooms", str(tmp_path_factory.mktemp("rooms"))) as running:
        yield running.url


@pytest.fixture
def visit(chromium, club):
    """Opens pages, each in a browser of its own; nothing is printed, and no request fails."""
    contexts, wrong = [], []

    def opened(path):
        contexts.append(chromium.new_context(base_url=club))
        page = waiting(contexts[-1].new_page())
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: answer.ok or wrong.append(f"{answer.url}: {answer.status}"))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(scope="module")
def axe():
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


def open_room(visit, game, **fields):
    page = visit(f"/friend/{game}")
    for name, value in fields.items():
        page.locator(f"[data-name={name}]").select_option(value)
    page.locator("[data-name=open]").click()
    return page


def address(page, name):
    """A link that the page offers, once the browser has made it whole."""
    page.wait_for_function(
        "name => document.querySelector(`[data-name=${name}]`)?.value.startsWith('http')", arg=name
    )
    return page.locator(f"[data-name={name}]").input_value()


@EVERY
def test_no_state_of_a_room_has_a_violation(visit, axe, looks):
    mine = open_room(visit, "tictactoe", side="0", clock="10+5")
    invitation = address(mine, "invitation")
    found = violations_in_every_look(axe, mine, looks)
    other = visit(invitation)
    other.locator("[data-name=sit1]").wait_for()
    found += violations_in_every_look(axe, other, looks)
    other.locator("[data-name=sit1]").click()
    says(mine, "Your turn")
    point(mine, "b2").click()
    says(other, "Your turn")
    other.locator("[data-name=takeback]").wait_for(state="hidden")
    other.locator("[data-name=say]").select_option("1")
    mine.locator("[data-name=takeback]").click()
    other.locator("[data-name=agree]").wait_for()
    mine.locator(".rm-said").wait_for()
    found += violations_in_every_look(axe, mine, looks)
    found += violations_in_every_look(axe, other, looks)
    other.locator("[data-name=decline]").click()
    other.locator("[data-name=resign]").click()
    other.locator("[data-name=yes]").click()
    mine.locator("[data-name=rematch]").wait_for()
    found += violations_in_every_look(axe, mine, looks)
    assert not found, "\n".join(found)


@EVERY
def test_no_state_of_an_exhibition_has_a_violation(visit, axe, looks):
    teacher = open_room(visit, "tictactoe/class", engine="1", side="0")
    student = visit(address(teacher, "students"))
    found = violations_in_every_look(axe, student, looks)
    student.locator("[data-name=name]").fill("Mia")
    student.locator("[data-name=name]").dispatch_event("change")
    student.locator("[data-name=join]").click()
    says(student, "Your turn")
    teacher.locator(".rm-mini", has_text="Mia").wait_for()
    found += violations_in_every_look(axe, teacher, looks)
    assert not found, "\n".join(found)
