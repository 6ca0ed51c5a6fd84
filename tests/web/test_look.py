"""The dialog for look and sound: kept by the browser, seen on boards and on the first page's thumbnails."""

from __future__ import annotations

import pytest
from served import served


@pytest.fixture(scope="module")
def address():
    with served("--processes", "1") as server:
        yield server.url


def choose(page, **chosen):
    page.locator("[data-name=look]").click()
    for name, value in chosen.items():
        page.locator(f"#hm-look select[name={name}]").select_option(value)
    page.locator("[data-name=lookdone]").click()


def style(page, selector, name):
    return page.locator(selector).first.evaluate("(e, name) => getComputedStyle(e)[name]", name)


@pytest.mark.parametrize("width", [390, 820, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boards_and_pieces_have_styles_that_stay(page, width, scheme):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto("/play/chess?seats=you,you")
    wood = style(page, '[data-part="dark"]', "fill")
    assert style(page, '[data-shape="letter"]', "display") == "none"
    choose(page, board="green", pieces="contrast")
    green = style(page, '[data-part="dark"]', "fill")
    assert green != wood
    assert style(page, '[data-shape="letter"]', "display") != "none"
    assert style(page, '[data-shape="figure"]', "display") == "none"
    page.goto("/")
    assert style(page, '[data-part="dark"]', "fill") == green, "kept, and on every page"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("path", "part"),
    [("/play/go?moves=D4+Q16&seats=you,you", "ground"), ("/play/connect4?seats=you,you", "frame"),
     ("/play/gomoku?seats=you,you", "ground")],
)  # fmt: skip
def test_every_board_takes_part(page, path, part):
    page.goto(path)
    seen = {style(page, f'[data-part="{part}"]', "fill")}
    for board in ("green", "slate"):
        choose(page, board=board)
        seen.add(style(page, f'[data-part="{part}"]', "fill"))
    assert len(seen) == 3


def test_there_is_no_sound_unless_it_is_asked_for(page):
    page.add_init_script(
        "window.tones = 0; const Real = AudioContext;"
        "window.AudioContext = class extends Real {"
        " createOscillator() { tones++; return super.createOscillator(); } };"
    )
    page.goto("/play/tictactoe?seats=you,you")
    page.locator('[data-point="a1"]').click()
    page.wait_for_selector("[data-node]:text-is('a1')")
    assert page.evaluate("tones") == 0
    choose(page, sound="on")
    assert page.evaluate("tones") == 1, "what one has chosen is heard"
    page.locator('[data-point="b1"]').click()
    page.wait_for_selector("[data-node]:text-is('b1')")
    page.wait_for_function("tones === 2")


@pytest.mark.parametrize(
    ("chosen", "reduced", "moving"), [("on", False, True), ("off", False, False), ("on", True, False)]
)
def test_animations_are_switched_off_here_or_by_the_system(page, chosen, reduced, moving):
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    page.add_init_script(
        "window.animated = 0; const real = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) { animated++; return real.apply(this, how); };"
    )
    page.goto("/play/connect4?seats=you,you")
    choose(page, animations=chosen)
    page.locator('[data-point="4"]').click()
    page.wait_for_selector("[data-at='4.1']")
    page.wait_for_timeout(100)
    assert (page.evaluate("animated") > 0) is moving
