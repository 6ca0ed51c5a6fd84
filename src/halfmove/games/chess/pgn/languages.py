"""Letters of pieces in languages other than English, as magazines, books and programs of their countries use.

A game is read in such letters only where its moves make them certain: in English they cannot be played, and
in all languages in which they can they are the same moves.
"""

from __future__ import annotations

from halfmove.games.chess.pgn.tokens import Letters

_LETTERS = (
    "KDTLS",  # German, Danish, Norwegian, Swedish, Croatian
    "RDTFC",  # French
    "RDTAC",  # Spanish, Italian, Catalan
    "RDTBC",  # Portuguese
    "KDTLP",  # Dutch
    "KHWGS",  # Polish
    "KDVSJ",  # Czech, Slovak
    "KVBFH",  # Hungarian
    "KDTLR",  # Finnish
    "RDTNC",  # Romanian
    "KDHBR",  # Icelandic
    "KLVOR",  # Estonian
)
"""King, queen, rook, bishop, knight."""
_CYRILLIC = (("Кр", "K"), ("Ф", "Q"), ("Л", "R"), ("С", "B"), ("К", "N"))
"""Russian, whose king has two letters."""
_ENGLISH = "KQRBN"
_NONE = "\ufffd"
"""Stands for a letter that a language has for no piece."""


def languages() -> list[Letters]:
    """What is to be read for which letters, language by language."""
    return [*(_latin(letters) for letters in _LETTERS), _CYRILLIC]


def _latin(letters: str) -> Letters:
    """Each letter for itself, through signs that no move has, so that none is changed twice."""
    aside = [chr(0xE000 + number) for number in range(len(letters))]
    strangers = [(letter, _NONE) for letter in _ENGLISH if letter not in letters]
    return [
        *zip(letters, aside, strict=True),
        *strangers,
        *zip(aside, _ENGLISH, strict=True),
    ]


def written_letters(letters: Letters) -> str:
    """The letters of a language in the order of king, queen, rook, bishop and knight."""
    if letters is _CYRILLIC:
        return "Кр, Ф, Л, С, К"
    return ", ".join(written for written, _ in letters[: len(_ENGLISH)])
