"""King and pawn against king, solved when the module is imported, in a few milliseconds.

Of every placing of the pawn and its king a bitboard keeps the squares on which the bare king is lost.  Moves
of all bare kings are then one shift of a bitboard, and retrograde analysis (Thompson, "Retrograde analysis of
certain endgames", ICCA Journal 9(3), 1986) goes over all placings at once: nothing is won at first, and what
follows from what is won already is added until nothing more does.

White has the pawn, on the files a to d; the other files are their mirror image.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.geometry import KING, NOT_A, NOT_H, PAWN

Boards = np.ndarray[Any, np.dtype[np.uint64]]

PAWNS = np.array([8 * rank + file for rank in range(1, 7) for file in range(4)])
"""The squares of the pawn, in the order of the table."""


def _king_reach(squares: Boards) -> Boards:
    """The squares a king reaches from any of some."""
    one, eight = np.uint64(1), np.uint64(8)
    beside = (squares & np.uint64(NOT_H)) << one | (squares & np.uint64(NOT_A)) >> one
    row = squares | beside
    return np.asarray(beside | row << eight | row >> eight)


def _solve() -> Boards:
    """The squares of the bare king that lose: by who moves (the pawn's side, the other), pawn, king."""
    kings = np.arange(64)
    pawn = np.uint64(1) << PAWNS.astype(np.uint64)[:, None]
    king = np.uint64(1) << kings.astype(np.uint64)[None, :]
    placed = np.where(PAWNS[:, None] != kings[None, :], np.uint64(bits.FULL), np.uint64(0))
    attacked = PAWN[PAWNS][:, None]
    apart = ~(_king_reach(king) | king | pawn) & placed
    safe = ~(_king_reach(king) | king | attacked) & placed  # where the bare king may go: onto the pawn too
    stop = pawn << np.uint64(8)
    free = np.where(PAWNS[:, None] + 8 != kings[None, :], apart & ~stop, np.uint64(0))  # the pawn can move
    # it becomes a queen that nobody takes at once, or a rook where a queen would give stalemate
    guarded = (_king_reach(king) & stop) != 0
    queens = np.where(
        PAWNS[:, None] >= 48, free & np.where(guarded, placed, ~_king_reach(stop)), np.uint64(0)
    )
    twice = np.where(
        (PAWNS[:, None] < 16) & (PAWNS[:, None] + 16 != kings[None, :]),
        free & ~(stop << np.uint64(8)),
        np.uint64(0),
    )
    neighbours = [[s for s in range(64) if int(KING[k]) >> s & 1] for k in range(64)]
    steps = np.array([some + [64] * (8 - len(some)) for some in neighbours])  # 64: no square
    to_move = queens & ~attacked
    waiting = np.zeros_like(to_move)
    while True:
        before = to_move
        waiting = apart & _king_reach(safe) & ~_king_reach(safe & ~to_move)
        beside = np.concatenate([waiting, np.zeros((24, 1), np.uint64)], 1)[:, steps]
        ahead, further = np.zeros_like(waiting), np.zeros_like(waiting)
        ahead[:-4], further[:-8] = waiting[4:], waiting[8:]
        pushes = ahead & free | further & twice
        to_move = before | (np.bitwise_or.reduce(beside, axis=2) | pushes) & apart & ~attacked
        if (to_move == before).all():
            return np.stack([to_move, waiting]).reshape(-1)


LOST: Boards = _solve()
"""Index: 1536 where the bare king's side moves, and 64 * the pawn's place in `PAWNS` + its king's square."""


def is_won(pawn: int, king: int, bare: int, bare_moves: bool) -> bool:
    """Whether White, with a pawn and a king on these squares, wins against a king on `bare`."""
    if pawn & 7 > 3:
        pawn, king, bare = pawn ^ 7, king ^ 7, bare ^ 7
    place = 64 * (4 * (pawn >> 3) - 4 + (pawn & 7)) + king
    squares: Bitboard = bits.entry(LOST, place + (1536 if bare_moves else 0))
    return bits.has(squares, bare)
