"""All plays of a rack on a board, with their scores: a kernel over the GADDAG.

On each line, across and down, a play has at least one anchor: the last tile of a row of tiles that it joins,
or an empty square with a tile only across the line.  A play is found from its first anchor: letters go
backwards from there, then, after the separator, forwards.  A square where the word across it must be one too
has a set of letters that make it so (Appel and Jacobson 1988, Gordon 1994: see `lexicon.graph`).  Tiles to be
tried are a set, too: bit n is letter n, bit 32 + n a blank that stands for it, bit 0 the separator.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, prefetch
from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.contract import Game
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
come from memory, and from which on the newest, so that room is never short (one part has at most 53 that
continue it, seven tiles deep)."""
USED = 42
TILES = (1 << USED) - 1
"""Where the tiles of the rack that were used stand, behind those laid as in the number of a play."""
FULL_RACK = 7
SUBSETS = 1 << FULL_RACK
ROOM = 3
"""Words of a play in the list: its number, its score, and the value of what is left, in thousandths."""
FOUND, BEST_EQUITY, BONUS = 0, 1, 2
"""In `Desk.counts`: how many plays were found; the best one's score and leave together, in thousandths; what
a play of a full rack scores besides."""
LEAST = -(1 << 40)
SHADOW = 48 + 5 * 21 * 21
"""Words of scratch for the bounds of anchors (`best`)."""


class Desk(NamedTuple):
    """What the kernel reads and writes, in buffers."""

    graph: Buffer
    board: Buffer
    """[size²]: 0, or the tile of each square."""
    letter: Buffer
    word: Buffer
    """[size²]: by how much squares multiply."""
    points: Buffer
    """[64], by tiles as on the board."""
    rack: Buffer
    """[32]: how many of each tile, 0 a blank."""
    slots: Buffer
    """[32]: the bit in USED of the first tile of a kind; the next 32: the bits of all."""
    leaves: Buffer
    """[128], by USED: the value of what is left of the rack, in thousandths of a point."""
    fits: Buffer
    """[2 × size²], unsigned: the letters that fit a square in the word across the line, for lines across and
    for lines down."""
    across: Buffer
    """[2 × size²]: what the tiles across the line count there; -1: there are none."""
    lines: Buffer
    """[2 × size], unsigned: the squares with tiles of each row, then of each column."""
    known: Buffer
    """[size²]: the board that `fits`, `across` and `lines` are of; -1 at first."""
    stack: Buffer
    counts: Buffer
    plays: Buffer
    """`ROOM` words a play."""
    shadow: Buffer
    """Scratch of `best`."""


def edge_of(graph: Buffer, node: int, letter: int) -> int:
    """The edge of a letter that leads on."""
    rank = bits.count(graph[node] & bits.board((1 << letter) - 1))
    pair = graph[node + 1 + (rank >> 1)]
    return bits.number(bits.right(pair, 32 * (rank & 1)) & bits.board(LOW))


def child_of(graph: Buffer, node: int, letter: int) -> int:
    """The node that a letter leads to; 0: none."""
    return edge_of(graph, node, letter) & NODE if bits.has(graph[node], letter) else 0


def ending_letters(graph: Buffer, node: int) -> Bitboard:
    """The letters that end a word at a node."""
    return bits.right(graph[node], 32)


