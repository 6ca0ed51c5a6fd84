"""The network in a file of Stockfish 15.1 (`.nnue`), which judges positions that networks of ours learn from.

Its inputs are the king's square, and what stands where (`HalfKAv2_hm`: 32 buckets of the own king, on the
right half of the board, by 11 pieces by 64 squares).  Each player has 1,024 sums of a first layer, of which
halves are multiplied, and eight sums that count material; three small layers follow, one set of them for each
number of pieces.  All is whole numbers, so that what is said here is what Stockfish says, to the last unit.

Sources: Stockfish's documentation *NNUE*, 2020 to 2024; the file's form as Stockfish 15.1 writes it
(`export_net`).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.words import buffer_of, count_words, read_words
from halfmove.games.chess.position import WHITE, Position

SUFFIX = ".nnue"
VERSION = 0x7AF32F20
PIECES, KINGS = 11, 32
"""Pieces of an input, of which both kings are one; the buckets of the own king."""
INPUTS, WIDTH, BUCKETS = KINGS * PIECES * 64, 1024, 8
SECOND, THIRD = 16, 32
"""Sums of the second and of the third layer; the last of the second goes straight to the output."""
PAWN = 361
"""A pawn in Stockfish's values: its `eval` tells scores in such pawns."""
OUTPUT = 16
"""What a unit of Stockfish's values is in the network's output."""
MATERIAL = 781, 825, 1276, 2538
"""A knight, a bishop, a rook and a queen, in its values in the middle of the game."""

Numbers = np.ndarray[Any, Any]


class StockfishNetwork(NamedTuple):
    """The weights, as they are in the file, but those of the second layer column by column."""

    bias: Numbers
    """(WIDTH)"""
    rows: Numbers
    """(INPUTS, WIDTH)"""
    material: Numbers
    """(INPUTS, BUCKETS)"""
    second_bias: Numbers
    """(BUCKETS, SECOND)"""
    second: Numbers
    """(BUCKETS, WIDTH, SECOND)"""
    third_bias: Numbers
    """(BUCKETS, THIRD)"""
    third: Numbers
    """(BUCKETS, THIRD, 32): of what comes in, 30 numbers, and two more that are no input."""
    last_bias: Numbers
    """(BUCKETS)"""
    last: Numbers
    """(BUCKETS, THIRD)"""


def read_stockfish_network(file: str | Path) -> StockfishNetwork:
    """The network of a file; `BadInput` where it cannot be read or is no such network."""
    path = Path(file).expanduser()
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise BadInput(f"'{file}' cannot be read: {error.strerror}.") from None
    try:
        return _unpack(whole)
    except (struct.error, ValueError):
        raise BadInput(f"'{file}' holds no network of Stockfish 15.1.") from None


def _unpack(whole: bytes) -> StockfishNetwork:
    """The network in a file's bytes; `ValueError` where it is none."""
    version, _, described = struct.unpack_from("<III", whole)
    at = 12 + described + 4
    if version != VERSION:
        raise ValueError

    def take(kind: str, *shape: int) -> Numbers:
        nonlocal at
        found = np.frombuffer(whole, kind, int(np.prod(shape)), at).reshape(shape).copy()
        at += found.nbytes
        return found

    first = take("<i2", WIDTH), take("<i2", INPUTS, WIDTH), take("<i4", INPUTS, BUCKETS)
    layers: list[list[Numbers]] = []
    for _ in range(BUCKETS):
        at += 4  # a digest of the layers' form
        second_bias, second = take("<i4", SECOND), take("<i1", SECOND, WIDTH)
        third_bias, third = take("<i4", THIRD), take("<i1", THIRD, 32)
        last_bias, last = take("<i4", 1)[0], take("<i1", THIRD)
        layers.append([second_bias, second.T, third_bias, third, last_bias, last])
    if at != len(whole):
        raise ValueError
    return StockfishNetwork(*first, *(np.ascontiguousarray(part) for part in zip(*layers, strict=True)))


class Sums(NamedTuple):
    """The first layer of the position seen last, by player, and that position."""

    layer: Numbers
    """(2, WIDTH)"""
    material: Numbers
    """(2, BUCKETS)"""
    pieces: Buffer
    """12 words of each player: a set of squares for each kind of piece and colour, White's first."""
    kings: Buffer
    """The squares of both kings; −1: no position has been seen."""
    pairs: Numbers
    """(WIDTH): what comes into the second layer."""
    seconds: Numbers
    """(SECOND)"""


def new_sums() -> Sums:
    """The sums of no position yet."""
    kings = Buffer(2)
    kings.array[:] = -1
    return Sums(
        np.zeros((2, WIDTH), np.int16),
        np.zeros((2, BUCKETS), np.int32),
        Buffer(24),
        kings,
        np.zeros(WIDTH, np.uint8),
        np.zeros(SECOND, np.int32),
    )


@step
def divide(value: int, by: int) -> int:
    """A quotient rounded towards zero."""
    return value // by if value >= 0 else -(-value // by)


@step
def clip(value: int) -> int:
    """A number brought between 0 and 127, as 1 is written between layers."""
    return min(max(value, 0), 127)


