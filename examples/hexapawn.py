"""Hexapawn: chess with nothing but pawns, on a board of three by three.

Pawns step straight ahead onto an empty square and take diagonally ahead, as in chess.  A player wins by
reaching the far row, or when the other has no move left.  Martin Gardner invented it for a learning machine
made of matchboxes (*Scientific American*, March 1962).

    halfmove play examples/hexapawn.py
    halfmove solve examples/hexapawn.py --set width=4 --set height=4

Squares are numbered row by row from White's side, a1 first; 3 x 3:

    6 7 8      row 3: Black's pawns
    3 4 5
    0 1 2      row 1: White's pawns
"""

from collections.abc import Iterator
from typing import NamedTuple

from halfmove import BadInput, Bitboard, Game, bits
from halfmove.core.endings import Endings
from halfmove.core.surface import Point, Surface


class State(NamedTuple):
    """The squares with White's pawns, those with Black's, and who moves: 0 White, 1 Black."""

    white: Bitboard
    black: Bitboard
    mover: int


class Hexapawn(Game):
    """Pawns only: reach the far row, or leave the other side without a move."""

    name = "hexapawn"
    player_names = ("White", "Black")

    width: int = 3  # parameters: `--set width=4` on the command line, Hexapawn(width=4) in Python
    height: int = 3

    home: Bitboard  # a constant that `setup` works out from the parameters

    def setup(self) -> None:
        if not (2 <= self.width <= 8 and 3 <= self.height <= 8):
            raise BadInput(f"Hexapawn is for boards of 2 to 8 by 3 to 8, not {self.width} by {self.height}.")
        self.home = 2**self.width - 1  # White's first row
        self.last_row = self.width * (self.height - 1)
        self.actions_limit = 3 * self.width

    # ---- the six functions
    def initial(self) -> State:
        return State(self.home, bits.left(self.home, self.last_row), 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        # An action is three times the pawn's square, plus where it goes: 0 left, 1 straight ahead, 2 right.
        own, other = (s.white, s.black) if s.mover == 0 else (s.black, s.white)
        for square in bits.squares(own):
            for turn in range(3):
                column = square % self.width + turn - 1
                if 0 <= column < self.width:
                    target = self.target(s, 3 * square + turn)
                    if turn == 1:
                        legal = not bits.has(own | other, target)
                    else:
                        legal = bits.has(other, target)
                    if legal:
                        yield 3 * square + turn

    def result(self, s: State, a: int) -> State:
        here, there = bits.bit(a // 3), bits.bit(self.target(s, a))
        if s.mover == 0:
            return State(s.white ^ here ^ there, bits.without(s.black, there), 1)
        return State(bits.without(s.white, there), s.black ^ here ^ there, 0)

    def is_terminal(self, s: State) -> bool:
        return self.arrived(s) or not self.can_move(s)

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1  # whoever would have to move has lost

    # ---- what they are made of
    def target(self, s: State, a: int) -> int:
        """The square to which action `a` goes."""
        ahead = self.width if s.mover == 0 else -self.width
        return a // 3 + ahead + a % 3 - 1

    def arrived(self, s: State) -> bool:
        """Whether the player who has just moved has a pawn on the far row."""
        if s.mover == 0:
            return (s.black & self.home) != bits.board(0)
        return (s.white & bits.left(self.home, self.last_row)) != bits.board(0)

    def can_move(self, s: State) -> bool:
        """Whether the player to move has a legal action."""
        moves = 0
        for _ in self.actions(s):
            moves += 1
        return moves > 0

    # ---- knowledge: what makes the engine strong where it cannot see the end
    def evaluate(self, s: State, player: int) -> int:
        """A pawn more is worth 0.05 of a win, a row nearer the far side 0.01."""
        white = 50_000 * bits.count(s.white) + 10_000 * self.progress(s.white)
        black = 50_000 * bits.count(s.black)
        for square in bits.squares(s.black):
            black += 10_000 * (self.height - 1 - square // self.width)
        return white - black if player == 0 else black - white

    def progress(self, pawns: Bitboard) -> int:
        """How many rows White's pawns have gone, all together."""
        rows = 0
        for square in bits.squares(pawns):
            rows += square // self.width
        return rows

    def order(self, s: State, a: int) -> int:
        """Captures first."""
        return 0 if a % 3 == 1 else 10

    def plies_left(self, s: State) -> int:
        """Every move takes a pawn a row further."""
        return (bits.count(s.white) + bits.count(s.black)) * (self.height - 1)

    # ---- endings: every position has a number, so that `halfmove endgame build` can solve the game backwards
    def endings(self) -> Endings | None:
        if self.width * self.height > 12:
            return None  # too many positions
        return Endings(("all",), f"hexapawn {self.width}x{self.height}", lambda name: ())

    def ending_table(self, s: State) -> int:
        return 0 if self.width * self.height <= 12 else -1

    def ending_count(self, table: int) -> int:
        return int(2 * 3 ** (self.width * self.height))

    def ending_index(self, s: State) -> int:
        number = 0
        for square in range(self.width * self.height):
            here = 1 if bits.has(s.white, square) else (2 if bits.has(s.black, square) else 0)
            number = 3 * number + here
        return 2 * number + s.mover

    def ending_state(self, table: int, index: int) -> State:
        white, black, number = bits.board(0), bits.board(0), index // 2
        for square in range(self.width * self.height - 1, -1, -1):
            if number % 3 == 1:
                white |= bits.bit(square)
            elif number % 3 == 2:
                black |= bits.bit(square)
            number //= 3
        return State(white, black, index % 2)

    def ending_weight(self, table: int, index: int) -> int:
        s = self.ending_state(table, index)  # no position, if the player to move had won before
        return 0 if self.arrived(State(s.white, s.black, 1 - s.mover)) else 1

    # ---- text
    def action_text(self, s: State, a: int) -> str:
        return f"{self.square_text(a // 3)}{'-' if a % 3 == 1 else 'x'}{self.square_text(self.target(s, a))}"

    def square_text(self, square: int) -> str:
        row, column = divmod(square, self.width)
        return f"{'abcdefgh'[column]}{row + 1}"

    def show(self, s: State) -> str:
        rows: list[str] = []
        for row in reversed(range(self.height)):
            line = [str(row + 1)]
            for square in range(row * self.width, (row + 1) * self.width):
                line.append("W" if bits.has(s.white, square) else "B" if bits.has(s.black, square) else ".")
            rows.append(" ".join(line))
        return "\n".join([*rows, "  " + " ".join("abcdefgh"[: self.width])])

    # ---- a picture, and what of it a hand can touch
    def draw(self, s: State) -> str:
        parts: list[str] = []
        for square in range(self.width * self.height):
            name, x, y, *_ = self.surface().points(s)[square]
            shade = "#b58b62" if (x + y) // 60 % 2 else "#f0e2c8"
            parts.append(f'<rect x="{x}" y="{y}" width="60" height="60" fill="{shade}"/>')
            if bits.has(s.white | s.black, square):
                fill = "#fff" if bits.has(s.white, square) else "#333"
                parts.append(f'<circle data-at="{name}" cx="{x + 30}" cy="{y + 30}" r="20" fill="{fill}"/>')
        box = f"0 0 {60 * self.width} {60 * self.height}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(parts)}</svg>'

    def surface(self) -> Surface:
        return Board(self)


class Board(Surface):
    """The squares, 60 by 60 each: touch a pawn's, then the one it goes to."""

    def points(self, s: State, *, below: int = 0) -> list[Point]:
        width, height, name = self.game.width, self.game.height, self.game.square_text
        corners = [(60 * (n % width), 60 * (height - 1 - n // width)) for n in range(width * height)]
        return [Point(name(n), x, y, 60, 60) for n, (x, y) in enumerate(corners)]

    def touches(self, s: State, a: int) -> tuple[str, ...]:
        return self.game.square_text(a // 3), self.game.square_text(self.game.target(s, a))