def letters_across(t: Desk, size: int, square: int, at: int, step: int) -> Bitboard:
    """The letters that make a word across, where the place of the square on the line across is `at`, and the
    next square of that line is `step` further."""
    last = at
    while last + 1 < size and t.board[square + (last + 1 - at) * step] > 0:
        last += 1
    node = bits.number(t.graph[GADDAG])
    for place in range(last, at, -1):  # what follows, backwards
        node = child_of(t.graph, node, t.board[square + (place - at) * step] & 31) if node > 0 else 0
    if node == 0:
        return bits.board(0)
    first = at
    while first > 0 and t.board[square + (first - 1 - at) * step] > 0:
        first -= 1
    if first == at:
        return ending_letters(t.graph, node)
    if last == at:  # what comes before, backwards, then the separator and the letter
        for place in range(at - 1, first - 1, -1):
            node = child_of(t.graph, node, t.board[square + (place - at) * step] & 31) if node > 0 else 0
        node = child_of(t.graph, node, 0) if node > 0 else 0
        return ending_letters(t.graph, node) if node > 0 else bits.board(0)
    found = bits.board(0)
    either = t.graph[node] & bits.board(LOW - 1)
    for letter in bits.squares(either):
        below = child_of(t.graph, node, letter)
        for place in range(at - 1, first, -1):
            below = child_of(t.graph, below, t.board[square + (place - at) * step] & 31) if below > 0 else 0
        if below > 0 and bits.has(ending_letters(t.graph, below), t.board[square + (first - at) * step] & 31):
            found |= bits.bit(letter)
    return found


def refresh_lines(t: Desk, size: int) -> None:
    """Bring `fits`, `across` and `lines` up to date: of rows and columns on which the board has changed."""
    rows, columns = bits.board(0), bits.board(0)
    for row in range(size):
        for column in range(size):
            square = row * size + column
            if t.board[square] != t.known[square]:
                t.known[square] = t.board[square]
                rows |= bits.bit(row)
                columns |= bits.bit(column)
    for row in bits.squares(rows):
        refresh_line(t, size, row, row * size, 1, size * size)
    for column in bits.squares(columns):
        refresh_line(t, size, size + column, column, size, 0)


def refresh_line(t: Desk, size: int, line: int, first: int, step: int, plane: int) -> None:
    """The same of one line, which lies across the plays that `plane` is for."""
    full = bits.board(0)
    for at in range(size):
        if t.board[first + at * step] > 0:
            full |= bits.bit(at)
    t.lines[line] = full
    near = (bits.left(full, 1) | bits.right(full, 1)) & bits.board((1 << size) - 1)
    for at in range(size):
        square = first + at * step
        if not bits.has(near, at):
            t.fits[plane + square] = bits.board(LOW)
            t.across[plane + square] = -1
        elif not bits.has(full, at):
            total = 0
            place = at - 1
            while place >= 0 and bits.has(full, place):
                total += t.points[t.board[first + place * step]]
                place -= 1
            place = at + 1
            while bits.has(full, place):
                total += t.points[t.board[first + place * step]]
                place += 1
            t.fits[plane + square] = letters_across(t, size, square, at, step)
            t.across[plane + square] = total


