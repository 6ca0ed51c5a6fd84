"""Openings from a file: plain moves or positions for any game; FEN, EPD and PGN for chess; SGF for Go.

A plain file has one opening a line: moves in the game's notation, or a position in it, or both with a `|`
between them.  Blank lines and what follows a `#` do not count.

    4 4 3            # Connect Four
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | e4 e5
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from halfmove.arena.job import Opening
from halfmove.arena.openings.book import Book, Listed
from halfmove.arena.openings.played import opened
from halfmove.arena.plan import OpeningSource
from halfmove.core.errors import BadInput
from halfmove.core.game import Game


def digest_of(file: str) -> str:
    """16 hexadecimal digits that stand for what is in a file."""
    return blake2b(_text(file).encode(), digest_size=8).hexdigest()


def from_file(source: OpeningSource, game: Game, seed: int) -> Book:
    """The openings in a file, each once; `BadInput` for one that cannot be read or played, with its place."""
    text = _text(source.file)
    if source.digest and blake2b(text.encode(), digest_size=8).hexdigest() != source.digest:
        raise BadInput(f"The file '{source.file}' has changed since the contest was planned.")
    read = _reader(source.file, text)
    seen: dict[tuple[Any, ...], Opening] = {}
    for place, opening in read(text, game):
        cut = _cut(opening, source.plies)
        wrong = _plays(game, cut)
        if wrong is not None:
            raise BadInput(f"{source.file}, {place}: {wrong}")
        seen.setdefault((cut.position, cut.moves), cut)
    if not seen:
        raise BadInput(f"The file '{source.file}' has no opening in it.")
    return Listed(list(seen.values()), shuffled=source.shuffled, seed=seed)


def _text(file: str) -> str:
    try:
        return Path(file).expanduser().read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"There is no file '{file}' with openings.") from None
    except OSError as error:
        raise BadInput(f"The file '{file}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The file '{file}' is not text in UTF-8, so it holds no openings.") from None


Reader = Any
"""`reader(text, game)`: pairs of a place for people (`line 3`, `game 2`) and an opening."""


def _reader(file: str, text: str) -> Reader:
    """By the file's ending, or else by what it looks like."""
    suffix = Path(file).suffix.lower()
    start = text.lstrip()
    if suffix == ".pgn" or (suffix not in _READERS and start.startswith("[Event")):
        return _pgn
    if suffix == ".sgf" or (suffix not in _READERS and start.startswith("(;")):
        return _sgf
    return _READERS.get(suffix, _plain)


def _lines(text: str, comment: str = "#") -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition(comment)[0].strip()
        if said:
            yield f"line {number}", said


def _plain(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    for place, line in _lines(text):
        position, bar, moves = line.rpartition("|")
        if bar:
            yield place, Opening(tuple(game.split_moves(moves)), position.strip() or None, line)
            continue
        as_moves = Opening(tuple(game.split_moves(line)), None, line)
        if _plays(game, as_moves) is None or _parses(game, line) is not None:
            yield place, as_moves  # it can be played; or it is neither, and the moves' error says more
        else:
            yield place, Opening((), line, line)


def _epd(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """FEN or EPD: the first four fields are the position, then perhaps two clocks, then operations."""
    for place, line in _lines(text, comment=" #"):
        fields = line.split(";")[0].split()
        clocks = fields[4:6] if len(fields) >= 6 and all(f.isdecimal() for f in fields[4:6]) else ["0", "1"]
        if len(fields) < 4:
            raise BadInput(f"{place}: '{line}' is no FEN or EPD; it needs four fields at least.")
        name = line.partition('id "')[2].partition('"')[0]
        yield place, Opening((), " ".join([*fields[:4], *clocks]), name or " ".join(fields[:4]))


def _pgn(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    pgn = _module("chess.pgn", "PGN files")
    stream = io.StringIO(text)
    number = 0
    while (read := pgn.read_game(stream)) is not None:
        number += 1
        if read.errors:
            raise BadInput(f"game {number} of the PGN file is wrong: {read.errors[0]}.")
        board = read.board()
        position = board.fen() if "FEN" in read.headers else None
        moves = []
        for move in read.mainline_moves():
            moves.append(board.san(move))
            board.push(move)
        name = read.headers.get("Opening") or read.headers.get("ECO") or f"game {number}"
        yield f"game {number}", Opening(tuple(moves), position, name)


def _sgf(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    sgf = _module("sgfmill.sgf", "SGF files")
    for number, part in enumerate(_records(text), 1):
        place = f"game {number}"
        try:
            read = sgf.Sgf_game.from_string(part)
        except ValueError as error:
            raise BadInput(f"{place} of the SGF file is wrong: {error}.") from None
        size = read.get_size()
        if {size} != {game.parameters.get("width", size), game.parameters.get("height", size)}:
            raise BadInput(
                f"{place} of the SGF file is on {size}×{size}, which is not the board of the match."
            )
        root = read.get_root()
        if any(root.has_property(name) for name in ("AB", "AW", "AE")):
            raise BadInput(f"{place} of the SGF file begins with stones on the board; give moves only.")
        moves = []
        for node in read.get_main_sequence():
            colour, point = node.get_move()
            if colour is not None:
                moves.append("pass" if point is None else f"{_COLUMNS[point[1]]}{point[0] + 1}")
        yield place, Opening(tuple(moves), None, root.get("GN") if root.has_property("GN") else place)


_COLUMNS = "ABCDEFGHJKLMNOPQRST"


def _records(text: str) -> Iterator[str]:
    """The game trees of an SGF collection, by their brackets."""
    depth, start, inside = 0, 0, False
    at = 0
    while at < len(text):
        c = text[at]
        if inside:
            if c == "\\":
                at += 1
            elif c == "]":
                inside = False
        elif c == "[":
            inside = True
        elif c == "(":
            if depth == 0:
                start = at
            depth += 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                yield text[start : at + 1]
        at += 1


_READERS: dict[str, Reader] = {".epd": _epd, ".fen": _epd, ".txt": _plain, ".moves": _plain}


def _module(name: str, what: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise BadInput(f"{what} need the package {package}: pip install 'halfmove[arena]'.") from None


def _cut(opening: Opening, plies: int) -> Opening:
    return Opening(opening.moves[:plies], opening.position, opening.name) if plies else opening


def _parses(game: Game, text: str) -> str | None:
    """Why a text is no position; None where it is one."""
    try:
        game.parse(text)
    except BadInput as error:
        return str(error)
    return None


def _plays(game: Game, opening: Opening) -> str | None:
    """Why an opening cannot be used; None where it can."""
    try:
        opened(game, opening)
    except BadInput as error:
        return str(error)
    return None
