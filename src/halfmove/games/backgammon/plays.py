"""All that a player can do with a roll: whole plays, each position that it can lead to once.

A play is a number: the points its chequers start from, as their player counts them (25 is the bar), five bits
each, the lowest first.  Where the dice differ, the larger one's point and then the smaller one's, 0 where
that die is not used; of a doublet, the points of up to four chequers from the rearmost on.  0 is no play.

As many dice are used as can be; if either can be used but not both, it is the larger (every book of rules).
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.games.backgammon.chequers import BAR, LAST, OFF, moved, occupied, starts, with_one, without_one

NO_PLAY = 0
START = 5
"""Bits for a chequer's start."""
STARTS = 31
DOUBLET = 4
"""How many chequers a doublet moves."""


def larger(dice: int) -> int:
    """The larger of the dice, which are written 31."""
    return dice // 10


def smaller(dice: int) -> int:
    """The smaller of the dice."""
    return dice % 10


def point(place: int) -> int:
    """What a place is called."""
    return OFF - place


def plays(own: Wide, free: Bitboard, dice: int, blots: Bitboard) -> Iterator[int]:
    """Every play of a roll: `free` are the places that are not stopped, `blots` those where one is hit."""
    die, low = larger(dice), smaller(dice)
    first = starts(occupied(own), free, die)
    if die == low:
        most = longest(own, free, die)
        if most == 0:
            yield NO_PLAY
        else:
            for a in bits.squares(first):
                code = point(a)
                if most == 1:
                    yield code
                    continue
                one = moved(own, a, die)
                for b in bits.squares(beyond(starts(occupied(one), free, die), a)):
                    code = point(a) | (point(b) << START)
                    if most == 2:
                        yield code
                        continue
                    two = moved(one, b, die)
                    for c in bits.squares(beyond(starts(occupied(two), free, die), b)):
                        code = point(a) | (point(b) << START) | (point(c) << (2 * START))
                        if most == 3:
                            yield code
                            continue
                        three = moved(two, c, die)
                        for d in bits.squares(beyond(starts(occupied(three), free, die), c)):
                            yield code | (point(d) << (3 * START))
    else:
        both = False
        for a in bits.squares(first):
            one = moved(own, a, die)
            for b in bits.squares(starts(occupied(one), free, low)):
                both = True
                if not twice(own, free, blots, first, a, die, b, low):
                    yield point(a) | (point(b) << START)
        second = starts(occupied(own), free, low)
        for b in bits.squares(second):
            one = moved(own, b, low)
            for a in bits.squares(starts(occupied(one), free, die)):
                both = True
                if not (
                    bits.has(first, a) and bits.has(starts(occupied(moved(own, a, die)), free, low), b)
                ) and not twice(own, free, blots, first, a, die, b, low):
                    yield point(a) | (point(b) << START)
        if not both:
            if first != bits.board(0):
                for a in bits.squares(first):
                    yield point(a)
            elif second != bits.board(0):
                for b in bits.squares(second):
                    yield point(b) << START
            else:
                yield NO_PLAY


def beyond(places: Bitboard, place: int) -> Bitboard:
    """The places from `place` on."""
    return bits.left(places >> place, place)


def longest(own: Wide, free: Bitboard, die: int) -> int:
    """How many chequers a doublet can move: always the rearmost that can go, which stands in no other's way
    and brings all home the soonest."""
    for count in range(DOUBLET):
        found = starts(occupied(own), free, die)
        if found == bits.board(0):
            return count
        own = moved(own, bits.lowest(found), die)
    return DOUBLET


def twice(
    own: Wide, free: Bitboard, blots: Bitboard, first: Bitboard, a: int, die: int, b: int, low: int
) -> bool:
    """Whether to move `a` by the larger die and `b` by the smaller leads where another play leads that is
    preferred: both are borne off, and the rearmost by the larger die; or one chequer goes all the way and
    hits nothing between, by the larger die first."""
    if a > b and b + low >= OFF:
        return True
    if a != b + low or b + die > LAST or bits.has(blots, b + low) or bits.has(blots, b + die):
        return False
    return bits.has(first, b) and bits.has(starts(occupied(moved(own, b, die)), free, low), b + die)


def starts_of(play: int, dice: int) -> tuple[int, int, int, int]:
    """The places from which a play's chequers start, in an order in which they can go; -1: none."""
    a, b = play & STARTS, (play >> START) & STARTS
    if larger(dice) == smaller(dice):
        c, d = (play >> (2 * START)) & STARTS, (play >> (3 * START)) & STARTS
        return _place(a), _place(b), _place(c), _place(d)
    return _place(a), _place(b), -1, -1


def _place(point: int) -> int:
    return OFF - point if point > 0 else -1


def smaller_first(play: int, dice: int) -> bool:
    """Whether the smaller die goes first, as its chequer lands where the larger one's starts."""
    a, b = play & STARTS, (play >> START) & STARTS
    return larger(dice) != smaller(dice) and b > 0 and a > 0 and b - smaller(dice) == a


def carried_out(own: Wide, other: Wide, play: int, dice: int) -> tuple[Wide, Wide]:
    """Both players' chequers after a play."""
    die, low = larger(dice), smaller(dice)
    if die == low:
        for _ in range(DOUBLET):
            if play > 0:
                own, other = _stepped(own, other, OFF - (play & STARTS), die)
                play >>= START
        return own, other
    a, b = play & STARTS, play >> START
    if smaller_first(play, dice):
        own, other = _stepped(own, other, OFF - b, low)
        return _stepped(own, other, OFF - a, die)
    if a > 0:
        own, other = _stepped(own, other, OFF - a, die)
    if b > 0:
        own, other = _stepped(own, other, OFF - b, low)
    return own, other


def _stepped(own: Wide, other: Wide, place: int, die: int) -> tuple[Wide, Wide]:
    """One chequer goes, and hits what it meets."""
    target = OFF - (place + die)
    if target > 0 and bits.has(occupied(other), target):
        other = with_one(without_one(other, target), BAR)
    return moved(own, place, die), other
