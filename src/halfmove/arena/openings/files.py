"""Openings from a file: plain moves or positions for any game, or whatever formats of records the game
has (FEN, EPD and PGN of chess, SGF of Go).

What kind of file it is, its ending says, or else what it begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from halfmove.arena.job import Opening
from halfmove.arena.openings.book import Book, Listed
from halfmove.arena.plan import OpeningSource
from halfmove.core.bounded_file import RECORDS, read_bounded
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import listed
from halfmove.core.formats import RecordFormat, format_of, record_formats

PLAIN = (".txt", ".moves")
"""The endings of files of plain moves."""


def digest_of(file: str) -> str:
    """16 hexadecimal digits that stand for what is in a file."""
    return _digest(_read_text(file))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def load_file(source: OpeningSource, game: Game, seed: int) -> Book:
    """The openings in a file, each once; `BadInput` for one that cannot be read or played, with its place."""
    text = _read_text(source.file)
    if source.digest and _digest(text) != source.digest:
        raise BadInput(f"The file '{source.file}' has changed since the contest was planned.")
    seen: dict[tuple[Any, ...], Opening] = {}
    try:
        for place, opening in _read_openings(source.file, text, game):
            cut = _cut(opening, source.plies)
            if (cut.position, cut.moves) not in seen:
                _check(game, cut, place)
                seen[cut.position, cut.moves] = cut
    except BadInput as error:
        raise BadInput(f"{source.file}: {error}") from None
    if not seen:
        raise BadInput(f"The file '{source.file}' has no opening in it.")
    return Listed(list(seen.values()), shuffled=source.shuffled, seed=seed)


def _read_text(file: str) -> str:
    path = Path(file).expanduser()
    try:
        data = read_bounded(path, RECORDS)
    except FileNotFoundError:
        raise BadInput(f"There is no file '{file}' with openings.") from None
    except OSError as error:
        raise BadInput(f"The file '{file}' cannot be read: {error.strerror}.") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if path.suffix.lower() in PLAIN:
            raise BadInput(f"The file '{file}' is not text in UTF-8, so it holds no openings.") from None
        text = data.decode("latin-1")  # as older programs write records, and PGN's own standard has it
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_openings(file: str, text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each opening, after its place for people (`line 3`, `game 2`).  A `BadInput` about one of them begins
    with its place."""
    form = _find_format(file, text, game)
    if form is None:
        from halfmove.arena.openings.plain import read

        yield from read(text, game)
        return
    for place, moves, position, name in form.openings(text):
        yield place, Opening(moves, position, name)


def _find_format(file: str, text: str, game: Game) -> RecordFormat | None:
    """The format that a file's ending names, or else what it begins with; None for plain moves."""
    suffix = Path(file).suffix.lower()
    if suffix in PLAIN:
        return None
    if (form := format_of(game, suffix)) is not None:
        return form
    from halfmove.games.registry import games_recorded_as

    if suffix and (others := games_recorded_as(suffix)):
        raise BadInput(
            f"{suffix} files are for {listed(others)}; give openings of {game.title()} as a .txt file."
        )
    start = text.lstrip()
    return next((form for form in record_formats(game) if form.begins(start)), None)


def _cut(opening: Opening, plies: int) -> Opening:
    return Opening(opening.moves[:plies], opening.position, opening.name) if plies else opening


def _check(game: Game, opening: Opening, place: str) -> None:
    """`BadInput`, with the place, for an opening that cannot be played."""
    try:
        opening.open(game)
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None
