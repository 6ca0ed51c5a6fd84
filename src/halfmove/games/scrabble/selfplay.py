"""Whole games of static players in a kernel: what leaves are learned from, and how strong they are.

In positions with tiles in the bag a rack is drawn anew from what its player does not see, and what the best
play brings with it is noted: of any part of it, the rest is what is drawn to it at random.
"""

from __future__ import annotations

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.randomness import below
from halfmove.games.scrabble.best import find_best
from halfmove.games.scrabble.desk import BEST_EQUITY, FOUND, FULL_RACK, SUBSETS, Desk
from halfmove.games.scrabble.turns import (
    END,
    GREEDY,
    MOST_TURNS,
    OVER,
    SCORELESS,
    TOP,
    TURN_WORDS,
    TURNS,
    Match,
    draw_tiles,
    fill_leaves,
    play_turn,
    shuffle,
)

NOTE = 2
"""Words of a note: the rack, five bits a tile, and what it brings, in thousandths of a point."""


def note_rack(t: Desk, m: Match, size: int, player: int, in_bag: int, at: int, random: Buffer) -> None:
    """Draw a rack anew from what a player does not see, and note what it brings."""
    for tile in range(
        32
    ):  # his own tiles and those in the bag: the other's are as unknown, and as many kinds
        m.kept[32 + tile] = m.racks[32 + tile] + m.racks[tile]
        t.rack[tile] = 0
    for place in range(m.going[TOP], m.going[END]):
        m.kept[32 + m.order[place]] += 1
    total = in_bag + 2 * FULL_RACK
    packed = 0
    for k in range(FULL_RACK):
        place = below(random, total - k)
        tile = 0
        while place >= m.kept[32 + tile]:
            place -= m.kept[32 + tile]
            tile += 1
        m.kept[32 + tile] -= 1
        t.rack[tile] += 1
        packed |= tile << (5 * k)
    fill_leaves(t, m, False, in_bag, 0)
    find_best(t, size)
    best = t.counts[BEST_EQUITY] if t.counts[FOUND] > 0 else t.leaves[0]  # a pass
    for used in range(1, SUBSETS):
        if in_bag >= FULL_RACK and t.leaves[used] > best:
            best = t.leaves[used]
    m.notes[NOTE * at] = packed
    m.notes[NOTE * at + 1] = best


def begin_game(t: Desk, m: Match, size: int, random: Buffer) -> None:
    """Clear the board, mix the tiles and draw both racks."""
    for square in range(size * size):
        t.board[square] = 0
    many = 0
    for tile in range(32):
        m.racks[tile], m.racks[32 + tile] = 0, 0
        for _ in range(m.tiles[tile]):
            m.order[many] = tile
            many += 1
    shuffle(m, 0, many, random)
    m.going[TOP], m.going[END], m.going[SCORELESS], m.going[OVER], m.going[TURNS] = 0, many, 0, 0, 0
    for player in range(2):
        draw_tiles(m, player)
        m.scores[player], m.left[player] = 0, 0


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
    of them before.  The scores are in `scores`, and the lead and the bag at each turn in `turns`."""
    begin_game(t, m, size, random)
    player = 0
    while m.going[OVER] == 0:
        in_bag = m.going[END] - m.going[TOP]
        if notes < capacity and in_bag > 0:
            note_rack(t, m, size, player, in_bag, notes, random)
            notes += 1
        turn = m.going[TURNS]
        if turn < MOST_TURNS:
            lead = 1000 * (m.scores[player] - m.scores[1 - player])
            m.turns[TURN_WORDS * turn] = lead + m.left[player] - m.left[1 - player]
            m.turns[TURN_WORDS * turn + 1] = in_bag
            m.going[TURNS] = turn + 1
        play_turn(t, m, size, player, (first if player == 0 else second) == GREEDY, random)
        player = 1 - player
    return notes
