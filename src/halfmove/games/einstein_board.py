"""Einstein würfelt nicht! to look at and to touch: a board of numbered stones, the die beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.einstein import Einstein, State

CELL, LEFT, TOP = 58, 24, 10
GAP = 16
LIGHT, LINE, RED_CORNER, BLUE_CORNER, MARK = "#efe6d2", "#a08f6c", "#efc9bb", "#c5d5ea", "#ffd75e"
FILLS, EDGES = ("#c0392b", "#2f6db5"), ("#6f1d14", "#17395f")


def corner(game: Einstein, square: int) -> tuple[int, int]:
    """The upper left corner of a square."""
    return LEFT + CELL * (square % game.size), TOP + CELL * (square // game.size)


def die_at(game: Einstein) -> tuple[int, int]:
    """Where the die lies, to the right of the board."""
    return LEFT + CELL * game.size + GAP, TOP + (CELL * game.size - drawing.DIE) // 2


def svg(game: Einstein, s: State) -> str:
    """The board; the corners where stones begin in their colours, a ring around the stones that may go."""
    squares = range(game.size * game.size)
    parts = [_cell(game, square) for square in squares]
    parts.append(_labels(game))
    own = game.of(s, s.mover)
    for player in (0, 1):
        for number, square in game.standing(game.of(s, player)).items():
            may = s.die > 0 and player == s.mover and game.chosen(own, number - 1, s.die)
            parts.append(_stone(game, square, player, number, may))
    x, y = die_at(game)
    if s.die > 0:
        parts.append(drawing.die(x, y, s.die))
    elif s.die == 0 and not game.is_terminal(s):
        parts.append(drawing.die(x, y, None))
    words = game.status(s)
    under = TOP + CELL * game.size + 40
    parts.append(drawing.text(LEFT, under, words))
    label = f"Einstein würfelt nicht!: {game.position_text(s)}; {words}"
    return drawing.picture(max(x + drawing.DIE + GAP, 330), under + 14, label, "".join(parts))


def _cell(game: Einstein, square: int) -> str:
    x, y = corner(game, square)
    fill = RED_CORNER if game.begins(square, 0) else BLUE_CORNER if game.begins(square, 1) else LIGHT
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{LINE}"/>'


def _labels(game: Einstein) -> str:
    foot = TOP + CELL * game.size + 16
    columns = [
        drawing.text(LEFT + CELL * k + CELL / 2, foot, game.square_text(k)[0], anchor="middle", size=13)
        for k in range(game.size)
    ]
    rows = [
        drawing.text(8, TOP + CELL * k + CELL / 2 + 5, str(game.size - k), size=13) for k in range(game.size)
    ]
    return f'<g data-part="labels">{"".join(columns + rows)}</g>'


def _stone(game: Einstein, square: int, player: int, number: int, may: bool) -> str:
    x, y = corner(game, square)
    part = "first-stone" if player == 0 else "second-stone"
    middle = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
    words = drawing.text(x + CELL / 2, y + CELL / 2 + 8, str(number), anchor="middle", size=23, fill="#fff")
    ring = f'<circle {middle} r="26" fill="none" stroke="{MARK}" stroke-width="4" data-part="legal"/>'
    return (
        f'<g{at(game.square_text(square))} data-part="{part}"><circle {middle} r="23" fill="{FILLS[player]}" '
        f'stroke="{EDGES[player]}" stroke-width="2"/>'
        f"{words}</g>{ring if may else ''}"
    )


class Board(Surface):
    """A square is named as in the notation; a stone is set on one, and moves from one to another."""

    game: Einstein
    title = "Einstein würfelt nicht!"
    colours = FILLS

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [
            Point(self.game.square_text(square), *corner(self.game, square), CELL, CELL)
            for square in range(self.game.size * self.game.size)
        ]

    def thrown(self, s: Any, a: int) -> str:
        return drawing.die(*die_at(self.game), a) if s.die == 0 else ""

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        game = self.game
        if game.to_move(s) == CHANCE:
            return ()
        if s.die < 0:
            return (game.square_text(a),)
        here = game.square(game.of(s, s.mover), a // 3)
        return game.square_text(here), game.square_text(game.target(here, a % 3, s.mover))

    def occupied(self, s: Any) -> dict[str, str]:
        found = {}
        for player, name in enumerate(self.game.player_names):
            for number, square in self.game.standing(self.game.of(s, player)).items():
                found[self.game.square_text(square)] = f"{name.lower()} {number}"
        return found
