"""The board of Scrabble: squares, tiles with their points, racks and scores; touched where a word begins and
ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.scrabble.plays import goes_down, is_play
from halfmove.games.scrabble.rules import OVER, TURN, State, lay_tiles, squares_of
from halfmove.games.scrabble.tiles import BLANK

if TYPE_CHECKING:
    from halfmove.games.scrabble.notation import Notation

SIDE, EDGE, TOP = 34, 26, 24
GROUND, TILE, RIM, LETTER, BLANK_LETTER, BACK = (
    "#e9e4d4", "#f6e3b4", "#b89b5e", "#2b2416", "#a03a2a", "#c9b88a",
)  # fmt: skip
COLOURS = {
    (2, 1): ("#bcd9ea", "2L"), (3, 1): ("#6fa8c9", "3L"), (4, 1): ("#4a7fa5", "4L"),
    (1, 2): ("#f2c3bb", "2W"), (1, 3): ("#e08b7c", "3W"), (1, 4): ("#c45f52", "4W"),
}  # fmt: skip
"""Of squares that multiply a letter or a word."""
ROW = 44


def svg(game: Notation, s: State, viewer: int | None) -> str:
    """The position as `viewer` may see it."""
    size = game.size
    parts, labels = [], []
    for k in range(size):
        middle = SIDE * (k + 0.5)
        labels.append(drawing.text(EDGE / 2, TOP + middle + 5, str(k + 1), anchor="middle", size=13))
        labels.append(drawing.text(EDGE + middle, TOP - 7, chr(65 + k), anchor="middle", size=13))
    parts.append(f'<g data-part="labels">{"".join(labels)}</g>')
    for square in range(size * size):
        row, column = divmod(square, size)
        x, y = EDGE + SIDE * column, TOP + SIDE * row
        fill, sign = COLOURS.get((game.layout.letter[square], game.layout.word[square]), (GROUND, ""))
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#fff"/>')
        if s.board[square]:
            parts.append(tile_picture(game, s.board[square], x, y, game.place_text(square, True)))
        elif square == game.layout.start or sign:
            word = "★" if square == game.layout.start else sign
            parts.append(drawing.text(x + SIDE / 2, y + 22, word, anchor="middle", size=11, fill="#5a5344"))
    under = TOP + SIDE * size + 10
    for player, rack in enumerate(game.visible(s, viewer)):
        y = under + ROW * player
        turn = "▸ " if s.mover == player and s.phase != OVER else ""
        parts.append(drawing.text(EDGE, y + 24, f"{turn}{game.player_names[player]}", size=15))
        parts.append(drawing.text(EDGE + 150, y + 24, str(s.scores[player]), anchor="end", size=17))
        parts += [tile_picture(game, tile, EDGE + 166 + (SIDE + 3) * k, y) for k, tile in enumerate(rack)]
    under += ROW * game.players
    parts.append(drawing.text(EDGE, under + 18, game.status(s), size=14))
    label = f"Scrabble: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(max(EDGE + SIDE * size + 8, 480), under + 30, label, "".join(parts))


def tile_picture(game: Notation, tile: int, x: float, y: float, name: str = "") -> str:
    """A tile with its letter and points; the back of one that is not seen (255)."""
    body = (
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{SIDE - 3}" height="{SIDE - 3}" rx="4" '
        f'fill="{BACK if tile == 255 else TILE}" stroke="{RIM}"/>'
    )
    if tile not in (0, 255):
        letter = game.tile_set.names[tile % BLANK]
        fill = BLANK_LETTER if tile >= BLANK else LETTER
        width = 19 if len(letter) == 1 else 15
        body += drawing.text(x + SIDE / 2 - 2, y + 24, letter, anchor="middle", size=width, fill=fill)
        if tile < BLANK:
            points = str(game.tile_set.points[tile])
            body += drawing.text(x + SIDE - 4, y + SIDE - 5, points, anchor="end", size=9, fill=LETTER)
    return f"<g{at(name)}>{body}</g>" if name else body


class Squares(Surface):
    """A square each, named by column and row; a play is touched where its word begins and where it ends."""

    game: Notation
    title = "Scrabble"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        size = self.game.size
        return [
            Point(
                self.game.place_text(square, True),
                EDGE + SIDE * (square % size),
                TOP + SIDE * (square // size),
                SIDE,
                SIDE,
            )
            for square in range(size * size)
        ]

    def picture(self, s: Any, *, below: int = 0) -> str:
        return svg(self.game, s, None)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        return svg(self.game, s, viewer)

    def occupied(self, s: Any) -> Mapping[str, str]:
        game = self.game
        return {
            game.place_text(square, True): game.tile_set.names[tile % BLANK]
            + (" (a blank)" if tile >= BLANK else "")
            for square, tile in enumerate(s.board)
            if tile
        }

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        game = self.game
        if s.phase != TURN or not is_play(a):
            return ()
        after = lay_tiles(s.board, a, game.size)
        line = game.line(after, squares_of(s.board, a, game.size)[0], goes_down(a))
        return game.place_text(line[0], True), game.place_text(line[-1], True)
