"""An analysis that nobody looks at leaves its process to others, and goes on when its page is back."""

from __future__ import annotations

import re
import time

import httpx
import pytest

pytestmark = pytest.mark.one_speed

PATIENCE = 60.0
AGAIN = """() => { // as the toolkit does where a connection is lost
  window.socket.io.opts.query.next_message_id = window.nextMessageId;
  window.socket.connect();
}"""


def running(address):
    found = re.search(r'halfmove_queue\{state="running"\} (\d+)', httpx.get(f"{address}/metrics").text)
    return int(found[1])


def wait_until_running(address, count):
    until = time.monotonic() + PATIENCE
    while running(address) != count:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_it_pauses_while_the_page_has_no_connection(page, address):
    page.goto("/analyse/connect4?moves=4")
    page.wait_for_selector("html[data-live]")
    wait_until_running(address, 0)
    page.click("[data-name=analyse1]")
    page.wait_for_selector(".hm-line")
    page.evaluate("window.same = true; window.socket.disconnect()")
    wait_until_running(address, 0)
    page.evaluate(AGAIN)
    wait_until_running(address, 1)
    assert page.evaluate("window.same")  # the page was not loaded anew
    page.click("[data-name=analyse1]")
    wait_until_running(address, 0)
