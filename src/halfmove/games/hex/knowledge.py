"""What is known of Hex, for searches: bridges, distances, and playouts that keep bridges.

A **bridge** is two stones of a player with two empty cells that both touch: if the other takes one cell, he
takes the other, so that they are as good as joined.  A stone on the second row is linked with the side in the
same way.  Where bridges that share no cell link a player's two sides, he has won (a pairing strategy; V.
Anshelevich, *A Hierarchical Approach to Computer Hex*, Artificial Intelligence 134, 2002, proves more of this
kind); `bounds` tells such wins.

The **distance** of a player is how many stones he lacks to such a chain, bridges and all, each cell counted
once.  The estimate compares both distances, and how many cells are near each side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import INFINITY, loss_in, win_in
from halfmove.games.hex.cells import AROUND, side
from halfmove.games.hex.rules import Rules, State

STONE = 60_000
"""A stone that a player lacks less than the other, in the engine's units."""
TEMPO = 30_000
"""Being to move."""
LIMIT = 890_000


class Chain(NamedTuple):
    """Whether bridges link a player's sides, how many there are, and their empty cells."""

    whole: bool
    bridges: int
    cells: Wide


class Threats(NamedTuple):
    """The stones that would each complete a player's chain."""

    bridges: int
    """Of those chains the most; -1: there is no such stone."""
    fewest: int
    """The fewest of them."""
    cells: Wide
    """The cells that all of them need: where the other must play."""


class Way(NamedTuple):
    """How far a player's sides are from each other."""

    stones: int
    """That he lacks."""
    room: int
    """Cells that are reached on the way, the sooner the more they count."""


