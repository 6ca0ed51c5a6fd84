"""Dōbutsu shōgi's positions as words of 60 bits, for retrograde analysis (`endings.words`).

    9  10 11     the far rank       bits 4n to 4n + 3: what stands on square n, 0 for nothing; the mover's
    6  7  8                         pieces 1 chick, 2 elephant, 3 giraffe, 4 lion, 5 hen, the other's 8 more
    3  4  5                         bits 48 to 53: the mover's chicks, elephants and giraffes in hand, two
    0  1  2     the mover's side    bits each; bits 54 to 59: the other's

The mover always sits below, and of a position and its mirror image the smaller word is taken.  A position in
which the mover wins at once, as he takes the lion or brings his own home, has the word 0: no more is said of
it, and what comes after it is not asked about.
"""

from __future__ import annotations

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.games.shogi.geometry import BISHOP, DOBUTSU_STEPS, KING, PAWN, PROMOTED, ROOK, Words
from halfmove.games.shogi.position import Position, hand_of, held, kind_at, own_of

SQUARES = 12
CHICK, ELEPHANT, GIRAFFE, LION, HEN = range(1, 6)
OTHER = 8
"""Added to the number of a piece of the other player."""
KINDS = {CHICK: PAWN, ELEPHANT: BISHOP, GIRAFFE: ROOK, LION: KING, HEN: PAWN + PROMOTED}
HANDS = 48
BOARD = (1 << HANDS) - 1
NIBBLES = 0x1111_1111_1111
LEFT, MIDDLE = 0x00F_00F_00F_00F, 0x0F0_0F0_0F0_0F0
"""The files."""
FAR = 0xE00
"""The far rank, as a set of squares."""


def reach_table(*, back: bool = False) -> Words:
    """Where a piece on a square steps to, as a set of squares, in row 12 * piece + square; with `back` the
    squares from which it steps there."""
    table = np.zeros(16 * SQUARES, np.uint64)
    for piece, kind in KINDS.items():
        for start in range(SQUARES):
            for right, down in DOBUTSU_STEPS[kind]:
                for side, way in ((0, 1), (OTHER, -1)):
                    file, rank = start % 3 + way * right, start // 3 - way * down
                    if 0 <= file < 3 and 0 <= rank < 4:
                        end = 3 * rank + file
                        one, other = (end, start) if back else (start, end)
                        table[(piece + side) * SQUARES + one] |= np.uint64(1 << other)
    return table


