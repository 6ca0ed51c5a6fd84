"""One server for all tests that only ask it something; one browser, and a page of it that hides nothing."""

import pytest
from browsing import browser, waiting
from served import served

WAIT = 60_000
"""Milliseconds: a first compile is among them."""


@pytest.fixture(scope="session")
def server():
    with served("--processes", "2") as running:
        yield running


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture
def page(chromium, address):
    """A page of the module's own server at `address`: it prints no error and asks no other host."""
    context = chromium.new_context(base_url=address, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(WAIT)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def heard(message):
        refused = "Failed to load resource" in message.text and message.location["url"] == page.url
        if message.type == "error" and not refused:  # a bad link has its status
            errors.append(message.text)

    page.on("console", heard)
    strange = []
    page.on("request", lambda r: r.url.startswith((address, "data:")) or strange.append(r.url))
    yield waiting(page)
    context.close()
    assert not errors
    assert not strange, "no asset comes from another host"
