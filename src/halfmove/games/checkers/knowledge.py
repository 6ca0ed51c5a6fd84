"""What checkers players know, as hooks: an evaluation by named features, and what to look at first.

The features are Samuel's (*Some Studies in Machine Learning Using the Game of Checkers*, IBM Journal 3, 1959,
appendix C: advancement, back row bridge, centre control, mobility, the move) and Chinook's (Schaeffer,
Culberson, Treloar, Knight, Lu and Szafron, *A World Championship Caliber Checkers Program*, Artificial
Intelligence 53, 1992: kings, trapped kings, runaway men, the worth of exchanges to who is ahead).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import ESTIMATE
from halfmove.core.term import Term
from halfmove.games.checkers.geometry import (
    BLACK,
    BOARD,
    BOTTOM,
    DIRECTIONS,
    SIDE,
    TOP,
    crown,
    moved,
    squares_of,
)
from halfmove.games.checkers.rules import Rules, State, jumps_of, start_of, way_of

MAN = 10_000
"""A man, in units of an estimate: `Game.unit`."""
KING, BRIDGE, BACK, ADVANCED, CENTRE, MOBILITY, TRAPPED, RUNAWAY, MOVE, TURN = (
    13_000,
    1_000,
    600,
    150,
    400,
    120,
    -3_000,
    4_000,
    400,
    300,
)
"""Weights, set by judgement."""
TRADE = 60_000
"""What a man more is worth besides, divided by the number of pieces on the board."""
HOME_BLACK, HOME_WHITE = squares_of(1, 3), squares_of(30, 32)
MIDDLE = squares_of(10, 11, 14, 15, 18, 19, 22, 23)
SYSTEM = squares_of(*(n for row in (0, 2, 4, 6) for n in range(4 * row + 1, 4 * row + 5)))
"""The squares of the rows in which Black's first stand; White's system is the others."""
WORDS = {
    "men": "men on the board",
    "kings": "kings on the board",
    "bridge": "both squares of the back row held that keep kings from being made",
    "back row": "men on the side's own back row",
    "advancement": "rows that men have gone",
    "centre": "pieces on the eight squares in the middle",
    "mobility": "steps that its pieces have",
    "trapped kings": "kings without a step or a jump",
    "runaway men": "men that nothing stands before on the way to the last row, more the nearer it is",
    "the move": "who makes the other run out of moves where pieces are even (opposition)",
    "turn": "being to move",
    "exchanges": "being ahead, more with fewer pieces on the board",
}
"""Each term's name and meaning."""


