"""The end of a game of Scrabble, with an empty bag: a game of perfect information, for the one engine.

    plays 0 … 4     the plays that have been made since, three to a word: their numbers in a table
                    (`endgame_plays`)
    first, second   the tiles that each player still has, as words
    laid            the squares that have been covered since

Actions are numbers of that table, in which the same play that scores otherwise is another action.  Utilities
are the points that are still gained, counted from the beginning of the end; more than `MOST_POINTS` count as
that.

Two passes one after the other end it.  That changes no value: whoever is to move in a position may play in it
now, or wait; if he waits and the other waits too, he is to move in the same position again, and nothing is
gained by waiting further, however many turns without points the rules allow.

Whoever can lay all his tiles down gains at least what that brings.  The plays that do so and were possible at
the beginning are known for each rest of a rack, and are possible as long as nothing lies on the squares that
they ask to be empty: this bound costs no search, and spares most positions a visit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, buffer_at, word_at
from halfmove.core.contract import Game
from halfmove.core.score import INFINITY, WIN, one_ply_on, score_of_utility
from halfmove.games.scrabble.desk import FULL_RACK, ROOM
from halfmove.games.scrabble.endgame_plays import (
    COVERS,
    ENTRY,
    FACTS,
    FIRST,
    HEADS,
    HIGH,
    KIND_BITS,
    KINDS,
    KNOWN,
    LISTED,
    LISTS,
    LOW,
    MEMO,
    MEMOS,
    MOST_PLAYS,
    NAME,
    NEED,
    NEXT,
    NUMBER,
    OWNER,
    PARTS,
    PLACES,
    PLAYS,
    POINTS,
    READY,
    SCORE,
    Squares,
    clear_board,
    count_tiles,
    desk_of,
    fits,
    head_of,
    lay_known,
    list_plays,
    listed,
    look_at_beginning,
    rack_of,
    tile_of,
    tiles_on,
)
from halfmove.games.scrabble.generator import Generator, board_buffers
from halfmove.games.scrabble.plays import PASS, TILE, play_of

MOST_POINTS = 500
"""The engine counts no further."""
PASSED = KNOWN
"""The number of a pass."""


class End(NamedTuple):
    """A position of the end."""

    plays0: int
    plays1: int
    plays2: int
    plays3: int
    plays4: int
    made: int
    """How many plays have been made."""
    first: int
    second: int
    lead: int
    """Points that player 0 has gained, less the other's."""
    mover: int
    passes: int
    """Whether the turn before was a pass; 2: the game is over, as it is where somebody has no tiles."""
    name: Bitboard
    """The hash of the tiles that have been laid."""
    laid: Squares


def fill_board(directory: int, size: int, s: End) -> None:
    """Lay the position out."""
    t, plays = desk_of(directory), buffer_at(word_at(directory, PLAYS))
    clear_board(t, directory, size)
    for k in range(s.made):
        lay_known(t, size, plays, number_at(s, k))


def number_at(s: End, k: int) -> int:
    """The number of the k-th play that was made."""
    word = s.plays0
    if k >= 12:
        word = s.plays4
    elif k >= 9:
        word = s.plays3
    elif k >= 6:
        word = s.plays2
    elif k >= 3:
        word = s.plays1
    return (word >> (NUMBER * (k % 3))) & ((1 << NUMBER) - 1)


