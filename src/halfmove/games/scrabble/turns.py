"""Turns of a static player in machine code: what self-play and simulation are made of.

A player is `STATIC` (score and leave) or `GREEDY` (the highest score; he exchanges all where he has no play).
The tiles of the bag lie in a row in the order in which they are drawn; what is exchanged is mixed under them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.scrabble.best import find_best
from halfmove.games.scrabble.desk import BEST_EQUITY, FOUND, FULL_RACK, SUBSETS, Desk
from halfmove.games.scrabble.leaves import BALANCE, COPIES, FEATURES, PAIRS, SIDE, TILES
from halfmove.games.scrabble.plays import COUNT, DOWN, SQUARE, TILE
from halfmove.games.scrabble.tiles import BLANK, TileSet

STATIC, GREEDY = 0, 1
WAITING = 10_000
"""Thousandths of a point that the turn is worth when the bag is empty."""
TOP, END, SCORELESS, OVER, TURNS, MOST_SCORELESS = range(6)
"""In `Match.going`: the place of the next tile in the bag and that behind the last; turns without points, one
after the other; whether the game is over; turns so far; and how many turns without points end it."""
MOST_TURNS = 256
SAME, WITH_PAIRS, SUMS = 8, 64, 128
"""In `Match.kept`: the slots before a slot that have the same tile; by the part of the slots before one, its
pairs with them; by the part of the rack that is kept, the value of single tiles and pairs."""
TURN_WORDS = 2
"""Of a turn that is noted: the lead of its player, in thousandths, and the tiles in the bag."""


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
    order: Buffer
    """The tiles of the bag, in the order in which they are drawn."""
    kept: Buffer
    """[256]: scratch; the tile of each slot, then what `fill_values` adds up."""
    left: Buffer
    """[2]: what the tiles are worth that each player kept in his last turn, in thousandths of a point."""
    scores: Buffer
    """[2]"""
    going: Buffer
    turns: Buffer
    """[256 × 2]: the turns so far."""
    notes: Buffer


def new_match(tiles: TileSet, table: object, notes: int = 1, scoreless: int = 6) -> Match:
    """What games with the tiles of a set are played with, leaves valued by a table."""
    made = Match(
        Buffer(FEATURES), Buffer(32), Buffer(32), Buffer(64), Buffer(max(tiles.total, 1)), Buffer(256),
        Buffer(2), Buffer(2), Buffer(8), Buffer(TURN_WORDS * MOST_TURNS), Buffer(max(notes, 1)),
    )  # fmt: skip
    made.table.array[:] = np.asarray(table)
    made.vowels.array[: tiles.size] = tiles.vowels
    made.tiles.array[: tiles.size] = tiles.counts
    made.going[MOST_SCORELESS] = scoreless
    return made


def fill_values(t: Desk, m: Match, count: int) -> None:
    """Fill in what is left of a rack of so many tiles is worth, by the table of leaves.

    What is kept is built slot by slot: a tile adds its own value and its pairs with the kinds before it; the
    pairs are added up slot by slot, too.
    """
    vowels, consonants = 0, 0
    for slot in range(count):
        tile, same = m.kept[slot], 0
        for lower in range(slot):
            if m.kept[lower] == tile:
                same |= 1 << lower
        m.kept[SAME + slot] = same
        if tile > 0:
            if m.vowels[tile] == 1:
                vowels |= 1 << slot
            else:
                consonants |= 1 << slot
    m.kept[SUMS] = 0
    m.kept[WITH_PAIRS] = 0
    for slot in range(count):
        tile = m.kept[slot]
        for last in range(slot):
            pair = m.table[PAIRS + TILES * m.kept[last] + tile]
            for rest in range(1 << last):
                value = m.kept[WITH_PAIRS + rest] + (pair if rest & m.kept[SAME + last] == 0 else 0)
                m.kept[WITH_PAIRS + (rest | 1 << last)] = value
        for part in range(1 << slot):
            copy = bits.count(bits.board(part & m.kept[SAME + slot]))
            value = m.table[COPIES * tile + min(copy, COPIES - 1)]
            if copy == 0:
                value += m.kept[WITH_PAIRS + part]
            m.kept[SUMS + (part | 1 << slot)] = m.kept[SUMS + part] + value
    every = (1 << count) - 1
    for used in range(1 << count):
        kept = bits.board(every ^ used)
        side = SIDE * bits.count(kept & bits.board(vowels)) + bits.count(kept & bits.board(consonants))
        t.leaves[used] = m.kept[SUMS + (every ^ used)] + m.table[BALANCE + side]


def fill_leaves(t: Desk, m: Match, greedy: bool, in_bag: int, other: int) -> int:
    """Fill in what is left of the rack after any part of it is played is worth; how many tiles it has.

    `other`: the points on the other's rack, where the bag is empty."""
    count = 0
    for tile in range(32):
        for _ in range(t.rack[tile]):
            m.kept[count] = tile
            count += 1
    if not greedy and in_bag > 0:
        fill_values(t, m, count)
        return count
    for used in range(1 << count):
        value = 0
        if not greedy:
            left = 0
            for slot in range(count):
                if (used >> slot) & 1 == 0:
                    left += t.points[m.kept[slot]]
            value = 2000 * other if used == (1 << count) - 1 else -2000 * left - WAITING
        t.leaves[used] = value
    return count


