"""Moves as people, programs and word processors spell them, turned into the letters that SAN and UCI have.

`♘f3`, `Ｎｆ３`, `g1-f3`, `N:f3`, `e8(Q)`, `0–0`: each means one move and no other.  What a character that
nobody knows leaves of a word is never taken for another move: `usual` keeps it, so that no move is found.
"""

from __future__ import annotations

import re

from halfmove.core.record_text import plain_word

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
