"""An evaluation network in a search, whose first layer is kept up to date from the nearest state known.

`Memory.sums` keeps for each ply the words, views and sums of the state evaluated last at that ply.  Another
state's sums are made from those of its sibling, its parent or its grandparent, whichever differs in fewest
bits: what has changed is found by comparing words, so that rules, null moves and evaluations left out need no
notice.  Where a player's view has changed (a king that has crossed the middle), his sums are made from those
of the state in which he had that view last, of which there is one entry for each player and view.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer, prefetch
from halfmove.core.compile import step
from halfmove.core.contract import Game
from halfmove.core.evaluation_network import (
    BIAS_AT,
    HEADER,
    ONE,
    OUTPUT_BIAS_AT,
    OUTPUTS_AT,
    ROW_WORDS,
    SCALE,
    WHOLE,
    WIDTH,
)
from halfmove.core.score import MAX_PLIES, WIN
from halfmove.core.vectors import sum_rows, weigh_row
from halfmove.search.alphabeta.memory import MAX_PLY

WORDS = 32
"""The most words of a game's inputs."""
CHANGES = WORDS
VIEWS = 4096
"""Where the entries of the views begin, after the words that are compared and the rows that change."""
LOOK_BACK = (1, 0, 2)
"""How many plies back: the parent, which most often differs least, the sibling, and the grandparent."""


def entry_words(game: Game, row_words: int) -> int:
    """How many words a ply's entry takes: the game's words, two views, and the sums of both players."""
    return (game.evaluation_words + 2 + 7) // 8 * 8 + 2 * row_words


def first_ply(game: Game, size: int) -> int:
    """Where the entries of the plies begin, each of so many words: before them lies one for each player and
    view, which begins as that of an empty board."""
    return VIEWS + 2 * game.evaluation_views * size


def new_sums(game: Game, network: Buffer | None) -> Buffer:
    """A thread's memory of sums, for no state yet."""
    if network is None:
        return Buffer(1)
    row_words = network[ROW_WORDS]
    size = entry_words(game, row_words)
    sums = Buffer(first_ply(game, size) + (MAX_PLY + 7) * size)
    bias = network.array[network[BIAS_AT] : network[BIAS_AT] + row_words]
    for entry in range(VIEWS, len(sums) - size + 1, size):
        sums.array[entry + size - 2 * row_words : entry + size - row_words] = bias
        sums.array[entry + size - row_words : entry + size] = bias
        sums.array[entry + game.evaluation_words : entry + game.evaluation_words + 2] = -1
    return sums


@step
def find_nearest(game: Game, here: int, first: int, size: int, sums: Buffer) -> int:
    """The entry whose state differs in the fewest bits from the words at the beginning."""
    nearest, fewest = here, 1 << 20
    for back in LOOK_BACK:
        entry = here - back * size
        if entry < first:
            continue
        count = here - here
        for i in range(game.evaluation_words):
            count += bits.count(bits.board(sums[i] ^ sums[entry + i]))
        if count < fewest:
            fewest = count
            nearest = entry
        if count <= 4:
            break
    return nearest


@step
def list_rows(
    game: Game,
    view: int,
    player: int,
    there: int,
    missing: int,
    place: int,
    row_words: int,
    sums: Buffer,
    network: Buffer,
) -> int:
    """Note at `place` the rows of the bits that the words at `there` have and those at `missing` lack; the
    place after the last."""
    changed = missing - missing
    for i in range(game.evaluation_words):
        changed |= (1 if sums[there + i] & ~sums[missing + i] != 0 else 0) << i
    for i in bits.squares(bits.board(changed)):
        for bit in bits.squares(bits.without(bits.board(sums[there + i]), bits.board(sums[missing + i]))):
            row = HEADER + game.word_row(view, player, i, bit) * row_words
            prefetch(network, row)
            prefetch(network, row + row_words // 2)
            sums[place] = row
            place += 1
    return place


def judge(game: Game, state: Any, mover: int, ply: int, m: Any) -> int:
    """The estimate of a state for the player to move: by the game's network, if it has one, or by the game
    itself.  `m`: the memory of either search."""
    if game.estimates_by_network:
        return game.refine(state, mover, network_estimate(game, state, mover, ply, m.network, m.sums))
    return game.evaluate(state, mover)


def judge_within(game: Game, state: Any, mover: int, lower: int, upper: int, ply: int, m: Any) -> int:
    """`judge`, kept within what is proven."""
    most = game.utility_limit * WIN - MAX_PLIES - 1
    return min(max(min(max(judge(game, state, mover, ply, m), -most), most), lower), upper)


def network_estimate(game: Game, state: Any, mover: int, ply: int, network: Buffer, sums: Buffer) -> int:
    """The network's estimate of a state for the player to move, in the units of `evaluate`."""
    zero = ply - ply
    row_words = network[ROW_WORDS]
    size = entry_words(game, row_words)
    first = first_ply(game, size)
    here = first + ply * size
    game.write_words(state, sums, zero)
    nearest = find_nearest(game, here, first, size, sums)
    seats = network[OUTPUTS_AT] + 2 * row_words * game.output_bucket(state)
    total = network[network[OUTPUT_BIAS_AT] + game.output_bucket(state)]
    for player in range(2):
        view = game.word_view(state, player)
        known = sums[nearest + game.evaluation_words + player] == view
        source = nearest if known else VIEWS + (2 * view + player) * size
        between = list_rows(game, view, player, zero, source, zero + CHANGES, row_words, sums, network)
        end = list_rows(game, view, player, source, zero, between, row_words, sums, network)
        layer = size - (2 - player) * row_words
        if end > CHANGES or source != here:
            added, removed = between - CHANGES, end - between
            changes = zero + CHANGES
            sum_rows(
                sums, here + layer, source + layer, network, sums, changes, added, removed, network[WIDTH]
            )
        if not known:
            sum_rows(sums, source + layer, here + layer, network, sums, zero, zero, zero, network[WIDTH])
            for i in range(game.evaluation_words):
                sums[source + i] = sums[i]
        sums[here + game.evaluation_words + player] = view
        weights = seats if player == mover else seats + row_words
        total += weigh_row(sums, here + layer, zero + ONE, network, weights, network[WIDTH])
    for i in range(game.evaluation_words):
        sums[here + i] = sums[i]
    value = abs(total) * network[SCALE] // WHOLE
    return value if total >= 0 else -value
