"""A player's fifteen chequers in two words, and what a die can do with them.

A *place* is how many pips a chequer has come from the bar: 0 is the bar, 25 less the number of a point (as
its player counts them) the point, so that every chequer goes up and the rearmost has the lowest place.
Borne off, it is nowhere.  How many stand on a place is a number of four bits, which lie 32 bits apart: in the
first word the ones and the twos, in the second the fours and the eights.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide

BAR = 0
LAST = 24
"""The place of a player's ace point."""
OFF = 25
POINTS = 0x1FF_FFFE
"""The places that are points."""
OUTSIDE = 0x7_FFFF
"""The places, the bar among them, of chequers that are not home."""
OTHERS_HOME = 0x7F
"""The bar and the other player's home board."""
CHEQUERS = 15

_WORD = 0xFFFF_FFFF


def occupied(chequers: Wide) -> Bitboard:
    """The places on which at least one stands."""
    low, high = chequers[0], chequers[1]
    return (low | (low >> 32) | high | (high >> 32)) & bits.board(_WORD)


def made(chequers: Wide) -> Bitboard:
    """The places on which at least two stand."""
    low, high = chequers[0], chequers[1]
    return ((low >> 32) | high | (high >> 32)) & bits.board(_WORD)


def on(chequers: Wide, place: int) -> int:
    """How many stand on a place."""
    found = 0
    for word in (1, 0):
        for shift in (32, 0):
            found = 2 * found + (1 if bits.has(chequers[word], place + shift) else 0)
    return found


def on_board(chequers: Wide) -> int:
    """How many are not borne off."""
    low, high = chequers[0], chequers[1]
    return (
        bits.count(low & bits.board(_WORD))
        + 2 * bits.count(low >> 32)
        + 4 * bits.count(high & bits.board(_WORD))
        + 8 * bits.count(high >> 32)
    )


def with_one(chequers: Wide, place: int) -> Wide:
    """One more on a place."""
    low, high = chequers[0], chequers[1]
    ones = bits.bit(place)
    twos = bits.left(ones, 32)
    if low & ones == bits.board(0):
        return low ^ ones, high
    low ^= ones
    if low & twos == bits.board(0):
        return low ^ twos, high
    low ^= twos
    if high & ones == bits.board(0):
        return low, high ^ ones
    return low, high ^ ones ^ twos


def without_one(chequers: Wide, place: int) -> Wide:
    """One less on a place that has one."""
    low, high = chequers[0], chequers[1]
    ones = bits.bit(place)
    twos = bits.left(ones, 32)
    if low & ones != bits.board(0):
        return low ^ ones, high
    low ^= ones
    if low & twos != bits.board(0):
        return low ^ twos, high
    low ^= twos
    if high & ones != bits.board(0):
        return low, high ^ ones
    return low, high ^ ones ^ twos


def opposite(places: Bitboard) -> Bitboard:
    """Points as the other player counts them: place p is his place 25 - p.  The bar is left out."""
    b = bits.swap(places & bits.board(POINTS))
    b = ((b >> 1) & bits.board(0x5555_5555_5555_5555)) | bits.left(b & bits.board(0x5555_5555_5555_5555), 1)
    b = ((b >> 2) & bits.board(0x3333_3333_3333_3333)) | bits.left(b & bits.board(0x3333_3333_3333_3333), 2)
    b = ((b >> 4) & bits.board(0x0F0F_0F0F_0F0F_0F0F)) | bits.left(b & bits.board(0x0F0F_0F0F_0F0F_0F0F), 4)
    return b >> 38


def free_points(other: Wide) -> Bitboard:
    """The places, as the player counts them, where the other player's chequers do not stop him."""
    return bits.without(bits.board(POINTS), opposite(made(other)))


def starts(own: Bitboard, free: Bitboard, die: int) -> Bitboard:
    """The places, of those `own` that are occupied, from which a chequer may be moved by `die`."""
    if bits.has(own, BAR):
        return bits.board(1) if bits.has(free, die) else bits.board(0)
    found = own & (free >> die)
    if own & bits.board(OUTSIDE) == bits.board(0):
        found |= own & bits.bit(OFF - die)
        rearmost = bits.lowest_bit(own)
        if bits.right(rearmost, OFF - die) != bits.board(0):
            found |= rearmost
    return found


def moved(own: Wide, place: int, die: int) -> Wide:
    """The chequers after one of them has gone by `die`, or was borne off."""
    left = without_one(own, place)
    return with_one(left, place + die) if place + die <= LAST else left


def pips(chequers: Wide) -> int:
    """How many pips are to go until all are off."""
    found = 0
    for place in bits.squares(occupied(chequers)):
        found += on(chequers, place) * (OFF - place)
    return found
