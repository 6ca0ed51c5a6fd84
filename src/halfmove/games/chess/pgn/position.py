"""Where a game in PGN begins: its tags `FEN` and `Variant`, repaired where programs of the field do so."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from halfmove.core.errors import BadInput
from halfmove.games.chess.game import Chess
from halfmove.games.chess.position import Position

_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "freestyle", "frc")
_CHESS = ("standard", "chess", "classical", "normal", "illegal", "from position")
_UNMOVED = ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"]
_USUAL = ("", "w", "-", "-", "0", "1")
"""The fields of a FEN where it has none; the board it must have."""

Note = Callable[[str], None]


@cache
def rules(chess960: bool, compiled: bool) -> Chess:
    """The game that is played."""
    game = Chess(chess960=chess960)
    game.compiled = compiled
    return game


@cache
def initial(game: Chess) -> Position:
    """Where a game begins; to read it takes as long as to read some moves."""
    return game.initial()


def open_position(headers: dict[str, str], compiled: bool, note: Note) -> tuple[Chess, Position | None]:
    """The game that the tags are of, and where it begins, None for its initial position.

    The tags that say so are taken from `headers`; `note` is told of each repair.  `BadInput` for a variant
    that is not chess and for a FEN that is none.
    """
    variant = headers.get("Variant", "").lower()
    chess960 = variant in _CHESS960
    if chess960:
        del headers["Variant"]
    elif variant and variant not in _CHESS and not variant.startswith("wild"):
        raise BadInput(f"its variant is '{headers['Variant']}', which is not chess")
    headers.pop("SetUp", None)
    fen = headers.pop("FEN", None)
    if fen is None:
        return rules(chess960, compiled), None
    game, start = _parse(fen, chess960, compiled, note)
    return game, None if start == game.initial() else start


def _parse(fen: str, chess960: bool, compiled: bool, note: Note) -> tuple[Chess, Position]:
    """The position of a FEN, as it stands or with what can be mended."""
    try:
        return rules(chess960, compiled), rules(chess960, compiled).parse(fen)
    except BadInput as error:
        wrong = error
    notes: list[str] = []
    fields = _fields(fen, notes.append)
    for other in (chess960, True) if chess960 or _of_chess960(fields) else (False,):
        try:
            start = rules(other, compiled).parse(" ".join(fields))
        except BadInput:
            continue
        if other != chess960:
            notes.append(f"its castling rights '{fields[2]}' are those of Chess960, which no tag says")
        return _done(rules(other, compiled), start, notes, note)
    for rights in _fewer(fields[2]):
        try:
            start = rules(chess960, compiled).parse(" ".join([*fields[:2], rights, *fields[3:]]))
        except BadInput:
            continue
        notes.append(f"of its castling rights '{fields[2]}' only '{rights}' fit kings and rooks")
        return _done(rules(chess960, compiled), start, notes, note)
    raise BadInput(f"its FEN cannot be read: {str(wrong).rstrip('.')}")


def _of_chess960(fields: list[str]) -> bool:
    """Whether a board is a starting position of Chess960, as in chess its rights fit no king and rook.  Later
    positions with such rights are not certain: most are of chess, and their rights wrong."""
    ranks = fields[0].split("/")
    return ranks[0] == ranks[-1].lower() and ranks[1:-1] == _UNMOVED


def _done(game: Chess, start: Position, notes: list[str], note: Note) -> tuple[Chess, Position]:
    for sentence in notes:
        note(sentence)
    return game, start


def _fields(fen: str, note: Note) -> list[str]:
    """The six fields, those that are missing or no such field as they usually are."""
    fields = fen.split()[:6]
    fields += _USUAL[len(fields) :]
    if len(fen.split()) < 4:
        note("its FEN has too few fields; White is to move unless it says otherwise, and nobody may castle")
    if fields[1] in ("W", "B"):
        fields[1] = fields[1].lower()
    if fields[3] != "-" and not _is_en_passant(fields):
        note(f"no pawn can have passed its en passant square '{fields[3]}'")
        fields[3] = "-"
    for at in (4, 5):
        if not re.fullmatch("[0-9]{1,6}", fields[at]):
            note(f"'{fields[at]}' in its FEN is no number")
            fields[at] = _USUAL[at]
    return fields


def _is_en_passant(fields: list[str]) -> bool:
    """Whether the en passant square is one, by the board alone."""
    try:
        Chess().parse(" ".join([*fields[:2], "-", fields[3], "0", "1"]))
    except BadInput:
        return False
    return True


def _fewer(rights: str) -> list[str]:
    """Castling rights with fewer letters, most first; at last none."""
    known = [letter for letter in dict.fromkeys(rights) if re.fullmatch("[KQkqA-Ha-h]", letter)]
    subsets = (
        "".join(letter for k, letter in enumerate(known[:6]) if chosen >> k & 1)
        for chosen in range(2 ** min(len(known), 6))
    )
    return sorted((subset or "-" for subset in subsets), key=lambda subset: -len(subset.strip("-")))
