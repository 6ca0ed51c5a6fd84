"""The best play of a rack by score and leave, without all the others.

A rack with a blank has ten times the plays of one without, and with two blanks forty times.  So each anchor
of a line first gets an upper bound on what any play from it can be worth, which asks the word graph nothing:
for each number of squares to the left and to the right, the dearest tiles go where most is multiplied, and
what is kept is worth the most that so many tiles can be.  Anchors are searched from the highest bound on,
until no bound is above the best play found ("shadow playing", as in C. del Solar's program MAGPIE).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.scrabble.crosses import anchors_of, refresh_lines
from halfmove.games.scrabble.desk import BEST_EQUITY, BONUS, FOUND, FULL_RACK, LEAST, Desk
from halfmove.games.scrabble.generator import fill_slots, rack_tiles, search_line, search_lines

ANCHOR = 4
"""Words of an anchor in the scratch: its bound, line, place and limit."""
LETTERS, CROSSES, DEAREST, MOST_KEPT, LEFT_LETTERS, LEFT_CROSSES = range(0, 48, 8)
"""In `Desk.shadow`: how letters are multiplied in the word and across it, the largest first; the points of
the rack's tiles, likewise; the most that is kept by how many tiles are played; a copy of the first two."""
ANCHORS = 48


def find_best(t: Desk, size: int) -> None:
    """Find the best play of the rack; it is in `plays`, as the only one."""
    if t.rack[0] == 0:  # a bound costs as much as it spares
        search_lines(t, size, 0)
        return
    t.counts[FOUND], t.counts[BEST_EQUITY] = 0, LEAST
    fill_slots(t)
    refresh_lines(t, size)
    count = fill_rack(t)
    for down in range(2):
        search_ordered(t, size, down, list_anchors(t, size, down, count))


def fill_rack(t: Desk) -> int:
    """Note the points of the rack's tiles, the dearest first, and the most that is kept; how many tiles."""
    w = t.shadow
    count = 0
    for tile in range(32):
        for _ in range(t.rack[tile]):
            insert_largest(t, DEAREST, count, t.points[tile])
            count += 1
    for many in range(FULL_RACK + 1):
        w[MOST_KEPT + many] = LEAST
    for used in range(1 << count):
        many = 0
        for slot in range(count):
            many += (used >> slot) & 1
        w[MOST_KEPT + many] = max(w[MOST_KEPT + many], t.leaves[used])
    return count


def insert_largest(t: Desk, first: int, many: int, number: int) -> None:
    """Put a number among so many that are sorted downwards."""
    w = t.shadow
    at = first + many
    while at > first and w[at - 1] < number:
        w[at] = w[at - 1]
        at -= 1
    w[at] = number


def list_anchors(t: Desk, size: int, down: int, count: int) -> int:
    """List the anchors of all lines of a direction with their bounds, the highest first; how many."""
    w = t.shadow
    found = 0
    for line, place, limit in anchors_of(t, size, down):
        bound = bound_of_anchor(t, size, line, down, place, limit, count)
        at = ANCHORS + ANCHOR * found
        while at > ANCHORS and w[at - ANCHOR] < bound:
            for word in range(ANCHOR):
                w[at + word] = w[at - ANCHOR + word]
            at -= ANCHOR
        w[at], w[at + 1], w[at + 2], w[at + 3] = bound, line, place, limit
        found += 1
    return found


def search_ordered(t: Desk, size: int, down: int, anchors: int) -> None:
    """Search the anchors that are listed, as long as one may have a better play."""
    w, rack = t.shadow, rack_tiles(t)
    for k in range(anchors):
        at = ANCHORS + ANCHOR * k
        if w[at] <= t.counts[BEST_EQUITY]:
            return
        search_line(t, size, down, w[at + 1], w[at + 2], w[at + 3], rack, 0)


def bound_of_anchor(t: Desk, size: int, line: int, down: int, anchor: int, limit: int, count: int) -> int:
    """No play of an anchor is worth more, in thousandths of a point."""
    base, step = (line, size) if down == 1 else (line * size, 1)
    full, plane = t.lines[down * size + line], down * size * size
    best = LEAST
    left, fixed, times, beside, tiles = anchor, 0, 1, 0, 0
    while True:
        # The square `left` and, if it is full, all full ones before it belong to the word.
        if bits.has(full, left):
            while left >= 0 and bits.has(full, left):
                fixed += t.points[t.board[base + left * step]]
                left -= 1
        else:
            times, beside = (
                times * t.word[base + left * step],
                beside + cover(t, base + left * step, plane, tiles),
            )
            tiles += 1
            left -= 1
            while left >= 0 and bits.has(full, left):
                fixed += t.points[t.board[base + left * step]]
                left -= 1
        best = max(
            best,
            bound_to_the_right(
                t, size, base, step, plane, anchor + 1, fixed, times, beside, tiles, full, count
            ),
        )
        if left < limit or left < 0 or tiles == count:
            return best


def bound_to_the_right(
    t: Desk,
    size: int,
    base: int,
    step: int,
    plane: int,
    place: int,
    fixed: int,
    times: int,
    beside: int,
    tiles: int,
    full: Bitboard,
    count: int,
) -> int:
    """The most of words with this left part, whose squares' multipliers stand in the scratch."""
    w = t.shadow
    best = LEAST
    for k in range(tiles):
        w[LEFT_LETTERS + k], w[LEFT_CROSSES + k] = w[LETTERS + k], w[CROSSES + k]
    first = tiles
    while True:
        while place < size and bits.has(full, place):
            fixed += t.points[t.board[base + place * step]]
            place += 1
        if tiles > 0:
            points, aside = fixed, beside
            for k in range(tiles):
                points += w[DEAREST + k] * w[LETTERS + k]
                aside += w[DEAREST + k] * w[CROSSES + k]
            points = points * times + aside
            if tiles == FULL_RACK:
                points += t.counts[BONUS]
            best = max(best, 1000 * points + w[MOST_KEPT + tiles])
        if place >= size or tiles == count:
            break
        times, beside = (
            times * t.word[base + place * step],
            beside + cover(t, base + place * step, plane, tiles),
        )
        tiles += 1
        place += 1
    for k in range(first):
        w[LETTERS + k], w[CROSSES + k] = w[LEFT_LETTERS + k], w[LEFT_CROSSES + k]
    return best


def cover(t: Desk, square: int, plane: int, tiles: int) -> int:
    """Note the multipliers of a square that is covered besides so many others; what is counted across it."""
    insert_largest(t, LETTERS, tiles, t.letter[square])
    if t.across[plane + square] < 0:
        insert_largest(t, CROSSES, tiles, 0)
        return 0
    insert_largest(t, CROSSES, tiles, t.letter[square] * t.word[square])
    return t.across[plane + square] * t.word[square]
