"""Actions as people write them: `Nf3`, `exd5`, `e8=Q+`, `O-O` (PGN standard, 8.2.3).

Reading is lenient where there is no doubt: a capture's `x`, the signs for check and mate and the `=` of a
promotion may be missing, `0-0` will do, and so will UCI's `g1f3` and other spellings (`usual`).
"""

from __future__ import annotations

import re

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.record_text import plain_word
from halfmove.games.chess.arrivals import is_in_check, kind_on, list_arriving
from halfmove.games.chess.legal import own_of
from halfmove.games.chess.notation.fen import PIECES, letter_on
from halfmove.games.chess.notation.uci import NAMES, NUMBERS, uci_text
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

# ---- spellings of people, programs and word processors, turned into the letters that SAN and UCI have
# `♘f3`, `Ｎｆ３`, `g1-f3`, `N:f3`, `e8(Q)`, `0–0`: each means one move and no other.  What a character that
# nobody knows leaves of a word is never taken for another move: `usual` keeps it, so that no move is found.

_FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True))
_ALIKE = {
    **_FIGURINES,
    **dict.fromkeys("×✕✖хХ", "x"),  # the last two are Cyrillic, as are the letters below
    **dict(zip("аесоО", "aecoO", strict=True)),
    "†": "+",
    "‡": "#",
    "…": "...",
    "½": "1/2",
    "⁄": "/",
}
"""Signs that mean what a sign of ASCII does: figurines, dashes, crosses, letters that look the same."""
_SIGNS = {
    "‼": "!!", "⁇": "??", "⁉": "!?", "⁈": "?!", "□": "$7", "∞": "$13", "⩲": "$14", "⩱": "$15", "±": "$16",
    "∓": "$17", "⨀": "$22", "⟳": "$32", "→": "$36", "↑": "$40", "⇆": "$132", "∆": "$140", "⌓": "$142",
}  # fmt: skip
"""Informants' signs, as glyphs."""
_TABLE = str.maketrans(_ALIKE | _SIGNS)
_CASTLING = re.compile(r"[Oo0]-[Oo0](-[Oo0])?")
_LONG = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])(?:[=/]?\(?([NBRQnbrq])\)?)?")
_CAPITALS = re.compile(r"[A-H][1-8]-?[A-H][1-8][NBRQ]?")
_PROMOTION = re.compile(r"([a-h][18])[=/]?\(?([NBRQ])\)?")
_SMALL = re.compile(r"[nrqk](?=[a-h1-8x:-]*[a-h][1-8])")


def usual(word: str) -> str:
    """A move, without glyphs and signs for check, as SAN or UCI has it where its spelling is one that is
    known; any other word with as little changed."""
    word = ascii_letters(word)
    castling = _CASTLING.fullmatch(word)
    if castling:
        return "O-O-O" if castling[1] else "O-O"
    long = _LONG.fullmatch(word.lower() if _CAPITALS.fullmatch(word) else word)
    if long:
        return f"{long[1]}{long[2]}{long[3] or ''}".lower()
    word = word.replace(":", "x")
    if word[:1] == "P" and len(word) > 2:
        word = word[1:]
    if _SMALL.match(word):
        word = word[0].upper() + word[1:]
    return _PROMOTION.sub(r"\1=\2", word)


def ascii_letters(word: str) -> str:
    """A word in the letters of ASCII, as far as its characters mean one of these; those that are not seen
    are left out."""
    return word if word.isascii() else plain_word(word, _TABLE)


SAN = re.compile(r"([NBRQK])?([a-h])?([1-8])?x?-?([a-h][1-8])=?([NBRQnbrq])?(?:e\.?p\.?)?")
"""A move but castling: piece, file and rank from which it comes, where it goes, what it becomes."""
_UCI = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")


def san_text(game: Game, s: Position, a: int, after: Position | None = None) -> str:
    """The action in standard algebraic notation, with `+` or `#`; `after`: its result, where it is known."""
    after = game.result(s, a) if after is None else after
    sign = "" if not is_in_check(after) else "+" if any(True for _ in game.actions(after)) else "#"
    return _write_move(game, s, a) + sign


def _write_move(game: Game, s: Position, a: int) -> str:
    if kind_of(a) == CASTLING:
        return "O-O" if end_of(a) > start_of(a) else "O-O-O"
    kind = kind_on(s, start_of(a))
    capture = "x" if bits.has(s.white | s.black, end_of(a)) or kind_of(a) == EN_PASSANT else ""
    end = NAMES[end_of(a)]
    if kind == PAWN_KIND:
        origin = NAMES[start_of(a)][0] if capture else ""
        promotion = f"={PIECES[kind_of(a)]}" if 0 < kind_of(a) <= QUEEN else ""
        return f"{origin}{capture}{end}{promotion}"
    return f"{PIECES[kind]}{_which(game, s, a, kind)}{capture}{end}"


