"""Games of stones in which nobody sees the other's: what they share, and phantom tic-tac-toe and dark hex.

Each player knows his own stones.  In his turn he tries a square; if the other has a stone there he is told
so, knows that stone from then on, and tries again, until he finds an empty square.  Both hear every try and
whether it found one, as in Kriegspiel the umpire says "no" aloud; which square it was nobody but he hears.
OpenSpiel has them as `phantom_ttt` and `dark_hex` with `obstype=reveal-numturns`.  At the end all is shown.

*Phantom tic-tac-toe*: three in a line.  *Dark hex*: the first player joins the top side with the bottom one,
the second the left side with the right one, by stones on cells that touch (`hex.cells`).

What a player knows is the row of all tries as he heard them: the squares that he tried himself, and `HEARD`
in the place of each that the other did.  Each player's row is kept, seven tries to a word, eight bits each.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below
from halfmove.games.hex.cells import Cells

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

GAMES = {"dark-hex": "DarkHex", "phantom-tictactoe": "PhantomTicTacToe"}

TRY, IN_WORD = 8, 7
"""Bits of a try; tries in a word."""
HEARD = 255
"""In a player's row: a try of the other."""
STONE, NO = "a stone", "a try in vain"
"""What a player is told of the other's tries."""


class State(NamedTuple):
    """The stones of both, what each knows of the other's, who is to try, how many tries there have been, and
    the row of tries as each player heard it (0: none yet, else a square and 1, or `HEARD`)."""

    first: Bitboard
    second: Bitboard
    first_knows: Bitboard
    second_knows: Bitboard
    mover: int
    tries: int
    first_heard: tuple[int, ...]
    second_heard: tuple[int, ...]