def shuffle(m: Match, first: int, end: int, random: Buffer) -> None:
    """Bring the tiles of the bag from a place on into a random order."""
    for at in range(end - 1, first, -1):
        other = first + below(random, at - first + 1)
        tile = m.order[at]
        m.order[at] = m.order[other]
        m.order[other] = tile


def draw_tiles(m: Match, player: int) -> int:
    """Fill a rack up from the bag; how many tiles it has."""
    many = 0
    for tile in range(32):
        many += m.racks[32 * player + tile]
    while many < FULL_RACK and m.going[TOP] < m.going[END]:
        m.racks[32 * player + m.order[m.going[TOP]]] += 1
        m.going[TOP] += 1
        many += 1
    return many


def points_on(t: Desk, m: Match, player: int) -> int:
    """What a rack counts."""
    total = 0
    for tile in range(1, 32):
        total += m.racks[32 * player + tile] * t.points[tile]
    return total


def lay_play(t: Desk, m: Match, size: int, player: int, action: int) -> None:
    """Lay a play down."""
    square = (action >> SQUARE) & 511
    step = size if (action >> DOWN) & 1 == 1 else 1
    for k in range((action >> COUNT) & 7):
        tile = (action >> (TILE * k)) & 63
        while t.board[square] > 0:
            square += step
        t.board[square] = tile
        m.racks[32 * player + (0 if tile >= BLANK else tile)] -= 1


def exchange_tiles(m: Match, player: int, tiles: int, many: int, random: Buffer) -> None:
    """Exchange tiles of a rack, packed as an action has them: new ones are drawn, then these are mixed under
    the bag."""
    for k in range(many):
        m.racks[32 * player + ((tiles >> (TILE * k)) & 31)] -= 1
    draw_tiles(m, player)
    for k in range(many):
        top = m.going[TOP] - 1
        m.going[TOP] = top
        at = top + below(random, m.going[END] - top)
        m.order[top] = m.order[at]
        m.order[at] = (tiles >> (TILE * k)) & 31


def end_turn(t: Desk, m: Match, player: int, score: int) -> None:
    """Draw tiles after a turn that scored so much; end the game if it is over."""
    if draw_tiles(m, player) == 0:
        m.scores[player] += 2 * points_on(t, m, 1 - player)
        m.going[OVER] = 1
        return
    m.going[SCORELESS] = m.going[SCORELESS] + 1 if score == 0 else 0
    if m.going[SCORELESS] >= m.going[MOST_SCORELESS]:
        m.going[OVER] = 1
        for each in range(2):
            m.scores[each] -= points_on(t, m, each)


def play_turn(t: Desk, m: Match, size: int, player: int, greedy: bool, random: Buffer) -> None:
    """Play the turn of a player."""
    in_bag = m.going[END] - m.going[TOP]
    for tile in range(32):
        t.rack[tile] = m.racks[32 * player + tile]
    other = points_on(t, m, 1 - player) if in_bag == 0 else 0
    count = fill_leaves(t, m, greedy, in_bag, other)
    find_best(t, size)
    exchanged, best = 0, t.counts[BEST_EQUITY]
    if in_bag >= FULL_RACK:
        if greedy:
            exchanged = SUBSETS - 1 if t.counts[FOUND] == 0 else 0
        else:
            for used in range(1, 1 << count):
                if t.leaves[used] > best:
                    exchanged, best = used, t.leaves[used]
    if exchanged > 0:
        many, tiles = 0, 0
        for slot in range(count):
            if (exchanged >> slot) & 1 == 1:
                tiles |= m.kept[slot] << (TILE * many)
                many += 1
        m.left[player] = t.leaves[exchanged]
        exchange_tiles(m, player, tiles, many, random)
        end_turn(t, m, player, 0)
    elif t.counts[FOUND] == 0:
        m.left[player] = t.leaves[0]
        end_turn(t, m, player, 0)
    else:
        m.left[player] = t.plays[2]
        m.scores[player] += t.plays[1]
        lay_play(t, m, size, player, t.plays[0])
        end_turn(t, m, player, t.plays[1])
