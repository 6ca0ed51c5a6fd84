"""Einstein würfelt nicht!: numbered stones race across a board, and a die says which of them may go.

Two players set six stones each, numbered 1 to 6, in opposite corners of a board of 5 by 5.  Before each move
a die is thrown.  The stone of that number moves one square towards the opposite corner: sideways, up or down,
or diagonally.  Where it has been captured the mover takes his next higher or his next lower one that is left.
Whatever stands where a stone goes is captured, also a stone of his own.  Whoever reaches the opposite corner,
or has captured all the other's stones, wins.  Ingo Althöfer invented it in 2004 and says how it came about in
"On the Origins of *EinStein würfelt nicht!*" (2011); the evaluation's idea, stones by how near they are and
how likely the die lets them go, is of Richard J. Lorentz, "An MCTS Program to Play EinStein Würfelt Nicht!",
*Advances in Computer Games* 13, 2012.

Squares are counted row by row from the top left, where Red begins.  The squares of a player's stones lie side
by side in one word, six bits each, the first stone's lowest: the square plus one, and 0 for a stone that is
not on the board.  No stone ever goes back, so that no position returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing

GAMES = {"einstein": "Einstein"}

SETS, THROWS = -1, 0
"""What a state waits for in place of a number on the die: a stone set, or the die thrown."""

PLACE = 6
"""Bits for the square of a stone."""
LARGEST_SIZE = 7
LARGEST_CORNER = 4
"""So that the squares, and the stones of a player, have room in a word."""
SIDEWAYS, STRAIGHT, DIAGONAL = range(3)
"""Where a stone goes; an action is three times the stone, counted from 0, and one of these."""
PLACING = ("chosen", "random")
COLUMNS = "abcdefg"
WAITING = {SETS: "sets", THROWS: "throws"}


class State(NamedTuple):
    """The stones of Red and of Blue, whose turn it is, and what the die shows or what is waited for."""

    red: int
    blue: int
    mover: int
    die: int


class Einstein(Game):
    """Reach the opposite corner, or capture all the other's stones; the die says which stone may go."""

    name = "einstein"
    player_names = ("Red", "Blue")
    chance = Chance.EXPLICIT
    runtime_parameters = ("by_lot",)

    size: int = 5
    corner: int = 3
    """The length of the first row of stones; each row after it has one fewer: 3, 2 and 1 are six stones."""
    placing: str = "chosen"
    """Whether the players choose where their stones stand, or chance does."""
    stones: int
    by_lot: bool

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"placing": PLACING}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """A small board, where Star2 shows by one reply to each throw that a move is no good."""
        return {"size": 3, "corner": 2}, "Red 2a2 3b3 Blue 1c1 2c2 3a1 Red has 1", 3

    def setup(self) -> None:
        if not 2 <= self.size <= LARGEST_SIZE:
            raise BadInput(
                f"A board of Einstein würfelt nicht! is 2 to {LARGEST_SIZE} wide, not {self.size}."
            )
        most = min(LARGEST_CORNER, self.size - 1)
        if not 1 <= self.corner <= most:
            raise BadInput(
                f"The corners of a board {self.size} wide have rows of 1 to {most} stones, not {self.corner}."
            )
        if self.placing not in PLACING:
            raise BadInput(
                f"Einstein's parameter 'placing' is one of {', '.join(PLACING)}, not '{self.placing}'."
            )
        self.stones = self.corner * (self.corner + 1) // 2
        self.by_lot = self.placing == "random"
        self.actions_limit = max(self.stones, 6)

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return State(0, 0, 0, SETS)

    def to_move(self, s: State) -> int:
        if s.die == THROWS or (s.die == SETS and self.by_lot):
            return CHANCE
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.die == SETS:
            for square in range(self.size * self.size):
                if self.begins(square, s.mover) and self.stone_on(self.of(s, s.mover), square) < 0:
                    yield square
        elif s.die == THROWS:
            for face in range(1, self.stones + 1):  # noqa: UP028  `yield from` has no machine code
                yield face
        else:
            own = self.of(s, s.mover)
            for stone in range(self.stones):
                if self.chosen(own, stone, s.die):
                    for way in range(3):
                        if self.target(self.square(own, stone), way, s.mover) >= 0:
                            yield 3 * stone + way

    def result(self, s: State, a: int) -> State:
        if s.die == THROWS:
            return State(s.red, s.blue, s.mover, a)
        own, other = self.of(s, s.mover), self.of(s, 1 - s.mover)
        if s.die == SETS:
            number = self.left(own)
            own += (a + 1) << (PLACE * number)
            mover, die = s.mover, SETS
            if number + 1 == self.stones:
                mover, die = 1 - s.mover, SETS if s.mover == 0 else THROWS
        else:
            stone = a // 3
            here = self.square(own, stone)
            there = self.target(here, a % 3, s.mover)
            own = self.without(own, there) + ((there - here) << (PLACE * stone))
            other = self.without(other, there)
            mover, die = 1 - s.mover, THROWS
        if s.mover == 0:
            return State(own, other, mover, die)
        return State(other, own, mover, die)

    def is_terminal(self, s: State) -> bool:
        if s.die != THROWS:
            return False
        last = 1 - s.mover
        return self.of(s, s.mover) == 0 or self.stone_on(self.of(s, last), self.goal(last)) >= 0

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1

    # ---- what they are made of
    def of(self, s: State, player: int) -> int:
        """The stones of a player."""
        return s.red if player == 0 else s.blue

    def square(self, own: int, stone: int) -> int:
        """Where a stone stands; -1: it is not on the board."""
        return ((own >> (PLACE * stone)) & ((1 << PLACE) - 1)) - 1

    def stone_on(self, own: int, square: int) -> int:
        """The stone of a player that stands on a square; -1: none."""
        for stone in range(self.stones):
            if self.square(own, stone) == square:
                return stone
        return -1

    def left(self, own: int) -> int:
        """How many stones of a player are on the board."""
        count = 0
        for stone in range(self.stones):
            if self.square(own, stone) >= 0:
                count += 1
        return count

    def without(self, own: int, square: int) -> int:
        """The stones of a player, less the one on a square, if any."""
        stone = self.stone_on(own, square)
        return own - ((square + 1) << (PLACE * stone)) if stone >= 0 else own

    def goal(self, player: int) -> int:
        """The corner that a player's stones go to."""
        return self.size * self.size - 1 if player == 0 else 0

    def begins(self, square: int, player: int) -> bool:
        """Whether a player's stones begin on a square."""
        row, column = square // self.size, square % self.size
        away = row + column if player == 0 else 2 * (self.size - 1) - row - column
        return away < self.corner

    def target(self, square: int, way: int, player: int) -> int:
        """Where a step of a player's stone leads; -1: off the board."""
        step = 1 if player == 0 else -1
        row = square // self.size + (step if way != SIDEWAYS else 0)
        column = square % self.size + (step if way != STRAIGHT else 0)
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return -1

    def chosen(self, own: int, stone: int, face: int) -> bool:
        """Whether a stone may go if the die shows `face`: it is that one, or that one has been captured and
        no other is left between."""
        if self.square(own, stone) < 0:
            return False
        step = 1 if stone > face - 1 else -1
        at = face - 1
        while at != stone:
            if self.square(own, at) >= 0:
                return False
            at += step
        return True

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(bits.board(s.red), s.blue)
        return bits.hash_with(word, 2 * (s.die + 1) + s.mover)

    # ---- knowledge
    def distance(self, square: int, player: int) -> int:
        """The moves that a player's stone needs to its corner."""
        row, column = square // self.size, square % self.size
        if player == 0:
            row, column = self.size - 1 - row, self.size - 1 - column
        return max(row, column)

    def worth(self, s: State, player: int) -> int:
        """A player's stones: twice as much with each square nearer to the corner, times the numbers of the
        die that let it go."""
        own, worth = self.of(s, player), 0
        for stone in range(self.stones):
            square = self.square(own, stone)
            if square >= 0:
                faces = 0
                for face in range(1, self.stones + 1):
                    if self.chosen(own, stone, face):
                        faces += 1
                worth += faces << (self.size - 1 - self.distance(square, player))
        return worth

    def evaluate(self, s: State, player: int) -> int:
        if s.die == SETS:
            return 0
        own, other = self.worth(s, player), self.worth(s, 1 - player)
        lead, both = own - other, max(own + other, 1)
        return 800_000 * lead // both if lead >= 0 else -(800_000 * -lead // both)

    # ---- text: a move is `3-b4`, or `3xb4` if it captures; a position `Red 1a5 2b5 Blue 1e1 Red has 2`
    def square_text(self, square: int) -> str:
        """The name of a square: its column, and its row counted from below."""
        return f"{COLUMNS[square % self.size]}{self.size - square // self.size}"

    def action_text(self, s: State, a: int) -> str:
        if s.die == THROWS:
            return str(a)
        own = self.of(s, s.mover)
        if s.die == SETS:
            return f"{self.left(own) + 1}-{self.square_text(a)}"
        there = self.target(self.square(own, a // 3), a % 3, s.mover)
        taken = self.stone_on(s.red, there) >= 0 or self.stone_on(s.blue, there) >= 0
        return f"{a // 3 + 1}{'x' if taken else '-'}{self.square_text(there)}"

    def standing(self, own: int) -> dict[int, int]:
        """A player's stones on the board: squares by numbers, from 1."""
        found = {stone + 1: self.square(own, stone) for stone in range(self.stones)}
        return {number: square for number, square in found.items() if square >= 0}

    def position_text(self, s: State) -> str:
        words = []
        for player, name in enumerate(self.player_names):
            stones = self.standing(self.of(s, player)).items()
            words += [name, *(f"{number}{self.square_text(square)}" for number, square in stones)]
        return " ".join([*words, self.player_names[s.mover], WAITING.get(s.die, f"has {s.die}")])

    def parse(self, text: str) -> State:
        pattern = (
            r"Red((?: \d{1,2}[a-z]\d)*) Blue((?: \d{1,2}[a-z]\d)*) (Red|Blue) (throws|sets|has (\d{1,2}))"
        )
        match = re.fullmatch(pattern, " ".join(text.split()))
        if not match:
            last, end = self.square_text(0), self.square_text(self.goal(0))
            raise BadInput(
                "A position of Einstein würfelt nicht! looks like "
                f"'Red 1{last} Blue 1{end} Red throws', not '{text}'."
            )
        taken: dict[int, str] = {}
        red, blue = (
            self._stones(name, words, taken) for name, words in zip(self.player_names, match.groups())
        )
        mover = self.player_names.index(match[3])
        die = {"sets": SETS, "throws": THROWS}.get(match[4], int(match[5] or 0))
        if match[5] and not 1 <= die <= self.stones:
            raise BadInput(f"The die shows 1 to {self.stones}, not {die}.")
        s = State(red, blue, mover, die)
        if die == SETS:
            self._check_setting(s)
            return s
        other = 1 - mover
        if self.of(s, other) == 0:
            raise BadInput(f"{self.player_names[other]} has moved last, so a stone of his is left.")
        if self.stone_on(self.of(s, mover), self.goal(mover)) >= 0:
            end = self.square_text(self.goal(mover))
            raise BadInput(f"{self.player_names[mover]} has won with his stone on {end}, and nobody goes on.")
        if die != THROWS and self.is_terminal(s._replace(die=THROWS)):
            raise BadInput(f"{self.player_names[other]} has won, and nobody throws the die.")
        return s

    def _stones(self, name: str, words: str, taken: dict[int, str]) -> int:
        """A player's stones from `1a5 2b5`; `taken` are the squares that others stand on."""
        own = 0
        for word in words.split():
            number = int(word[:-2])
            stone, x, y = number - 1, ord(word[-2]) - ord("a"), self.size - int(word[-1])
            if not 0 <= stone < self.stones:
                raise BadInput(f"The stones are numbered 1 to {self.stones}, and '{word}' is none of them.")
            if not (x < self.size and 0 <= y < self.size):
                raise BadInput(f"'{word}' stands beside the board, whose last square is "
                               f"{COLUMNS[self.size - 1]}{self.size}.")  # fmt: skip
            square = y * self.size + x
            if self.square(own, stone) >= 0:
                raise BadInput(f"{name}'s stone {number} stands in two places.")
            if square in taken:
                raise BadInput(f"Two stones, {taken[square]} and {word}, stand on one square.")
            taken[square] = word
            own += (square + 1) << (PLACE * stone)
        return own

    def _check_setting(self, s: State) -> None:
        """Refuse a position in which stones are set that cannot be while they are."""
        reds, blues = self.standing(s.red), self.standing(s.blue)
        for player, stones in enumerate((reds, blues)):
            if list(stones) != list(range(1, len(stones) + 1)):
                raise BadInput("Stones are set in the order of their numbers, from 1.")
            for number, square in stones.items():
                if not self.begins(square, player):
                    name = self.player_names[player]
                    raise BadInput(f"{name}'s stone {number} cannot be set on {self.square_text(square)}.")
        if len(blues) == self.stones or (blues and len(reds) < self.stones):
            raise BadInput("Red sets all his stones, and then Blue; after them the die is thrown.")
        if s.mover != (1 if len(reds) == self.stones else 0):
            raise BadInput(f"It is not {self.player_names[s.mover]}'s turn to set a stone.")

    # ---- pictures
    def letters(self, s: State) -> dict[int, str]:
        """What stands on the squares that are taken: `R3`, `B6`."""
        return {
            square: f"{self.player_names[player][0]}{number}"
            for player in (0, 1)
            for number, square in self.standing(self.of(s, player)).items()
        }

    def show(self, s: State) -> str:
        letters, rows = self.letters(s), []
        for row in range(self.size):
            cells = [letters.get(row * self.size + column, ".") for column in range(self.size)]
            rows.append(f"{self.size - row}  {' '.join(f'{cell:3}' for cell in cells)}".rstrip())
        rows.append(f"   {' '.join(f'{column:3}' for column in COLUMNS[: self.size])}".rstrip())
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is and what the die shows, or who has won and how."""
        name = self.player_names[s.mover]
        if self.is_terminal(s):
            return f"{self.player_names[1 - s.mover]} wins: {self.ending(s)}"
        if s.die == SETS:
            return f"{name} sets stone {self.left(self.of(s, s.mover)) + 1}"
        return f"{name} throws the die" if s.die == THROWS else f"{name} to move, the die shows {s.die}"

    def ending(self, s: State) -> str:
        if self.of(s, s.mover) == 0:
            return f"{self.player_names[s.mover]} has no stone left"
        return f"his stone is on {self.square_text(self.goal(1 - s.mover))}"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Board(self)


# ---- to look at and to touch
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