class Dark(Game):
    """Stones on squares that only their owner sees; what is a win, a subclass says."""

    information_kind = Information.IMPERFECT
    rows: int
    columns: int

    def set_size(self, rows: int, columns: int) -> None:
        """Derive what hangs on the size of the board."""
        self.height, self.width = rows, columns
        self.squares = rows * columns
        self.words = -(-2 * self.squares // IN_WORD)  # each square is tried twice at most, once by each
        self.silence = (0,) * self.words  # a constant: machine code multiplies no tuples
        self.actions_limit = self.squares

    def wins(self, stones: Bitboard, player: int) -> bool:
        """Whether stones of a player are a win."""
        raise NotImplementedError

    # ---- the six functions
    def initial(self) -> State:
        nothing = bits.board(0)
        return State(nothing, nothing, nothing, nothing, 0, 0, self.silence, self.silence)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        known = self.known(s, s.mover)
        for square in range(self.squares):
            if not bits.has(known, square):
                yield square

    def result(self, s: State, a: int) -> State:
        mine, theirs = (a + 1, HEARD) if s.mover == 0 else (HEARD, a + 1)
        first_heard = self.noted(s.first_heard, s.tries, mine)
        second_heard = self.noted(s.second_heard, s.tries, theirs)
        first, second, first_knows, second_knows = s.first, s.second, s.first_knows, s.second_knows
        mover = s.mover
        if self.is_taken(s, a):
            if mover == 0:
                first_knows = first_knows | bits.bit(a)
            else:
                second_knows = second_knows | bits.bit(a)
        else:
            if mover == 0:
                first = first | bits.bit(a)
            else:
                second = second | bits.bit(a)
            mover = 1 - mover
        return State(first, second, first_knows, second_knows, mover, s.tries + 1, first_heard, second_heard)

    def is_terminal(self, s: State) -> bool:
        if bits.count(s.first) + bits.count(s.second) == self.squares:
            return True
        return self.wins(self.stones(s, 1 - s.mover), 1 - s.mover)

    def utility(self, s: State, player: int) -> int:
        last = 1 - s.mover
        if not self.wins(self.stones(s, last), last):
            return 0
        return 1 if player == last else -1

    # ---- what the rules are made of
    def stones(self, s: State, player: int) -> Bitboard:
        """The stones of a player."""
        return s.first if player == 0 else s.second

    def again(self, s: State) -> bool:
        """Whether the last try was in vain."""
        return s.tries > 0 and self.try_at(self.heard(s, s.mover), s.tries - 1) != HEARD

    def known(self, s: State, player: int) -> Bitboard:
        """The squares of which a player knows that they are taken."""
        return s.first | s.first_knows if player == 0 else s.second | s.second_knows

    def is_taken(self, s: State, square: int) -> bool:
        """Whether the player to move would try in vain."""
        return bits.has(self.stones(s, 1 - s.mover), square)

    def heard(self, s: State, player: int) -> tuple[int, ...]:
        """The row of tries as a player heard it."""
        return s.first_heard if player == 0 else s.second_heard

    def noted(self, row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
        """The row with a try more."""
        return bits.with_item(row, at // IN_WORD, row[at // IN_WORD] | (value << (TRY * (at % IN_WORD))))

    def try_at(self, row: tuple[int, ...], at: int) -> int:
        """A try of the row: a square and 1, or `HEARD`."""
        return (row[at // IN_WORD] >> (TRY * (at % IN_WORD))) & ((1 << TRY) - 1)

    def plies_left(self, s: State) -> int:
        return 2 * self.squares - s.tries

    def key(self, s: State) -> Bitboard:
        return self.hashed(self.hashed(s.first, s.first_heard), s.second_heard)

    def hashed(self, h: Bitboard, row: tuple[int, ...]) -> Bitboard:
        """A name with a row of tries in it."""
        for i in range(self.words):
            h = bits.hash_with(h, row[i])
        return h

    # ---- what players know
    def observation(self, s: State, player: int) -> tuple[int, ...]:
        """His stones, those of the other that he knows, whose turn it is, the number of tries, and 1 where
        the last was in vain; at the end what is public."""
        if self.is_terminal(s):
            return self.public(s)
        own, knows = (s.first, s.first_knows) if player == 0 else (s.second, s.second_knows)
        return bits.number(own), bits.number(knows), s.mover, s.tries, 1 if self.again(s) else 0

    def information(self, s: State, player: int) -> Bitboard:
        if self.is_terminal(s):
            return bits.hash_with(self.key(s), 4 + player)
        knows = s.first_knows if player == 0 else s.second_knows
        h = bits.hash_with(knows, 2 * s.mover + player)
        return self.hashed(h, self.heard(s, player))

    def public(self, s: State) -> tuple[int, ...]:
        """The stones at the end (0 before), whose turn it is, the number of tries; 1 where the last was in
        vain, 2 at the end."""
        if self.is_terminal(s):
            return bits.number(s.first), bits.number(s.second), s.mover, s.tries, 2
        return 0, 0, s.mover, s.tries, 1 if self.again(s) else 0

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if viewer == s.mover or self.is_terminal(self.result(s, a)):
            return self.action_text(s, a)
        return NO if self.is_taken(s, a) else STONE

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        return self.action_text(s, a) if self.is_terminal(now) else self.action_seen(s, a, viewer)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        """The other's stones drawn where they may be, with a past that fits what the player has heard.

        First which squares (those that he knows, and others, until they are no win), then in which order: a
        stone that he found was there before; a try in vain was at a stone of his own that was.
        """
        if self.is_terminal(s):
            return s
        own = s.first if player == 0 else s.second
        knows = s.first_knows if player == 0 else s.second_knows
        heard = self.heard(s, player)
        count = bits.count(self.stones(s, 1 - player))  # known to him: turns change with every stone
        drawn = self.drawn_stones(own, knows, count, player, random)
        chosen = heard
        chosen = self.with_vain_tries(s, player, chosen, own, random)
        chosen = self.with_found_stones(s, player, chosen, knows, random)
        left = bits.without(drawn, knows)
        for at in range(s.tries):
            if self.try_at(chosen, at) == HEARD:
                square = bits.select(left, below(random, bits.count(left)))
                left = bits.without(left, bits.bit(square))
                chosen = self.replaced(chosen, at, square)
        state = self.initial()
        for at in range(s.tries):
            state = self.result(state, self.try_at(chosen, at) - 1)
        return state

    def replaced(self, row: tuple[int, ...], at: int, square: int) -> tuple[int, ...]:
        """The row with a square in the place of `HEARD`."""
        shift = TRY * (at % IN_WORD)
        word = row[at // IN_WORD] - ((HEARD - square - 1) << shift)
        return bits.with_item(row, at // IN_WORD, word)

    def drawn_stones(
        self, own: Bitboard, knows: Bitboard, count: int, player: int, random: Buffer
    ) -> Bitboard:
        """As many stones of the other, those among them that the player knows, no win for the other."""
        while True:
            drawn = knows
            free = bits.without(bits.board((1 << self.squares) - 1), own | knows)
            for _ in range(count - bits.count(knows)):
                square = bits.select(free, below(random, bits.count(free)))
                free, drawn = bits.without(free, bits.bit(square)), drawn | bits.bit(square)
            if not self.wins(drawn, 1 - player):
                return drawn

    def found_one(self, s: State, player: int, at: int) -> bool:
        """Whether the other's try, number `at`, found an empty square, as the player hears: it is his turn
        then."""
        if at + 1 == s.tries:
            return s.mover == player
        return self.try_at(self.heard(s, player), at + 1) != HEARD

    def with_vain_tries(
        self, s: State, player: int, row: tuple[int, ...], own: Bitboard, random: Buffer
    ) -> tuple[int, ...]:
        """The other's tries in vain, each at a stone of the player's that was there and not yet found."""
        there = bits.board(0)
        for at in range(s.tries):
            entry = self.try_at(row, at)
            if entry != HEARD:
                if bits.has(own, entry - 1):
                    there = there | bits.bit(entry - 1)
            elif not self.found_one(s, player, at):
                square = bits.select(there, below(random, bits.count(there)))
                there = bits.without(there, bits.bit(square))
                row = self.replaced(row, at, square)
        return row

    def with_found_stones(
        self, s: State, player: int, row: tuple[int, ...], knows: Bitboard, random: Buffer
    ) -> tuple[int, ...]:
        """The stones that the player has found, each set before he did: those found first are placed first,
        so that there is always a try left for them."""
        heard = self.heard(s, player)
        for at in range(s.tries):
            entry = self.try_at(heard, at)
            if entry != HEARD and bits.has(knows, entry - 1):
                open_tries = 0
                for before in range(at):
                    if self.try_at(row, before) == HEARD:
                        open_tries += 1
                place = below(random, open_tries)
                for before in range(at):
                    if self.try_at(row, before) == HEARD:
                        if place == 0:
                            row = self.replaced(row, before, entry - 1)
                        place -= 1
        return row

    # ---- text: a position is the row of all tries, `b2 b2 a1`; `-` before the first
    def action_text(self, s: State, a: int) -> str:
        return self.square_text(a)

    def square_text(self, square: int) -> str:
        """A square's name."""
        row, column = divmod(square, self.width)
        return f"{ascii_lowercase[column]}{self.row_number(row)}"

    def row_number(self, row: int) -> int:
        """What a row is called, counted from the top."""
        return row + 1

    def history(self, s: State) -> list[int]:
        """The squares of all tries."""
        squares = []
        for at in range(s.tries):
            entry = self.try_at(s.first_heard, at)
            squares.append((self.try_at(s.second_heard, at) if entry == HEARD else entry) - 1)
        return squares

    def position_text(self, s: State) -> str:
        return " ".join(map(self.square_text, self.history(s))) or "-"

    def parse(self, text: str) -> State:
        words = [] if text.strip() == "-" else text.lower().split()
        state = self.initial()
        names = {self.square_text(square): square for square in range(self.squares)}
        for word in words:
            if word not in names:
                raise BadInput(
                    f"A position is the row of all tries, such as 'a1 a1 b1', or '-', and '{word}' is no "
                    "square."
                )
            if self.is_terminal(state) or names[word] not in self.actions(state):
                why = "comes after the end" if self.is_terminal(state) else "was known to be taken"
                raise BadInput(f"In the row of tries '{text.strip()}' {word} {why}.")
            state = self.result(state, names[word])
        return state

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> list[int]:
        """Whose stone is on each square as `viewer` sees it, -1 for none."""
        first, second = s.first, s.second
        if viewer is not None and not self.is_terminal(s):
            first = s.first if viewer == 0 else s.second_knows if viewer == 1 else bits.board(0)
            second = s.second if viewer == 1 else s.first_knows if viewer == 0 else bits.board(0)
        return [0 if bits.has(first, q) else 1 if bits.has(second, q) else -1 for q in range(self.squares)]

    def status(self, s: State) -> str:
        """Whose turn it is, or how it ended."""
        names = self.player_names
        if self.is_terminal(s):
            won = self.utility(s, 0)
            return "a draw" if won == 0 else f"{names[0 if won > 0 else 1]} wins"
        return f"{names[s.mover]} to try {'again' if self.again(s) else 'a square'}"

    def show(self, s: State, *, viewer: int | None = None) -> str:
        letters = [name[0] for name in self.player_names]
        stones = ["." if who < 0 else letters[who] for who in self.seen(s, viewer)]
        rows = ["   " + " ".join(ascii_lowercase[: self.width])]
        for row in range(self.height):
            shift = " " * (row * self.slant)
            cells = " ".join(stones[row * self.width : (row + 1) * self.width])
            rows.append(f"{self.row_number(row):<2} {shift}{cells}")
        tries = "1 try" if s.tries == 1 else f"{s.tries} tries"
        return "\n".join([*rows, tries, self.status(s)])

    slant = 0
    """By how much each row of the picture in text is shifted to the right."""


class PhantomTicTacToe(Dark):
    """Tic-tac-toe on a board that neither sees: try a square, and another where it is taken."""

    name = "phantom-tictactoe"
    player_names = ("X", "O")

    def setup(self) -> None:
        self.set_size(3, 3)
        lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
        self.lines = np.array([sum(1 << int(square) for square in line) for line in lines], np.uint64)

    def wins(self, stones: Bitboard, player: int) -> bool:
        for i in range(8):
            line = bits.entry(self.lines, i)
            if stones & line == line:
                return True
        return False

    def row_number(self, row: int) -> int:
        return self.height - row  # as in tic-tac-toe

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.dark.board import squares_svg

        return squares_svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.dark.board import Squares

        return Squares(self)


class DarkHex(Cells, Dark):
    """Hex on a board that neither sees: join your two sides; try a cell, and another where it is taken."""

    name = "dark-hex"
    player_names = ("Red", "Blue")
    slant = 1

    rows: int = 3
    columns: int = 3

    def setup(self) -> None:
        for what, size in (("rows", self.rows), ("columns", self.columns)):
            if not 2 <= size <= 8:
                raise BadInput(f"Dark hex is played on 2 to 8 {what}, not {size}.")
        self.set_cells(self.rows, self.columns)
        self.set_size(self.rows, self.columns)

    def wins(self, stones: Bitboard, player: int) -> bool:
        return self.joins((stones,), player)

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.dark.board import hex_svg

        return hex_svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.dark.board import Cells

        return Cells(self)
