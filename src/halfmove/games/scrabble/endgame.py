"""The end of a game of Scrabble, with an empty bag: a game of perfect information, for the one engine.

    tiles 0 … 3     what has been laid since, 15 bits a tile: its square, and 6 bits of what lies there
    first, second   the tiles that each player still has, as bits of the racks that the end began with

Actions are numbers of a table in which plays stand with the squares that they fill and what they score; the
same play that scores otherwise is another action.  Utilities are the points that are still gained, counted
from the beginning of the end; more than `MOST_POINTS` count as that.

Two passes one after the other end it.  That changes no value: whoever is to move in a position may play in it
now, or wait; if he waits and the other waits too, he is to move in the same position again, and nothing is
gained by waiting further, however many turns without points the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, buffer_at, unsigned_at, word_at
from halfmove.core.contract import Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import WIN
from halfmove.games.scrabble.generator import (
    FULL_RACK,
    ROOM,
    Desk,
    Generator,
    board_buffers,
    search_lines,
)
from halfmove.games.scrabble.plays import COUNT, DOWN, PASS, SQUARE, TILE, play_of
from halfmove.games.scrabble.tiles import BLANK

MOST_POINTS = 500
"""The engine counts no further."""
MOST_PLAYS = 1 << 15
"""Of a position."""
KNOWN = 1 << 20
"""Places of the table of plays; `PASSED` is the number of a pass."""
PASSED = KNOWN
ENTRY = 3
"""Words of a play in the table: its first four tiles; the others, and above them how many there are; what it
scores, and 1 << 32 more, so that no entry is empty."""
LAID = 15
"""Bits of a tile that is laid."""
FOUR = 4 * LAID
HELD = 1 << 32
PARTS = 16
"""Buffers of a `Desk`."""
ROOT, RACKS, PLAYS, LISTED, KNOWN_COUNT = range(PARTS, PARTS + 5)
"""In the directory, behind the addresses of the desk's buffers: those of the board at the beginning, of the
racks (two times seven tiles, -1 for none, and how many points each counts), of the table of plays and of the
list of actions; and how many plays the table has."""


class End(NamedTuple):
    """A position of the end."""

    tiles0: int
    tiles1: int
    tiles2: int
    tiles3: int
    laid: int
    """How many tiles have been laid."""
    first: int
    second: int
    lead: int
    """Points that player 0 has gained, less the other's."""
    mover: int
    passes: int
    """Whether the turn before was a pass; 2: the game is over, as it is where somebody has no tiles."""
    name: Bitboard
    """The hash of the tiles that have been laid."""


def hash_of_tile(tile: int) -> Bitboard:
    """A word for a tile on its square."""
    return bits.mix(bits.board(tile + 1))


def points_left(directory: int, player: int, mask: int) -> int:
    """What the tiles of a player count that are left."""
    racks = word_at(directory, RACKS)
    total = 0
    for slot in range(FULL_RACK):
        if (mask >> slot) & 1 == 1:
            total += word_at(racks, 2 * FULL_RACK + FULL_RACK * player + slot)
    return total


def without_tile(directory: int, player: int, mask: int, tile: int) -> int:
    """The tiles of a player without one of a kind: that in the lowest place."""
    racks = word_at(directory, RACKS)
    for slot in range(FULL_RACK):
        if (mask >> slot) & 1 == 1 and word_at(racks, FULL_RACK * player + slot) == tile:
            return mask & ~(1 << slot)
    raise BrokenPromise("A play lays a tile that its player has not.")


def tile_at(s: End, k: int) -> int:
    """The k-th tile that was laid."""
    word = s.tiles0 if k < 4 else (s.tiles1 if k < 8 else (s.tiles2 if k < 12 else s.tiles3))
    return (word >> (LAID * (k & 3))) & ((1 << LAID) - 1)


def desk_of(directory: int) -> Desk:
    """The desk that a directory names."""
    return Desk(
        unsigned_at(word_at(directory, 0)),
        buffer_at(word_at(directory, 1)),
        buffer_at(word_at(directory, 2)),
        buffer_at(word_at(directory, 3)),
        buffer_at(word_at(directory, 4)),
        buffer_at(word_at(directory, 5)),
        buffer_at(word_at(directory, 6)),
        buffer_at(word_at(directory, 7)),
        unsigned_at(word_at(directory, 8)),
        buffer_at(word_at(directory, 9)),
        unsigned_at(word_at(directory, 10)),
        buffer_at(word_at(directory, 11)),
        buffer_at(word_at(directory, 12)),
        buffer_at(word_at(directory, 13)),
        buffer_at(word_at(directory, 14)),
        buffer_at(word_at(directory, 15)),
    )


