"""The pages of a server that has no other extra: what they need is named with what installs it."""

from __future__ import annotations

import pytest
from browsing import expect
from served import served
from without_extras import python_path

from halfmove.core.extras import PACKAGES

pytestmark = pytest.mark.one_speed


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("without") / "path"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", python_path(folder, *(m for m in PACKAGES if m != "nicegui")))
        with served("--processes", "1") as server:
            yield server.url


def test_the_laboratory_says_what_pictures_need(page, address):
    page.goto("/lab")
    files = page.locator('[aria-label="To take along"]')
    expect(files.locator("[data-file]")).to_have_text(["SVG", "TEX", "HTML"])
    expect(files).to_contain_text("Pictures as PNG and PDF need Typst, which is not installed")
    expect(files).to_contain_text("pip install 'halfmove[pictures]'")
    refused = page.request.get(address + "/lab/file/pdf")
    assert refused.status == 400
    assert "pip install 'halfmove[pictures]'" in refused.text()


def test_growth_is_shown_as_bars_and_says_what_curves_need(page):
    page.goto("/growth?branching=10&depth=4")
    page.wait_for_selector("[data-slot=chart] pre")
    said = page.locator("[data-slot=chart]").text_content()
    assert "need matplotlib, which is not installed" in said
    assert "pip install 'halfmove[pictures]'" in said
