"""Whole games of chess played from their words in one call of machine code.

Each word is a number, below, and a kernel plays them one after the other, variations too; where a word is not
exactly one legal move it says so, and the game is read again in plain Python, which finds the words for what
is wrong.

bits 0 to 2    what it is: MOVE, CASTLE, NULL, OPEN and CLOSE a variation, END
bits 3 to 5    the piece, from the pawn; of castling 1 for the queen's side
bits 6 to 9    the file from which it comes, from 1; 0 where the word does not say it
bits 10 to 13  the rank, likewise
bits 14 to 19  the square to which it goes
bits 20 to 22  the piece that a pawn becomes; 0 for none

What it finds of each word are two numbers: the action (-1 for a null move), and what its notation needs,
`piece | capture << 3 | which << 4 | sign << 6`: which of its file (1) and rank (2) tells it from others, and
whether it checks (1), mates (2) or leaves no move (3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import NotKept, kernel, only_kept, runs_compiled
from halfmove.core.contract import Game
from halfmove.games.chess.geometry import FILE_A, RANK_1
from halfmove.games.chess.legal import kind_of_piece
from halfmove.games.chess.notation.fen import PIECES
from halfmove.games.chess.notation.san import SAN
from halfmove.games.chess.notation.uci import NAMES, NUMBERS
from halfmove.games.chess.position import (
    CASTLING,
    EN_PASSANT,
    PAWN_KIND,
    QUEEN,
    Position,
    end_of,
    kind_of,
    start_of,
)

MOVE, CASTLE, NULL, OPEN, CLOSE, END = range(6)
CHECK, MATE, STUCK = 1, 2, 3
_ROOM = 4096
"""Words that the buffers have at first."""


@kernel
def follow(game: Any, state: Position, codes: Buffer, at: int, found: Buffer) -> int:
    """Play the words from `at` on, to the end of their line: where that is; -1 where a word is not exactly
    one legal move."""
    before = state
    while True:
        code = codes[at]
        what = code & 7
        if what >= CLOSE:
            return at
        if what == OPEN:
            at = follow(game, before, codes, at + 1, found)
            if at < 0 or codes[at] & 7 != CLOSE:
                return -1
        elif what == NULL:
            if game.in_check(state):
                return -1
            before, state = state, game.passed(state)
            found[2 * at] = -1
            found[2 * at + 1] = 0
        else:
            action, count, starts = -1, 0, bits.board(0)
            piece, file, rank = code >> 3 & 7, code >> 6 & 15, code >> 10 & 15
            for a in game.actions(state):
                if what == CASTLE:
                    if kind_of(a) == CASTLING and (end_of(a) < start_of(a)) == (piece == 1):
                        action = a
                        count += 1
                elif end_of(a) == code >> 14 & 63 and kind_of(a) != CASTLING:
                    start = start_of(a)
                    if kind_of_piece(state, bits.bit(start)) == piece:
                        starts |= bits.bit(start)
                        becomes = kind_of(a) if 0 < kind_of(a) <= QUEEN else 0
                        if (
                            (file == 0 or file == (start & 7) + 1)
                            and (rank == 0 or rank == (start >> 3) + 1)
                            and becomes == code >> 20 & 7
                        ):
                            action = a
                            count += 1
            if count != 1:
                return -1
            start = start_of(action)
            taken = (state.white | state.black) & bits.bit(end_of(action)) != bits.board(0)
            told = piece if what == MOVE else 0
            if what == MOVE:
                if taken or kind_of(action) == EN_PASSANT:
                    told |= 8
                others = bits.without(starts, bits.bit(start))
                if piece != PAWN_KIND and others != bits.board(0):
                    if others & (bits.board(FILE_A) << (start & 7)) == bits.board(0):
                        told |= 1 << 4
                    elif others & (bits.board(RANK_1) << (start & 56)) == bits.board(0):
                        told |= 2 << 4
                    else:
                        told |= 3 << 4
            before, state = state, game.result(state, action)
            stuck = game.count_actions(state) == 0
            if game.in_check(state):
                told |= (MATE if stuck else CHECK) << 6
            elif stuck:
                told |= STUCK << 6
            found[2 * at] = action
            found[2 * at + 1] = told
        at += 1


@lru_cache(maxsize=20_000)
def code_of(word: str) -> int:
    """The number of a move in its usual spelling; -1 for one that is left to plain Python."""
    if word == "O-O":
        return CASTLE
    if word == "O-O-O":
        return CASTLE | 1 << 3
    match = SAN.fullmatch(word)
    if match is None or (match[2] and match[3]):  # as UCI writes it, which may be castling
        return -1
    piece, file, rank, end, promotion = match.groups()
    becomes = PIECES.index(promotion.upper()) if promotion else 0
    return (
        MOVE
        | PIECES.index(piece or "P") << 3
        | ("abcdefgh".index(file) + 1 if file else 0) << 6
        | int(rank or 0) << 10
        | NUMBERS[end] << 14
        | becomes << 20
    )


@lru_cache(maxsize=50_000)
def text_of(action: int, told: int) -> str:
    """The move in standard algebraic notation."""
    sign = ("", "+", "#", "")[told >> 6]
    if kind_of(action) == CASTLING:
        return ("O-O" if end_of(action) > start_of(action) else "O-O-O") + sign
    piece, capture, which = told & 7, "x" if told & 8 else "", told >> 4 & 3
    start, end = NAMES[start_of(action)], NAMES[end_of(action)]
    if piece == PAWN_KIND:
        promotion = f"={PIECES[kind_of(action)]}" if 0 < kind_of(action) <= QUEEN else ""
        return f"{start[0] if capture else ''}{capture}{end}{promotion}{sign}"
    return f"{PIECES[piece]}{('', start[0], start[1], start)[which]}{capture}{end}{sign}"


class Follower:
    """The kernel with room for the words of a game."""

    def __init__(self) -> None:
        self._codes, self._found = Buffer(_ROOM), Buffer(2 * _ROOM)

    def is_ready(self, game: Game, state: Position) -> bool:
        """Whether its machine code is kept, so that nobody waits for a compiler."""
        if not runs_compiled(game):
            return False
        try:
            with only_kept():
                self.prepare(game, state)
        except NotKept:
            return False
        return True

    def prepare(self, game: Game, state: Position) -> None:
        """Load its machine code, or make it."""
        follow.prepare(game, state, self._codes, 0, self._found)

    def follow(self, game: Game, state: Position, codes: Sequence[int]) -> list[int] | None:
        """What is found of each word, two numbers each; None where one is not exactly one legal move."""
        size = len(codes)
        if size >= len(self._codes):
            self._codes, self._found = Buffer(2 * size), Buffer(4 * size)
        self._codes.array[:size] = np.array(codes, np.int64)
        self._codes[size] = END
        if follow(game, state, self._codes, 0, self._found) != size:
            return None
        found: list[int] = self._found.array[: 2 * size].tolist()
        return found