def number_of_play(directory: int, low: int, high: int, score: int) -> int:
    """The number of a play in the table, where it is entered if it is new."""
    plays = buffer_at(word_at(directory, PLAYS))
    mixed = bits.mix(bits.board(low) ^ bits.mix(bits.board(high ^ (score << 40))))
    place = bits.number(mixed & bits.board(KNOWN - 1))
    while plays[ENTRY * place + 2] != 0:
        at = ENTRY * place
        if plays[at] == low and plays[at + 1] == high and plays[at + 2] == score + HELD:
            return place
        place = (place + 1) & (KNOWN - 1)
    book = buffer_at(directory)
    book[KNOWN_COUNT] += 1
    if book[KNOWN_COUNT] > KNOWN - KNOWN // 8:
        raise BrokenPromise("An end game of Scrabble has more plays than its table has room for.")
    plays[ENTRY * place], plays[ENTRY * place + 1] = low, high
    plays[ENTRY * place + 2] = score + HELD
    return place


def fill_desk(t: Desk, directory: int, size: int, s: End) -> None:
    """Lay the position out, with the rack of the player to move."""
    root = buffer_at(word_at(directory, ROOT))
    for square in range(size * size):
        t.board[square] = root[square]
    for k in range(s.laid):
        tile = tile_at(s, k)
        t.board[tile >> TILE] = tile & ((1 << TILE) - 1)
    racks = word_at(directory, RACKS)
    for tile in range(32):
        t.rack[tile] = 0
    mask = s.first if s.mover == 0 else s.second
    for slot in range(FULL_RACK):
        if (mask >> slot) & 1 == 1:
            t.rack[word_at(racks, FULL_RACK * s.mover + slot)] += 1


def find_all(t: Desk, size: int) -> int:
    """Find the plays of what is laid out; how many."""
    return search_lines(t, size, MOST_PLAYS)


def list_plays(directory: int, size: int, s: End) -> int:
    """Write the numbers of all plays to the list of actions; how many."""
    t = desk_of(directory)
    fill_desk(t, directory, size, s)
    out = buffer_at(word_at(directory, LISTED))
    many = find_all(t, size)
    if many > MOST_PLAYS:
        raise BrokenPromise("A position of an end game has more plays than there is room for.")
    for k in range(many):
        action, score = t.plays[ROOM * k], t.plays[ROOM * k + 1]
        square = (action >> SQUARE) & 511
        step = size if (action >> DOWN) & 1 == 1 else 1
        count = (action >> COUNT) & 7
        low, high = 0, count << FOUR
        for each in range(count):
            while t.board[square] > 0:
                square += step
            tile = (square << TILE) | ((action >> (TILE * each)) & 63)
            if each < 4:
                low |= tile << (LAID * each)
            else:
                high |= tile << (LAID * (each - 4))
            square += step
        out[k] = number_of_play(directory, low, high, score)
    return many


class EndGame(Game):
    """The end of a game of two players, on a board of so many squares a side."""

    name = "scrabble end game"
    utility_limit = MOST_POINTS
    actions_limit = MOST_PLAYS
    action_bits = 32
    history_slots = 1 << 14
    estimate_unit = "points"
    unit = WIN
    runtime_parameters = ("directory",)

    size: int = 15
    directory: int = 0
    """The address of a directory of buffers (`EndGameDesk`)."""

    def initial(self) -> End:
        return self.begin(passed=False)

    def begin(self, *, passed: bool) -> End:
        """The beginning of the end; `passed`: a pass ends it at once, as the turns before had no points."""
        racks = [0, 0]
        for player in range(2):
            for slot in range(FULL_RACK):
                if self.directory and word_at(word_at(self.directory, RACKS), FULL_RACK * player + slot) >= 0:
                    racks[player] |= 1 << slot
        return End(0, 0, 0, 0, 0, racks[0], racks[1], 0, 0, int(passed), bits.board(0))

    def to_move(self, s: End) -> int:
        return s.mover

    def actions(self, s: End) -> Iterable[int]:
        many = list_plays(self.directory, self.size, s)
        out = buffer_at(word_at(self.directory, LISTED))
        for k in range(many):
            yield out[k]
        yield PASSED

    def result(self, s: End, a: int) -> End:
        mine = s.first if s.mover == 0 else s.second
        others = s.second if s.mover == 0 else s.first
        sign = 1 if s.mover == 0 else -1
        if a == PASSED:
            lead = s.lead
            if s.passes == 1:
                lead -= sign * points_left(self.directory, s.mover, mine)
                lead += sign * points_left(self.directory, 1 - s.mover, others)
            return End(
                s.tiles0, s.tiles1, s.tiles2, s.tiles3, s.laid, s.first, s.second,
                lead, 1 - s.mover, s.passes + 1, s.name,
            )  # fmt: skip
        plays = buffer_at(word_at(self.directory, PLAYS))
        low, high = plays[ENTRY * a], plays[ENTRY * a + 1]
        lead = s.lead + sign * (plays[ENTRY * a + 2] - HELD)
        t0, t1, t2, t3, laid, name = s.tiles0, s.tiles1, s.tiles2, s.tiles3, s.laid, s.name
        for k in range(high >> FOUR):
            word = low >> (LAID * k) if k < 4 else high >> (LAID * (k - 4))
            tile = word & ((1 << LAID) - 1)
            if laid < 4:
                t0 |= tile << (LAID * laid)
            elif laid < 8:
                t1 |= tile << (LAID * (laid - 4))
            elif laid < 12:
                t2 |= tile << (LAID * (laid - 8))
            else:
                t3 |= tile << (LAID * (laid - 12))
            laid += 1
            name ^= hash_of_tile(tile)
            kind = tile & ((1 << TILE) - 1)
            mine = without_tile(self.directory, s.mover, mine, 0 if kind >= BLANK else kind)
        passes = 0
        if mine == 0:
            lead += sign * 2 * points_left(self.directory, 1 - s.mover, others)
            passes = 2
        first, second = (mine, others) if s.mover == 0 else (others, mine)
        return End(t0, t1, t2, t3, laid, first, second, lead, 1 - s.mover, passes, name)

    def is_terminal(self, s: End) -> bool:
        return s.passes == 2

    def utility(self, s: End, player: int) -> int:
        lead = s.lead if player == 0 else -s.lead
        return min(max(lead, -MOST_POINTS), MOST_POINTS)

    def plies_left(self, s: End) -> int:
        tiles = bits.count(bits.board(s.first)) + bits.count(bits.board(s.second))
        return 2 * tiles + 2 - s.passes

    def key(self, s: End) -> Bitboard:
        rest = s.first | (s.second << 7) | (s.mover << 14) | (s.passes << 15) | ((s.lead + 4096) << 20)
        return s.name ^ bits.mix(bits.board(rest))

    def evaluate(self, s: End, player: int) -> int:
        lead = s.lead if s.mover == 0 else -s.lead
        mine, others = (s.first, s.second) if s.mover == 0 else (s.second, s.first)
        lead += points_left(self.directory, 1 - s.mover, others)
        lead -= points_left(self.directory, s.mover, mine)
        value = min(max(lead, 1 - MOST_POINTS), MOST_POINTS - 1) * WIN
        return value if player == s.mover else -value

    def order(self, s: End, a: int) -> int:
        if a == PASSED:
            return -20
        plays = buffer_at(word_at(self.directory, PLAYS))
        return min(4 * (plays[ENTRY * a + 2] - HELD) + 2 * (plays[ENTRY * a + 1] >> FOUR), 1000)

    def history_slot(self, s: End, a: int) -> int:
        return a & (self.history_slots - 1)


