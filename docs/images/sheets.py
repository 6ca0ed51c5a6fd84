"""Takes pictures of every page and every game's board, to be looked at: `python docs/images/sheets.py
[ADDRESS [WORD ...]]`.

At three widths, in both colour schemes, into `.cache/sheets`: a picture for each, and for each width and
scheme sheets of many.  With words, only pages whose address has one of them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, sync_playwright

from halfmove.games.registry import games

FOLDER = Path(__file__).parents[2] / ".cache" / "sheets"
ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321"
WORDS = sys.argv[2:]
WIDTHS = {390: 844, 820: 1180, 1440: 900}
"""The height of the screen of each width."""
SCHEMES = ("light", "dark")
A_SHEET = 8
"""Pictures on a sheet."""
PLAYED = {
    "chess": "moves=e4+e5+Nf3+Nc6+Bc4+Nf6&seats=you,you",
    "connect4": "moves=4+4+3+5+2&seats=you,you",
    "go": "moves=Q16+D4+Q3+D16+C14&seats=you,you",
    "monopoly": "seats=you,5,5,5",
}
"""What is played before the picture; of other games the beginning, a person to move."""
PAGES = (
    "/",
    "/lessons",
    "/lessons/alphabeta",
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
    "/docs/browser",
    "/nowhere",
    "/analyse/chess?moves=e4+e5+Nf3",
)


def paths() -> Iterator[str]:
    """The pages, then the boards."""
    yield from PAGES
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
            name = path.partition("?")[0].strip("/").replace("/", "-") or "home"
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
        browser.close()
