"""Every page fits screens of three widths: nothing reaches over the side, no word is cut off, and what is
pressed is large enough for a finger."""

from __future__ import annotations

import pytest
from browsing import PAGES, waiting

from halfmove.games.registry import games

pytestmark = pytest.mark.one_speed

WIDTHS = (390, 820, 1440)
LEAST = 24
"""Pixels of the smaller side of what is pressed (WCAG 2.2, 2.5.8)."""
FAULTS = """(least) => {
  const faults = [], markup = (e) => e.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  const say = (what, e) => faults.push(`${what}: ${markup(e)}`);
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrolls = (e) => { // what may be scrolled into sight, or is clipped on purpose
    for (let up = e; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return true;
    return false;
  };
  if (document.documentElement.scrollWidth > innerWidth) {
    const beside = (e) => e.getBoundingClientRect().right > innerWidth + 1;
    const wide = [...document.body.querySelectorAll("*")]
      .filter((e) => shown(e) && !scrolls(e.parentElement) && beside(e));
    for (const e of wide.slice(0, 3)) say("over the side", e);
    if (!wide.length) faults.push("over the side: " + document.documentElement.scrollWidth);
  }
  for (const e of document.querySelectorAll("button, select, summary, [role=button], [role=tab], input, a")) {
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (!shown(e) || box.width < 2 || e.closest("svg") || e.type === "hidden") continue;
    if (style.position === "absolute" && box.right < 0) continue; // for who reads by ear
    if (e.closest("label, .q-field")) continue; // the label is pressed too
    if (style.display === "inline") continue; // in a sentence
    const size = [box.width, box.height].map((side) => side.toFixed()).join("x");
    if (Math.min(box.width, box.height) < least - .5) say(size, e);
  }
  for (const e of document.querySelectorAll("body *")) {
    if (!shown(e) || !e.clientWidth || e.closest("svg, .q-field, select, input")) continue;
    const style = getComputedStyle(e);
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!words || e.clientWidth < 2 || style.position === "absolute" && e.clientWidth < 3) continue;
    if (/hidden|clip/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1 && !e.title && !e.ariaLabel)
      say("cut off", e);
  }
  return faults;
}"""


@pytest.fixture(scope="module")
def paper(chromium, address):
    """A page of a phone, whose width is changed."""
    context = chromium.new_context(base_url=address, has_touch=True)
    yield waiting(context.new_page())
    context.close()


def faults(page, path):
    """What is wrong with a page at every width, a line for each."""
    found = []
    page.set_viewport_size({"width": WIDTHS[0], "height": 844})
    page.goto(path)
    page.wait_for_timeout(200)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(100)
        found += [f"{path} at {width}: {fault}" for fault in page.evaluate(FAULTS, LEAST)]
    return found


def test_pages_fit(paper):
    found = [fault for path in PAGES for fault in faults(paper, path)]
    assert not found, "\n".join(found)


@pytest.mark.exhaustive
def test_boards_fit(paper):
    found = [fault for game in games() for fault in faults(paper, f"/play/{game}?seed=7")]
    assert not found, "\n".join(found)
