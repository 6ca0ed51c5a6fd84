"""Cards, dice and buttons for the pictures of games, as parts of an SVG document.

A card and a die bring their own white, so that they read on a light page and on a dark one; what stands
beside them is drawn in `INK`, a grey that reads on both.
"""

from __future__ import annotations

from html import escape

from halfmove.core.surface import Point, at

INK = "#808691"
PLAYER_COLOURS = ("#4c78a8", "#e0803a", "#4f9d69", "#b05a9b", "#c9a227", "#7a6fc0")
RED, BLACK, BACK, PRESS = "#c0392b", "#23262e", "#3d5a80", "#2f6db5"
CARD_WIDTH, CARD_HEIGHT = 52, 76
DIE = 44
BUTTON_WIDTH, BUTTON_HEIGHT = 96, 40
"""A finger finds them where a picture is as narrow as a phone."""

_PIPS = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}


def picture(width: float, height: float, label: str, body: str) -> str:
    """An SVG document of this size around its parts; `label` says in words what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escape(label)}" fill="{INK}" '
        f'font-family="system-ui, sans-serif" font-size="16">{body}</svg>'
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 16, fill: str = "") -> str:
    """A line of text whose base line is at `y`."""
    colour = f' fill="{fill}"' if fill else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}"{colour}>{escape(words)}</text>'
    )


def moved(
    inner: str,
    x: float,
    y: float,
    *,
    scale: float = 1.0,
    name: str = "",
    source: tuple[float, float] | None = None,
) -> str:
    """A part drawn at 0, 0 put where it belongs, so that it looks the same wherever it lies; `source`
    is where it comes from when it is new on the table."""
    size = "" if scale == 1.0 else f" scale({scale:g})"
    origin = "" if source is None or not name else f' data-from="{source[0]:g} {source[1]:g}"'
    return f'<g{at(name)}{origin} transform="translate({x:g} {y:g}){size}">{inner}</g>'


def outlined(x: float, y: float, words: str, *, anchor: str = "start", size: int = 13) -> str:
    """White words with a dark edge, which read on any ground."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" font-weight="600" fill="#fff" '
        f'stroke="#10231a" stroke-width="3" paint-order="stroke" stroke-linejoin="round">{escape(words)}'
        "</text>"
    )


def face(rank: str, suit: str = "♠") -> str:
    """A card with its corner at 0, 0: rank and suit large, to be read where it is small; no rank: its
    back."""
    frame = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6" stroke="{INK}"'
    if not rank:
        return (
            f'<rect {frame} fill="{BACK}"/><rect x="5" y="5" width="{CARD_WIDTH - 10}" '
            f'height="{CARD_HEIGHT - 10}" rx="3" fill="none" stroke="#dfe6ee" stroke-width="1.5" '
            'stroke-dasharray="4 3"/>'
        )
    fill = RED if suit in ("♥", "♦") else BLACK
    wide = ' textLength="26" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    return (
        f'<rect {frame} fill="#fdfdfb"/>'
        f'<text x="6" y="32" font-size="32" font-weight="600" fill="{fill}"{wide}>{escape(rank)}</text>'
        f"{text(CARD_WIDTH - 6, CARD_HEIGHT - 9, suit, anchor='end', size=36, fill=fill)}"
    )


def card(x: float, y: float, rank: str, *, name: str = "", suit: str = "♠") -> str:
    """A card with its corner at the top left; no rank: its back."""
    return moved(face(rank, suit), x, y, name=name)


def empty(x: float, y: float) -> str:
    """Where a card may lie and none does."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6" fill="none" '
        f'stroke="{INK}" stroke-dasharray="4 4"/>'
    )


def die(x: float, y: float, value: int | None, *, name: str = "") -> str:
    """A die with its corner at the top left: pips up to 6, a number beyond; None: in the air."""
    if value is None:
        inside = text(x + DIE / 2, y + 30, "?", anchor="middle", size=24, fill=BLACK)
    elif value in _PIPS:
        inside = "".join(
            f'<circle cx="{x + 11 + 11 * column:g}" cy="{y + 11 + 11 * row:g}" r="4" fill="{BLACK}"/>'
            for column, row in _PIPS[value]
        )
    else:
        inside = text(x + DIE / 2, y + 30, str(value), anchor="middle", size=22, fill=BLACK)
    part = ' data-part="rolling"' if value is None else ""
    return (
        f'<g{at(name)}{part}><rect x="{x:g}" y="{y:g}" width="{DIE}" height="{DIE}" rx="8" fill="#fdfdfb" '
        f'stroke="{INK}" stroke-width="1.5"/>{inside}</g>'
    )


def player_name(y: float, name: str, colour: str) -> str:
    """A player of several in the row whose middle is at `y`: his colour and his name."""
    return f'<circle cx="18" cy="{y:g}" r="6" fill="{colour}"/>{text(32, y + 6, name)}'


def chip(x: float, y: float, fill: str) -> str:
    """A counter, its middle at `x`, `y`."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{fill}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="none" stroke="#fdfdfb" stroke-width="2" '
        f'stroke-dasharray="4 3.3"/>'
    )


def button(point: Point, words: str, *, size: int = 16) -> str:
    """What is touched for an action that no thing on the table stands for."""
    middle, line = point.x + point.width / 2, point.y + point.height / 2 + 0.375 * size
    return (
        f'<rect x="{point.x:g}" y="{point.y:g}" width="{point.width:g}" height="{point.height:g}" rx="8" '
        f'fill="{PRESS}"/>'
        f"{text(middle, line, words, anchor='middle', size=size, fill='#fff')}"
    )


def buttons(names: list[str], x: float, y: float) -> list[Point]:
    """Places for buttons side by side."""
    step = BUTTON_WIDTH + 12
    return [Point(name, x + step * i, y, BUTTON_WIDTH, BUTTON_HEIGHT) for i, name in enumerate(names)]