class Knowledge(Rules):
    """Bridges and distances."""

    sampled = True
    sampling = {"formula": "rave", "playouts": "heavy"}
    unit = STONE

    far: NDArray[np.int64]
    """The other end of the bridge from each cell over the i-th and the next cell around it, or a side."""

    def setup(self) -> None:
        super().setup()
        pairs = [(*AROUND[i], *AROUND[(i + 1) % 6]) for i in range(6)]
        self.far = np.array(
            [
                self._place(cell // self.width + a + c, cell % self.width + b + d)
                for cell in range(self.squares)
                for a, b, c, d in pairs
            ],
            np.int64,
        )

    # ---- chains of bridges
    def beyond(self, cell: int, i: int) -> int:
        """The i-th cell around one, or the side there; i goes on in a circle."""
        return int(self.around[6 * cell + i % 6])

    def linked(self, cell: int, i: int, group: Wide, edge: int, free: Wide) -> bool:
        """Whether the i-th bridge of a stone leads to a group or a side, its cells empty."""
        end = int(self.far[6 * cell + i])
        return (
            (end == edge or bits.wide_has(group, end))
            and bits.wide_has(free, self.beyond(cell, i))
            and bits.wide_has(free, self.beyond(cell, i + 1))
        )

    def chain(self, own: Wide, joined: Wide, free: Wide, player: int) -> Chain:
        """What bridges that share no cell link with a player's start, group by group."""
        bridges, more, left = 0, True, free
        start, goal = side(player, 0), side(player, 1)
        while more:
            more = False
            for cell in bits.wide_squares(bits.wide_without(own, joined)):
                for i in range(6):
                    if not more and self.linked(cell, i, joined, start, left):
                        left = self.less_bridge(left, cell, i)
                        joined = self.connected(bits.wide_with(joined, cell), own)
                        bridges += 1
                        more = True
        whole = not bits.wide_empty(bits.wide_and(joined, self.goal(player)))
        for cell in bits.wide_squares(joined):
            for i in range(6):
                if not whole and self.linked(cell, i, self.none, goal, left):
                    left = self.less_bridge(left, cell, i)
                    bridges += 1
                    whole = True
        return Chain(whole, bridges, bits.wide_without(free, left))

    def less_bridge(self, free: Wide, cell: int, i: int) -> Wide:
        """The cells without the two of a bridge."""
        for k in range(i, i + 2):
            free = bits.wide_without(free, bits.wide_alone(self.none, self.beyond(cell, k)))
        return free

    def threats(self, own: Wide, joined: Wide, free: Wide, player: int) -> Threats:
        """The stones with which a player would have a chain of bridges that is whole."""
        most, fewest, common = -1, self.squares, free
        if self.way(own, joined, free, player).stones == 1:
            for cell in bits.wide_squares(free):
                more = bits.wide_with(own, cell)
                alone = bits.wide_alone(self.none, cell)
                left = bits.wide_without(free, alone)
                found = self.chain(more, self.grown(more, joined, cell, player), left, player)
                if found.whole:
                    most, fewest = max(most, found.bridges), min(fewest, found.bridges)
                    common = bits.wide_and(common, bits.wide_or(found.cells, alone))
        return Threats(most, fewest, common)

    def bounds(self, s: State) -> tuple[int, int]:
        """Wins of chains of bridges, there already or after one stone."""
        if self.is_open(s):
            return -INFINITY, INFINITY
        free, mover = self.free(s), s.mover
        own, own_joined = (s.red, s.red_joined) if mover == 0 else (s.blue, s.blue_joined)
        other, other_joined = (s.blue, s.blue_joined) if mover == 0 else (s.red, s.red_joined)
        mine = self.chain(own, own_joined, free, mover)
        if mine.whole:
            return win_in(2 * mine.bridges - 1), INFINITY
        threats = self.threats(own, own_joined, free, mover)
        if threats.bridges >= 0:
            return win_in(1 + 2 * threats.fewest), INFINITY
        theirs = self.chain(other, other_joined, free, 1 - mover)
        if theirs.whole:
            return -INFINITY, loss_in(2 * theirs.bridges)
        threats = self.threats(other, other_joined, free, 1 - mover)
        if bits.wide_empty(threats.cells):  # no move meets all of them
            return -INFINITY, loss_in(2 + 2 * threats.bridges)
        return -INFINITY, INFINITY

    def is_open(self, s: State) -> bool:
        """Whether the stone on the board, or the next one, may change its owner."""
        return self.swap and (s.empty == self.squares or self.may_swap(s))

    # ---- distances
    def bridged(self, cells: Wide, free: Wide) -> Wide:
        """Where bridges over empty cells lead from these."""
        found = self.none
        for i in range(6):
            after = (i + 1) % 6
            one = self.step(bits.wide_and(self.step(cells, i), free), after)
            two = self.step(bits.wide_and(self.step(cells, after), free), i)
            found = bits.wide_or(found, bits.wide_and(one, two))
        return found

    def along(self, edge: Wide, free: Wide, way: int) -> Wide:
        """The cells that a side is linked with: its own, and those of the next row over two empty ones."""
        cells = bits.wide_and(edge, free)
        second = bits.wide_and(self.step(cells, way), self.step(cells, (way + 1) % 6))
        return bits.wide_or(edge, bits.wide_without(second, edge))

    def way(self, own: Wide, joined: Wide, free: Wide, player: int) -> Way:
        """A player's way from his start to his goal."""
        first = self.along(self.start(player), free, 4 if player == 0 else 0)
        last = self.along(self.goal(player), free, 1 if player == 0 else 3)
        reached = bits.wide_or(joined, bits.wide_and(first, own))
        edge, stones, room = reached, 0, 0
        waiting = bits.wide_and(first, free)
        while bits.wide_empty(bits.wide_and(reached, last)):
            if not bits.wide_empty(edge):
                near = bits.wide_or(self.beside(edge), self.bridged(edge, free))
                near = bits.wide_without(near, reached)
                waiting = bits.wide_or(waiting, bits.wide_and(near, free))
                edge = bits.wide_and(near, own)
                reached = bits.wide_or(reached, edge)
            if bits.wide_empty(edge):
                if bits.wide_empty(waiting):
                    return Way(self.squares, 0)  # cut off
                stones += 1
                edge = bits.wide_without(waiting, reached)
                reached = bits.wide_or(reached, edge)
                room += bits.wide_count(edge) * (self.size - stones)
                waiting = self.none
        return Way(stones, room)

    def evaluate(self, s: State, player: int) -> int:
        free = self.free(s)
        red = self.way(s.red, s.red_joined, free, 0)
        blue = self.way(s.blue, s.blue_joined, free, 1)
        value = STONE * (blue.stones - red.stones)
        value += TEMPO if s.mover == 0 else -TEMPO
        value = max(-LIMIT, min(LIMIT, value))
        if self.may_swap(s):
            value = -abs(value)  # Blue takes what is better
        elif self.is_open(s):
            value = 0
        return value if player == 0 else -value

    def order(self, s: State, a: int) -> int:
        """Cells with bridges to stones, and those near the middle."""
        if a == self.squares:
            return 0
        free = self.free(s)
        own, other = (s.red, s.blue) if s.mover == 0 else (s.blue, s.red)
        row, column = a // self.width, a % self.width
        off = max(abs(2 * row - self.size + 1), abs(2 * column - self.size + 1))
        rank = 2 * (self.size - off)
        for i in range(6):
            cell = self.beyond(a, i)
            if bits.wide_has(own, cell) or bits.wide_has(other, cell):
                rank += 3
            if self.linked(a, i, own, side(s.mover, 0), free):
                rank += 12
            if self.linked(a, i, other, side(s.mover, 1), free):
                rank += 12
        return rank

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        number = below(random, s.empty + (1 if self.may_swap(s) else 0))
        return self.squares if number == s.empty else bits.wide_select(self.free(s), number)

    def playout(self, s: State, last: int, random: Buffer) -> int:
        """The other cell of a bridge into which the last stone was put."""
        if last < 0 or last >= self.squares or s.empty == 0:
            return -1
        own, free = (s.red if s.mover == 0 else s.blue), self.free(s)
        begin = below(random, 6)
        for k in range(begin, begin + 6):
            one, two = self.beyond(last, k), self.beyond(last, k + 2)
            between = self.beyond(last, k + 1)
            if (
                bits.wide_has(free, between)
                and self.is_own(own, one, s.mover)
                and self.is_own(own, two, s.mover)
            ):
                return between
        return -1

    def is_own(self, own: Wide, place: int, player: int) -> bool:
        """Whether a place around a cell has a stone of a player or is his side."""
        return bits.wide_has(own, place) or place == side(player, 0) or place == side(player, 1)
