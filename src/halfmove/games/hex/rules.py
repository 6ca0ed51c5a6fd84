"""The rules of Hex (Piet Hein, 1942; John Nash, 1948), with the swap rule.

Red begins; players in turn put a stone on an empty cell.  Red joins the top side with the bottom one, Blue
the left side with the right one, by a chain of stones that touch.  One of the two always does: no draws.

The **swap rule**, as beginning is worth much: instead of his first move Blue may take Red's stone over.  Of
its two usual forms, which are worth the same, this is *swap pieces*, that of servers (Little Golem, HexWorld)
and files: sides and colours stay with the players, and the stone changes its colour and is mirrored across
the board's long diagonal, `c2` to `b3`, so that it lies for Blue as it lay for Red.

A cell's number is its action, and the number of cells that of the swap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.errors import BadInput
from halfmove.games.hex.cells import Cells

SIZES = range(3, 20)


class State(NamedTuple):
    """The stones of both, those of them that hang together with their player's start, and who is to move.

    What is joined is known from the stones; kept from move to move it makes the end of a game a question of
    one look, and each stone is added to it once.
    """

    red: Wide
    blue: Wide
    red_joined: Wide
    blue_joined: Wide
    empty: int
    """How many cells are empty."""
    mover: int


class Rules(Cells):
    """The six functions."""

    name = "hex"
    player_names = ("Red", "Blue")

    size: int = 11
    swap: bool = True
    near: NDArray[np.uint64]
    """The cells around each as a set."""

    def setup(self) -> None:
        if self.size not in SIZES:
            raise BadInput(f"Hex is for boards of {SIZES[0]} to {SIZES[-1]} cells a side, not {self.size}.")
        self.set_cells(self.size, self.size)
        self.actions_limit = self.squares + 1
        self.near = np.array(
            [self.beside(bits.wide_alone(self.none, cell)) for cell in range(self.squares)], np.uint64
        ).ravel()
        self.symmetry_count = 2

    # ---- the six functions
    def initial(self) -> State:
        return State(self.none, self.none, self.none, self.none, self.squares, 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for cell in bits.wide_squares(self.free(s)):  # noqa: UP028  `yield from` has no machine code
            yield cell
        if self.may_swap(s):
            yield self.squares

    def result(self, s: State, a: int) -> State:
        if a == self.squares:
            cell = self.mirrored(bits.wide_lowest(s.red))
            blue = bits.wide_alone(self.none, cell)
            return State(self.none, blue, self.none, bits.wide_and(blue, self.starts[1]), s.empty, 0)
        if s.mover == 0:
            red = bits.wide_with(s.red, a)
            return State(red, s.blue, self.grown(red, s.red_joined, a, 0), s.blue_joined, s.empty - 1, 1)
        blue = bits.wide_with(s.blue, a)
        return State(s.red, blue, s.red_joined, self.grown(blue, s.blue_joined, a, 1), s.empty - 1, 0)

    def is_terminal(self, s: State) -> bool:
        if s.mover == 1:
            return not bits.wide_empty(bits.wide_and(s.red_joined, self.goals[0]))
        return not bits.wide_empty(bits.wide_and(s.blue_joined, self.goals[1]))

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1  # only who has just moved can have won

    # ---- what the rules are made of
    def free(self, s: State) -> Wide:
        """The empty cells."""
        return bits.wide_without(self.every, bits.wide_or(s.red, s.blue))

    def may_swap(self, s: State) -> bool:
        """Whether the player to move may take the stone over."""
        return self.swap and s.mover == 1 and s.empty == self.squares - 1

    def grown(self, stones: Wide, joined: Wide, cell: int, player: int) -> Wide:
        """The stones that hang together with the start, once there is one on `cell`, too."""
        near = bits.wide_entry(self.none, self.near, cell)
        touches = not bits.wide_empty(bits.wide_and(near, joined))
        if not touches and not bits.wide_has(self.start(player), cell):
            return joined
        joined = bits.wide_with(joined, cell)
        if bits.wide_empty(bits.wide_without(bits.wide_and(near, stones), joined)):
            return joined
        return self.connected(joined, stones)

    def mirrored(self, cell: int) -> int:
        """The cell across the long diagonal."""
        return (cell % self.width) * self.width + cell // self.width

    def state_of(self, red: Wide, blue: Wide, mover: int) -> State:
        """The state of stones."""
        return State(
            red,
            blue,
            self.connected(bits.wide_and(red, self.starts[0]), red),
            self.connected(bits.wide_and(blue, self.starts[1]), blue),
            self.squares - bits.wide_count(red) - bits.wide_count(blue),
            mover,
        )

    def key(self, s: State) -> Bitboard:
        return bits.wide_hash(bits.wide_hash(bits.board(s.mover), s.red), s.blue)

    def plies_left(self, s: State) -> int:
        return s.empty + (1 if self.swap and s.empty >= self.squares - 1 else 0)

    # ---- the same position upside down
    def symmetric(self, s: State, k: int) -> State:
        return self.state_of(self.turned(s.red), self.turned(s.blue), s.mover) if k == 1 else s

    def turned(self, cells: Wide) -> Wide:
        """The cells, the board turned by half a circle."""
        done = self.none
        for cell in bits.wide_squares(cells):
            done = bits.wide_with(done, self.squares - 1 - cell)
        return done

    def symmetric_action(self, a: int, k: int) -> int:
        return self.squares - 1 - a if k == 1 and a < self.squares else a

    def symmetric_key(self, s: State, k: int) -> Bitboard:
        if k == 0:
            return self.key(s)
        return bits.wide_hash(bits.wide_hash(bits.board(s.mover), self.turned(s.red)), self.turned(s.blue))