def find_list(directory: int, size: int, s: End) -> int:
    """Where the list of the plays of a position begins: of one that is kept, or made."""
    facts = buffer_at(word_at(directory, FACTS))
    if facts[READY] == 0:
        look_at_beginning(desk_of(directory), directory, size)
    rack = s.first if s.mover == 0 else s.second
    key = bits.mix(s.name ^ bits.mix(bits.board(rack * 2 + s.mover)))
    memo = bits.number(key & bits.board(MEMOS - 1))
    memos = buffer_at(word_at(directory, MEMO))
    if memos[2 * memo] == bits.number(key):
        return memos[2 * memo + 1] - 1
    fill_board(directory, size, s)
    return list_plays(desk_of(directory), directory, size, s.mover, rack, s.laid, key, memo)


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
        racks = [rack_of(self.directory, player) if self.directory else 0 for player in range(2)]
        nothing = bits.board(0)
        return End(
            0, 0, 0, 0, 0, 0, racks[0], racks[1], 0, 0, int(passed), nothing,
            (nothing, nothing, nothing, nothing),
        )  # fmt: skip

    def to_move(self, s: End) -> int:
        return s.mover

    def actions(self, s: End) -> Iterable[int]:
        at = find_list(self.directory, self.size, s)
        lists = buffer_at(word_at(self.directory, LISTED))
        for k in range(lists[at]):
            yield listed(lists, at, k)
        yield PASSED

    def result(self, s: End, a: int) -> End:
        mine = s.first if s.mover == 0 else s.second
        others = s.second if s.mover == 0 else s.first
        sign = 1 if s.mover == 0 else -1
        if a == PASSED:
            lead = s.lead
            if s.passes == 1:
                lead += sign * ((others >> POINTS) - (mine >> POINTS))
            return End(
                s.plays0, s.plays1, s.plays2, s.plays3, s.plays4, s.made, s.first, s.second,
                lead, 1 - s.mover, s.passes + 1, s.name, s.laid,
            )  # fmt: skip
        plays = buffer_at(word_at(self.directory, PLAYS))
        at = ENTRY * a
        lead = s.lead + sign * (plays[at + SCORE] & ((1 << OWNER) - 1))
        p0, p1, p2, p3, p4 = s.plays0, s.plays1, s.plays2, s.plays3, s.plays4
        word = a << (NUMBER * (s.made % 3))
        if s.made >= 12:
            p4 |= word
        elif s.made >= 9:
            p3 |= word
        elif s.made >= 6:
            p2 |= word
        elif s.made >= 3:
            p1 |= word
        else:
            p0 |= word
        mine -= plays[at + NEED]
        passes = 0
        if mine == 0:
            lead += sign * 2 * (others >> POINTS)
            passes = 2
        first, second = (mine, others) if s.mover == 0 else (others, mine)
        laid = (
            s.laid[0] | bits.board(plays[at + COVERS]),
            s.laid[1] | bits.board(plays[at + COVERS + 1]),
            s.laid[2] | bits.board(plays[at + COVERS + 2]),
            s.laid[3] | bits.board(plays[at + COVERS + 3]),
        )
        name = s.name ^ bits.board(plays[at + NAME])
        return End(p0, p1, p2, p3, p4, s.made + 1, first, second, lead, 1 - s.mover, passes, name, laid)

    def is_terminal(self, s: End) -> bool:
        return s.passes == 2

    def utility(self, s: End, player: int) -> int:
        lead = s.lead if player == 0 else -s.lead
        return min(max(lead, -MOST_POINTS), MOST_POINTS)

    def bounds(self, s: End) -> tuple[int, int]:
        facts = buffer_at(word_at(self.directory, FACTS))
        mine, others = (s.first, s.second) if s.mover == 0 else (s.second, s.first)
        if facts[READY] == 0:
            return -INFINITY, INFINITY
        plays, first = buffer_at(word_at(self.directory, PLAYS)), buffer_at(word_at(self.directory, FIRST))
        number = first[2 * head_of(first, s.mover, mine) + 1] - 1
        while number >= 0:
            if fits(plays, number, s.laid):
                lead = s.lead if s.mover == 0 else -s.lead
                lead += (plays[ENTRY * number + SCORE] & ((1 << OWNER) - 1)) + 2 * (others >> POINTS)
                lead = min(max(lead, -MOST_POINTS), MOST_POINTS)
                return one_ply_on(score_of_utility(lead)), INFINITY
            number = plays[ENTRY * number + NEXT]
        return -INFINITY, INFINITY

    def plies_left(self, s: End) -> int:
        return 2 * (tiles_on(s.first) + tiles_on(s.second)) + 2 - s.passes

    def key(self, s: End) -> Bitboard:
        racks = bits.mix(bits.board((s.first & KINDS) | ((s.second & KINDS) << (KIND_BITS * FULL_RACK))))
        return s.name ^ bits.mix(racks ^ bits.board(s.mover | (s.passes << 1) | ((s.lead + 4096) << 3)))

    def evaluate(self, s: End, player: int) -> int:
        lead = s.lead if s.mover == 0 else -s.lead
        mine, others = (s.first, s.second) if s.mover == 0 else (s.second, s.first)
        lead += (others >> POINTS) - (mine >> POINTS)
        value = min(max(lead, 1 - MOST_POINTS), MOST_POINTS - 1) * WIN
        return value if player == s.mover else -value

    def order(self, s: End, a: int) -> int:
        if a == PASSED:
            return -20
        plays = buffer_at(word_at(self.directory, PLAYS))
        at = ENTRY * a
        if plays[at + NEED] == (s.first if s.mover == 0 else s.second):
            return 1000
        return min(4 * ((plays[at + SCORE] & ((1 << OWNER) - 1)) + (plays[at + NEED] >> POINTS)), 999)

    def history_slot(self, s: End, a: int) -> int:
        return a & (self.history_slots - 1)


