"""Go to touch: the crossings; a pass has none, and is a button."""

from __future__ import annotations

from typing import Any

from halfmove.core.surface import Arrangement
from halfmove.games.go.notation import SIDES
from halfmove.games.go.picture import BLACK, SHADES, STEP, WHITE, stone, svg
from halfmove.games.go.points import LETTERS, star_points
from halfmove.games.go.rules import NOWHERE
from halfmove.games.grid import Grid
from halfmove.games.grid_board import GridSurface


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
