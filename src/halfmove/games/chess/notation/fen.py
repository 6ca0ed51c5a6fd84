"""Forsyth-Edwards Notation, read strictly: what no game could reach is refused, with what is wrong.

Castling rights are read as FEN (KQkq: the outermost rook), X-FEN or Shredder-FEN (the rook's file) has them.
Source: Edwards, "Portable Game Notation Specification", 1994, 16.1; Scharnagl and Muller for Chess960.
"""

from __future__ import annotations

import re
from itertools import pairwise

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.chess.geometry import LIGHT, PAWN
from halfmove.games.chess.legal import attackers, other_of, own_of, passing_is_legal
from halfmove.games.chess.notation.uci import square_text
from halfmove.games.chess.position import BLACK, NOWHERE, WHITE, Position, hash_position

PIECES = "PNBRQK"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def parse_fen(text: str) -> Position:
    """The position of a FEN; the counters may be missing (0 and 1).  `BadInput` says what is wrong."""
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise BadInput(
            "A position in FEN has six fields (board, side to move, castling, en passant, two counters), "
            f"not {len(fields)}: '{text}'."
        )
    boards, white, black = board_of(fields[0])
    mover = _mover(fields[1])
    quiet = _counter(fields[4], "plies since a capture", 0) if len(fields) > 4 else 0
    number = _counter(fields[5], "number of the move", 1) if len(fields) > 5 else 1
    pawns, knights, bishops, rooks, queens, kings = boards
    sides = white, black
    p = Position(
        pawns, knights, bishops, rooks, queens, kings, *sides, 0, 0, mover, NOWHERE, quiet, max(number, 1)
    )
    _check(p)
    p = p._replace(castling=_castling(p, fields[2]))
    p = p._replace(passed=_parse_en_passant(p, fields[3]))
    return p._replace(hash=hash_position(p))


def format_fen(p: Position, *, shredder: bool = False) -> str:
    """The FEN of a position, castling rights by the rooks' files if `shredder`; the en passant square only
    where a capture is legal."""
    passed = "-" if p.passed == NOWHERE else square_text(p.passed)
    mover = "wb"[p.mover]
    return f"{placing(p)} {mover} {_rights(p, shredder)} {passed} {p.quiet} {p.number}"


def placing(p: Position) -> str:
    """The first field of a FEN: what stands where."""
    letters = ["1"] * 64
    for board, letter in zip(boards_of(p), PIECES, strict=True):
        for side, written in ((p.white, letter), (p.black, letter.lower())):
            left = int(board & side)
            while left:
                lowest = left & -left
                letters[lowest.bit_length() - 1] = written
                left ^= lowest
    ranks = "/".join("".join(letters[first : first + 8]) for first in range(56, -1, -8))
    return _EMPTY.sub(lambda ones: str(len(ones[0])), ranks)


_EMPTY = re.compile("1+")


def boards_of(p: Position) -> tuple[int, ...]:
    """The sets of each kind of piece, in the order of `PIECES`."""
    return p.pawns, p.knights, p.bishops, p.rooks, p.queens, p.kings


def letter_on(p: Position, square: int) -> str:
    """What stands on a square: a letter as in FEN, or a dot."""
    for board, letter in zip(boards_of(p), PIECES, strict=True):
        if board >> square & 1:
            return letter if p.white >> square & 1 else letter.lower()
    return "."


# ---- reading
def board_of(field: str) -> tuple[list[int], int, int]:
    """What stands where by the first field of a FEN: the sets of each kind, White's and Black's pieces."""
    ranks = field.split("/")
    if len(ranks) != 8:
        raise BadInput(f"The board of a FEN has 8 ranks with '/' between them, not {len(ranks)}.")
    boards, sides = [0] * 6, [0, 0]
    for number, rank in enumerate(ranks):
        file = 0
        for letter in rank:
            if letter in "12345678":
                file += int(letter)
            elif letter.upper() in PIECES:
                if file < 8:
                    square = 8 * (7 - number) + file
                    boards[PIECES.index(letter.upper())] |= 1 << square
                    sides[BLACK if letter.islower() else WHITE] |= 1 << square
                file += 1
            else:
                raise BadInput(
                    f"'{letter}' in rank {8 - number} of the FEN is no piece; pieces are {PIECES}."
                )
        if file != 8:
            raise BadInput(f"Rank {8 - number} of the FEN, '{rank}', has {file} squares instead of 8.")
        if any(a.isdigit() and b.isdigit() for a, b in pairwise(rank)):
            raise BadInput(f"Rank {8 - number} of the FEN, '{rank}', has two numbers one after the other.")
    return boards, sides[WHITE], sides[BLACK]


def _mover(field: str) -> int:
    if field not in ("w", "b"):
        raise BadInput(f"The side to move of a FEN is w or b, not '{field}'.")
    return "wb".index(field)


def _counter(field: str, what: str, least: int) -> int:
    if not (field.isascii() and field.isdecimal()) or len(field) > 6:
        raise BadInput(f"The {what} in a FEN is a whole number, {least} or more, not '{field}'.")
    return int(field)


