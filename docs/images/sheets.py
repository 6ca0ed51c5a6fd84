"""Takes pictures of every page and every game's board, to be looked at: `python -m docs.images.sheets
[ADDRESS [WORD ...]]`.

At three widths, in both colour schemes, into `.cache/sheets`: a picture for each, and for each width and
scheme sheets of many.  With words, only pages whose address has one of them.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Error, sync_playwright

from halfmove.games.registry import games
from tests.browsing import PAGES

FOLDER = Path(__file__).parents[2] / ".cache" / "sheets"
ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321"
WORDS = sys.argv[2:]
WIDTHS = {390: 844, 820: 1180, 1440: 900}
"""The height of the screen of each width."""
SCHEMES = ("light", "dark")
A_SHEET = 8
"""Pictures on a sheet."""
SHOWN = ("chess", "go", "backgammon", "holdem", "shogi", "monopoly")
"""The boards that docs/browser.md shows as they are on a phone."""
PLAYED = {
    "chess": "moves=e4+e5+Nf3+Nc6+Bc4+Nf6&seats=you,you",
    "connect4": "moves=4+4+3+5+2&seats=you,you",
    "go": "moves=Q16+D4+Q3+D16+C14&seats=you,you",
    "monopoly": "seats=you,you,you,you",
    "holdem": "players=4&seats=you,5,5,5&moves=AhKd+7c7d+QsJs+9c8c+fold+raise+350+call+fold+Kc7h2d",
    "shogi": "seats=you,you&moves=7g7f+3c3d+8h2b%2B+3a2b",
    "backgammon": "seats=you,you&moves=31+8/5+6/5+64",
}
"""What is played before the picture; of other games the beginning, a person to move."""


def paths() -> Iterator[str]:
    """The pages, then the boards."""
    yield from (path for path in PAGES if not path.startswith("/play/"))
    for game in games():
        yield f"/play/{game}?seed=7&{PLAYED.get(game, '')}"


def shoot(page: Any, path: str) -> dict[tuple[int, str], Path]:
    """One page in every width and scheme."""
    found = {}
    page.goto(ADDRESS + path)
    if page.locator(".hm-nav").count():
        page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(700)
    for width, height in WIDTHS.items():
        for scheme in SCHEMES:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(350)
            name = re.split("[?#]", path)[0].strip("/").replace("/", "-") or "home"
            found[width, scheme] = FOLDER / f"{name}-{width}-{scheme}.png"
            page.screenshot(path=found[width, scheme])
    return found


def make_sheet(page: Any, name: str, pictures: list[Path]) -> None:
    """Several pictures on one, their names above them."""
    figures = "".join(
        f"<figure><figcaption>{p.stem}</figcaption><img src='{p.name}'></figure>" for p in pictures
    )
    style = (
        "body {display:grid; grid-template-columns:repeat(4,1fr); gap:8px; font:14px sans-serif; margin:8px}"
    )
    html = FOLDER / "sheet.html"
    html.write_text(
        f"<style>{style} figure {{margin:0}} img {{width:100%; border:1px solid}}</style>{figures}"
    )
    page.set_viewport_size({"width": 1900, "height": 600})
    page.goto(html.as_uri())
    page.screenshot(path=FOLDER / f"{name}.png", full_page=True)


def make_selection(page: Any) -> None:
    """The boards of `SHOWN` on a phone, in light above and in the dark below, for the documentation."""
    pictures = [f"play-{game}-390-{scheme}.png" for scheme in SCHEMES for game in SHOWN]
    style = "body {display:grid; grid-template-columns:repeat(6,1fr); gap:6px; margin:0} img {width:100%}"
    html = FOLDER / "selection.html"
    html.write_text(f"<style>{style}</style>" + "".join(f"<img src='{name}'>" for name in pictures))
    page.set_viewport_size({"width": 960, "height": 600})
    page.goto(html.as_uri())
    file = Path(__file__).parent / "browser-boards.png"
    page.screenshot(path=file, full_page=True)
    with Image.open(file) as picture:
        picture.quantize(128).save(file, optimize=True)  # a third of the size


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page, taken = browser.new_page(), []
        for path in paths():
            if not WORDS or any(word in path for word in WORDS):
                try:
                    taken.append(shoot(page, path))
                except Error as error:
                    print(f"{path}: {error}")
        for width in WIDTHS:
            for scheme in SCHEMES:
                pictures = [found[width, scheme] for found in taken]
                for number in range(0, len(pictures), A_SHEET):
                    chosen = pictures[number : number + A_SHEET]
                    make_sheet(page, f"sheet-{width}-{scheme}-{number // A_SHEET + 1}", chosen)
        if not WORDS or {*SHOWN} <= {*WORDS}:
            make_selection(page)
        browser.close()
