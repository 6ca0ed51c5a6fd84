"""The contrast of what is written on a page, as it is seen: measured on a screenshot, pictures too.

axe-core leaves out what is written in pictures, and knows no filters.  Of the rectangle of each text the
commonest colour is what is behind it, and the one that stands out most is the writing's.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

TEXT = """() => [...document.querySelectorAll("main *")].filter((e) =>
  (e.matches("svg g[id^='text_']") // a text of matplotlib is drawn as paths
    || [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()))
  && e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest(":disabled, select"))
  .filter((e) => { const box = e.closest(".hm-scroll")?.getBoundingClientRect(); // scrolled away
    return !box || e.getBoundingClientRect().right <= box.right + 1; })
  .map((e) => { const range = document.createRange(); range.selectNodeContents(e);
    const {x, y, width, height} = (e.matches("g") ? e : range).getBoundingClientRect();
    return [e.textContent.trim().slice(0, 30) || e.id, x + scrollX, y + scrollY, width, height]; })
  .filter(([, x, y, width, height]) => x >= 0 && width > 2 && height > 4)"""


def faint_texts(page: Any, least: float = 4.5) -> list[str]:
    """The texts of a page (of a browser with a scale of 3, so that letters have their whole colour) that do
    not stand out as WCAG 2.2, level AA, wants it."""
    from PIL import Image

    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    pixels, scale = np.asarray(picture), picture.width / page.viewport_size["width"]
    found = []
    for text, x, y, width, height in page.evaluate(TEXT):
        left, top, right, bottom = (round(scale * side) for side in (x, y, x + width, y + height))
        part = pixels[top:bottom, left:right].reshape(-1, 3)
        if right > picture.width or not len(part):
            continue  # scrolled away
        colours, counts = np.unique(part, axis=0, return_counts=True)
        lights = _luminance(colours[counts >= 3])
        behind = _luminance(colours[[counts.argmax()]])[0]
        stands_out = (np.maximum(lights, behind) + 0.05) / (np.minimum(lights, behind) + 0.05)
        if stands_out.max() < least:
            found.append(f"{text!r}: {stands_out.max():.2f}")
    return found


def _luminance(colours: Any) -> Any:
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