def _check(p: Position) -> None:
    """Refuse what no game could reach."""
    for side, own in (("White", p.white), ("Black", p.black)):
        kings = bits.count(p.kings & own)
        if kings != 1:
            raise BadInput(f"{side} has {kings or 'no'} king{'s' if kings > 1 else ''}; there must be one.")
        if bits.count(own) > 16:
            raise BadInput(f"{side} has {bits.count(own)} pieces; nobody has more than 16.")
        if bits.count(p.pawns & own) > 8:
            raise BadInput(f"{side} has {bits.count(p.pawns & own)} pawns; nobody has more than 8.")
        promoted = _count_promoted(p, own)
        if promoted > 8 - bits.count(p.pawns & own):
            raise BadInput(
                f"{side} has {promoted} pieces that must have been pawns, and {bits.count(p.pawns & own)} "
                "pawns besides; together nobody has more than 8."
            )
    if p.pawns & 0xFF00_0000_0000_00FF:
        square = bits.lowest(p.pawns & 0xFF00_0000_0000_00FF)
        raise BadInput(f"There is a pawn on {square_text(square)}; no pawn stands on the first or last rank.")
    own, other = own_of(p), other_of(p)
    king = bits.lowest(p.kings & other)
    if attackers(p, king, own, p.mover, own | other):
        sides = ("White", "Black")
        raise BadInput(f"{sides[1 - p.mover]} is in check, but it is {sides[p.mover]}'s turn.")
    checks = bits.count(attackers(p, bits.lowest(p.kings & own), other, 1 - p.mover, own | other))
    if checks > 2:
        raise BadInput(f"The king to move is in check from {checks} pieces; no move checks with more than 2.")


def _count_promoted(p: Position, own: int) -> int:
    """How many pieces of a side are more than it started with, so that pawns became them."""
    light = p.bishops & own & LIGHT
    dark = p.bishops & own & ~LIGHT
    started = (p.queens & own, 1), (p.rooks & own, 2), (light, 1), (dark, 1), (p.knights & own, 2)
    return sum(max(0, bits.count(board) - number) for board, number in started)


def _castling(p: Position, field: str) -> int:
    """The rooks that may still castle."""
    if field == "-":
        return 0
    found = 0
    for letter in field:
        side = WHITE if letter.isupper() else BLACK
        own = p.white if side == WHITE else p.black
        rank = 0 if side == WHITE else 56
        king = bits.lowest(p.kings & own)
        rooks = [s for s in range(rank, rank + 8) if (p.rooks & own) >> s & 1]
        kind = letter.upper()
        if kind == "K":
            there = [s for s in rooks if s > king][-1:]
        elif kind == "Q":
            there = [s for s in rooks if s < king][:1]
        elif kind in "ABCDEFGH":
            there = [s for s in rooks if s == rank + "ABCDEFGH".index(kind)]
        else:
            raise BadInput(f"'{letter}' in the castling rights of the FEN is none of KQkq, a file, or '-'.")
        if king & 56 != rank or not there or field.count(letter) > 1:
            raise BadInput(
                f"The castling right '{letter}' of the FEN fits no king and rook on their first rank."
            )
        found |= 1 << there[0]
    return found


def _parse_en_passant(p: Position, field: str) -> int:
    """The en passant square, if a pawn may legally take there."""
    if field == "-":
        return NOWHERE
    rank = "6" if p.mover == WHITE else "3"
    if len(field) != 2 or field[0] not in "abcdefgh" or field[1] not in "36":
        raise BadInput(f"The en passant square of a FEN is a square such as e3, or '-', not '{field}'.")
    square = "abcdefgh".index(field[0]) + 8 * (int(field[1]) - 1)
    behind, front = (square + 8, square - 8) if p.mover == WHITE else (square - 8, square + 8)
    occupied = p.white | p.black
    if (
        field[1] != rank
        or not (p.pawns & other_of(p)) >> front & 1
        or occupied >> square & 1
        or occupied >> behind & 1
    ):
        raise BadInput(f"No pawn can just have passed the en passant square {field} of the FEN.")
    own, other = own_of(p), other_of(p)
    king = bits.lowest(p.kings & own)
    beside = bits.entry(PAWN, 64 * (1 - p.mover) + square) & p.pawns & own
    legal = any(passing_is_legal(p, s, square, king, own, other) for s in bits.squares(beside))
    return square if legal else NOWHERE


def _rights(p: Position, shredder: bool) -> str:
    told = ""
    for side, own, rank in ((WHITE, p.white, 0), (BLACK, p.black, 56)):
        king = bits.lowest(p.kings & own)
        rights = list(bits.squares(p.castling & own))
        for square in reversed(rights):
            rooks = [s for s in range(rank, rank + 8) if (p.rooks & own) >> s & 1]
            outer = max(rooks) == square if square > king else min(rooks) == square
            letter = "ABCDEFGH"[square & 7] if shredder or not outer else "K" if square > king else "Q"
            told += letter if side == WHITE else letter.lower()
    return told or "-"


def chess960_start(number: int) -> str:
    """The FEN of a Chess960 starting position, 0 to 959; 518 is chess's own (Scharnagl's numbering)."""
    row = [""] * 8
    rest, light = divmod(number, 4)
    row[2 * light + 1] = "b"
    rest, dark = divmod(rest, 4)
    row[2 * dark] = "b"
    rest, queen = divmod(rest, 6)
    row[_free(row)[queen]] = "q"
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    free = _free(row)
    for place in pairs[rest]:
        row[free[place]] = "n"
    for square, letter in zip(_free(row), "rkr", strict=True):
        row[square] = letter
    back = "".join(row)
    return f"{back}/pppppppp/8/8/8/8/PPPPPPPP/{back.upper()} w KQkq - 0 1"


def _free(row: list[str]) -> list[int]:
    return [square for square, letter in enumerate(row) if not letter]
