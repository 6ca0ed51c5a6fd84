"""A PGN file cut into its games, and looked over for what `tokens` would pass over in silence.

A game begins with its tags, so that one that is broken (a comment that is never closed, say) does not take
the next with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TAG = re.compile(r'\[[A-Za-z0-9][\w+#=:-]*\s+"', re.ASCII)
_ENDED = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")
_APART = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
"""What is no move text: comments, and lines that are escaped."""
_WORD = re.compile(r"[^\s()]+")
_MOVE = re.compile(
    r"(?:\d+[.…]*|[.…]+)?"  # its number
    r"(?:[NBKRQP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|O-O(?:-O)?|0-0(?:-0)?)"
    r"(?:e\.?p\.?)?[-!?+#=]*"  # and what is said of it, as in Nf3+-
)
"""What is read as a move."""
_LIKE_A_MOVE = re.compile(
    r"(?:\d+[.…]+)?(?:[NBKRQPa-h][a-z0-9:=+#-]*[0-9x:][a-z0-9:=+#-]*|[O0o]-[Oo0]\S*)[!?+#]*"
)
"""What is meant as a move, whether or not it is one."""


class Piece(NamedTuple):
    """The lines of one game."""

    line: int
    """The number of the first, from 1."""
    lines: list[str]


class Flaw(NamedTuple):
    """What is wrong with the text of a game, and in which line."""

    line: int
    words: str


def pieces(lines: Iterable[str]) -> Iterator[Piece]:
    """The text of each game; blank lines within the moves of one with tags, which would end it, are none."""
    first, found, tags, moves = 1, [], False, False  # type: int, list[str], bool, bool
    for number, line in enumerate(lines, 1):
        if line.startswith("[") and _TAG.match(line):
            if moves:
                yield Piece(first, found)
                first, found, moves = number, [], False
            tags = True
        elif not line.isspace() and not line.startswith(("%", ";")):
            moves = True
        elif moves and line.isspace() and tags and not _ENDED.search(found[-1]):
            line = ";\n"  # an empty comment, so that lines keep their numbers
        if not found and line.isspace():
            first = number + 1
        else:
            found.append(line)
    if found:
        yield Piece(first, found)


def flaw(piece: Piece) -> Flaw | None:
    """What reading would not see: a comment or a variation not closed, a word that is no move."""
    text = "".join("\n" if line.startswith("[") and _TAG.match(line) else line for line in piece.lines)
    plain = _APART.sub(lambda found: " " + "\n" * found[0].count("\n"), text)
    if "{" in plain:
        return Flaw(_line(piece, plain, plain.index("{")), "a comment is not closed")
    if plain.count("(") > plain.count(")"):
        return Flaw(_line(piece, plain, _open(plain)), "a variation is not closed")
    for word in _WORD.finditer(plain):
        if _LIKE_A_MOVE.fullmatch(word[0]) and not _MOVE.fullmatch(word[0]):
            return Flaw(_line(piece, plain, word.start()), f"'{word[0]}' is no move")
    return None


def _open(text: str) -> int:
    """Where the last bracket is that is not closed."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {"(": -1, ")": 1}.get(text[at], 0)
        if depth < 0:
            return at
    return 0


def _line(piece: Piece, text: str, at: int) -> int:
    return piece.line + text.count("\n", 0, at)
