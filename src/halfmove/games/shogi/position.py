"""A position of shogi, and how an action is written as a number.

What stands on a square is a number of four bits (`geometry`: 1 pawn … 8 king, 9 promoted pawn … 15 dragon),
and the position keeps its bits apart: `plane0` has the squares whose number is odd, and so on.  A piece then
moves by the same few operations, whatever it is.

bits  0 to 6    the square it starts from; a drop: `DROP` and the kind of the piece
bits  7 to 13   the square it goes to
bit  14         whether it is promoted
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.games.shogi.geometry import KINDS, PLACES

DROP = PLACES
DECLARE = 0x7FFF
"""The action that declares a win by impasse."""
HELD = 5
"""The bits in which a hand counts the pieces of a kind."""
GOING_ON, DECLARED_WIN, DECLARED_DRAW = range(3)


class Position(NamedTuple):
    """What stands where, what is in hand, and what the rules need to know besides."""

    plane0: tuple[Bitboard, ...]
    plane1: tuple[Bitboard, ...]
    plane2: tuple[Bitboard, ...]
    plane3: tuple[Bitboard, ...]
    black: tuple[Bitboard, ...]
    """The squares of Black's pieces."""
    hands: tuple[Bitboard, ...]
    """Black's and White's: five bits a kind, pawns lowest."""
    checkers: tuple[Bitboard, ...]
    """The pieces that check the mover."""
    checks: tuple[int, ...]
    """How many of each player's last moves gave check, one after another."""
    hash: Bitboard
    """Zobrist's key of board, hands and mover."""
    mover: int
    number: int
    """The number of the move, from 1."""
    declared: int
    """Whether the player before has declared an impasse, and what that is worth."""


def with_turn(
    s: Position,
    checkers: Wide,
    checks: tuple[int, ...],
    key: Bitboard,
    mover: int,
    number: int,
    declared: int,
) -> Position:
    """The same pieces with somebody's turn, and all that depends on it."""
    return Position(
        s.plane0,
        s.plane1,
        s.plane2,
        s.plane3,
        s.black,
        s.hands,
        checkers,
        checks,
        key,
        mover,
        number,
        declared,
    )


def start_of(action: int) -> int:
    """The square an action starts from; a drop: `DROP` and the kind."""
    return action & 127


def end_of(action: int) -> int:
    """The square it goes to."""
    return (action >> 7) & 127


def promotes(action: int) -> bool:
    """Whether the piece is promoted."""
    return action >> 14 == 1


def hand_of(s: Position, side: int) -> Bitboard:
    """What a side has in hand."""
    return s.hands[0] if side == 0 else s.hands[1]


def held(hand: Bitboard, kind: int) -> int:
    """How many pieces of a kind a hand holds."""
    return bits.number(bits.right(hand, HELD * (kind - 1))) & 31


def taken(s: Position) -> Wide:
    """The squares with pieces."""
    return bits.wide_or(bits.wide_or(s.plane0, s.plane1), bits.wide_or(s.plane2, s.plane3))


def own_of(s: Position) -> Wide:
    """The mover's pieces."""
    return s.black if s.mover == 0 else bits.wide_without(taken(s), s.black)


def other_of(s: Position) -> Wide:
    """The opponent's pieces."""
    return s.black if s.mover == 1 else bits.wide_without(taken(s), s.black)


def kind_at(s: Position, square: int) -> int:
    """What stands on a square; 0: nothing."""
    kind = 1 if bits.wide_has(s.plane0, square) else 0
    kind += 2 if bits.wide_has(s.plane1, square) else 0
    kind += 4 if bits.wide_has(s.plane2, square) else 0
    return kind + (8 if bits.wide_has(s.plane3, square) else 0)


def pawns_of(s: Position) -> Wide:
    """Pawns, not promoted, of both sides; so below."""
    return bits.wide_without(s.plane0, bits.wide_or(bits.wide_or(s.plane1, s.plane2), s.plane3))


def lances_of(s: Position) -> Wide:
    """Lances."""
    return bits.wide_without(s.plane1, bits.wide_or(bits.wide_or(s.plane0, s.plane2), s.plane3))


def knights_of(s: Position) -> Wide:
    """Knights."""
    return bits.wide_without(bits.wide_and(s.plane0, s.plane1), bits.wide_or(s.plane2, s.plane3))


def silvers_of(s: Position) -> Wide:
    """Silvers."""
    return bits.wide_without(s.plane2, bits.wide_or(bits.wide_or(s.plane0, s.plane1), s.plane3))


def golds_of(s: Position) -> Wide:
    """All that moves as a gold does."""
    big = bits.wide_and(s.plane1, s.plane2)
    low = bits.wide_or(bits.wide_or(s.plane0, s.plane1), s.plane2)
    plain = bits.wide_without(bits.wide_and(s.plane0, s.plane2), bits.wide_or(s.plane1, s.plane3))
    return bits.wide_or(plain, bits.wide_without(bits.wide_and(s.plane3, low), big))


def bishops_of(s: Position) -> Wide:
    """Bishops and horses."""
    return bits.wide_without(bits.wide_and(s.plane1, s.plane2), s.plane0)


def rooks_of(s: Position) -> Wide:
    """Rooks and dragons."""
    return bits.wide_and(bits.wide_and(s.plane0, s.plane1), s.plane2)


def kings_of(s: Position) -> Wide:
    """Kings."""
    return bits.wide_without(s.plane3, bits.wide_or(bits.wide_or(s.plane0, s.plane1), s.plane2))


def _random_words(count: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Words in which every bit looks random: SplitMix64 (Steele et al. 2014)."""
    state, words = seed, []
    for _ in range(count):
        state = bits.plus(state, 0x9E37_79B9_7F4A_7C15)
        words.append(bits.mix(state))
    return np.array(words, np.uint64)


PLACED = _random_words(2 * KINDS * PLACES, 11)
"""For each side, kind and square; index (`KINDS` * side + kind) * `PLACES` + square."""
IN_HAND = _random_words(2 * 8 * 32, 12)
"""For each side, kind and number held; index (8 * side + kind) * 32 + number."""
IN_HAND[::32] = 0
TURN = int(_random_words(1, 13)[0])
"""For White to move."""


def piece_key(side: int, kind: int, square: int) -> Bitboard:
    """What a piece on a square adds to the hash."""
    return bits.entry(PLACED, (KINDS * side + kind) * PLACES + square)


def hand_key(side: int, kind: int, count: int) -> Bitboard:
    """What so many pieces of a kind in a hand add to the hash."""
    return bits.entry(IN_HAND, (8 * side + kind) * 32 + count)
