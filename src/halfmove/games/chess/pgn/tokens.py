"""The words of a game in PGN: first its tags, then moves, comments, glyphs, brackets and results.

What is none of these is passed over, as others write all sorts of things between moves; what looks like a
move and is none, `pieces.flaw` has seen before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from halfmove.games.chess.pgn.pieces import Piece

_NAME = r"[A-Za-z0-9][\w+#=:-]*"
_TAG = re.compile(rf'\[\s*({_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]\s*', re.ASCII)
_LOOSE = re.compile(rf'\[\s*({_NAME})\s+"(.*)"\s*\]\s*', re.ASCII)
"""A tag whose value has quotes that nobody escaped."""
_ESCAPED = re.compile(r'\\(["\\])')
_WORD = re.compile(
    r"(?P<move>[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|O-O(?:-O)?|0-0(?:-0)?)"
    r"|(?P<null>--|Z0|0000|@@@@)"
    r"|(?P<comment>\{[^}]*\}?|;[^\n]*)"
    r"|(?P<escape>(?<=\n)%[^\n]*|\A%[^\n]*)"
    r"|(?P<nag>\$[0-9]+|\?\?|\?!|\?|!!|!\?|!|\+/=|=/\+|\+/-|-/\+|\+-|-\+|\+=|=\+|(?<=\s)=(?=\s))"
    r"|(?P<bracket>[()])"
    r"|(?P<result>\*|1-0|0-1|1/2-1/2)"
    r"|(?P<end>\n[ \t\r\f\v]*(?=\n))"
)
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "+/=": 14, "+=": 14, "=/+": 15,
         "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19}  # fmt: skip
"""Glyphs by the signs that people write for them."""


class Word(NamedTuple):
    """A word of a game."""

    kind: str
    """`tag`, or a group of the pattern: `move`, `null`, `comment`, `nag`, `bracket`, `result`, `end`."""
    text: str
    line: int
    value: str = ""
    """Of a tag, what it says."""


def words(piece: Piece) -> Iterator[Word]:
    """The words of the games of a piece; `end` stands where an empty line ends one."""
    first = 0
    while first < len(piece.lines) and _header(piece.lines[first]):
        for name, value in _tags(piece.lines[first].strip()):
            yield Word("tag", name, piece.line + first, _ESCAPED.sub(r"\1", value))
        first += 1
    text = "".join(piece.lines[first:])
    line, counted = piece.line + first, 0
    for found in _WORD.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        if found.lastgroup != "escape":
            yield Word(str(found.lastgroup), found[0], line)


def _header(line: str) -> bool:
    """Whether a line belongs to the tags, which come first."""
    return line.isspace() or line.startswith(("[", "%"))


def _tags(line: str) -> list[tuple[str, str]]:
    """The tags of a line, which is mostly one; none of a line that is no tag."""
    found, at = [], 0
    while at < len(line) and (tag := _TAG.match(line, at)):
        found.append((tag[1], tag[2]))
        at = tag.end()
    if at < len(line) or not found:
        loose = _LOOSE.fullmatch(line)
        return [(loose[1], loose[2])] if loose else []
    return found
