"""The endings of chess for databases: three to five men, numbered with their symmetries taken out.

A table is named by its men, the stronger side first: KQKR. Where its men stand so for Black, colours change
places and ranks are mirrored.  Its numbers, from the right: who moves, 64 squares for each man besides the
kings, and the two kings:

    with pawns      White's king on one of 32 squares of files a to d, 64 for Black's (mirrored files are one)
    without         the 462 pairs of kings, White's in the triangle a1, d1, d4 and Black's below the diagonal
                    a1-h8 where White's is on it (the eight symmetries of the board are one)

Of five men, pawns stand on 48 squares, and White's king beside them makes 1,806 pairs with Black's, none of
which touch: memory counts there.

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
from halfmove.games.chess.legal import attackers, kind_of_piece, passing_is_legal
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

EDGES = 0xFF00_0000_0000_00FF
"""The ranks on which no pawn stands."""
LETTERS = "PNBRQ"
"""By the number of a kind."""
NO_MAN = 6
"""The second man of a table of three, the third of one of four."""
MOST_MEN = 5
USUAL_MEN = 4
"""Tables of more are made where they are named, and not brought to memory long before they are needed."""
NEAR_MEN = 10
"""With more men, no search comes to the tables in numbers that would be worth their memory."""


class Men(NamedTuple):
    """What a table has besides the kings: White's first man, and the others, and whose they are.  Of three,
    two are White's at least; a side's men stand by their kind, pawns last."""

    first: int
    second: int
    second_side: int
    third: int = NO_MAN
    third_side: int = 0

    @property
    def listed(self) -> list[tuple[int, int]]:
        """(side, kind) of each."""
        men = [(0, self.first), (self.second_side, self.second), (self.third_side, self.third)]
        return [man for man in men if man[1] != NO_MAN]

    @property
    def pawns(self) -> int:
        """How many of them are pawns."""
        return sum(kind == 0 for _, kind in self.listed)


def _all_men() -> list[Men]:
    kinds = (4, 3, 2, 1, 0)
    pairs = list(combinations_with_replacement(kinds, 2))
    men = [Men(a, NO_MAN, 0) for a in kinds]
    men += [Men(a, b, side) for (a, b), side in product(pairs, (0, 1))]
    men += [Men(a, b, 0, c, 0) for a, b, c in combinations_with_replacement(kinds, 3)]
    men += [Men(a, b, 0, c, 1) for (a, b), c in product(pairs, kinds)]
    return sorted(men, key=lambda m: (len(m.listed), m.pawns))


def name_of(men: Men) -> str:
    """`KQKR`."""
    white, black = ("".join(LETTERS[kind] for side, kind in men.listed if side == mine) for mine in (0, 1))
    return f"K{white}K{black}"


MEN = _all_men()
NAMES = tuple(map(name_of, MEN))
USUAL = tuple(name_of(men) for men in MEN if len(men.listed) + 2 <= USUAL_MEN)

_FIRSTS = np.array([m.first for m in MEN], np.uint64)
_SECONDS = np.array([m.second for m in MEN], np.uint64)
_SIDES = np.array([m.second_side for m in MEN], np.uint64)
_THIRDS = np.array([m.third for m in MEN], np.uint64)
_THIRD_SIDES = np.array([m.third_side for m in MEN], np.uint64)

_NO_SIDE = 63


def _side_numbers() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """By how many of each kind a side has, in base 4: the number of these men, 0 to 55, or `_NO_SIDE`."""
    found = np.full(4**5, _NO_SIDE, np.uint64)
    men = [m for n in range(4) for m in combinations_with_replacement(range(5), n)]
    for number, kinds in enumerate(men):
        found[sum(4**kind for kind in kinds)] = number
    return found


_SIDE_NUMBERS = _side_numbers()


def _signature(men: Sequence[tuple[int, int]]) -> int:
    """Men, (side, kind) each, as one number: 64 times that of White's, plus that of Black's."""
    white, black = (int(_SIDE_NUMBERS[sum(4**kind for side, kind in men if side == mine)]) for mine in (0, 1))
    return 64 * white + black


def _tables() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """By signature: twice the table, plus 1 where colours change places, plus 1; 0 where there is none."""
    found = np.zeros(4096, np.uint64)
    for number, men in enumerate(MEN):
        for flip in (1, 0):
            found[_signature([(side ^ flip, kind) for side, kind in men.listed])] = 2 * number + flip + 1
    return found


_TABLES = _tables()


def _rank_file(square: int) -> tuple[int, int]:
    return square >> 3, square & 7


def _king_pairs(*, pawns: bool) -> tuple[list[int], list[int]]:
    """By 64 * White's king + Black's: the number of the pair plus 1, or 0; and the pairs by number."""
    numbers, pairs = [0] * 4096, []
    for white, black in product(range(64), range(64)):
        (rank, file), (other_rank, other_file) = _rank_file(white), _rank_file(black)
        if file > 3 or (not pawns and (rank > file or (rank == file and other_rank > other_file))):
            continue
        if max(abs(rank - other_rank), abs(file - other_file)) > 1:
            pairs.append(64 * white + black)
            numbers[64 * white + black] = len(pairs)
    return numbers, pairs


_numbers, _pairs = _king_pairs(pawns=False)
_PAIR_OF = np.array(_numbers, np.uint64)
_PAIRS = np.array(_pairs, np.uint64)
KING_PAIRS = len(_pairs)
_numbers, _pairs = _king_pairs(pawns=True)
_PAIR_BY_PAWNS = np.array(_numbers, np.uint64)
_PAIRS_BY_PAWNS = np.array(_pairs, np.uint64)
KING_PAIRS_BY_PAWNS = len(_pairs)


def number_at(table: np.ndarray[tuple[int], np.dtype[np.uint64]], index: int) -> int:
    """Entry of a table of small numbers."""
    return bits.number(bits.entry(table, index))


def transpose(square: int) -> int:
    """The square mirrored in the diagonal a1-h8."""
    return ((square & 7) << 3) | (square >> 3)


def distance_below_diagonal(square: int) -> int:
    """How far a square lies below the diagonal a1-h8; 0: on it."""
    return (square & 7) - (square >> 3)


def of_a_kind(
    kinds: tuple[int, int, int], kind: int, first: Bitboard, second: Bitboard, third: Bitboard
) -> Bitboard:
    """Of three men, those of a kind."""
    found = bits.board(0)
    if kinds[0] == kind:
        found |= first
    if kinds[1] == kind:
        found |= second
    if kinds[2] == kind:
        found |= third
    return found


class Placement(NamedTuple):
    """Where the men of a table stand; `second` and `third` are 0 where there is none."""

    white_king: int
    black_king: int
    first: int
    second: int
    third: int
    mover: int


class EndingRules(Rules):
    """The rules with numbered endings."""

    ending_unmoves = True
    runtime_parameters = (*Rules.runtime_parameters, "endings_at")

    def endings(self) -> Endings | None:
        if not self.dead_is_over:
            return None
        return Endings(NAMES, "chess", converts, self.near, counts_pairs=True, usual=USUAL)

    def near(self, s: Position) -> tuple[str, ...] | None:
        """The tables that a search of a position may come to: none with many men on the board, and those of
        more than `USUAL_MEN`, which are large, only by a capture or none."""
        men = bits.count(s.white | s.black)
        if men > NEAR_MEN:
            return ()
        if men > MOST_MEN + 1:
            return USUAL
        listed = self.ending_men(s)
        if men > MOST_MEN:
            starts = [listed[:place] + listed[place + 1 :] for place in range(len(listed))]
        else:
            starts = [listed]
        open_ = [NAMES[(int(word) - 1) >> 1] for men_ in starts if (word := _word_of(men_)) > 0]
        found: list[str] = []
        while open_:
            name = open_.pop()
            if name not in found:
                found.append(name)
                open_ += converts(name)
        return tuple(found)

    def ending_men(self, s: Position) -> list[tuple[int, int]]:
        """(side, kind) of the men besides the kings."""
        found = []
        for kind, side in product(range(5), (0, 1)):
            own = self.of_kind(s, kind) & (s.white if side == 0 else s.black)
            found += [(side, kind)] * bits.count(own)
        return found

    def ending_table(self, s: Position) -> int:
        nothing = bits.board(0)
        if s.passed != NOWHERE or s.castling != nothing or not self.dead_is_over:
            return -1
        if bits.count(s.white | s.black) > MOST_MEN:
            return -1
        return (self.ending_word(s) + 1) // 2 - 1

    def ending_word(self, s: Position) -> int:
        """What `_TABLES` says of the men."""
        white = number_at(_SIDE_NUMBERS, self.side_signature(s, s.white))
        black = number_at(_SIDE_NUMBERS, self.side_signature(s, s.black))
        return number_at(_TABLES, 64 * white + black)

    def side_signature(self, s: Position, own: Bitboard) -> int:
        """How many men of each kind are a side's, in base 4."""
        signature = bits.count(s.pawns & own) + 4 * bits.count(s.knights & own)
        signature += 16 * bits.count(s.bishops & own) + 64 * bits.count(s.rooks & own)
        return signature + 256 * bits.count(s.queens & own)

    def ending_count(self, table: int) -> int:
        pawns = self.has_pawns(table)
        if self.has_three(table):
            squares = self.squares_for(number_at(_FIRSTS, table)) * self.squares_for(
                number_at(_SECONDS, table)
            )
            squares *= self.squares_for(number_at(_THIRDS, table))
            return (KING_PAIRS_BY_PAWNS if pawns else KING_PAIRS) * squares * 2
        return (2048 if pawns else KING_PAIRS) * (128 if self.is_small(table) else 8192)

    def squares_for(self, kind: int) -> int:
        """How many squares a man of a kind can stand on, as tables of five men number them."""
        return 48 if kind == PAWN_KIND else 64

    def has_pawns(self, table: int) -> bool:
        """Whether a table's positions have pawns."""
        if number_at(_FIRSTS, table) == PAWN_KIND or number_at(_SECONDS, table) == PAWN_KIND:
            return True
        return number_at(_THIRDS, table) == PAWN_KIND

    def is_small(self, table: int) -> bool:
        """Whether it is of three men."""
        return number_at(_SECONDS, table) == NO_MAN

    def has_three(self, table: int) -> bool:
        """Whether it is of five men."""
        return number_at(_THIRDS, table) != NO_MAN

    def ending_index(self, s: Position) -> int:
        word = self.ending_word(s) - 1
        table, flip = word >> 1, word & 1
        turn = 56 * flip
        strong, weak = (s.white, s.black) if flip == 0 else (s.black, s.white)
        white_king = bits.lowest(s.kings & strong) ^ turn
        black_king = bits.lowest(s.kings & weak) ^ turn
        first_kind, second_kind = number_at(_FIRSTS, table), number_at(_SECONDS, table)
        third_kind = number_at(_THIRDS, table)
        left = strong  # of White's men, those that are not placed yet
        first = bits.lowest(self.of_kind(s, first_kind) & left)
        left ^= bits.bit(first)
        second, third = turn, turn
        if second_kind != NO_MAN:
            own = weak if number_at(_SIDES, table) == 1 else left
            second = bits.lowest(self.of_kind(s, second_kind) & own)
            left = bits.without(left, bits.bit(second))
        if third_kind != NO_MAN:
            own = weak if number_at(_THIRD_SIDES, table) == 1 else left
            third = bits.lowest(self.of_kind(s, third_kind) & own)
        p = Placement(white_king, black_king, first ^ turn, second ^ turn, third ^ turn, s.mover ^ flip)
        return self.ending_number(table, p)

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
        first, second, third = p.first ^ turn, p.second ^ turn, p.third ^ turn
        if pawns:
            if self.has_three(table):
                kings = number_at(_PAIR_BY_PAWNS, 64 * white_king + black_king) - 1
            else:
                kings = ((white_king >> 3) * 4 + (white_king & 7)) * 64 + black_king
            return self.numbered_men(table, kings, first, second, third, p.mover)
        side = distance_below_diagonal(white_king)
        if side == 0:
            side = distance_below_diagonal(black_king)
        if side < 0:
            white_king, black_king = transpose(white_king), transpose(black_king)
            first, second, third = transpose(first), transpose(second), transpose(third)
        kings = number_at(_PAIR_OF, 64 * white_king + black_king) - 1
        number = self.numbered_men(table, kings, first, second, third, p.mover)
        if side == 0:
            other = self.numbered_men(
                table, kings, transpose(first), transpose(second), transpose(third), p.mover
            )
            number = min(number, other)
        return number

    def numbered_men(self, table: int, kings: int, first: int, second: int, third: int, mover: int) -> int:
        """The number of men beside kings; of those that are alike, the lower square is first."""
        if self.is_small(table):
            return (kings * 64 + first) * 2 + mover
        first_kind, second_kind = number_at(_FIRSTS, table), number_at(_SECONDS, table)
        alike = first_kind == second_kind and number_at(_SIDES, table) == 0
        if alike and first > second:
            first, second = second, first
        if not self.has_three(table):
            return ((kings * 64 + first) * 64 + second) * 2 + mover
        third_kind = number_at(_THIRDS, table)
        if second_kind == third_kind and number_at(_THIRD_SIDES, table) == 0 and second > third:
            second, third = third, second
            if alike and first > second:
                first, second = second, first
        number = kings * self.squares_for(first_kind) + self.man_number(first_kind, first)
        number = number * self.squares_for(second_kind) + self.man_number(second_kind, second)
        number = number * self.squares_for(third_kind) + self.man_number(third_kind, third)
        return number * 2 + mover

    def man_number(self, kind: int, square: int) -> int:
        """A square among those that `squares_for` counts."""
        return square - 8 if kind == PAWN_KIND else square

    def ending_placement(self, table: int, index: int) -> Placement:
        """Where the men of a number stand."""
        mover = index & 1
        rest = index >> 1
        if self.has_three(table):
            kind = number_at(_THIRDS, table)
            third = rest % self.squares_for(kind) + (8 if kind == PAWN_KIND else 0)
            rest //= self.squares_for(kind)
            kind = number_at(_SECONDS, table)
            second = rest % self.squares_for(kind) + (8 if kind == PAWN_KIND else 0)
            rest //= self.squares_for(kind)
            kind = number_at(_FIRSTS, table)
            first = rest % self.squares_for(kind) + (8 if kind == PAWN_KIND else 0)
            kings = rest // self.squares_for(kind)
            if self.has_pawns(table):
                pair = number_at(_PAIRS_BY_PAWNS, kings)
            else:
                pair = number_at(_PAIRS, kings)
            return Placement(pair >> 6, pair & 63, first, second, third, mover)
        second = 0
        if not self.is_small(table):
            second = rest & 63
            rest >>= 6
        first = rest & 63
        kings = rest >> 6
        if self.has_pawns(table):
            return Placement((kings >> 8) * 8 + ((kings >> 6) & 3), kings & 63, first, second, 0, mover)
        pair = number_at(_PAIRS, kings)
        return Placement(pair >> 6, pair & 63, first, second, 0, mover)

    def ending_weight(self, table: int, index: int) -> int:
        p = self.ending_placement(table, index)
        small, three = self.is_small(table), self.has_three(table)
        men = bits.bit(p.white_king) | bits.bit(p.black_king) | bits.bit(p.first)
        due = 3
        if not small:
            men |= bits.bit(p.second)
            due += 1
        if three:
            men |= bits.bit(p.third)
            due += 1
        if bits.count(men) != due:
            return 0
        if bits.entry(KING, p.white_king) & bits.bit(p.black_king) != bits.board(0):
            return 0
        edge = bits.board(0)
        if number_at(_FIRSTS, table) == PAWN_KIND:
            edge |= bits.bit(p.first)
        if number_at(_SECONDS, table) == PAWN_KIND:
            edge |= bits.bit(p.second)
        if edge & bits.board(EDGES) != bits.board(0):
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
        if distance_below_diagonal(p.white_king) != 0 or distance_below_diagonal(p.black_king) != 0:
            return 8
        kings = number_at(_PAIR_OF, 64 * p.white_king + p.black_king) - 1
        first, second, third = transpose(p.first), transpose(p.second), transpose(p.third)
        same = self.numbered_men(table, kings, first, second, third, p.mover) == index
        return 4 if same else 8

    def ending_state(self, table: int, index: int) -> Position:
        p = self.ending_placement(table, index)
        first_kind, second_kind = number_at(_FIRSTS, table), number_at(_SECONDS, table)
        third_kind = number_at(_THIRDS, table)
        nothing = bits.board(0)
        first = bits.bit(p.first)
        second = nothing if second_kind == NO_MAN else bits.bit(p.second)
        third = nothing if third_kind == NO_MAN else bits.bit(p.third)
        kings = bits.bit(p.white_king) | bits.bit(p.black_king)
        white = bits.bit(p.white_king) | first
        black = bits.bit(p.black_king)
        side, third_side = number_at(_SIDES, table), number_at(_THIRD_SIDES, table)
        if side == 0:
            white |= second
        else:
            black |= second
        if third_side == 0:
            white |= third
        else:
            black |= third
        key = bits.board(TURN) if p.mover == 1 else nothing
        key ^= bits.entry(PLACED, KING_KIND * 64 + p.white_king)
        key ^= bits.entry(PLACED, (6 + KING_KIND) * 64 + p.black_king)
        key ^= bits.entry(PLACED, first_kind * 64 + p.first)
        if second_kind != NO_MAN:
            key ^= bits.entry(PLACED, (6 * side + second_kind) * 64 + p.second)
        if third_kind != NO_MAN:
            key ^= bits.entry(PLACED, (6 * third_side + third_kind) * 64 + p.third)
        men = first_kind, second_kind, third_kind
        return Position(
            of_a_kind(men, PAWN_KIND, first, second, third),
            of_a_kind(men, KNIGHT_KIND, first, second, third),
            of_a_kind(men, 2, first, second, third),
            of_a_kind(men, ROOK_KIND, first, second, third),
            of_a_kind(men, QUEEN_KIND, first, second, third),
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
            kind = kind_of_piece(s, man)
            reach = bits.board(0)
            if kind == KING_KIND:
                other = bits.lowest(s.kings & bits.invert(man))
                reach = bits.without(bits.entry(KING, start), bits.entry(KING, other))
            elif kind == KNIGHT_KIND:
                reach = bits.entry(KNIGHT, start)
            elif kind == PAWN_KIND:
                step = -8 if side == WHITE else 8
                reach = bits.without(bits.bit(start + step), bits.board(EDGES))
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


def _word_of(men: Sequence[tuple[int, int]]) -> int:
    """What `_TABLES` says of men, (side, kind) each; 0 for more than three."""
    return int(_TABLES[_signature(men)]) if len(men) <= MOST_MEN - 2 else 0


def converts(name: str) -> tuple[str, ...]:
    """The tables that one converts to: a man is taken, a pawn becomes a piece, or both."""
    listed = MEN[NAMES.index(name)].listed
    found = set()
    for taken in range(-1, len(listed)):
        left = [man for place, man in enumerate(listed) if place != taken]
        taker = None if taken < 0 else 1 - listed[taken][0]
        choices = [
            [(side, kind)] + [(side, k) for k in (1, 2, 3, 4) if kind == 0 and taker in (None, side)]
            for side, kind in left
        ]
        for after in product(*choices):
            changed = sum(a != b for a, b in zip(after, left, strict=True))
            if after and changed <= 1:
                found.add(NAMES[(_word_of(after) - 1) >> 1])
    return tuple(n for n in NAMES if n in found and n != name)
