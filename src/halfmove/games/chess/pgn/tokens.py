"""The words of a text in PGN: tags, moves, comments, glyphs, brackets, results, wherever lines end.

Nothing is passed over in silence.  A word that is meant as a move and is none is `strange`; what is no move
at all (a header of an e-mail, say) is `loose`, of which a reader can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from halfmove.core.ending import read_result
from halfmove.games.chess.notation.san import ascii_letters, usual

_NAME = r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
_VALUE = r'(?:[^"\\\n]|\\.)*(?:\n(?![ \t]*[\[\n])(?:[^"\\\n]|\\.)*){0,2}'
"""Of a tag; a long one may go on in the next line."""
TAG = rf'\[\s*({_NAME})\s+"'
"""How a tag begins."""
_TEXT = re.compile(
    rf'\[\s*(?P<name>{_NAME})\s+"(?P<value>{_VALUE})"\s*\]'
    rf'|\[[ \t]*(?P<loosely>{_NAME})[ \t]+"(?P<unescaped>.*)"[ \t]*\](?=[ \t]*$)'
    r"|(?P<comment>\{[^}]*\}|;[^\n]*)"
    r"|(?P<escape>^%[^\n]*)"
    r"|(?P<open>\{)"
    r"|(?P<bracket>[()])"
    r"|(?P<glyph>\$[0-9]+)"
    r"|(?P<aside>\[[^\]\n]*\]?)"
    r"|(?P<word>(?:[^\s(){};\[$]|(?<=[18]|/)\([NBRQSDTLACFWHVGnbrq]\)|(?<=[18]=)\([NBRQ]\))+)",
    re.MULTILINE,
)
_ESCAPED = re.compile(r'\\(["\\])')
_PART = re.compile(
    r"(?P<number>[0-9]+\.+|[0-9]+$|\.+)"
    r"|(?P<result>1-0(?![-\d])|0-1(?![-\d])|1/2-1/2|\*)"
    r"|(?P<move>[Oo0]-[Oo0](?:-[Oo0])?"
    r"|(?:[NBRQKPnrqk][a-h]?[1-8]?[-x:]?|[a-h][1-8]?[-x:]?)?[a-h][1-8](?:[=/]?\(?[NBRQnbrqK]\)?(?![a-h]?[1-8x-]))?:?"
    r"|[A-H][1-8]-?[A-H][1-8][NBRQ]?)"
    r"|(?P<null>--|Z0|0000|@@@@)"
    r"|(?P<nag>\?\?|\?!|\?|!!|!\?|!|\+/=|=/\+|\+/-|-/\+|\+-|-\+|\+=|=\+|^=$|\$[0-9]+)"
    r"|(?P<said>e\.?p\.?|\+\+|\+|#|,|=)"
)
"""What words are made of: most are one move, with its number before it or a glyph behind."""
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "+/=": 14, "+=": 14, "=/+": 15,
         "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19}  # fmt: skip
"""Glyphs by the signs that people write for them."""
_LIKE_A_MOVE = re.compile(
    r"\W*(?:\w{0,4}[a-h]\W*[0-9]|[NBKRQP][a-h]?\W*[0-9x:]|[a-h][x:]|[NBKRQP]?x[a-h]|[A-H][1-8]$"
    r"|[O0o]\W*[Oo0](?:\W|[Oo0]|$)|\S{0,5}-\W*[Oo]\S{0,3}$|\S{0,4}[Oo]-\S{0,5}$|0-)"
)
"""What is meant as a move, whether or not it is one."""
_LIKE_A_RESULT = re.compile(r"[\d./]+\s*[-:]\s*[\d./]+|1/2|0\.5")
_LETTERS = re.compile("[NBRQKOo0-8]|^[a-h]")
"""Letters that moves have: a short word with one of these and a character of no known meaning is none."""
_SHORT = 8
_SAID = frozenset("n d ch dbl dbl.ch dis dis.ch mate ep e.p tn rr diagram diag x".split())  # noqa: SIM905
"""What is written beside moves, and says nothing that a game keeps."""


Letters = Sequence[tuple[str, str]]
"""What is written, and what is to be read instead, one after the other."""


class Word(NamedTuple):
    """A word of a text."""

    kind: str
    """`tag`, `move`, `null`, `number`, `comment`, `nag`, `bracket`, `result`; `strange`, `loose`; `open`: a
    comment that is not closed."""
    text: str
    """Of a move, its usual spelling."""
    at: int
    """Where it begins."""
    value: str = ""
    """Of a tag, what it says; of a move, how it is written."""


def words(text: str, letters: Letters = ()) -> Iterator[Word]:
    """The words of a text; `letters`: what is to be read for which letters of pieces."""
    for found in _TEXT.finditer(text):
        kind, at = found.lastgroup, found.start()
        if kind == "word":
            word = _in_english(found[0], letters) if letters else found[0]
            for part, spelled, written, offset in parts_of(word):
                yield Word(part, spelled, at + offset, written)
        elif kind == "comment":
            yield Word("comment", found[0], at)
        elif kind == "value":
            yield Word("tag", found["name"], at, _ESCAPED.sub(r"\1", found["value"]).replace("\n", " "))
        elif kind == "unescaped":
            yield Word("tag", found["loosely"], at, _ESCAPED.sub(r"\1", found["unescaped"]))
        elif kind == "bracket":
            yield Word("bracket", found[0], at)
        elif kind == "glyph":
            yield Word("nag", found[0], at)
        elif kind == "open":
            yield Word("open", "{", at)
        elif kind == "aside":
            yield Word("loose", found[0], at)


def _in_english(word: str, letters: Letters) -> str:
    for written, read in letters:
        word = word.replace(written, read)
    return word


class _Part(NamedTuple):
    kind: str
    text: str
    written: str
    offset: int
    """Where it begins in its word."""


@lru_cache(maxsize=20_000)
def parts_of(word: str) -> tuple[_Part, ...]:
    """The parts of a word; one where it is not known as a whole."""
    plain = word if word.isascii() else ascii_letters(word)
    if not plain:
        return ()
    if _LIKE_A_RESULT.fullmatch(plain) and (result := read_result(plain)) is not None:
        return (_Part("result", result, word, 0),)
    same = len(plain) == len(word)
    parts: list[_Part] = []
    at, moved = 0, False
    while at < len(plain):
        found = _PART.match(plain, at)
        if found is None:
            return (_unknown(word, plain),)
        kind, text = str(found.lastgroup), found[0]
        if kind in ("nag", "said") and not moved and found.end() < len(plain):
            return (_unknown(word, plain),)  # a letter may have become this sign
        moved = moved or kind in ("move", "null")
        if kind == "move":
            if text[-1] == ")" and text[0] in "NBRQK":  # `Re1(N)`: no promotion, but a novelty
                text = text[: text.index("(")]
            written = text if word.isascii() else word
            parts.append(_Part("move", usual(text.rstrip(":")), written, at if same else 0))
        elif kind != "said":
            parts.append(_Part(kind, text, text, at if same else 0))
        at = found.end()
    return tuple(parts)


def _unknown(word: str, plain: str) -> _Part:
    """What a word is that is not made of known parts."""
    bare = re.sub(r"^[0-9]+\.+", "", plain)
    if bare.strip(".,").lower() in _SAID:
        return _Part("said", bare, word, 0)
    letters = re.sub(r"\W", "", bare)
    unknown = not word.isascii() and len(word) <= _SHORT and _LETTERS.search(plain)
    if unknown or _LIKE_A_MOVE.match(bare) or _LIKE_A_MOVE.match(letters):
        return _Part("strange", plain, word, 0)
    return _Part("loose", plain, word, 0)


# ---- letters of pieces in languages other than English
# A game is read in such letters only where its moves make them certain: in English they cannot be played, and
# in all languages in which they can they are the same moves.

_LANGUAGES = (
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
    return [*(_latin(letters) for letters in _LANGUAGES), _CYRILLIC]


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
