"""Games from PGN files, one after the other, however long the file.

A game that is broken raises `BadInput` with its number and line; or, if the caller says what to do with it
(`broken`), is left out.  In a main line that is read alone, what stands in variations cannot break it.  What
programs of the field repair is repaired, and said in `repairs` of the game; with `strict` it breaks it.

A game ends with its result, where tags follow its moves, where a tag comes again behind an empty line, and,
without tags, at an empty line, unless its numbers go on.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from halfmove.core.compile import runs_compiled
from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, MainLine
from halfmove.core.record_text import stream_lines
from halfmove.games.chess.pgn.builder import Builder
from halfmove.games.chess.pgn.following import Follower
from halfmove.games.chess.pgn.game import PgnGame
from halfmove.games.chess.pgn.game_texts import split_games
from halfmove.games.chess.pgn.position import initial, rules
from halfmove.games.chess.pgn.regular import read_regular
from halfmove.games.chess.pgn.tokens import Letters, Word, languages, words, written_letters

T = TypeVar("T")
FEW, MANY = 8, 600
"""Games of a file behind which machine code is used where it is kept, and made where it is not: to load it
takes as long as to read ten games, to make it as long as a thousand."""


def read_pgn(path: str | Path, *, broken: Broken | None = None, strict: bool = False) -> Iterator[PgnGame]:
    """The games of a file, with all that is said of them.

    `BadInput` for a file that cannot be read, and for a broken game if there is no `broken` to be told of it.
    """
    return _of_file(path, games, broken, strict=strict)


def read_main_lines(
    path: str | Path, *, broken: Broken | None = None, strict: bool = False
) -> Iterator[MainLine]:
    """What was played in the games of a file; the rest is passed over.  Errors as of `read_pgn`."""
    return _of_file(path, main_lines, broken, strict=strict)


def games(
    text: str | Iterable[str],
    *,
    broken: Broken | None = None,
    compiled: bool = True,
    strict: bool = False,
    most: int | None = None,
) -> Iterator[PgnGame]:
    """The games of a text, or of lines with their ends, with all that is said of them; `compiled`: whether
    their rules may become machine code; `most`: how many plies of the main line are read."""
    reading = Reading(whole=True, compiled=compiled, strict=strict, most=most)
    for built, place in _build(text, broken, reading):
        yield built.game(place)


def main_lines(
    text: str | Iterable[str], *, broken: Broken | None = None, strict: bool = False, most: int | None = None
) -> Iterator[MainLine]:
    """What was played in the games of a text, or of lines with their ends; the rest is passed over."""
    for built, place in _build(text, broken, Reading(whole=False, strict=strict, most=most)):
        yield built.main_line(place)


class Reading(NamedTuple):
    """How games are read, as `Builder` has it."""

    whole: bool
    compiled: bool = True
    strict: bool = False
    most: int | None = None
    follower: Follower | None = None

    def builder(self) -> Builder:
        return Builder(**self._asdict())

    def followed(self, games: int) -> Reading:
        """The same for a file of which so many games were read: with machine code, where it is kept; where it
        would have to be made, only once that is worth its while."""
        if self.follower is not None or games < FEW or FEW < games < MANY:
            return self
        game, follower = rules(False, self.compiled), Follower()
        if games == MANY and runs_compiled(game):
            follower.prepare(game, initial(game))
        elif not follower.is_ready(game, initial(game)):
            return self
        return self._replace(follower=follower)


def _of_file(
    path: str | Path, read: Callable[..., Iterator[T]], broken: Broken | None, *, strict: bool
) -> Iterator[T]:
    """The games of a file; errors about one of them begin with the file's name."""

    def with_path(error: BadInput) -> BadInput:
        return BadInput(f"{path}: {error}") if str(error).startswith("game ") else error

    try:
        yield from read(
            stream_lines(path), broken=broken and (lambda error: broken(with_path(error))), strict=strict
        )
    except BadInput as error:
        raise with_path(error) from None


def _build(
    text: str | Iterable[str], broken: Broken | None, reading: Reading
) -> Iterator[tuple[Builder, str]]:
    for built, place, wrong in build_games(text, reading):
        if not built.error:
            yield built, place
            continue
        error = BadInput(f"{wrong}: {built.error}.")
        if broken is None:
            raise error
        broken(error)


