"""Whole games of static players in a kernel: what leaves are learned from, and how strong they are.

A player is `STATIC` (score and leave) or `GREEDY` (the highest score; he exchanges all where he has no play).
In positions with tiles in the bag a rack is drawn anew from what its player does not see, and what the best
play brings with it is noted: of any part of it, the rest is what is drawn to it at random.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.randomness import below
from halfmove.games.scrabble.generator import (
    BEST_EQUITY,
    FOUND,
    FULL_RACK,
    LEAST,
    SUBSETS,
    Desk,
    fill_slots,
    search_lines,
)
from halfmove.games.scrabble.leaves import BALANCE, COPIES, PAIRS, SIDE, TILES
from halfmove.games.scrabble.plays import COUNT, DOWN, SQUARE, TILE
from halfmove.games.scrabble.tiles import BLANK

STATIC, GREEDY = 0, 1
WAITING = 10_000
MOST_SCORELESS = 6
NOTE = 2
"""Words of a note: the rack, five bits a tile, and what it brings, in thousandths of a point."""


class Match(NamedTuple):
    """What games are played with."""

    table: Buffer
    """The values of leaves (`leaves`)."""
    vowels: Buffer
    """[32]: whether a tile is a vowel."""
    tiles: Buffer
    """[32]: how many there are of each tile."""
    racks: Buffer
    """[2 × 32]: both racks, as counts."""
    bag: Buffer
    """[32]: counts."""
    kept: Buffer
    """[32]: scratch; the tile of each slot."""
    scores: Buffer
    """[2]"""
    notes: Buffer


def fill_leaves(t: Desk, m: Match, greedy: bool, in_bag: int, other: int) -> None:
    """What is left of the rack after any part of it is played is worth."""
    count = 0
    own = 0
    for tile in range(32):
        for _ in range(t.rack[tile]):
            m.kept[count] = tile
            own += t.points[tile]
            count += 1
    for used in range(1 << count):
        value = 0
        if greedy:
            value = 0
        elif in_bag == 0:
            left = 0
            for slot in range(count):
                if (used >> slot) & 1 == 0:
                    left += t.points[m.kept[slot]]
            value = 2000 * other if used == (1 << count) - 1 else -2000 * left - WAITING
        else:
            vowels, consonants, last, copy = 0, 0, -1, 0
            for slot in range(count):
                if (used >> slot) & 1 == 0:
                    tile = m.kept[slot]
                    copy = copy + 1 if tile == last else 0
                    value += m.table[COPIES * tile + min(copy, COPIES - 1)]
                    if tile != last:
                        before = -1
                        for lower in range(slot):
                            if (used >> lower) & 1 == 0 and m.kept[lower] != before and m.kept[lower] != tile:
                                before = m.kept[lower]
                                value += m.table[PAIRS + TILES * before + tile]
                    last = tile
                    if tile > 0:
                        if m.vowels[tile] == 1:
                            vowels += 1
                        else:
                            consonants += 1
            value += m.table[BALANCE + SIDE * vowels + consonants]
        t.leaves[used] = value


def find_best(t: Desk, size: int) -> None:
    """Find the best play of the rack; it is in `plays`."""
    t.counts[FOUND], t.counts[BEST_EQUITY] = 0, LEAST
    fill_slots(t)
    search_lines(t, size, 0, 0)
    search_lines(t, size, 1, 0)


def draw_tile(counts: Buffer, at: int, total: int, random: Buffer) -> int:
    """Draw one of so many tiles that are counted from a place on."""
    place = below(random, total)
    tile = 0
    while place >= counts[at + tile]:
        place -= counts[at + tile]
        tile += 1
    counts[at + tile] -= 1
    return tile


def points_on(t: Desk, m: Match, player: int) -> int:
    """What a rack counts."""
    total = 0
    for tile in range(1, 32):
        total += m.racks[32 * player + tile] * t.points[tile]
    return total


def note_rack(t: Desk, m: Match, size: int, player: int, in_bag: int, at: int, random: Buffer) -> None:
    """Draw a rack anew from what a player does not see, and note what it brings."""
    for tile in range(
        32
    ):  # his own tiles and those in the bag: the other's are as unknown, and as many kinds
        m.kept[32 + tile] = m.bag[tile] + m.racks[32 + tile] + m.racks[tile]
        t.rack[tile] = 0
    total = in_bag + 2 * FULL_RACK
    packed = 0
    for k in range(FULL_RACK):
        tile = draw_tile(m.kept, 32, total - k, random)
        t.rack[tile] += 1
        packed |= tile << (5 * k)
    fill_leaves(t, m, False, in_bag, 0)
    find_best(t, size)
    best = t.counts[BEST_EQUITY]
    for used in range(1, SUBSETS):
        if in_bag >= FULL_RACK and t.leaves[used] > best:
            best = t.leaves[used]
    m.notes[NOTE * at] = packed
    m.notes[NOTE * at + 1] = best


def lay_best(t: Desk, m: Match, size: int, player: int) -> int:
    """Lay the best play down; what it scores."""
    action, score = t.plays[0], t.plays[1]
    square = (action >> SQUARE) & 511
    step = size if (action >> DOWN) & 1 == 1 else 1
    for k in range((action >> COUNT) & 7):
        tile = (action >> (TILE * k)) & 63
        while t.board[square] > 0:
            square += step
        t.board[square] = tile
        m.racks[32 * player + (0 if tile >= BLANK else tile)] -= 1
    m.scores[player] += score
    return score


@kernel
def play_game(
    game: Game,
    t: Desk,
    m: Match,
    size: int,
    first: int,
    second: int,
    notes: int,
    capacity: int,
    random: Buffer,
) -> int:
    """Play a game of two players of the kinds `first` and `second`; how many racks have been noted, `notes`
    of them before.  The scores are in `scores`."""
    in_bag = 0
    for square in range(size * size):
        t.board[square] = 0
    for tile in range(32):
        m.bag[tile] = m.tiles[tile]
        in_bag += m.tiles[tile]
        m.racks[tile], m.racks[32 + tile] = 0, 0
    m.scores[0], m.scores[1] = 0, 0
    for player in range(2):
        for _ in range(FULL_RACK):
            m.racks[32 * player + draw_tile(m.bag, 0, in_bag, random)] += 1
            in_bag -= 1
    player, scoreless = 0, 0
    while scoreless < MOST_SCORELESS:
        if notes < capacity and in_bag > 0:
            note_rack(t, m, size, player, in_bag, notes, random)
            notes += 1
        count = 0
        for tile in range(32):
            t.rack[tile] = m.racks[32 * player + tile]
            count += t.rack[tile]
        greedy = (first if player == 0 else second) == GREEDY
        fill_leaves(t, m, greedy, in_bag, points_on(t, m, 1 - player))
        find_best(t, size)
        exchanged, best = 0, t.counts[BEST_EQUITY]
        if in_bag >= FULL_RACK:
            if greedy:
                exchanged = SUBSETS - 1 if t.counts[FOUND] == 0 else 0
            else:
                for used in range(1, 1 << count):
                    if t.leaves[used] > best:
                        exchanged, best = used, t.leaves[used]
        need = 0
        if exchanged > 0:
            for slot in range(count):
                if (exchanged >> slot) & 1 == 1:
                    need += 1
            for k in range(need):
                m.kept[64 + k] = draw_tile(m.bag, 0, in_bag - k, random)
            for slot in range(count):
                if (exchanged >> slot) & 1 == 1:
                    m.racks[32 * player + m.kept[slot]] -= 1
                    m.bag[m.kept[slot]] += 1
            for k in range(need):
                m.racks[32 * player + m.kept[64 + k]] += 1
            scoreless += 1
        elif t.counts[FOUND] == 0:
            scoreless += 1
        else:
            scoreless = scoreless + 1 if lay_best(t, m, size, player) == 0 else 0
            left = 0
            for tile in range(32):
                left += m.racks[32 * player + tile]
            while left < FULL_RACK and in_bag > 0:
                m.racks[32 * player + draw_tile(m.bag, 0, in_bag, random)] += 1
                left += 1
                in_bag -= 1
            if left == 0:
                m.scores[player] += 2 * points_on(t, m, 1 - player)
                return notes
        player = 1 - player
    for player in range(2):
        m.scores[player] -= points_on(t, m, player)
    return notes
