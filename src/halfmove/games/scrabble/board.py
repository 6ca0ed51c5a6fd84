"""The board of Scrabble: squares, tiles with their points, racks and scores; a play is composed of tiles that
are laid down one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.surface import Composition, Point, Surface, TrayPiece, at
from halfmove.games import drawing
from halfmove.games.scrabble.plays import goes_down, is_exchange, is_play, play_of
from halfmove.games.scrabble.rules import OVER, TURN, VOID, State, lay_tiles, squares_of, without
from halfmove.games.scrabble.tiles import BLANK, sort_rack

if TYPE_CHECKING:
    from halfmove.games.scrabble.notation import Notation

SIDE, EDGE, TOP = 34, 26, 24
GROUND, TILE, RIM, LETTER, BLANK_LETTER, BACK, LAID = (
    "#e9e4d4", "#f6e3b4", "#b89b5e", "#2b2416", "#a03a2a", "#c9b88a", "#ffd257",
)  # fmt: skip
COLOURS = {
    (2, 1): ("#bcd9ea", "2L"), (3, 1): ("#6fa8c9", "3L"), (4, 1): ("#4a7fa5", "4L"),
    (1, 2): ("#f2c3bb", "2W"), (1, 3): ("#e08b7c", "3W"), (1, 4): ("#c45f52", "4W"),
}  # fmt: skip
"""Of squares that multiply a letter or a word."""
ROW = 44


def svg(
    game: Notation,
    s: State,
    viewer: int | None,
    laid: Mapping[int, int] | None = None,
    cursor: tuple[int, bool] | None = None,
) -> str:
    """The position as `viewer` may see it; while a play is composed with the tiles that are `laid` on
    squares, and with the square of the next one and whether it goes down."""
    size, composing = game.size, laid is not None
    laid = laid or {}
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
        name = game.place_text(square, True)
        if s.board[square]:
            parts.append(tile_picture(game, s.board[square], x, y, "" if composing else name))
        elif square in laid:
            parts.append(tile_picture(game, laid[square], x, y, name, fill=LAID))
        elif cursor is not None and square == cursor[0]:
            parts.append(
                drawing.text(x + SIDE / 2, y + 25, "↓" if cursor[1] else "→", anchor="middle", size=22)
            )
        elif square == game.layout.start or sign:
            word = "★" if square == game.layout.start else sign
            parts.append(drawing.text(x + SIDE / 2, y + 22, word, anchor="middle", size=11, fill="#5a5344"))
    under = TOP + SIDE * size + 10
    for player, rack in enumerate(game.visible(s, viewer)):
        if composing and player == s.mover:
            rack = without(rack, [0 if tile >= BLANK else tile for tile in laid.values()])
        y = under + ROW * player
        turn = "▸ " if s.mover == player and s.phase != OVER else ""
        parts.append(drawing.text(EDGE, y + 24, f"{turn}{game.player_names[player]}", size=15))
        parts.append(drawing.text(EDGE + 150, y + 24, str(s.scores[player]), anchor="end", size=17))
        parts += [tile_picture(game, tile, EDGE + 166 + (SIDE + 3) * k, y) for k, tile in enumerate(rack)]
    under += ROW * game.players
    parts.append(drawing.text(EDGE, under + 18, game.status(s), size=14))
    label = f"Scrabble: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(max(EDGE + SIDE * size + 8, 480), under + 30, label, "".join(parts))


def tile_picture(game: Notation, tile: int, x: float, y: float, name: str = "", *, fill: str = TILE) -> str:
    """A tile with its letter and points; the back of one that is not seen (255)."""
    body = (
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{SIDE - 3}" height="{SIDE - 3}" rx="4" '
        f'fill="{BACK if tile == 255 else fill}" stroke="{RIM}"/>'
    )
    if tile not in (0, 255):
        letter = game.tile_set.names[tile % BLANK]
        ink = BLANK_LETTER if tile >= BLANK else LETTER
        width = 19 if len(letter) == 1 else 15
        body += drawing.text(x + SIDE / 2 - 2, y + 24, letter, anchor="middle", size=width, fill=ink)
        if tile < BLANK:
            points = str(game.tile_set.points[tile])
            body += drawing.text(x + SIDE - 4, y + SIDE - 5, points, anchor="end", size=9, fill=LETTER)
    return f"<g{at(name)}>{body}</g>" if name else body


class Squares(Surface):
    """A square each, named by column and row; the tiles of a rack are laid on them."""

    game: Notation
    title = "Scrabble"
    set_aside_word = "Exchange"

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

    # ---- composing a play
    def tray(self, s: Any) -> Sequence[TrayPiece]:
        if s.phase != TURN:
            return ()
        return [self._tray_piece(tile) for tile in s.racks[s.mover]]

    def _tray_piece(self, tile: int) -> TrayPiece:
        game = self.game
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" aria-hidden="true">'
            f"{tile_picture(game, tile, 0, 0)}</svg>"
        )
        if tile == 0:
            letters = tuple(game.tile_set.sign(BLANK + n) for n in range(1, game.tile_set.size))
            return TrayPiece("", "a blank", picture, letters)
        points = game.tile_set.points[tile]
        words = f"{game.tile_set.names[tile]}, {points} point{'' if points == 1 else 's'}"
        return TrayPiece(game.tile_set.sign(tile), words, picture)

    def _laid(self, laid: Mapping[str, str]) -> dict[int, int]:
        """Tiles by their squares."""
        squares = {self.game.place_text(square, True): square for square in range(self.game.size**2)}
        return {squares[name]: self.game.tile_set.tiles(symbol)[0] for name, symbol in sorted(laid.items())}

    def compose(self, s: Any, laid: Mapping[str, str]) -> Composition:
        game, tiles = self.game, self._laid(laid)
        squares = sorted(tiles)
        if not squares:
            return Composition(None, "")
        if len({square // game.size for square in squares}) == 1:
            down = False
        elif len({square % game.size for square in squares}) == 1:
            down = True
        else:
            return Composition(None, "The tiles of a play lie on one line.")
        board = bytearray(s.board)
        for square, tile in tiles.items():
            board[square] = tile
        if len(squares) == 1 and len(game.line(bytes(board), squares[0], False)) == 1:
            down = True
        action = play_of(squares[0], down, [tiles[square] for square in squares])
        if squares_of(s.board, action, game.size) != squares:
            return Composition(None, "The tiles of a play lie side by side, without gaps.")
        fault = game.fault(s, action)
        score = game.count_score(s.board, action)
        told = f"{game.action_text(s, action)}: {score} point{'' if score == 1 else 's'}."
        if fault is None:
            return Composition(action, told + ("" if game.challenge == VOID else " It may be challenged."))
        fault = f"{fault[0].upper()}{fault[1:]}."
        return Composition(None, f"{told} {fault}" if "lexicon" in fault else fault)

    def set_aside(self, s: Any, chosen: Sequence[int]) -> Composition:
        game, rack = self.game, s.racks[s.mover]
        tiles = sort_rack([rack[place] for place in chosen])
        if not tiles:
            return Composition(None, "Choose the tiles to exchange.")
        try:
            action = game.parse_action(s, f"exchange {game.tile_set.text(tiles)}")
        except BadInput as error:
            return Composition(None, str(error))
        return Composition(action, f"Exchange {game.tile_set.text(tiles)}.")

    def next_point(self, s: Any, point: str, down: bool, laid: Mapping[str, str]) -> str:
        game = self.game
        [square] = self._laid({point: game.tile_set.sign(1)})
        taken = self._laid(laid)
        while s.board[square] or square in taken:
            after = square + (game.size if down else 1)
            if after >= game.size**2 or (not down and after % game.size == 0):
                return ""
            square = after
        return game.place_text(square, True)

    def composed_picture(
        self, s: Any, viewer: int | None, laid: Mapping[str, str], cursor: tuple[str, bool] | None
    ) -> str:
        mark = None
        if cursor is not None:
            [square] = self._laid({cursor[0]: self.game.tile_set.sign(1)})
            mark = square, cursor[1]
        return svg(self.game, s, viewer, self._laid(laid), mark)

    def is_composed(self, s: Any, a: Any) -> bool:
        return bool(s.phase == TURN and (is_play(a) or is_exchange(a)))
