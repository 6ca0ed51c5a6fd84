"""Go as an SVG picture: a wooden board, star points, shaded stones, coordinates on the margin."""

from __future__ import annotations

from halfmove.core.surface import at
from halfmove.games.go.points import LETTERS

STEP = 30
MARGIN = 26
"""From a line at the edge to the end of the wood; the coordinates lie on it."""
BLACK, WHITE = "#1b1b1f", "#f4f4f0"
"""What the shaded stones look like from afar."""
WOOD, LINE, LABEL = "#dcb268", "#4a3312", "#5b4218"

SHADES = (
    '<defs><radialGradient id="b" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#6a6a70"/>'
    '<stop offset="1" stop-color="#0e0e11"/></radialGradient>'
    '<radialGradient id="w" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#fff"/>'
    '<stop offset="1" stop-color="#cfcfd4"/></radialGradient></defs>'
)


def svg(grid: list[str], stars: tuple[int, ...], ko: tuple[int, int] | None) -> str:
    """The picture of a grid of `X`, `O` and `.`, with a square on the point of a ko."""
    height, width = len(grid), len(grid[0])
    across, down = STEP * (width - 1) + 2 * MARGIN, STEP * (height - 1) + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {across} {down}" '
        f'width="{across}" height="{down}" role="img" aria-label="{"/".join(grid)}">',
        SHADES,
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{across}" height="{down}" rx="4" data-part="ground" '
        f'fill="{WOOD}"/>',
        _lines(width, height),
        *(_dot(star // width, star % width) for star in stars),
        _labels(width, height),
        *(
            stone(cell, r, c, f"{LETTERS[c]}{height - r}")
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
            if cell != "."
        ),
    ]
    if ko is not None:
        x, y = STEP * ko[1] - STEP // 5, STEP * ko[0] - STEP // 5
        side = 2 * (STEP // 5)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#b3261e" '
            'stroke-width="2"><title>ko</title></rect>'
        )
    return "".join([*parts, "</svg>"])


def _lines(width: int, height: int) -> str:
    right, bottom = STEP * (width - 1), STEP * (height - 1)
    path = [f"M{STEP * c} 0V{bottom}" for c in range(width)] + [
        f"M0 {STEP * r}H{right}" for r in range(height)
    ]
    return (
        f'<path d="{"".join(path)}" data-part="lines" stroke="{LINE}" stroke-width="1" '
        'stroke-linecap="square" fill="none"/>'
    )


def _dot(r: int, c: int) -> str:
    return f'<circle cx="{STEP * c}" cy="{STEP * r}" r="3" fill="{LINE}"/>'


def stone(cell: str, r: int, c: int, name: str = "") -> str:
    """A stone on a crossing; the picture it is in needs the `SHADES`."""
    shade, rim = ("b", "#000") if cell == "X" else ("w", "#8a8a90")
    part = "first-stone" if cell == "X" else "second-stone"
    return (
        f'<circle{at(name)} data-part="{part}" cx="{STEP * c}" cy="{STEP * r}" r="{STEP / 2 - 0.8:g}" '
        f'fill="url(#{shade})" stroke="{rim}" stroke-width="0.6"/>'
    )


def _labels(width: int, height: int) -> str:
    low, far = STEP * (height - 1) + MARGIN - 3, -MARGIN + 9
    texts = [f'<text x="{STEP * c}" y="{low}">{LETTERS[c]}</text>' for c in range(width)]
    texts += [f'<text x="{far}" y="{STEP * r + 3}">{height - r}</text>' for r in range(height)]
    return (
        '<g data-part="labels" font-family="system-ui, sans-serif" '
        f'font-size="9" text-anchor="middle" fill="{LABEL}">'
        f"{''.join(texts)}</g>"
    )
