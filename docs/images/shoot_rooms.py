"""Takes the pictures of docs/playing-together.md: `python docs/images/shoot_rooms.py [ADDRESS]`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321"


def visit(page: Any, address: str) -> Any:
    """Another browser's page, at a link."""
    other = page.context.browser.new_context().new_page()
    other.goto(address)
    other.wait_for_selector("html[data-live]")
    other.wait_for_timeout(500)
    return other


def typed(page: Any, text: str) -> None:
    """A name."""
    page.locator("[data-name=name]").fill(text)
    page.locator("[data-name=name]").dispatch_event("change")


def room(page: Any) -> None:
    """A game between two browsers, in which a draw is offered."""
    page.goto(f"{ADDRESS}/friend/chess")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=side]").select_option("0")
    page.locator("[data-name=clock]").select_option("10+5")
    typed(page, "Ada")
    page.locator("[data-name=open]").click()
    page.wait_for_function("document.querySelector('[data-name=invitation]')?.value.startsWith('http')")
    other = visit(page, page.locator("[data-name=invitation]").input_value())
    typed(other, "Grace")
    other.locator("[data-name=sit1]").click()
    for player, start, end in (
        (page, "e2", "e4"),
        (other, "c7", "c5"),
        (page, "g1", "f3"),
        (other, "d7", "d6"),
    ):
        player.locator("[data-name=status]", has_text="Your turn").wait_for()
        player.locator(f'[data-point="{start}"]').click()
        player.locator(f'[data-point="{end}"]').click()
    page.locator("[data-name=status]", has_text="Your turn").wait_for()
    other.locator("[data-name=draw]").click()
    page.locator("[data-name=agree]").wait_for()
    other.locator("[data-name=say]").select_option("1")
    page.locator(".rm-said").wait_for()


def exhibition(page: Any) -> None:
    """The teacher's overview."""
    page.goto(f"{ADDRESS}/friend/connect4/class")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=open]").click()
    page.wait_for_function("document.querySelector('[data-name=students]')?.value.startsWith('http')")
    link = page.locator("[data-name=students]").input_value()
    for number, name in enumerate(("Mia", "Noah", "Emma", "Luca", "Lea")):
        student = visit(page, link)
        typed(student, name)
        student.locator("[data-name=join]").click()
        for column in "4352"[: number + 1]:
            student.locator("[data-name=status]", has_text="Your turn").wait_for(timeout=120_000)
            student.locator(f'[data-point="{column}"]').click()
        student.wait_for_timeout(500)
        if name == "Emma":
            student.locator("[data-name=resign]").click()
            student.locator("[data-name=yes]").click()
            student.wait_for_timeout(500)
    page.wait_for_timeout(3000)


SHOTS = (("rooms-game.png", room, 900), ("rooms-exhibition.png", exhibition, 700))

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, pose, height in SHOTS:
            page = browser.new_page(viewport={"width": 1280, "height": height})
            pose(page)
            page.screenshot(path=HERE / name)
        browser.close()
