"""The endings of chess for databases: three and four men, numbered with their symmetries taken out.

A table is named by its men, the stronger side first: KQKR. Where its men stand so for Black, colours change
places and ranks are mirrored.  Its numbers, from the right: who moves, 64 squares for each man besides the
kings, and the two kings:

    with pawns      White's king on one of 32 squares of files a to d, 64 for Black's (mirrored files are one)
    without         the 462 pairs of kings, White's in the triangle a1, d1, d4 and Black's below the diagonal
                    a1-h8 where White's is on it (the eight symmetries of the board are one)

With castling rights, or a pawn that can be taken en passant, a position is in no table.  The numbering of
kings is that of Nalimov's tables (Nalimov, Haworth, Heinz, "Space-efficient indexing of chess endgame
tables", ICGA Journal 23(3), 2000).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import word_at
from halfmove.core.callback import ask
from halfmove.core.endings import Endings
from halfmove.games.chess.geometry import KING, KNIGHT, PAWN, bishop_attacks, rook_attacks
from halfmove.games.chess.legal import attackers, passing_is_legal
from halfmove.games.chess.position import (
    KING_KIND,
    KNIGHT_KIND,
    NOWHERE,
    PAWN_KIND,
    PLACED,
    QUEEN_KIND,
    ROOK_KIND,
    TURN,
    WHITE,
    Position,
)
from halfmove.games.chess.rules import Rules

LETTERS = "PNBRQ"
"""By the number of a kind."""
NO_MAN = 6
"""The second man of a table of three."""
MOST_MEN = 4
NEAR_MEN = 10
"""With more men, no search comes to the tables in numbers that would be worth their memory."""


class Men(NamedTuple):
    """What a table has besides the kings: White's first man, and whose the second is."""

    first: int
    second: int
    second_side: int


def _all_men() -> list[Men]:
    kinds = (4, 3, 2, 1, 0)
    pairs = list(combinations_with_replacement(kinds, 2))
    men = [Men(a, NO_MAN, 0) for a in kinds]
    men += [Men(a, b, side) for (a, b), side in product(pairs, (0, 1))]
    return sorted(men, key=lambda m: (m.second != NO_MAN, (m.first == 0) + (m.second == 0)))


def name_of(men: Men) -> str:
    """`KQKR`."""
    second = "" if men.second == NO_MAN else LETTERS[men.second]
    own = second if men.second_side == 0 else ""
    return f"K{LETTERS[men.first]}{own}K{second if men.second_side else ''}"


MEN = _all_men()
NAMES = tuple(map(name_of, MEN))

_FIRSTS = np.array([m.first for m in MEN], np.uint64)
_SECONDS = np.array([m.second for m in MEN], np.uint64)
_SIDES = np.array([m.second_side for m in MEN], np.uint64)


def _signature(men: Sequence[tuple[int, int]]) -> int:
    """Men, (side, kind) each, as one number: how many of each kind either side has, in base 3."""
    return sum(3 ** (5 * side + kind) for side, kind in men)


def _tables() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """By signature: twice the table, plus 1 where colours change places, plus 1; 0 where there is none."""
    found = np.zeros(3**10, np.uint64)
    for number, men in enumerate(MEN):
        for flip in (1, 0):
            listed = [(flip, men.first)]
            if men.second != NO_MAN:
                listed.append((men.second_side ^ flip, men.second))
            found[_signature(listed)] = 2 * number + flip + 1
    return found


_TABLES = _tables()


def _rank_file(square: int) -> tuple[int, int]:
    return square >> 3, square & 7


def _king_pairs() -> tuple[list[int], list[int]]:
    """By 64 * White's king + Black's: the number of the pair plus 1, or 0; and the pairs by number."""
    numbers, pairs = [0] * 4096, []
    for white, black in product(range(64), range(64)):
        (rank, file), (other_rank, other_file) = _rank_file(white), _rank_file(black)
        if file > 3 or rank > file or (rank == file and other_rank > other_file):
            continue
        if max(abs(rank - other_rank), abs(file - other_file)) > 1:
            pairs.append(64 * white + black)
            numbers[64 * white + black] = len(pairs)
    return numbers, pairs


_numbers, _pairs = _king_pairs()
_PAIR_OF = np.array(_numbers, np.uint64)
_PAIRS = np.array(_pairs, np.uint64)
KING_PAIRS = len(_pairs)


def number_at(table: np.ndarray[tuple[int], np.dtype[np.uint64]], index: int) -> int:
    """Entry of a table of small numbers."""
    return bits.number(bits.entry(table, index))


