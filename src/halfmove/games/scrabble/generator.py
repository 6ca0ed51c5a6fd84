"""All plays of a rack on a board, with their scores: a kernel over the GADDAG.

A play is found from its first anchor (`crosses`): letters go backwards from there, then, after the separator,
forwards.  A square where the word across it must be one too has a set of letters that make it so (Appel and
Jacobson 1988, Gordon 1994: see `lexicon.graph`).  Tiles to be tried are a set, too: bit n is letter n, bit
32 + n a blank that stands for it.

Parts of words wait in a queue until their nodes have come from memory: depth first, a walk waited for each.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, prefetch
from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.games.scrabble.crosses import anchors_of, refresh_lines
from halfmove.games.scrabble.desk import (
    BEST_EQUITY,
    BONUS,
    FOUND,
    LEAST,
    ROOM,
    SHADOW,
    SUBSETS,
    Desk,
    child_of,
    edge_of,
)
from halfmove.games.scrabble.layout import Layout
from halfmove.games.scrabble.lexicon.graph import GADDAG, LOW, NODE, ONLY
from halfmove.games.scrabble.lexicon.lexicon import Lexicon
from halfmove.games.scrabble.plays import COUNT as COUNT_BITS
from halfmove.games.scrabble.plays import DOWN, PLAY, SQUARE, TILE
from halfmove.games.scrabble.tiles import BLANK, TileSet

FRAME = 4
"""Words of a part of a word in the queue (see `put`)."""
QUEUE, CROWD = 512, 128
"""Parts of words that have room in the queue; up to how many the oldest is taken first, as its node will have
come from memory, and from which on the newest, so that room is never short (a blank, other tiles and the
separator continue one part by 38 at the most, seven tiles deep)."""
USED = 42
TILES = (1 << USED) - 1
"""Where the tiles of the rack that were used stand, behind those laid as in the number of a play."""


def record_play(t: Desk, action: int, score: int, used: int, capacity: int) -> None:
    """Note a play, without the bonus for a full rack."""
    if used == SUBSETS - 1:
        score += t.counts[BONUS]
    leave = t.leaves[used]
    found = t.counts[FOUND]
    if found < capacity:
        t.plays[ROOM * found] = action
        t.plays[ROOM * found + 1] = score
        t.plays[ROOM * found + 2] = leave
    if 1000 * score + leave > t.counts[BEST_EQUITY]:
        t.counts[BEST_EQUITY] = 1000 * score + leave
        last = ROOM * capacity  # the best is kept behind the list, too
        t.plays[last] = action
        t.plays[last + 1] = score
        t.plays[last + 2] = leave
    t.counts[FOUND] = found + 1


class Line(NamedTuple):
    """A line of the board, and an anchor on it."""

    size: int
    down: int
    full: Bitboard
    """Its squares with tiles."""
    base: int
    step: int
    """Its first square, and how far one is from the next."""
    plane: int
    """Where the squares of its direction begin in `Desk.fits` and `Desk.across`."""
    anchor: int
    limit: int
    """No play covers an empty square before it."""
    capacity: int


class Part(NamedTuple):
    """A part of a word, and where it is continued."""

    node: int
    place: int
    left: int
    """The next place on the line, and whether the word grows to the left (1) or to the right (0)."""
    first: int
    laid: int
    """The place of the first tile that was laid, and how many were."""
    total: int
    times: int
    beside: int
    """The word's points, by how much they are multiplied, and what words across it score."""
    tiles: int
    used: int
    """The tiles that were laid, as in the number of a play, and which of the rack's they are, by `slots`."""
    rack: Bitboard
    """What is left: bit n is letter n, and the bits from 33 on are set where there is a blank."""


A_BLANK = (LOW - 1) << 32
"""The bits of a blank: each letter that it may stand for."""


def rack_tiles(t: Desk) -> Bitboard:
    """What may be laid at first: see `Part.rack`."""
    found = bits.board(A_BLANK) if t.rack[0] > 0 else bits.board(0)
    for letter in range(1, 32):
        if t.rack[letter] > 0:
            found |= bits.bit(letter)
    return found


def either_tile(letters: Bitboard, rack: Bitboard) -> Bitboard:
    """The tiles of a rack that letters can be laid with."""
    return (letters | bits.left(letters, 32)) & rack


def slot_of(t: Desk, code: int, used: int) -> int:
    """The bit of the next tile of a kind, among those of the rack that are not used."""
    those = t.slots[0 if code >= BLANK else code] & ~used
    return those & -those


def packed_place(node: int, place: int, left: int, first: int, count: int) -> int:
    """The node and the places of a `Part` in one word."""
    return node | (place + 1) << 32 | left << 40 | first << 48 | count << 56


def packed_score(total: int, times: int, beside: int) -> int:
    """The points of a `Part` in one word: what is added to it is added to both kinds of points."""
    return total | times << 16 | beside << 32