class PositionWords:
    """What `endings.words` asks of a game, for `Dobutsu`."""

    reaches: Words
    backs: Words

    # ---- what is asked
    def position_word(self, s: Position) -> int:
        """The word of a position that is not over; 0 where the mover wins at once."""
        word = 0
        own = own_of(s)
        for file in range(3):
            for rank in range(4):
                kind = kind_at(s, 4 * file + rank)  # file 0 is on Black's right, rank 0 on White's side
                if kind > 0:
                    square = 3 * (3 - rank) + 2 - file if s.mover == 0 else 3 * rank + file
                    piece = HEN if kind > PROMOTED else (LION if kind == KING else 0)
                    if piece == 0:
                        piece = CHICK if kind == PAWN else (ELEPHANT if kind == BISHOP else GIRAFFE)
                    if not bits.wide_has(own, 4 * file + rank):
                        piece += OTHER
                    word |= piece << (4 * square)
        mine, theirs = hand_of(s, s.mover), hand_of(s, 1 - s.mover)
        word |= held(mine, PAWN) << 48 | held(mine, BISHOP) << 50 | held(mine, ROOK) << 52
        word |= held(theirs, PAWN) << 54 | held(theirs, BISHOP) << 56 | held(theirs, ROOK) << 58
        return 0 if self.wins_at_once(word) else self.smaller(word)

    def list_next(self, word: int, out: Buffer, at: int) -> int:
        """Write the words of the positions that the actions lead to from place `at` on; the place after the
        last."""
        own = self.own_squares(word)
        for start in range(SQUARES):
            piece = (word >> (4 * start)) & 15
            if piece == 0 or piece >= OTHER:
                continue
            for end in bits.squares(bits.without(bits.entry(self.reaches, piece * SQUARES + start), own)):
                victim = (word >> (4 * end)) & 7
                after = word & ~(15 << (4 * start)) & ~(15 << (4 * end))
                if victim != 0:
                    after += 1 << self.hand_place(victim)
                is_promoted = piece == CHICK and end >= 9
                after |= (HEN if is_promoted else piece) << (4 * end)
                out[at] = self.next_word(after)
                at += 1
        for kind in range(CHICK, LION):
            if (word >> self.hand_place(kind)) & 3 != 0:
                rest = word - (1 << self.hand_place(kind))
                for end in range(SQUARES):
                    if (word >> (4 * end)) & 15 == 0:
                        out[at] = self.next_word(rest | kind << (4 * end))
                        at += 1
        return at

    def list_before(self, word: int, out: Buffer, at: int) -> int:
        """Write the words of positions from which an action leads to `word`, and maybe of impossible ones and
        of such in which the mover wins at once, from place `at` on; the place after the last."""
        now = self.turned(word)
        for end in range(SQUARES):
            piece = (now >> (4 * end)) & 15
            if piece == 0 or piece >= OTHER:
                continue
            gone = now & ~(15 << (4 * end))
            if piece < LION:
                out[at] = self.smaller(gone + (1 << self.hand_place(piece)))
                at += 1
            if piece != CHICK or end < 9:
                at = self.list_moves_before(gone, end, piece, out, at)
            if piece == HEN and end >= 9:
                at = self.list_moves_before(gone, end, CHICK, out, at)
        return at

    # ---- inside
    def list_moves_before(self, gone: int, end: int, piece: int, out: Buffer, at: int) -> int:
        """Before a piece moved to `end`, maybe to capture."""
        for start in bits.squares(bits.entry(self.backs, piece * SQUARES + end)):
            if (gone >> (4 * start)) & 15 == 0:
                before = gone | piece << (4 * start)
                out[at] = self.smaller(before)
                at += 1
                for victim in range(CHICK, HEN + 1):
                    if victim != LION and (gone >> self.hand_place(victim)) & 3 != 0:
                        capture = before - (1 << self.hand_place(victim))
                        out[at] = self.smaller(capture | (victim + OTHER) << (4 * end))
                        at += 1
        return at

    def hand_place(self, piece: int) -> int:
        """The bit where the mover's hand counts pieces of a kind."""
        return HANDS if piece == HEN else HANDS - 2 + 2 * piece

    def own_squares(self, word: int) -> bits.Bitboard:
        """The squares of the mover's pieces."""
        own = bits.board(0)
        for square in range(SQUARES):
            piece = (word >> (4 * square)) & 15
            if 0 < piece < OTHER:
                own |= bits.bit(square)
        return own

    def next_word(self, after: int) -> int:
        """The word of what the mover leaves to the other."""
        word = self.turned(after)
        return 0 if self.wins_at_once(word) else self.smaller(word)

    def turned(self, word: int) -> int:
        """The same position as the other player sees it."""
        board, hands = word & BOARD, word >> HANDS
        some = (board | board >> 1 | board >> 2) & NIBBLES
        board ^= some << 3
        board = (board >> 4) & 0x0F0F_0F0F_0F0F | (board & 0x0F0F_0F0F_0F0F) << 4
        board = bits.number(bits.right(bits.swap(bits.board(board)), 16))
        return board | (hands >> 6 | (hands & 63) << 6) << HANDS

    def smaller(self, word: int) -> int:
        """The smaller of a word and that of the mirror image."""
        board = word & BOARD
        mirrored = board & MIDDLE | (board & LEFT) << 8 | (board >> 8) & LEFT
        return min(word, word & ~BOARD | mirrored)

    def wins_at_once(self, word: int) -> bool:
        """Whether the mover takes the lion, or brings the own one home where nothing takes it."""
        mine, theirs, own, lion, target = bits.board(0), bits.board(0), bits.board(0), 0, bits.board(0)
        for square in range(SQUARES):
            piece = (word >> (4 * square)) & 15
            if piece != 0:
                reach = bits.entry(self.reaches, piece * SQUARES + square)
                if piece < OTHER:
                    mine |= reach
                    own |= bits.bit(square)
                    if piece == LION:
                        lion = square
                else:
                    theirs |= reach
                    if piece == LION + OTHER:
                        target = bits.bit(square)
        if mine & target != bits.board(0):
            return True
        home = bits.entry(self.reaches, LION * SQUARES + lion) & bits.board(FAR)
        return bits.without(home, own | theirs) != bits.board(0)