class EndGameDesk:
    """The buffers of an end game, and the position that it begins with."""

    def __init__(self, generator: Generator) -> None:
        self.generator, self.size = generator, generator.size
        desk = generator.desk
        fits, across, lines, known = board_buffers(self.size)
        own = desk._replace(
            board=Buffer(len(desk.board)), rack=Buffer(32), slots=Buffer(64), leaves=Buffer(len(desk.leaves)),
            fits=fits, across=across, lines=lines, known=known, stack=Buffer(len(desk.stack)),
            counts=Buffer(len(desk.counts)), plays=Buffer(ROOM * (MOST_PLAYS + 1)),
            shadow=Buffer(len(desk.shadow)),
        )  # fmt: skip
        for place, value in enumerate(desk.counts.array):
            own.counts[place] = value
        self.desk = own
        self.board, self.racks = Buffer(len(desk.board)), Buffer(4 * FULL_RACK)
        self.plays, self.listed = Buffer(ENTRY * KNOWN), Buffer(MOST_PLAYS + 1)
        self.directory = Buffer(PARTS + 5)
        parts = (*own, self.board, self.racks, self.plays, self.listed)
        for place, part in enumerate(parts):
            self.directory[place] = part.address
        self.game = EndGame(size=self.size, directory=self.directory.address)

    def set(self, board: bytes, racks: tuple[bytes, bytes], *, passed: bool) -> End:
        """Take a position with an empty bag, the rack of the player to move first; where it begins."""
        self.board.array[:] = list(board)
        self.racks.array[: 2 * FULL_RACK] = -1
        for player, rack in enumerate(racks):
            for slot, tile in enumerate(sorted(rack)):
                self.racks[FULL_RACK * player + slot] = tile
                self.racks[FULL_RACK * (2 + player) + slot] = self.desk.points[tile]
        self.plays.clear()
        self.directory[KNOWN_COUNT] = 0
        return self.game.begin(passed=passed)

    def play_of(self, action: int) -> int:
        """The play of Scrabble that an action of the root is."""
        if action == PASSED:
            return PASS
        low, high = self.plays[ENTRY * action], self.plays[ENTRY * action + 1]
        count = high >> FOUR
        tiles = [
            (low >> (LAID * k) if k < 4 else high >> (LAID * (k - 4))) & ((1 << LAID) - 1)
            for k in range(count)
        ]
        squares = [tile >> TILE for tile in tiles]
        down = count > 1 and squares[1] - squares[0] >= self.size
        return play_of(squares[0], down, [tile & ((1 << TILE) - 1) for tile in tiles])