def put(t: Desk, tail: int, place: int, score: int, laid: int, rack: Bitboard) -> int:
    """Put a part of a word behind the last of the queue, and have its node brought near until it is looked
    at; where the next one goes."""
    prefetch(t.graph, place & LOW)
    at = FRAME * (tail & (QUEUE - 1))
    t.stack[at], t.stack[at + 1], t.stack[at + 2], t.stack[at + 3] = place, score, laid, bits.number(rack)
    return tail + 1


def part_at(t: Desk, number: int) -> Part:
    """A part of a word in the queue."""
    at = FRAME * (number & (QUEUE - 1))
    place, score, laid = t.stack[at], t.stack[at + 1], t.stack[at + 2]
    return Part(
        place & LOW,
        (place >> 32 & 0xFF) - 1,
        place >> 40 & 1,
        place >> 48 & 0xFF,
        place >> 56,
        score & 0xFFFF,
        score >> 16 & 0xFFFF,
        score >> 32,
        laid & TILES,
        laid >> USED,
        bits.board(t.stack[at + 3]),
    )


def letters_near(t: Desk, row: Line, rack: Bitboard, place: int, is_open: bool) -> Bitboard:
    """What a place may have, and bit 0 for a node of more than one letter."""
    if not is_open:
        return bits.bit(t.board[row.base + place * row.step] & 31) | bits.board(1)
    if place < row.limit or place >= row.size:
        return bits.board(1)
    return (t.fits[row.plane + row.base + place * row.step] & (rack | bits.right(rack, 32))) | bits.board(1)


def go_over(t: Desk, row: Line, part: Part, stops: bool, tail: int) -> int:
    """Go on over a tile that lies on the board; `stops`: the word may end with it."""
    tile = t.board[row.base + part.place * row.step]
    total = part.total + t.points[tile]
    if stops and part.laid > 0 and bits.has(t.graph[part.node], 32 + (tile & 31)):
        square = row.base + part.first * row.step
        # of one tile and two words: found across already
        if part.laid > 1 or row.down == 0 or t.across[row.plane + square] < 0:
            action = PLAY | part.tiles | part.laid << COUNT_BITS | square << SQUARE | row.down << DOWN
            record_play(t, action, total * part.times + part.beside, part.used, row.capacity)
    below = child_of(t.graph, part.node, tile & 31)
    if below == 0:
        return tail
    place = packed_place(below, part.place + 1 - 2 * part.left, part.left, part.first, part.laid)
    score = packed_score(total, part.times, part.beside)
    return put(t, tail, place, score, part.tiles | part.used << USED, part.rack)


def lay_tiles(t: Desk, row: Line, part: Part, stops: bool, tail: int) -> int:
    """Lay each tile that may be laid on an open square; `stops`: the word may end with it."""
    square, letters = row.base + part.place * row.step, t.graph[part.node]
    fit, across, times = t.fits[row.plane + square], t.across[row.plane + square], part.times * t.word[square]
    beside, each = part.beside, t.letter[square]  # what a point of the tile adds, packed like the points
    if across >= 0:
        beside += across * t.word[square]
        each |= each * t.word[square] << 32
    fixed = packed_score(part.total, times, beside)
    tiles, shift, first, count = part.tiles, TILE * part.laid, part.first, part.laid + 1
    if part.left == 1:
        tiles, shift = tiles << TILE, 0
    if part.left == 1 or part.laid == 0:
        first = part.place
    if stops and (count > 1 or row.down == 0 or across < 0):
        action = (
            PLAY | tiles | count << COUNT_BITS | (row.base + first * row.step) << SQUARE | row.down << DOWN
        )
        for code in bits.squares(either_tile(bits.right(letters, 32) & fit, part.rack)):
            score, used = fixed + t.points[code] * each, part.used | slot_of(t, code, part.used)
            points = (score & 0xFFFF) * times + (score >> 32)
            record_play(t, action | code << shift, points, used, row.capacity)
    after = part.place + 1 - 2 * part.left
    near = letters_near(t, row, part.rack, after, stops)
    place = packed_place(0, after, part.left, first, count)
    for code in bits.squares(either_tile(letters & fit, part.rack)):
        edge = edge_of(t.graph, part.node, code & 31)
        if bits.has(near, edge >> ONLY):
            used, rack = part.used | slot_of(t, code, part.used), part.rack
            if t.slots[0 if code >= BLANK else code] & ~used == 0:  # the last of its kind
                rack = bits.without(rack, bits.board(A_BLANK) if code >= BLANK else bits.bit(code))
            score = fixed + t.points[code] * each
            tail = put(t, tail, place | edge & NODE, score, tiles | code << shift | used << USED, rack)
    return tail


