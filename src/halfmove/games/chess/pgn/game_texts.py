"""A PGN file cut into texts of whole games, so that files may be larger than memory.

PGN is free of lines, but nearly all files put the tags of a game on lines of their own after an empty line or
after the result of the game before.  There a file is cut, unless a comment is open; so a comment that is
never closed does not take the next games with it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from halfmove.games.chess.pgn.tokens import TAG

_TAG = re.compile(rf"[\s\ufeff]*{TAG}")
_ENDED = re.compile(r"(?:1-0|0-1|1/2|[*½])\s*$")
_SIGN = re.compile(r"[{};]")
PATIENCE = 1000
"""Lines behind a place where a game seems to begin in which an open comment may still be closed."""


class GameText(NamedTuple):
    """The text of some games: mostly one."""

    line: int
    """The number of its first line, from 1."""
    text: str


class _Comment:
    """Whether a comment is open at the end of the lines that were seen."""

    def __init__(self) -> None:
        self.open = False
        self.again = False
        """Whether another began in it."""

    def see(self, line: str) -> None:
        opens, closes = line.rfind("{"), line.rfind("}")
        if opens < 0 and (closes < 0 or not self.open):
            return
        if ";" not in line:  # which may have braces behind it that are none
            end = line.find("}")
            self.again = self.open and (self.again or "{" in (line if end < 0 else line[:end]))
            self.open = opens > closes or (self.open and closes < 0)
            return
        for found in _SIGN.finditer(line):
            sign = found[0]
            if self.open:
                self.again = self.again or sign == "{"
                if sign == "}":
                    self.open = False
            elif sign == "{":
                self.open, self.again = True, False
            elif sign == ";":
                return


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """The texts of whole games."""
    waiting: deque[str] = deque()
    source = iter(lines)
    found: list[str] = []
    number = first = 1
    comment = _Comment()
    moves = apart = False
    doubtful: int | None = None
    """Where in `found` the next game begins, if the comment that is open there is never closed."""
    while True:
        line = waiting.popleft() if waiting else next(source, None)
        ended = line is None
        if line is not None:
            tag = "[" in line and _TAG.match(line) is not None
            if tag and moves and apart:
                if not comment.open:
                    yield GameText(first, "".join(found))
                    first, found, moves = number, [], False
                elif doubtful is None:
                    doubtful, comment.again = len(found), False
            blank = line.isspace()
            moves = moves or not (tag or blank or line.startswith("%"))
            apart = blank or _ENDED.search(line) is not None
            if not tag or comment.open:
                comment.see(line)
            found.append(line)
            number += 1
        if doubtful is not None:
            unclosed = ended or comment.again or len(found) - doubtful > PATIENCE
            if unclosed:
                again = found[doubtful:]
                yield GameText(first, "".join(found[:doubtful]))
                waiting.extendleft(reversed(again))
                number = first = first + doubtful
                found, moves, apart, doubtful, comment = [], False, False, None, _Comment()
                continue
            if not comment.open:
                doubtful = None
        if ended:
            break
    if found:
        yield GameText(first, "".join(found))
