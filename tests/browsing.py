"""A browser for the tests: Debian's Chromium, driven by Playwright; Firefox where one is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

try:
    from playwright.sync_api import expect
except ImportError:  # tests that need it are skipped
    expect = None
else:
    expect.set_options(timeout=60_000)
"""What Playwright waits for: a page draws a moment after the event that changed it."""
CHROMIUM = shutil.which("chromium")
PAGES = [
    "/",
    "/play/chess?moves=e4",
    "/play/connect4?moves=44",
    "/play/go?width=9&height=9",
    "/play/kuhn",
    "/play/pig?seats=you,you",
    "/play/pig.py?seats=you,you",
    "/play/pacman?maze=medium&ghosts=random",
    "/play/race?ended=resigned-1",
    "/analyse/chess?moves=e4+e5+Nf3",
    "/friend/chess",
    "/friend/connect4/class",
    "/lessons",
    "/lessons/alphabeta#step-2",
    "/lessons/montecarlo#step-4",
    "/lessons/nonesuch",
    "/library",
    "/lab",
    "/montecarlo",
    "/regret",
    "/matrix",
    "/subgame",
    "/quiz",
    "/growth",
    "/misconceptions",
    "/runs",
    "/operations",
    "/operations/perft",
    "/docs",
    "/nowhere",
    "/play/nonesuch",
]
"""A page of every kind, and boards of games that look different."""
KINDS = [*{path.split("?")[0].split("/")[1]: path for path in reversed(PAGES)}.values()]
"""A page of every kind: of those whose addresses begin alike the first."""
WIDTHS = [390, 1440, pytest.param(820, marks=pytest.mark.exhaustive)]
"""Screens of a phone, a laptop and, in a run of all tests, a tablet."""


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """Chromium without a screen; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as p:
        chromium = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@contextlib.contextmanager
def firefox() -> Iterator[Any]:
    """Firefox without a screen: Playwright's (`playwright install firefox`), or the one that
    `HALFMOVE_FIREFOX` names, such as a distribution's; the test is skipped where there is neither."""
    playwright = pytest.importorskip("playwright.sync_api")
    named = os.environ.get("HALFMOVE_FIREFOX")
    with playwright.sync_playwright() as p:
        if named is None and not Path(p.firefox.executable_path).exists():
            pytest.skip("Firefox is not installed")
        how = {} if named is None else {"channel": "moz-firefox", "executable_path": named}
        found = p.firefox.launch(**how)
        yield found
        found.close()


def waiting(page: Any) -> Any:
    """The page, whose `goto` and `reload` wait until it is connected: earlier clicks would be lost."""
    go, again = page.goto, page.reload

    def live(response: Any) -> Any:
        if response is not None and response.ok and page.locator(".hm-nav").count():
            page.wait_for_selector("html[data-live]")
        return response

    page.goto = lambda url, **options: live(go(url, **options))
    page.reload = lambda **options: live(again(**options))
    return page


def point(page: Any, name: str) -> Any:
    """A point of the board."""
    return page.locator(f'[data-point="{name}"]')


def says(page: Any, text: str) -> None:
    """Wait until the line over the board has a text."""
    page.wait_for_function(
        "text => document.querySelector('[data-name=status]')?.textContent.includes(text)", arg=text
    )


def has_moves(page: Any, count: int) -> None:
    """Wait until the list holds so many moves."""
    page.wait_for_function("n => document.querySelectorAll('[data-node]').length === n", arg=count)


def drop(page: Any, name: str, text: str) -> None:
    """A file let go over the page, once it takes files."""
    page.wait_for_function("Boolean(window.halfmoveFile)")
    page.evaluate(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          const about = {dataTransfer: data, bubbles: true, cancelable: true};
          for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, about));
        }""",
        [name, text],
    )
