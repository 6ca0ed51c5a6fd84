"""The dialog for look and sound: kept by the browser, seen on boards and on the first page's thumbnails."""

from __future__ import annotations

import cmath
import io
import itertools
import math
import re

import pytest
from accessible import SCREENS
from PIL import Image

from halfmove.web.pages.layout import LOOKS

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it


def choose(page, **chosen):
    page.locator("[data-name=look]").click()
    for name, value in chosen.items():
        page.locator(f"#hm-look select[name={name}]").select_option(value)
    page.locator("[data-name=lookdone]").click()


def style(page, selector, name):
    return page.locator(selector).first.evaluate("(e, name) => getComputedStyle(e)[name]", name)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
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


LAST = [
    "go?moves=D4+Q16+Q4", "go?moves=D4+Q16", "gomoku?moves=H8", "gomoku?moves=H8+J9", "connect4?moves=4",
    "connect4?moves=4+4", "tictactoe?moves=b2", "tictactoe?moves=b2+a1",
]  # fmt: skip


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrasts(page):
    """Between the lightest and the darkest dot from inside the ring on the last piece to outside it, in eight
    directions (WCAG 2.2)."""
    ring = page.locator(".hm-dot").last.bounding_box()
    radius = ring["width"] / 2
    clip = {"x": ring["x"] - radius, "y": ring["y"] - radius, "width": 4 * radius, "height": 4 * radius}
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
    found = []
    for eighth in range(8):
        way = cmath.rect(1, eighth * math.pi / 4 + 0.1)
        places = [complex(shot.width, shot.height) / 2 + way * radius * part / 100 for part in range(50, 151)]
        seen = sorted(luminance(shot.getpixel((int(place.real), int(place.imag)))) for place in places)
        found.append((seen[-1] + 0.05) / (seen[0] + 0.05))
    return found


EVERY = [
    ("dark", 3),
    *(pytest.param(scheme, 1, marks=pytest.mark.exhaustive) for scheme in ("light", "dark")),
]


@pytest.mark.parametrize(("scheme", "step"), EVERY)
def test_the_ring_on_the_last_piece_stands_out_in_every_look(page, scheme, step):
    """On every board in every third look, not the same ones on the next board; in all of them with step 1."""
    choices = {name: list(values) for name, _, values in LOOKS}
    looks = list(itertools.product(choices["pieces"], choices["board"]))
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for number, path in enumerate(LAST):
        page.goto(f"/play/{path}&seats=you,you")
        page.locator(".hm-dot").last.wait_for()
        for pieces, board in looks[number % step :: step]:
            chosen = {"pieces": pieces, "board": board}
            page.evaluate("chosen => Object.assign(document.documentElement.dataset, chosen)", chosen)
            assert min(contrasts(page)) > 3, (path, pieces, board)


def test_the_ring_on_a_large_piece_is_thick(page):
    widths = []
    for path in ("go?moves=D4+Q16", "gomoku?moves=H8", "connect4?moves=4"):
        page.goto(f"/play/{path}&seats=you,you")
        widths.append(float(page.locator(".hm-dot").last.get_attribute("stroke-width")))
    assert widths == sorted(widths)
    assert widths[0] == 2
    assert widths[-1] > 3.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colour_beside_a_name_has_an_edge_that_stands_out(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto("/play/go?seats=you,you")
    ground = style(page, "body", "backgroundColor")
    edge = style(page, ".hm-swatch", "borderTopColor")
    assert not edge.startswith("rgba"), "half of the ground would show through"
    low, high = sorted(luminance([int(n) for n in re.findall(r"\d+", c)[:3]]) for c in (ground, edge))
    assert (high + 0.05) / (low + 0.05) > 3


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
