"""The table of proof numbers: bounded in memory, shared by threads, replaced by work.

A power of two of buckets of eight entries, each entry four words:

    word 0:  key ^ word 1 ^ word 2 ^ word 3     (a half-written entry of another thread matches nothing)
    word 1:  what the attacker holds (`Game.holdings`), 0 where the game does not say
    word 2:  proof number 27 | disproof number 27 | confirmed 8           bits, from the top
    word 3:  age 4 | action 16 | plies 16 | work 6

The key leaves out what is held, so positions that differ in nothing else share a bucket: a proof holds for
whoever holds as much and more, a disproof for whoever holds as much and less.  Where a bucket is full, the
entry gives way that cost the fewest nodes, as in SmallTreeGC (A. Nagai, *A new AND/OR tree search algorithm
using proof number and disproof number*, 1999).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.search.action_numbers import NO_ACTION

WAYS, WORDS = 8, 4
"""Entries of a bucket, and words of an entry."""
BUCKET = WAYS * WORDS

SETTLED = 1 << 26
"""The number that stands for infinity: of a position whose answer is the other one."""

FAR_PLIES = 65_535
"""Plies to the end, where the game's bounds prove that it comes and not when."""

SPARE_BITS = 0x8080_8080_8080_8080
"""The bit of each byte of `Game.holdings` that is never used."""

CONFIRMED_MASK, AGE_MASK = 255, 15
MOST_WORK = 63


class Found(NamedTuple):
    """What the table says of a position."""

    proof: int
    disproof: int
    plies: int
    """Where it is proven: to the end at most."""
    action: int
    """The action searched last, which settles it if it is settled; as a fold."""
    confirmed: int
    """The round in which its disproof was last confirmed; -1: it is not known at all."""


def new_table(megabytes: float) -> Buffer:
    """An empty table of at most so many megabytes."""
    buckets = 1
    while buckets * 2 * BUCKET * 8 <= megabytes * 2**20:
        buckets *= 2
    return Buffer(buckets * BUCKET, unsigned=True)


def bucket_at(key: Bitboard, mask: int) -> int:
    """The first word of a key's bucket; `mask`: the number of buckets less one."""
    return bits.number(key & bits.board(mask)) * BUCKET


def entry_ages(entries: Any) -> Any:
    """The ages of entries, an array of rows of `WORDS` words."""
    return entries[:, 3] >> np.uint64(38) & np.uint64(AGE_MASK)


def covers(more: Bitboard, less: Bitboard) -> bool:
    """Whether one holds at least as much of everything as another."""
    spare = bits.board(SPARE_BITS)
    return bits.minus(more | spare, less) & spare == spare


def proof_of(word: Bitboard) -> int:
    """The proof number in an entry's third word."""
    return bits.number(bits.right(word, 35))


def disproof_of(word: Bitboard) -> int:
    """The disproof number in it."""
    return bits.number(bits.right(word, 8)) & (2 * SETTLED - 1)


def find(table: Buffer, at: int, key: Bitboard, held: Bitboard) -> Found:
    """What is known of a position whose bucket is at `at`: an answer that holds for more or less in hand
    too, else its own numbers, else 1 and 1."""
    proof, disproof, plies, action, confirmed = 1, 1, 0, NO_ACTION, -1
    for i in range(WAYS):
        place = at + WORDS * i
        hand, numbers, rest = table[place + 1], table[place + 2], table[place + 3]
        if numbers == bits.board(0) or table[place] ^ hand ^ numbers ^ rest != key:
            continue
        its_proof, its_disproof = proof_of(numbers), disproof_of(numbers)
        settled = hand == held
        if its_proof == 0:
            settled = covers(held, hand)
        elif its_disproof == 0:
            settled = covers(hand, held)
        if not settled:
            continue
        proof, disproof = its_proof, its_disproof
        plies = bits.number(bits.right(rest, 6)) & FAR_PLIES
        action = bits.number(bits.right(rest, 22)) & NO_ACTION
        confirmed = bits.number(numbers) & CONFIRMED_MASK
        if proof == 0 or disproof == 0:
            break
    return Found(proof, disproof, plies, action, confirmed)


def store(
    table: Buffer, at: int, key: Bitboard, held: Bitboard, found: Found, work: int, age: int
) -> None:  # fmt: skip
    """Keep what was found of a position, over its own entry or over the one that cost least."""
    victim, least, plies = at, 1 << 20, found.plies
    for i in range(WAYS):
        place = at + WORDS * i
        hand, numbers, rest = table[place + 1], table[place + 2], table[place + 3]
        if numbers == bits.board(0):
            worth = -1 << 10
        elif hand == held and table[place] ^ hand ^ numbers ^ rest == key:
            victim = place
            if found.proof == 0 and proof_of(numbers) == 0:
                plies = min(plies, bits.number(bits.right(rest, 6)) & FAR_PLIES)
            break
        else:
            older = (age - bits.number(bits.right(rest, 38))) & AGE_MASK
            worth = (bits.number(rest) & MOST_WORK) - 64 * older
        if worth < least:
            victim, least = place, worth
    numbers = (
        bits.left(bits.board(found.proof), 35)
        | bits.left(bits.board(found.disproof), 8)
        | bits.board(max(found.confirmed, 0))
    )
    rest = (
        bits.left(bits.board(age), 38)
        | bits.left(bits.board(found.action), 22)
        | bits.left(bits.board(plies), 6)
        | bits.board(work)
    )
    table[victim] = key ^ held ^ numbers ^ rest
    table[victim + 1] = held
    table[victim + 2] = numbers
    table[victim + 3] = rest