def search_anchor(t: Desk, row: Line, rack: Bitboard) -> None:
    """Find the plays of a line whose first anchor is `row.anchor`; `rack` as in `Part`."""
    place = packed_place(bits.number(t.graph[GADDAG]), row.anchor, 1, row.anchor, 0)
    head, tail = 0, put(t, 0, place, packed_score(0, 1, 0), 0, rack)
    while head < tail:
        if tail - head < CROWD:
            part = part_at(t, head)
            head += 1
        else:
            tail -= 1
            part = part_at(t, tail)
        after = part.place + 1 - 2 * part.left
        stops = after < 0 or not bits.has(row.full, after)
        if part.place >= 0 and bits.has(row.full, part.place):
            tail = go_over(t, row, part, stops, tail)
            continue
        if row.limit <= part.place < row.size:
            tail = lay_tiles(t, row, part, stops, tail)
        if part.left == 1 and row.anchor + 1 < row.size and bits.has(t.graph[part.node], 0):
            right = packed_place(child_of(t.graph, part.node, 0), row.anchor + 1, 0, part.first, part.laid)
            score = packed_score(part.total, part.times, part.beside)
            tail = put(t, tail, right, score, part.tiles | part.used << USED, part.rack)


def search_line(
    t: Desk, size: int, down: int, line: int, anchor: int, limit: int, rack: Bitboard, capacity: int
) -> None:
    """The same, of a line by its number, of plays that cover no empty square before `limit`."""
    base, step = (line, size) if down == 1 else (line * size, 1)
    full, plane = t.lines[down * size + line], down * size * size
    search_anchor(t, Line(size, down, full, base, step, plane, anchor, limit, capacity), rack)


def search_lines(t: Desk, size: int, capacity: int) -> int:
    """Find all plays of the rack; how many there are (see `find_plays`)."""
    t.counts[FOUND], t.counts[BEST_EQUITY] = 0, LEAST
    fill_slots(t)
    refresh_lines(t, size)
    rack = rack_tiles(t)
    for down in range(2):
        for line, place, limit in anchors_of(t, size, down):
            search_line(t, size, down, line, place, limit, rack, capacity)
    return t.counts[FOUND]


@kernel
def find_plays(game: Game, t: Desk, size: int, capacity: int) -> int:
    """Find all plays of the rack, the first `capacity` of them listed and the best of all behind these; how
    many there are.  `leaves` and `counts[BONUS]` say what they are worth."""
    return search_lines(t, size, capacity)


def fill_slots(t: Desk) -> None:
    """Number the tiles of the rack."""
    at = 0
    for tile in range(32):
        t.slots[tile] = ((1 << t.rack[tile]) - 1) << at
        at += t.rack[tile]


class _Rack(Game):
    """The game that kernels on racks are made for."""

    name = "rack of tiles"


RACK = _Rack()


def rack_game(compiled: bool = True) -> Game:
    """What kernels on racks are given as their game, to run compiled or interpreted."""
    return RACK if compiled and runs_compiled(RACK) else interpreted(RACK)


def board_buffers(size: int) -> tuple[Buffer, Buffer, Buffer, Buffer]:
    """The parts of a desk that say what is known of its board: nothing yet."""
    squares = size * size
    made = Buffer(2 * squares, unsigned=True), Buffer(2 * squares), Buffer(2 * size, unsigned=True)
    known = Buffer(squares)
    known.array[:] = -1
    return *made, known


class Generator:
    """Finds plays on boards of one layout, with the tiles of one set and the words of one lexicon."""

    def __init__(
        self, lexicon: Lexicon, tiles: TileSet, layout: Layout, bonus: int = 50, *, compiled: bool = True
    ) -> None:
        self.game, self.size, self.capacity = rack_game(compiled), layout.size, 4096
        squares = self.size * self.size
        self.desk = Desk(
            lexicon.graph, Buffer(squares), filled(layout.letter), filled(layout.word),
            filled((*tiles.points, *[0] * (64 - tiles.size))), Buffer(32), Buffer(32), Buffer(SUBSETS),
            *board_buffers(self.size), Buffer(FRAME * QUEUE), Buffer(8),
            Buffer(ROOM * (self.capacity + 1)), Buffer(SHADOW),
        )  # fmt: skip
        self.desk.counts[BONUS] = bonus
        self.lock = Lock()

    def set(self, board: bytes, rack: bytes) -> None:
        """Lay a position out."""
        self.desk.board.array[:] = list(board)
        self.desk.rack.clear()
        for tile in rack:
            self.desk.rack[tile] += 1

    def make_room(self, plays: int) -> None:
        """Have room for so many plays, and as many more."""
        self.capacity = 2 * plays
        self.desk = self.desk._replace(plays=Buffer(ROOM * (self.capacity + 1)))

    def plays(self, board: bytes, rack: bytes) -> list[tuple[int, int]]:
        """All plays and their scores, in the order of their numbers."""
        with self.lock:
            return self._plays(board, rack)

    def _plays(self, board: bytes, rack: bytes) -> list[tuple[int, int]]:
        self.set(board, rack)
        count = find_plays(self.game, self.desk, self.size, self.capacity)
        if count > self.capacity:
            self.make_room(count)
            find_plays(self.game, self.desk, self.size, self.capacity)
        found = self.desk.plays.array[: ROOM * count].reshape(-1, ROOM)
        return sorted(zip(found[:, 0].tolist(), found[:, 1].tolist(), strict=True))


def filled(numbers: tuple[int, ...]) -> Buffer:
    """A buffer with numbers."""
    made = Buffer(len(numbers))
    made.array[:] = numbers
    return made
