"""Assets carry the time of their last change in their addresses, so that no browser keeps an old one."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

import pytest
from browsing import KINDS

from halfmove.web.pages import ASSETS, versioned

pytestmark = pytest.mark.one_speed

NEW_PAGES = True  # one that has its assets asks for none


@pytest.mark.parametrize("path", KINDS)
def test_every_asset_that_a_page_asks_for_has_its_stamp(page, address, path):
    """Named by the page, by a module or by a style sheet: it is the browser that asks for it."""
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url)))
    page.goto(path)
    page.wait_for_selector("html[data-live]")
    page.wait_for_load_state("networkidle")
    assets = [url for url in asked if url.path.startswith("/assets/")]
    assert any(url.path.endswith(".css") for url in assets)
    for url in assets:
        assert f"{url.path}?{url.query}" == versioned(url.path.removeprefix("/assets/"))
    named = re.findall(r"/assets/[\w.]+(?:\?\d+)?", page.evaluate("document.documentElement.outerHTML"))
    modules = page.evaluate(
        "Object.keys(JSON.parse(document.querySelector('script[type=importmap]').textContent).imports)"
    )
    assert all("?" in name or name in modules for name in named)


def test_every_module_of_the_board_is_loaded_with_its_stamp(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    page.goto("/play/chess")
    page.wait_for_selector("[data-point=e2]")
    modules = re.findall(r'from "/assets/([\w.]+)"', (ASSETS / "board.js").read_text())
    assert modules
    for module in modules:
        assert versioned(module).split("/")[-1] in asked
        assert module not in asked


def test_a_change_is_another_address(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.web.pages.ASSETS", tmp_path)
    (tmp_path / "a.js").write_text("")
    os.utime(tmp_path / "a.js", (1000, 1000))
    first = versioned("a.js")
    os.utime(tmp_path / "a.js", (2000, 2000))
    assert (first, versioned("a.js")) == ("/assets/a.js?1000", "/assets/a.js?2000")