class EndGameDesk:
    """The buffers of an end game, and the position that it begins with."""

    def __init__(self, generator: Generator) -> None:
        self.generator, self.size = generator, generator.size
        desk = generator.desk
        fits, across, lines, known = board_buffers(self.size)
        own = desk._replace(
            board=Buffer(len(desk.board)), rack=Buffer(32), slots=Buffer(32), leaves=Buffer(len(desk.leaves)),
            fits=fits, across=across, lines=lines, known=known, stack=Buffer(len(desk.stack)),
            counts=Buffer(len(desk.counts)), plays=Buffer(ROOM * (MOST_PLAYS + 1)),
            shadow=Buffer(len(desk.shadow)),
        )  # fmt: skip
        for place, value in enumerate(desk.counts.array):
            own.counts[place] = value
        self.desk = own
        parts = (
            *own, Buffer(len(desk.board)), Buffer(2 * FULL_RACK + 2), Buffer(ENTRY * KNOWN), Buffer(PLACES),
            Buffer(2 * HEADS), Buffer(2 * MEMOS), Buffer(LISTS), Buffer(8),
        )  # fmt: skip
        self._parts = parts
        self.board, self.racks, self.plays, self._index, self._first, self._memo, _, self._facts = parts[
            PARTS:
        ]
        self.directory = Buffer(len(parts))
        for place, part in enumerate(parts):
            self.directory[place] = part.address
        self.game = EndGame(size=self.size, directory=self.directory.address)

    def set(self, board: bytes, racks: tuple[bytes, bytes], *, passed: bool) -> End:
        """Take a position with an empty bag, the rack of the player to move first; where it begins."""
        self.board.array[:] = list(board)
        self.racks.array[:] = -1
        for player, rack in enumerate(racks):
            word = 0
            for kind, tile in enumerate(sorted(set(rack))):
                self.racks[FULL_RACK * player + kind] = tile
                many = rack.count(tile)
                word += (many << (KIND_BITS * kind)) + (many * self.desk.points[tile] << POINTS)
            self.racks[2 * FULL_RACK + player] = word
        for part in (self._index, self._first, self._memo, self._facts):
            part.clear()
        return self.game.begin(passed=passed)

    def play_of(self, action: int, board: bytes) -> int:
        """The play of Scrabble that an action is on a board."""
        if action == PASSED:
            return PASS
        low, high = self.plays[ENTRY * action + LOW], self.plays[ENTRY * action + HIGH]
        tiles = [tile_of(low, high, k) for k in range(count_tiles(high))]
        squares = [tile >> TILE for tile in tiles]
        down = squares[-1] - squares[0] >= self.size
        if len(tiles) == 1:  # the word across is the main one, where there is one
            row, column = divmod(squares[0], self.size)
            before, after = max(column - 1, 0), min(column + 1, self.size - 1)
            down = not (board[row * self.size + before] or board[row * self.size + after])
        return play_of(squares[0], down, [tile & ((1 << TILE) - 1) for tile in tiles])
