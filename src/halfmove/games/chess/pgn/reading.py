"""Games from PGN files, one after the other, however long the file.

A game that is broken raises `BadInput` with its number and line; or, if the caller says what to do with it
(`broken`), is left out.  In a main line that is read alone, what stands in variations cannot break it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, MainLine
from halfmove.core.record_text import stream_lines
from halfmove.games.chess.pgn.builder import Builder
from halfmove.games.chess.pgn.game import PgnGame
from halfmove.games.chess.pgn.pieces import Piece, flaw, pieces
from halfmove.games.chess.pgn.tokens import words

T = TypeVar("T")


def read_pgn(path: str | Path, *, broken: Broken | None = None) -> Iterator[PgnGame]:
    """The games of a file, with all that is said of them.

    `BadInput` for a file that cannot be read, and for a broken game if there is no `broken` to be told of it.
    """
    return _of_file(path, games, broken)


def read_main_lines(path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
    """What was played in the games of a file; the rest is passed over.  Errors as of `read_pgn`."""
    return _of_file(path, main_lines, broken)


def games(
    text: str | Iterable[str], *, broken: Broken | None = None, compiled: bool = True
) -> Iterator[PgnGame]:
    """The games of a text, or of lines with their ends, with all that is said of them; `compiled`: whether
    their rules may become machine code."""
    for built, place in _built(text, broken, whole=True, compiled=compiled):
        yield built.game(place)


def main_lines(text: str | Iterable[str], *, broken: Broken | None = None) -> Iterator[MainLine]:
    """What was played in the games of a text, or of lines with their ends; the rest is passed over."""
    for built, place in _built(text, broken, whole=False):
        yield built.main_line(place)


def _of_file(path: str | Path, read: Callable[..., Iterator[T]], broken: Broken | None) -> Iterator[T]:
    """The games of a file; errors about one of them begin with the file's name."""

    def told(error: BadInput) -> BadInput:
        return BadInput(f"{path}: {error}") if str(error).startswith("game ") else error

    try:
        yield from read(stream_lines(path), broken=broken and (lambda error: broken(told(error))))
    except BadInput as error:
        raise told(error) from None


def _built(
    text: str | Iterable[str], broken: Broken | None, *, whole: bool, compiled: bool = True
) -> Iterator[tuple[Builder, str]]:
    lines = io.StringIO(text, newline=None) if isinstance(text, str) else text
    number = 0
    for piece in pieces(lines):
        wrong = flaw(piece)
        for built in _of_piece(piece, whole=whole, compiled=compiled):
            number += 1
            if wrong is not None and (not built.error or wrong.line <= built.line):
                built.error, built.line = wrong.words, wrong.line
            if not built.error:
                yield built, f"game {number} (line {built.first})"
                continue
            error = BadInput(f"game {number} (line {built.line}): {built.error}.")
            if broken is None:
                raise error
            broken(error)
            if wrong is not None:
                break


def _of_piece(piece: Piece, *, whole: bool, compiled: bool) -> Iterator[Builder]:
    """The games of a piece: several, where empty lines stand between moves without tags."""
    built: Builder | None = None
    for word in words(piece):
        if word.kind == "end":
            if built is not None:
                built.end()
                yield built
                built = None
            continue
        if built is None:
            built = Builder(word.line, whole, compiled)
        built.take(word)
    if built is not None:
        built.end()
        yield built