class Knowledge(Rules):
    """What `Checkers` knows beyond its rules."""

    selective = True
    unit = MAN
    estimate_unit = "men"
    moves_in_pairs = True
    history_slots = 2 * 2 * 64 * 4

    # ---- features of one side
    def reach(self, pieces: Bitboard, first: int) -> Bitboard:
        """One step from the pieces, in the directions `first` and the next."""
        return moved(pieces, first) | moved(pieces, first + 1)

    def bridge(self, men: Bitboard, side: int) -> int:
        """1 where the bridge stands, else 0."""
        home = bits.board(HOME_BLACK if side == BLACK else HOME_WHITE)
        return 1 if bits.without(home, men) == bits.board(0) else 0

    def rows_gone(self, men: Bitboard, side: int) -> int:
        """The rows that all men together have gone."""
        total = 0
        row = bits.board(TOP)
        for r in range(SIDE):
            gone = r if side == BLACK else SIDE - 1 - r
            total += gone * bits.count(men & row)
            row = moved(row, 0) | moved(row, 1)
        return total

    def runaways(self, men: Bitboard, other: Bitboard, side: int) -> int:
        """For each man before whom the other side has nothing, how near he is to the last row, 1 to 6."""
        first = 0 if side == BLACK else 2
        shadow = other
        for _ in range(SIDE - 1):
            shadow |= self.reach(shadow, 2 - first)
        free = bits.without(men, shadow)
        total = 0
        row = crown(side)
        for near in range(SIDE - 1):
            row = self.reach(row, 2 - first)
            total += max(6 - near, 0) * bits.count(free & row)
        return total

    def step_count(self, pieces: Bitboard, kings: Bitboard, empty: Bitboard, side: int) -> int:
        """Steps of all pieces of a side."""
        count = 0
        for d in range(DIRECTIONS):
            goers = pieces if (d < 2) == (side == BLACK) else pieces & kings
            count += bits.count(goers & moved(empty, 3 - d))
        return count

    def trapped(self, own: Bitboard, other: Bitboard) -> int:
        """Kings of `own` that can neither step nor jump; `own` are kings only, `other` all other pieces'
        squares."""
        empty = bits.board(BOARD) ^ other
        able = bits.board(0)
        for d in range(DIRECTIONS):
            able |= moved(empty, 3 - d)
        return bits.count(bits.without(own, able))

    def the_move(self, s: State) -> int:
        """1 where the player to move has the move, -1 where the other has, 0 where pieces are not even."""
        own, other = bits.count(s.own), bits.count(s.other)
        if own != other:
            return 0
        system = bits.board(SYSTEM) if s.mover == BLACK else bits.board(BOARD) ^ bits.board(SYSTEM)
        return 1 if bits.count((s.own | s.other) & system) & 1 else -1

    def weighed(self, own: Bitboard, other: Bitboard, kings: Bitboard, side: int) -> int:
        """One side's part of the evaluation, what depends on the turn left out."""
        men = bits.without(own, kings)
        taken = own | other
        back = bits.board(TOP if side == BLACK else BOTTOM)
        return (
            MAN * bits.count(men)
            + KING * bits.count(own & kings)
            + BRIDGE * self.bridge(men, side)
            + BACK * bits.count(men & back)
            + ADVANCED * self.rows_gone(men, side)
            + CENTRE * bits.count(own & bits.board(MIDDLE))
            + MOBILITY * self.step_count(own, kings, bits.board(BOARD) ^ taken, side)
            + TRAPPED * self.trapped(own & kings, taken)
            + RUNAWAY * self.runaways(men, other, side) // 6
        )

    def ahead(self, s: State) -> int:
        """What being ahead is worth besides, to the player to move."""
        own, other = bits.count(s.own), bits.count(s.other)
        kings = bits.count(s.own & s.kings) - bits.count(s.other & s.kings)
        lead = 2 * (own - other) + kings
        worth = abs(lead) * TRADE // (2 * (own + other))
        return worth if lead > 0 else -worth

    # ---- the evaluation
    def evaluate(self, s: State, player: int) -> int:
        value = self.weighed(s.own, s.other, s.kings, s.mover)
        value -= self.weighed(s.other, s.own, s.kings, 1 - s.mover)
        value += MOVE * self.the_move(s) + TURN + self.ahead(s)
        value = min(max(value, 1 - ESTIMATE), ESTIMATE - 1)
        return value if player == s.mover else -value

    def terms(self, s: State) -> list[Term]:
        sides = (s.own, s.other) if s.mover == BLACK else (s.other, s.own)
        empty = BOARD ^ (s.own | s.other)
        columns: list[dict[str, int]] = []
        for who, (own, other) in enumerate((sides, sides[::-1])):
            men, turn = bits.without(own, s.kings), who == s.mover
            lead = self.ahead(s) if turn else -self.ahead(s)
            columns.append(
                {
                    "men": MAN * bits.count(men),
                    "kings": KING * bits.count(own & s.kings),
                    "bridge": BRIDGE * self.bridge(men, who),
                    "back row": BACK * bits.count(men & (TOP, BOTTOM)[who]),
                    "advancement": ADVANCED * self.rows_gone(men, who),
                    "centre": CENTRE * bits.count(own & MIDDLE),
                    "mobility": MOBILITY * self.step_count(own, s.kings, empty, who),
                    "trapped kings": TRAPPED * self.trapped(own & s.kings, s.own | s.other),
                    "runaway men": RUNAWAY * self.runaways(men, other, who) // 6,
                    "the move": MOVE * max(self.the_move(s) * (1 if turn else -1), 0),
                    "turn": TURN if turn else 0,
                    "exchanges": max(lead, 0),
                }
            )
        found = []
        for name, words in WORDS.items():
            parts = {self.player_name(who): columns[who][name] / MAN for who in (0, 1)}
            found.append(Term(name, words, parts, (columns[0][name] - columns[1][name]) / MAN))
        return found

    # ---- what to look at, and what first
    def in_check(self, s: State) -> bool:
        """Whether the mover must capture: what stands on the board then is no measure of the position."""
        return self.jumpers(s) != bits.board(0)

    def quiet(self, s: State, a: int) -> bool:
        return jumps_of(a) == 0 and not self.crowns(s, a)

    def crowns(self, s: State, a: int) -> bool:
        """Whether a man becomes a king."""
        start = start_of(a)
        if bits.has(s.kings, start):
            return False
        if jumps_of(a) == 0:
            return moved(bits.bit(start), way_of(a) & 3) & crown(s.mover) != bits.board(0)
        row = (start - start // 9) // 4
        gone = 2 * jumps_of(a)
        return row + gone == SIDE - 1 if s.mover == BLACK else row - gone == 0

    def gain(self, s: State, a: int) -> int:
        gained = jumps_of(a) * KING
        return gained + KING - MAN if self.crowns(s, a) else gained

    def order(self, s: State, a: int) -> int:
        """The most pieces first, then kings made; of steps those towards the last row and the middle."""
        rank = 200 * min(jumps_of(a), 4)
        if self.crowns(s, a):
            rank += 150
        if jumps_of(a) == 0:
            start = bits.bit(start_of(a))
            goal = moved(start, way_of(a) & 3)
            middle = bits.board(MIDDLE)
            rank += 20 * (bits.count(goal & middle) - bits.count(start & middle))
            if bits.without(start, s.kings) & bits.board(TOP if s.mover == BLACK else BOTTOM) != bits.board(
                0
            ):
                rank -= 30
        return rank

    def history_slot(self, s: State, a: int) -> int:
        kind = 1 if bits.has(s.kings, start_of(a)) else 0
        return ((2 * s.mover + kind) * 64 + start_of(a)) * 4 + (way_of(a) & 3)

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        if self.jumpers(s) != bits.board(0):
            return -1
        empty = bits.board(BOARD) ^ (s.own | s.other)
        left = below(random, self.steps(s))
        found = -1
        for d in range(DIRECTIONS):
            goers = self.goers(s, d) & moved(empty, 3 - d)
            count = bits.count(goers)
            if found < 0:
                if left < count:
                    found = bits.select(goers, left) | (d << 10)
                left -= count
        return found