def anchors_of(t: Desk, size: int, down: int) -> Iterator[tuple[int, int, int]]:
    """The anchors of all lines of a direction: the line, the place on it, and the first place of which a play
    with this first anchor may cover an empty square."""
    empty = True
    for line in range(size):
        if t.lines[line] != bits.board(0):
            empty = False
    for line in range(size):
        full, near = t.lines[down * size + line], bits.board(0)
        if line > 0:
            near |= t.lines[down * size + line - 1]
        if line + 1 < size:
            near |= t.lines[down * size + line + 1]
        if empty and line == size // 2:
            near = bits.bit(size // 2)
        beside = bits.right(full, 1)
        open_ones = bits.without(near, full | beside | bits.left(full, 1))
        limit = 0
        for place in bits.squares(bits.without(full, beside) | open_ones):
            if bits.has(full, place):
                yield line, place, limit
                limit = place + 2
            else:
                square = place * size + line if down == 1 else line * size + place
                if t.fits[down * size * size + square] != bits.board(0):
                    yield line, place, limit
                limit = place + 1


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


class Part(NamedTuple):
    """A part of a word, and where it is continued."""

    place: int
    left: int
    """The next place on the line, and whether the word grows to the left."""
    first: int
    count: int
    """The place of the first tile that was laid, and how many were."""
    total: int
    times: int
    beside: int
    """The word's points, by how much they are multiplied, and what words across it score."""
    tiles: int
    used: int
    """The tiles that were laid, as in the number of a play, and which of the rack's they are, by `slots`."""
    rack: Bitboard
    """What is left: bit n is letter n, and all bits from 33 on are set where there is a blank."""


def rack_tiles(t: Desk) -> Bitboard:
    """What may be laid at first: see `Part.rack`."""
    found = bits.board((LOW - 1) << 32) if t.rack[0] > 0 else bits.board(0)
    for letter in range(1, 32):
        if t.rack[letter] > 0:
            found |= bits.bit(letter)
    return found


def either_tile(letters: Bitboard, rack: Bitboard) -> Bitboard:
    """The tiles of a rack that letters can be laid with."""
    return (letters | bits.left(letters, 32)) & rack


def packed_place(node: int, place: int, left: int, first: int, count: int) -> int:
    """Three of the parts of a `Part` in a word, with the node that it leads to."""
    return node | (place + 1) << 32 | left << 40 | first << 48 | count << 56


def packed_score(total: int, times: int, beside: int) -> int:
    """The points of a `Part` in a word: sums of such words are the sums of the points."""
    return total | times << 16 | beside << 32


def put(t: Desk, at: int, place: int, score: int, laid: int, rack: Bitboard) -> None:
    """Note a part of a word, and have its node brought near until it is looked at."""
    prefetch(t.graph, place & LOW)
    t.stack[at], t.stack[at + 1], t.stack[at + 2], t.stack[at + 3] = place, score, laid, bits.number(rack)


def part_at(t: Desk, at: int) -> Part:
    """The part of a word that was noted."""
    where, score, laid = t.stack[at], t.stack[at + 1], t.stack[at + 2]
    return Part(
        (where >> 32 & 0xFF) - 1,
        where >> 40 & 1,
        where >> 48 & 0xFF,
        where >> 56,
        score & 0xFFFF,
        score >> 16 & 0xFFFF,
        score >> 32,
        laid & TILES,
        laid >> USED,
        bits.board(t.stack[at + 3]),
    )


def letters_near(
    t: Desk, rack: Bitboard, square: int, plane: int, is_open: bool, in_reach: bool
) -> Bitboard:
    """What the next square may have, and bit 0 for a node of more than one letter."""
    if not is_open:
        return bits.bit(t.board[square] & 31) | bits.board(1)
    if not in_reach:
        return bits.board(1)
    return (t.fits[plane + square] & (rack | bits.right(rack, 32))) | bits.board(1)


def search_anchor(
    t: Desk, size: int, line: int, down: int, anchor: int, limit: int, rack: Bitboard, capacity: int
) -> None:
    """Find the plays of a line whose first anchor is `anchor`, and which cover no empty square before
    `limit`; `rack` as in `Part`.

    Parts of words wait in a queue until their nodes have come from memory.
    """
    base, step = (line, size) if down == 1 else (line * size, 1)
    full, plane = t.lines[down * size + line], down * size * size
    head, tail = 0, 1
    put(t, 0, packed_place(bits.number(t.graph[GADDAG]), anchor, 1, anchor, 0), packed_score(0, 1, 0), 0, rack)
    while head < tail:
        if tail - head < CROWD:
            at = FRAME * (head & (QUEUE - 1))
            head += 1
        else:
            tail -= 1
            at = FRAME * (tail & (QUEUE - 1))
        node, part = t.stack[at] & LOW, part_at(t, at)
        place, left = part.place, part.left
        square, after = base + place * step, place + 1 - 2 * left
        stops = after < 0 or not bits.has(full, after)
        if place >= 0 and bits.has(full, place):
            tile = t.board[square]
            total = part.total + t.points[tile]
            if stops and part.count > 0 and bits.has(t.graph[node], 32 + (tile & 31)):
                start = part.first * size + line if down == 1 else line * size + part.first
                if part.count > 1 or down == 0 or t.across[plane + start] < 0:
                    action = PLAY | part.tiles | (part.count << COUNT_BITS) | (start << SQUARE) | (down << DOWN)
                    record_play(t, action, total * part.times + part.beside, part.used, capacity)
            below = child_of(t.graph, node, tile & 31)
            if below > 0:
                score = packed_score(total, part.times, part.beside)
                where = packed_place(below, after, left, part.first, part.count)
                put(t, FRAME * (tail & (QUEUE - 1)), where, score, part.tiles | part.used << USED, part.rack)
                tail += 1
            continue
        if limit <= place < size:
            letters = t.graph[node]
            fit = t.fits[plane + square]
            times, across, each = part.times * t.word[square], t.across[plane + square], t.letter[square]
            beside = part.beside
            if across >= 0:
                beside += across * t.word[square]
                each |= each * t.word[square] << 32
            fixed = packed_score(part.total, times, beside)
            if left == 1:
                tiles, shift, first = part.tiles << TILE, 0, place
            else:
                tiles, shift = part.tiles, TILE * part.count
                first = place if part.count == 0 else part.first
            if stops and (part.count > 0 or down == 0 or across < 0):
                start = first * size + line if down == 1 else line * size + first
                action = PLAY | tiles | ((part.count + 1) << COUNT_BITS) | (start << SQUARE) | (down << DOWN)
                for code in bits.squares(either_tile(bits.right(letters, 32) & fit, part.rack)):
                    tile = 0 if code >= BLANK else code
                    those = t.slots[32 + tile] & ~part.used
                    score = fixed + t.points[code] * each
                    record_play(
                        t,
                        action | code << shift,
                        (score & 0xFFFF) * times + (score >> 32),
                        part.used | (those & -those),
                        capacity,
                    )
            near = letters_near(t, part.rack, base + after * step, plane, stops, limit <= after < size)
            ahead = packed_place(0, after, left, first, part.count + 1)
            for code in bits.squares(either_tile(letters & fit, part.rack)):
                edge = edge_of(t.graph, node, code & 31)
                if not bits.has(near, edge >> ONLY):
                    continue
                tile = 0 if code >= BLANK else code
                those = t.slots[32 + tile] & ~part.used
                slot = those & -those
                rest = part.rack
                if those == slot:
                    rest = bits.without(rest, bits.board((LOW - 1) << 32) if tile == 0 else bits.bit(tile))
                score = fixed + t.points[code] * each
                laid = tiles | code << shift | (part.used | slot) << USED
                put(t, FRAME * (tail & (QUEUE - 1)), ahead | edge & NODE, score, laid, rest)
                tail += 1
        if left == 1 and anchor + 1 < size and bits.has(t.graph[node], 0):
            where = packed_place(child_of(t.graph, node, 0), anchor + 1, 0, part.first, part.count)
            score = packed_score(part.total, part.times, part.beside)
            put(t, FRAME * (tail & (QUEUE - 1)), where, score, part.tiles | part.used << USED, part.rack)
            tail += 1


def search_lines(t: Desk, size: int, capacity: int) -> int:
    """Find all plays of the rack; how many there are (see `find_plays`)."""
    t.counts[FOUND], t.counts[BEST_EQUITY] = 0, LEAST
    fill_slots(t)
    refresh_lines(t, size)
    rack = rack_tiles(t)
    for down in range(2):
        for line, place, limit in anchors_of(t, size, down):
            search_anchor(t, size, line, down, place, limit, rack, capacity)
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
        t.slots[tile] = at
        t.slots[32 + tile] = ((1 << t.rack[tile]) - 1) << at
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
            filled((*tiles.points, *[0] * (64 - tiles.size))), Buffer(32), Buffer(64), Buffer(SUBSETS),
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
