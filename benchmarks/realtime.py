"""Play in real time in the browser: pictures a second while Pac-Man runs and a search is watched.

An engine plays Pac-Man in the classic maze against four random ghosts, at normal speed and as fast as it can,
with and without a display of the search of each position, for which processes of the server search all the
time. The page collects the intervals between calls of `requestAnimationFrame`: a late frame makes an interval
longer.
"""

from __future__ import annotations

import shutil
from statistics import median, quantiles
from typing import Any

from benchmarks.answers import expect
from benchmarks.browser import server
from benchmarks.report import Section
from benchmarks.settings import Settings

PATH = "/play/pacman?maze=classic&ghosts=random&limit=2000&seats=full"
SPEEDS = ("normal", "fastest")
FRAMES = """seconds => new Promise((done) => {
  const found = [];
  let last = performance.now(), until = last + 1000 * seconds;
  const look = (now) => {
    found.push(now - last);
    last = now;
    if (now < until) requestAnimationFrame(look); else done(found.slice(1));
  };
  requestAnimationFrame(look);
})"""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    chromium = shutil.which("chromium")
    if chromium is None:
        section.say("Chromium is not installed, so nothing was measured.")
        return
    from playwright.sync_api import sync_playwright

    seconds = 5.0 if settings.quick else 10.0
    rows = []
    with server() as (address, _, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for watched in (False, True):
            for speed in SPEEDS:
                rows.append(_measured(browser, address, speed, seconds, watched=watched))
        browser.close()
    section.table(
        ["speed", "search watched", "ticks/s", "pictures/s", "interval, median", "99 %", "longest"], rows
    )


def _measured(browser: Any, address: str, speed: str, seconds: float, *, watched: bool) -> list[str]:
    page = browser.new_page()
    page.goto(address + PATH)
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=speed]").select_option(speed)
    if watched:
        page.locator("[data-name=watch]").click()
        page.wait_for_selector(".hm-values")
    page.locator("[data-name=run]").click()
    page.wait_for_function("Number(document.querySelector('[data-tally=Moves]').textContent) > 2")
    before = _moves(page)
    intervals = page.evaluate(FRAMES, seconds)
    ticks = _moves(page) - before
    expect("whether it ran", ticks > 0, True)
    page.close()
    longest = quantiles(intervals, n=100)[98]
    return [
        speed,
        "yes" if watched else "no",
        f"{1000 * ticks / sum(intervals):.1f}",
        f"{1000 * len(intervals) / sum(intervals):.1f}",
        f"{median(intervals):.1f} ms",
        f"{longest:.1f} ms",
        f"{max(intervals):.1f} ms",
    ]


def _moves(page: Any) -> int:
    return int(page.locator("[data-tally=Moves]").inner_text().replace(",", ""))