def build_games(text: str | Iterable[str], reading: Reading) -> Iterator[tuple[Builder, str, str]]:
    """Each game of a text, broken ones too (`Builder.error`), with its place, `game 3 (line 41)`, and that of
    what is wrong with it."""
    lines = io.StringIO(text, newline=None) if isinstance(text, str) else text
    number = 0
    for piece in split_games(lines):
        line, counted = piece.line, 0
        reading = reading.followed(number)
        for built, begin, end in _games_at_once(piece.text, reading) or _games_of(piece.text, reading):
            number += 1
            if built.error and reading.follower is not None:
                plainly = reading._replace(follower=None)
                built = next(game for game, _, _ in _games_of(piece.text[begin:end], plainly))
                built.at += begin
            at = built.at
            if built.misread:
                built = _in_other_letters(piece.text[begin:end], reading, built)
            line += piece.text.count("\n", counted, begin)
            counted = begin
            wrong = line + piece.text.count("\n", begin, at) if built.error else line
            yield built, f"game {number} (line {line})", f"game {number} (line {wrong})"


def _games_at_once(text: str, reading: Reading) -> list[tuple[Builder, int, int]]:
    """The game of a text that is plainly written; none where that is not so, or no follower is ready."""
    if reading.follower is None:
        return []
    built = reading.builder()
    return [(built, 0, len(text))] if read_regular(text, built) else []


def _games_of(text: str, reading: Reading, letters: Letters = ()) -> Iterator[tuple[Builder, int, int]]:
    """The games of a text, with where each begins and where the next does."""
    built: Builder | None = None
    begin = last = 0
    ended = False
    """Whether the game's result was read, so that what follows is the next game's."""
    for word in words(text, letters):
        kind, at = word.kind, word.at
        if built is not None and (
            _is_behind(word, text, last) if ended else _is_next(built, word, text, last)
        ):
            built.finish(last)
            yield built, begin, at
            built = None
        if built is None:
            if kind in ("loose", "said", "number"):
                continue
            built, begin, ended = reading.builder(), at, False
        if not (ended and kind == "result"):
            built.take(word)
        ended = ended or (kind == "result" and not built.depth)
        last = at
    if built is not None:
        built.finish(last)
        yield built, begin, len(text)


def _is_behind(word: Word, text: str, last: int) -> bool:
    """Whether a word behind the result of a game does not belong to it: a comment in its line does, and the
    result said again."""
    if word.kind == "comment":
        return "\n" in text[last : word.at]
    return word.kind != "result" or _empty_line(text, last, word.at)


def _is_next(built: Builder, word: Word, text: str, last: int) -> bool:
    """Whether a word begins the next game, though the result of this one is missing."""
    if word.kind == "tag":
        return built.has_moves or (word.text in built.headers and _empty_line(text, last, word.at))
    if word.kind in ("comment", "bracket") or not built.plies or built.depth:
        return False
    if not _empty_line(text, last, word.at):
        return False
    number = int(word.text.rstrip(".") or 0) if word.kind == "number" else 0
    if built.headers:
        return number == 1 and built.next_number > 1
    return number != built.next_number


def _empty_line(text: str, begin: int, end: int) -> bool:
    """Whether an empty line stands between two places, at the first of which a word begins."""
    between = text[begin:end]
    return "\n" in between and any(not line.strip() for line in between.split("\n")[1:-1])


def _in_other_letters(text: str, reading: Reading, built: Builder) -> Builder:
    """A game whose moves are not English, by the letters that its moves make certain; else as it was."""
    found: list[tuple[Builder, str]] = []
    for letters in languages():
        other = next((game for game, _, _ in _games_of(text, reading, letters)), None)
        if other is not None and not other.error:
            found.append((other, written_letters(letters)))
    if not found or any(other.signature != found[0][0].signature for other, _ in found):
        return built
    best, written = found[0]
    try:
        best.repair(f"its pieces are written {written}, for K, Q, R, B, N")
    except BadInput:
        return built
    return best
