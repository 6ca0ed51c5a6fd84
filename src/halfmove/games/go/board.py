"""The board of Go: wood, star points, shaded stones, coordinates, and the crossings that can be touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.surface import Arrangement, Count, at
from halfmove.games.go.notation import SIDES
from halfmove.games.go.points import LETTERS, star_points
from halfmove.games.go.rules import NOWHERE
from halfmove.games.grid import Grid, GridSurface

if TYPE_CHECKING:
    from halfmove.core.history import History

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


# ---- to touch
class Crossings(GridSurface):
    """The rest of an arrangement: `ko` (a point or -), `passes` and, where they count, `prisoners`."""

    pieces = {"X": "black stone", "O": "white stone"}
    colours = (BLACK, WHITE)
    mover_follows = False
    side = STEP
    left = top = -STEP / 2

    def name(self, r: int, c: int) -> str:
        return f"{LETTERS[c]}{self.game.height - r}"

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if a == self.game.points else (self.game.point_text(a),)

    def placed(self, s: Any, a: int) -> str:
        return "" if a == self.game.points else self.game.point_text(a)

    def counts(self, history: History) -> list[Count]:
        """The stones that each has taken: the other's that were on the board or put there, and are gone."""
        start, s = history.start, history.state
        put = [0, 0]
        for before, action in zip(history.states, history.actions, strict=False):
            put[before.mover] += action != self.game.points
        ahead = start.prisoners
        taken = [max(ahead, 0), max(-ahead, 0)]
        for player, (then, now) in enumerate(((start.black, s.black), (start.white, s.white))):
            taken[1 - player] += bits.wide_count(then) + put[player] - bits.wide_count(now)
        return [Count(f"{n} {'prisoner' if n == 1 else 'prisoners'}") for n in taken]

    def rest(self, s: Any) -> dict[str, str]:
        ko = "-" if s.ko == NOWHERE else self.game.point_text(self.game.point(s.ko))
        rest = {"ko": ko, "passes": str(s.passes)}
        return rest | {"prisoners": str(s.prisoners)} if self.game.territory else rest

    def written(self, arrangement: Arrangement) -> str:
        rows, side, rest = super().written(arrangement), SIDES[arrangement.mover], arrangement.rest
        passes = rest.get("passes", "0") + (f" {rest.get('prisoners', '0')}" if self.game.territory else "")
        with_ko, without = (f"{rows} {side} {ko} {passes}" for ko in (rest.get("ko", "-"), "-"))
        return self.first_read(with_ko, without)

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        stars = star_points(self.game.width, self.game.height)
        free = [
            (r, c)
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
            if cell == "." and self.name(r, c) == arrangement.rest.get("ko")
        ]
        return svg(grid, stars, free[0] if free else None)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, f'{SHADES}<g transform="translate(15 15)">{stone(symbol, 0, 0)}</g>', STEP)
