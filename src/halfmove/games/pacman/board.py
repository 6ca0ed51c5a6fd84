"""The maze of Pac-Man: walls, food, everybody in his colour, and the squares that can be touched."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games.pacman.maze import EAST, NORTH, SOUTH, STOP, WEST
from halfmove.games.pacman.rules import CAUGHT, PACMAN, State, between, heading_of, scared_of, square_of

if TYPE_CHECKING:
    from halfmove.games.pacman import Pacman
    from halfmove.games.pacman.notation import Notation


SIDE = 24
GROUND, WALL, FOOD, YELLOW, SCARED = "#10131a", "#3558c9", "#f3d9b1", "#ffd83d", "#3050d8"
GHOSTS = ("#e8443a", "#f7a8d0", "#4cc9e0", "#f2a03d", "#8fd14f", "#b48ae0", "#d9d9d9", "#c98b5b")
_ANGLES = {EAST: 0, SOUTH: 90, WEST: 180, NORTH: 270, STOP: 0}
STEPS = {EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0), NORTH: (0, -1), STOP: (0, 0)}
"""Across and down, by direction."""


def svg(game: Notation, s: State) -> str:
    """The maze as it is in a state."""
    width, height = SIDE * game.width, SIDE * game.height
    parts = [f'<rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>', walls(game.laid_out.rows)]
    for square in bits.wide_squares(s.food):
        parts.append(_dot(game, square, 2.6))
    for square in bits.wide_squares(s.capsules):
        parts.append(_dot(game, square, 6.5))
    parts.append(_pacman(game, s))
    taken = {s.pacman}
    for number, word in enumerate(s.ghosts[: game.count]):
        square = square_of(word)
        name = "" if square in taken else point_name(game, square)  # only one is told of where two stand
        parts.append(_ghost(game, number, word, name))
        taken.add(square)
    label = f"Pac-Man: {game.status(s)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def centre(game: Notation, square: int) -> tuple[float, float]:
    """The middle of a square in the picture."""
    row, column = game.laid_out.squares[square]
    return SIDE * (column + 0.5), SIDE * (row + 0.5)


def ghost_centre(game: Notation, word: int) -> tuple[float, float]:
    """The middle of a ghost, which may be half a step on from its square."""
    x, y = centre(game, square_of(word))
    across, down = STEPS[heading_of(word)] if between(word) else (0, 0)
    return x + across * SIDE / 2, y + down * SIDE / 2


def point_name(game: Notation, square: int) -> str:
    """What a square is called: `x,y` from the bottom left."""
    row, column = game.laid_out.squares[square]
    return f"{column},{game.height - 1 - row}"


def walls(rows: tuple[str, ...]) -> str:
    """Walls as lines between the middles of wall squares that touch, with round ends; alone, a dot."""
    strokes = []
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != "%":
                continue
            x, y = SIDE * (c + 0.5), SIDE * (r + 0.5)
            right = c + 1 < len(row) and row[c + 1] == "%"
            down = r + 1 < len(rows) and rows[r + 1][c] == "%"
            strokes.append(f"M{x:g} {y:g}h{SIDE if right else 0}" + (f"M{x:g} {y:g}v{SIDE}" if down else ""))
    return (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{WALL}" stroke-width="9" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _dot(game: Notation, square: int, radius: float) -> str:
    x, y = centre(game, square)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{FOOD}"/>'


def _pacman(game: Notation, s: State) -> str:
    x, y = centre(game, s.pacman)
    radius = 0.44 * SIDE
    open_ = 75 if s.standing == CAUGHT else 35
    dx, dy = radius * math.cos(math.radians(open_)), radius * math.sin(math.radians(open_))
    return (
        f'<g{at(point_name(game, s.pacman))}><path transform="translate({x:g} {y:g}) '
        f'rotate({_ANGLES[s.heading]})" fill="{YELLOW}" '
        f'd="M0 0L{dx:.2f} {-dy:.2f}A{radius:.2f} {radius:.2f} 0 1 0 {dx:.2f} {dy:.2f}Z"/></g>'
    )


def _ghost(game: Notation, number: int, word: int, name: str) -> str:
    x, y = ghost_centre(game, word)
    heading, frightened = heading_of(word), scared_of(word) > 0
    across, down = STEPS[heading]
    fill = SCARED if frightened else GHOSTS[number]
    eye, pupil = ("#f3d9b1", "#f3d9b1") if frightened else ("#fff", "#1b2a6b")
    eyes = "".join(
        f'<circle cx="{side}" cy="-2" r="2.8" fill="{eye}"/>'
        f'<circle cx="{side + across:g}" cy="{-2 + down:g}" r="1.5" fill="{pupil}"/>'
        for side in (-3.6, 3.6)
    )
    return (
        f'<g{at(name)}><g transform="translate({x:g} {y:g})">'
        f'<path fill="{fill}" d="M-9.5 10V-1A9.5 9.5 0 0 1 9.5 -1V10L6.3 6.5 3.2 10 0 6.5 -3.2 10 '
        '-6.3 6.5Z"/>'
        f"{eyes}</g></g>"
    )


# ---- to touch
class Corridors(Surface):
    """The square to which the mover is to go is touched; Pac-Man's own, to stop."""

    title = "Pac-Man"

    game: Pacman

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [self._point(square) for square in range(self.game.squares)]

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self._point(self._aim(s, a)).name,)

    def occupied(self, s: Any) -> Mapping[str, str]:
        found = {}
        for number, word in enumerate(s.ghosts[: self.game.count], 1):
            found[self._point(square_of(word)).name] = (
                f"ghost {number}{', scared' if scared_of(word) else ''}"
            )
        return found | {self._point(s.pacman).name: "Pac-Man"}

    def _aim(self, s: State, a: int) -> int:
        here = s.pacman if s.mover == PACMAN else square_of(s.ghosts[s.mover - 1])
        return self.game.step(here, a)

    def _point(self, square: int) -> Point:
        x, y = centre(self.game, square)
        return Point(point_name(self.game, square), x - SIDE / 2, y - SIDE / 2, SIDE, SIDE)