def transposed(square: int) -> int:
    """The square mirrored in the diagonal a1-h8."""
    return ((square & 7) << 3) | (square >> 3)


def below(square: int) -> int:
    """How far a square lies below the diagonal a1-h8; 0: on it."""
    return (square & 7) - (square >> 3)


class Placement(NamedTuple):
    """Where the men of a table stand; `second` is 0 where there is none."""

    white_king: int
    black_king: int
    first: int
    second: int
    mover: int


class EndingRules(Rules):
    """The rules with numbered endings."""

    ending_unmoves = True
    runtime_parameters = (*Rules.runtime_parameters, "endings_at")

    def endings(self) -> Endings | None:
        if not self.dead_is_over:
            return None
        return Endings(NAMES, "chess", converts, self.near, counts_pairs=True)

    def near(self, s: Position) -> tuple[str, ...] | None:
        """The tables that a search of a position may come to: none with many men on the board."""
        men = bits.count(s.white | s.black)
        if men > MOST_MEN:
            return None if men <= NEAR_MEN else ()
        found: list[str] = []
        table = (self.ending_word(s) + 1) // 2 - 1
        open_ = [NAMES[table]] if table >= 0 else []
        while open_:
            name = open_.pop()
            if name not in found:
                found.append(name)
                open_ += converts(name)
        return tuple(found)

    def ending_table(self, s: Position) -> int:
        nothing = bits.board(0)
        if s.passed != NOWHERE or s.castling != nothing or not self.dead_is_over:
            return -1
        if bits.count(s.white | s.black) > MOST_MEN:
            return -1
        return (self.ending_word(s) + 1) // 2 - 1

    def ending_word(self, s: Position) -> int:
        """What `_TABLES` says of the men."""
        signature = 0
        signature += bits.count(s.pawns & s.white) + 3 * bits.count(s.knights & s.white)
        signature += 9 * bits.count(s.bishops & s.white) + 27 * bits.count(s.rooks & s.white)
        signature += 81 * bits.count(s.queens & s.white)
        signature += 243 * bits.count(s.pawns & s.black) + 729 * bits.count(s.knights & s.black)
        signature += 2187 * bits.count(s.bishops & s.black) + 6561 * bits.count(s.rooks & s.black)
        signature += 19683 * bits.count(s.queens & s.black)
        return number_at(_TABLES, signature)

    def ending_count(self, table: int) -> int:
        kings = 2048 if self.has_pawns(table) else KING_PAIRS
        return kings * (128 if self.is_small(table) else 8192)

    def has_pawns(self, table: int) -> bool:
        """Whether a table's positions have pawns."""
        return number_at(_FIRSTS, table) == PAWN_KIND or number_at(_SECONDS, table) == PAWN_KIND

    def is_small(self, table: int) -> bool:
        """Whether it is of three men."""
        return number_at(_SECONDS, table) == NO_MAN

    def ending_index(self, s: Position) -> int:
        word = self.ending_word(s) - 1
        table, flip = word >> 1, word & 1
        turn = 56 * flip
        strong, weak = (s.white, s.black) if flip == 0 else (s.black, s.white)
        white_king = bits.lowest(s.kings & strong) ^ turn
        black_king = bits.lowest(s.kings & weak) ^ turn
        first_kind, second_kind = number_at(_FIRSTS, table), number_at(_SECONDS, table)
        own = self.of_kind(s, first_kind) & strong
        first = bits.lowest(own) ^ turn
        second = 0
        if second_kind != NO_MAN:
            if number_at(_SIDES, table) == 1:
                second = bits.lowest(self.of_kind(s, second_kind) & weak) ^ turn
            elif second_kind == first_kind:
                second = bits.lowest(bits.without_lowest(own)) ^ turn
            else:
                second = bits.lowest(self.of_kind(s, second_kind) & strong) ^ turn
        return self.ending_number(table, Placement(white_king, black_king, first, second, s.mover ^ flip))

    def of_kind(self, s: Position, kind: int) -> Bitboard:
        """The men of a kind, of both sides."""
        if kind == PAWN_KIND:
            return s.pawns
        if kind == KNIGHT_KIND:
            return s.knights
        if kind == 2:
            return s.bishops
        if kind == ROOK_KIND:
            return s.rooks
        return s.queens

    def ending_number(self, table: int, p: Placement) -> int:
        """The number of a placement, the least of its symmetric forms'."""
        turn = 7 if p.white_king & 7 > 3 else 0
        pawns = self.has_pawns(table)
        if not pawns and p.white_king >> 3 > 3:
            turn ^= 56
        white_king, black_king = p.white_king ^ turn, p.black_king ^ turn
        first, second = p.first ^ turn, p.second ^ turn
        if pawns:
            kings = ((white_king >> 3) * 4 + (white_king & 7)) * 64 + black_king
            return self.numbered_men(table, kings, first, second, p.mover)
        side = below(white_king)
        if side == 0:
            side = below(black_king)
        if side < 0:
            white_king, black_king = transposed(white_king), transposed(black_king)
            first, second = transposed(first), transposed(second)
        kings = number_at(_PAIR_OF, 64 * white_king + black_king) - 1
        number = self.numbered_men(table, kings, first, second, p.mover)
        if side == 0:
            other = self.numbered_men(table, kings, transposed(first), transposed(second), p.mover)
            number = min(number, other)
        return number

    def numbered_men(self, table: int, kings: int, first: int, second: int, mover: int) -> int:
        """The number of men beside kings; of two that are alike, the lower square is first."""
        if self.is_small(table):
            return (kings * 64 + first) * 2 + mover
        alike = number_at(_FIRSTS, table) == number_at(_SECONDS, table) and number_at(_SIDES, table) == 0
        if alike and first > second:
            first, second = second, first
        return ((kings * 64 + first) * 64 + second) * 2 + mover

    def ending_placement(self, table: int, index: int) -> Placement:
        """Where the men of a number stand."""
        mover = index & 1
        rest = index >> 1
        second = 0
        if not self.is_small(table):
            second = rest & 63
            rest >>= 6
        first = rest & 63
        kings = rest >> 6
        if self.has_pawns(table):
            return Placement((kings >> 8) * 8 + ((kings >> 6) & 3), kings & 63, first, second, mover)
        pair = number_at(_PAIRS, kings)
        return Placement(pair >> 6, pair & 63, first, second, mover)

    def ending_weight(self, table: int, index: int) -> int:
        p = self.ending_placement(table, index)
        small = self.is_small(table)
        men = bits.bit(p.white_king) | bits.bit(p.black_king) | bits.bit(p.first)
        if not small:
            men |= bits.bit(p.second)
        if bits.count(men) != (3 if small else 4):
            return 0
        if bits.entry(KING, p.white_king) & bits.bit(p.black_king) != bits.board(0):
            return 0
        edge = bits.board(0)
        if number_at(_FIRSTS, table) == PAWN_KIND:
            edge |= bits.bit(p.first)
        if number_at(_SECONDS, table) == PAWN_KIND:
            edge |= bits.bit(p.second)
        if edge & bits.board(0xFF00_0000_0000_00FF) != bits.board(0):
            return 0
        if self.ending_number(table, p) != index:
            return 0
        s = self.ending_state(table, index)
        waiting, moving = (s.black, s.white) if s.mover == WHITE else (s.white, s.black)
        king = bits.lowest(s.kings & waiting)
        if attackers(s, king, moving, s.mover, s.white | s.black) != bits.board(0):
            return 0
        if self.has_pawns(table):
            return 2
        if below(p.white_king) != 0 or below(p.black_king) != 0:
            return 8
        kings = index >> (7 if small else 13)
        mirrored = transposed(p.second) if not small else 0
        same = self.numbered_men(table, kings, transposed(p.first), mirrored, p.mover) == index
        return 4 if same else 8

    def ending_state(self, table: int, index: int) -> Position:
        p = self.ending_placement(table, index)
        first_kind, second_kind = number_at(_FIRSTS, table), number_at(_SECONDS, table)
        nothing = bits.board(0)
        first = bits.bit(p.first)
        second = nothing if second_kind == NO_MAN else bits.bit(p.second)
        kings = bits.bit(p.white_king) | bits.bit(p.black_king)
        white = bits.bit(p.white_king) | first
        black = bits.bit(p.black_king)
        side = number_at(_SIDES, table)
        if side == 0:
            white |= second
        else:
            black |= second
        key = bits.board(TURN) if p.mover == 1 else nothing
        key ^= bits.entry(PLACED, KING_KIND * 64 + p.white_king)
        key ^= bits.entry(PLACED, (6 + KING_KIND) * 64 + p.black_king)
        key ^= bits.entry(PLACED, first_kind * 64 + p.first)
        if second_kind != NO_MAN:
            key ^= bits.entry(PLACED, (6 * side + second_kind) * 64 + p.second)
        return Position(
            (first if first_kind == PAWN_KIND else nothing)
            | (second if second_kind == PAWN_KIND else nothing),
            (first if first_kind == KNIGHT_KIND else nothing)
            | (second if second_kind == KNIGHT_KIND else nothing),
            (first if first_kind == 2 else nothing) | (second if second_kind == 2 else nothing),
            (first if first_kind == ROOK_KIND else nothing)
            | (second if second_kind == ROOK_KIND else nothing),
            (first if first_kind == QUEEN_KIND else nothing)
            | (second if second_kind == QUEEN_KIND else nothing),
            kings,
            white,
            black,
            nothing,
            key,
            p.mover,
            NOWHERE,
            0,
            1,
        )

    def ending_sources(self, s: Position) -> Iterator[Position]:
        side = 1 - s.mover
        occupied = s.white | s.black
        empty = bits.invert(occupied)
        for start in bits.squares(s.white if side == WHITE else s.black):
            man = bits.bit(start)
            kind = self.kind_on(s, man)
            reach = bits.board(0)
            if kind == KING_KIND:
                other = bits.lowest(s.kings & bits.invert(man))
                reach = bits.without(bits.entry(KING, start), bits.entry(KING, other))
            elif kind == KNIGHT_KIND:
                reach = bits.entry(KNIGHT, start)
            elif kind == PAWN_KIND:
                step = -8 if side == WHITE else 8
                reach = bits.bit(start + step)
                doubled = (start >> 3) == (3 if side == WHITE else 4)
                if doubled and reach & empty != bits.board(0) and not self.may_be_passed(s, start + step):
                    reach |= bits.bit(start + 2 * step)
            else:
                if kind != ROOK_KIND:
                    reach = bishop_attacks(occupied, start)
                if kind != 2:
                    reach |= rook_attacks(occupied, start)
            for end in bits.squares(reach & empty):
                yield self.put_back(s, kind, man, bits.bit(end))

    def may_be_passed(self, s: Position, passed: int) -> bool:
        """Whether the mover could take en passant on a square, had a pawn just gone past it: that would be
        another position, in no table."""
        side = 1 - s.mover
        own, other = (s.white, s.black) if s.mover == WHITE else (s.black, s.white)
        king = bits.lowest(s.kings & own)
        for square in bits.squares(bits.entry(PAWN, 64 * side + passed) & s.pawns & own):
            if passing_is_legal(s, square, passed, king, own, other):
                return True
        return False

    def put_back(self, s: Position, kind: int, man: Bitboard, to: Bitboard) -> Position:
        """The position with a man of the side that does not move on another square, and its turn; no hash."""
        both = man | to
        nothing = bits.board(0)
        return Position(
            s.pawns ^ (both if kind == PAWN_KIND else nothing),
            s.knights ^ (both if kind == KNIGHT_KIND else nothing),
            s.bishops ^ (both if kind == 2 else nothing),
            s.rooks ^ (both if kind == ROOK_KIND else nothing),
            s.queens ^ (both if kind == QUEEN_KIND else nothing),
            s.kings ^ (both if kind == KING_KIND else nothing),
            s.white ^ (both if s.mover == 1 else nothing),
            s.black ^ (both if s.mover == 0 else nothing),
            nothing,
            nothing,
            1 - s.mover,
            NOWHERE,
            0,
            1,
        )

    def ending_in_time(self, s: Position, plies: int) -> bool:
        return s.quiet + plies <= self.plies_allowed

    def ending_beyond(self, s: Position) -> int:
        most = word_at(self.endings_at, len(NAMES) + 1)
        if s.quiet != 0 or bits.count(s.white | s.black) > most or s.castling != bits.board(0):
            return -1
        return ask(
            word_at(self.endings_at, len(NAMES)),
            s.pawns,
            s.knights,
            s.bishops,
            s.rooks,
            s.queens,
            s.kings,
            s.white,
            s.black,
            s.mover + 2 * s.passed,
        )


def converts(name: str) -> tuple[str, ...]:
    """The tables that one converts to: a man is taken, a pawn becomes a piece, or both."""
    men = MEN[NAMES.index(name)]
    listed = [(0, men.first)]
    if men.second != NO_MAN:
        listed.append((men.second_side, men.second))
    found = set()
    for taken in range(-1, len(listed)):
        left = [man for place, man in enumerate(listed) if place != taken]
        choices = [[(side, kind)] + [(side, k) for k in (1, 2, 3, 4) if kind == 0] for side, kind in left]
        for after in product(*choices):
            changed = sum(a != b for a, b in zip(after, left, strict=True))
            if after and changed <= 1:
                word = int(_TABLES[_signature(after)])
                found.add(NAMES[(word - 1) >> 1])
    return tuple(n for n in NAMES if n in found and n != name)