def _which(game: Game, s: Position, a: int, kind: int) -> str:
    """What tells the piece from others of its kind that could go there: its file, rank, or both."""
    own = own_of(s)
    if not bits.without_lowest(s[kind] & own):
        return ""
    start = NAMES[start_of(a)]
    others = [NAMES[start_of(b)] for b in list_arriving(s, kind, end_of(a)) if b != a]
    if not others:
        return ""
    if all(other[0] != start[0] for other in others):
        return start[0]
    return start[1] if all(other[1] != start[1] for other in others) else start


def san_actions(game: Game, s: Position, text: str) -> list[int]:
    """The legal actions that `text` can mean, in SAN or as UCI has it."""
    return find_actions(game, s, _normalise(text))


def _normalise(text: str) -> str:
    """A move without glyphs and signs for check, in its usual spelling."""
    return usual(ascii_letters(text).strip().rstrip("+#!?"))


def find_actions(game: Game, s: Position, word: str) -> list[int]:
    """The legal actions that a word in its usual spelling can mean."""
    quickly = _match_actions(game, s, word)
    if len(quickly) == 1:
        return quickly
    return [int(a) for a in game.actions(s) if _matches(game, s, a, word)]


def san_action(game: Game, s: Position, text: str) -> int:
    """The legal action that `text` means, in SAN or as UCI has it; `BadInput` if none does, or several."""
    found = san_actions(game, s, text)
    if len(found) == 1:
        return found[0]
    if found:
        choice = ", ".join(sorted(san_text(game, s, a) for a in found))
        raise BadInput(f"'{text}' could be any of these moves: {choice}.")
    legal = list(game.actions(s))
    if not legal:
        raise BadInput(f"The game is over, so '{text}' cannot be played.")
    word = _normalise(text)
    if _UCI.fullmatch(word.lower()) or SAN.fullmatch(word) or _castles(word):
        choice = ", ".join(sorted(san_text(game, s, a) for a in legal))
        raise BadInput(f"'{text}' is not a legal move here; the legal moves are: {choice}.")
    raise BadInput(f"'{text}' is no move; moves are written as in Nf3, exd5, e8=Q, O-O, or e2e4.")


def _match_actions(game: Game, s: Position, word: str) -> list[int]:
    """The legal actions that a piece, with where it goes, names; none where a word says something else."""
    match = SAN.fullmatch(word)
    if match is None:
        return []
    piece, file, rank, end, promotion = match.groups()
    kind = PIECES.index(piece or "P")
    found = []
    for a in list_arriving(s, kind, NUMBERS[end]):
        start = NAMES[start_of(a)]
        if file in (None, start[0]) and rank in (None, start[1]):
            if kind_of(a) == QUEEN:  # of a promotion
                if promotion is None:
                    return []
                a += (PIECES.index(promotion.upper()) - QUEEN) << 12
            elif promotion is not None:
                return []
            found.append(a)
    return found


def _castles(word: str) -> bool:
    return word in ("O-O", "O-O-O")


def _matches(game: Game, s: Position, a: int, word: str) -> bool:
    if kind_of(a) == CASTLING:
        side = "O-O" if end_of(a) > start_of(a) else "O-O-O"
        own = NAMES[start_of(a)] + NAMES[end_of(a)]
        return word == side or word.lower().removeprefix("k").replace("-", "") in (uci_text(game, s, a), own)
    if _UCI.fullmatch(word.lower()) and uci_text(game, s, a) == word.lower():
        return True
    match = SAN.fullmatch(word)
    if match is None:
        return False
    piece, file, rank, end, promotion = match.groups()
    start = NAMES[start_of(a)]
    becomes = PIECES[kind_of(a)] if 0 < kind_of(a) <= QUEEN else ""
    return (
        letter_on(s, start_of(a)).upper() == (piece or "P")
        and NAMES[end_of(a)] == end
        and file in (None, start[0])
        and rank in (None, start[1])
        and (promotion is None or promotion.upper() == becomes)
    )


_NUMBERS = re.compile(r"\d+\s*\.(?:\s*\.\.)?\s*|\{[^}]*\}|\b(?:1-0|0-1|1/2-1/2)\b|(?<!\S)\*(?!\S)")


def split_moves(text: str) -> list[str]:
    """The moves of a line such as `1. e4 e5 2. Nf3`, without numbers, comments and the result."""
    return _NUMBERS.sub(" ", text).replace(",", " ").split()