@step
def update_player(network: Any, sums: Any, now: Buffer, player: int) -> int:
    """Bring a player's sums up to date with the pieces of a position; 0."""
    bias, rows, material, _, _, _, _, _, _ = network
    layer, counted, before, kings, _, _ = sums
    king = bits.lowest(bits.board(now[10 + player]))
    turn = (0 if player == WHITE else 56) ^ (7 if king & 7 < 4 else 0)
    seen = king ^ turn
    start = 64 * PIECES * (4 * (7 - (seen >> 3)) + 7 - (seen & 7))
    if king != kings[player]:
        kings[player] = king
        for j in range(WIDTH):
            layer[player, j] = bias[j]
        for j in range(BUCKETS):
            counted[player, j] = 0
        for i in range(12):
            before[12 * player + i] = 0
    for i in range(12):
        kind, colour = i >> 1, (i & 1) ^ player
        place = start + (640 if kind == 5 else 128 * kind + 64 * colour)
        old, new = bits.board(before[12 * player + i]), bits.board(now[i])
        before[12 * player + i] = now[i]
        for square in bits.squares(bits.without(old, new)):
            row = place + (square ^ turn)
            for j in range(WIDTH):
                layer[player, j] -= rows[row, j]
            for j in range(BUCKETS):
                counted[player, j] -= material[row, j]
        for square in bits.squares(bits.without(new, old)):
            row = place + (square ^ turn)
            for j in range(WIDTH):
                layer[player, j] += rows[row, j]
            for j in range(BUCKETS):
                counted[player, j] += material[row, j]
    return 0


@step
def multiply_halves(layer: np.ndarray, mover: int, pairs: Numbers) -> int:
    """What comes into the second layer: of each player, the mover first, products of two halves; 0."""
    half = WIDTH // 2
    none, one = np.int32(0), np.int32(127)
    for seat in range(2):
        player = mover if seat == 0 else 1 - mover
        for j in range(half):
            x = min(max(np.int32(layer[player, j]), none), one)
            y = min(max(np.int32(layer[player, half + j]), none), one)
            pairs[half * seat + j] = np.uint8((x * y) >> 7)
    return 0


@step
def weigh_layers(network: Any, pairs: Numbers, seconds: Numbers, bucket: int) -> int:
    """The output of the layers after the first, in parts of `OUTPUT`."""
    _, _, _, second_bias, second, third_bias, third, last_bias, last = network
    for i in range(SECOND):
        seconds[i] = second_bias[bucket, i]
    for j in range(WIDTH):
        if pairs[j] != 0:  # half of them are nothing
            x = np.int32(pairs[j])
            for i in range(SECOND):
                seconds[i] += x * np.int32(second[bucket, j, i])
    y = int(last_bias[bucket])
    for i in range(THIRD):
        total = int(third_bias[bucket, i])
        for j in range(SECOND - 1):
            one = int(seconds[j])
            total += min(127, one * one >> 19) * int(third[bucket, i, j])
            total += clip(one >> 6) * int(third[bucket, i, SECOND - 1 + j])
        y += clip(total >> 6) * int(last[bucket, i])
    return y + divide(int(seconds[SECOND - 1]) * 600 * OUTPUT, 127 * 64)


@step
def evaluate_position(network: Any, p: Position, now: Buffer, sums: Any) -> int:
    """What Stockfish's search starts from, to the player to move, in its values: the network's output, whose
    share that does not count material weighs a little more in endings, scaled by the pieces left."""
    pieces = (p.pawns, p.knights, p.bishops, p.rooks, p.queens, p.kings)
    for kind in range(6):
        now[2 * kind] = bits.number(pieces[kind] & p.white)
        now[2 * kind + 1] = bits.number(pieces[kind] & p.black)
    for player in range(2):
        update_player(network, sums, now, player)
    layer, counted, _, _, pairs, seconds = sums
    bucket = (bits.count(p.white | p.black) - 1) // 4
    worth = divide(int(counted[p.mover, bucket]) - int(counted[1 - p.mover, bucket]), 2)
    multiply_halves(layer, p.mover, pairs)
    other = weigh_layers(network, pairs, seconds, bucket)
    left = 0
    for kind in range(1, 5):
        left += MATERIAL[kind - 1] * bits.count(pieces[kind])
    delta = 24 - left // 9560
    value = divide((1024 - delta) * worth + (1024 + delta) * other, 1024 * OUTPUT)
    return divide(value * (1076 + 96 * left // 5120), 1024)


@kernel
def evaluate_rows(
    game: Game,
    like: Any,
    states: Buffer,
    size: int,
    count: int,
    network: Any,
    now: Buffer,
    sums: Any,
    out: Buffer,
) -> int:
    """Write what states of so many words each are worth, in its values; how many they are.  Neighbours that
    are alike take less time: their sums differ by little."""
    for n in range(count):
        out[n] = evaluate_position(network, read_words(like, states, n * size), now, sums)
    return count


class StockfishJudge:
    """The network of a file as a judge of states."""

    def __init__(self, game: Game, file: str | Path) -> None:
        """`BadInput` where the file holds no such network."""
        self._game, self._network = game, read_stockfish_network(file)

    def judge(self, states: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Numbers:
        """(n) What n states, as `core.words` writes them, are worth to the player to move, in hundredths of a
        pawn."""
        like, out = self._game.initial(), Buffer(len(states))
        words, size = buffer_of(states), count_words(like)
        evaluate_rows(
            self._game,
            like,
            words,
            size,
            len(states),
            tuple(self._network),
            Buffer(12),
            tuple(new_sums()),
            out,
        )
        found: Numbers = np.trunc(out.array * (100 / PAWN)).astype(np.int64)
        return found
