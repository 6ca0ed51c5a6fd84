"""Positions and games in the field's notations, in and out: moves of any game, and its formats of records."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from itertools import islice

from halfmove.core.contract import Game
from halfmove.core.ending import Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, GameRecord, RecordFormat, record_formats
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.web.board.game_records import make_game_record, read_game_record
from halfmove.web.board.record import MOST_NODES, Record
from halfmove.web.catalogue import MOST_TEXT

POSITION, MOVES = "position", "moves"
MOST_RECORD = 400_000
"""Bytes of a record, which is a text."""
MOST_READ = 5 * MOST_NODES
"""Moves of all games of a text together, in formats that count them."""
MOST_LINK = 50_000
"""Letters of a record in a link; servers take addresses of 64 KB."""


def list_formats(game: Game) -> list[str]:
    """The notations that a game can be written in, the usual one first."""
    known = [*(form.name for form in formats_of(game) if form.written), MOVES]
    if _has_positions(game):
        known += [POSITION, *game.position_forms(game.initial())]
    return known


def _has_positions(game: Game) -> bool:
    try:
        game.position_text(game.initial())
    except BadInput:
        return False
    return True


def find_suffix(game: Game, form: str) -> str:
    """How a file in a notation ends: `.pgn`."""
    named = next((known for known in formats_of(game) if known.name == form), None)
    return ".txt" if named is None else named.suffixes[0]


def write(record: Record, form: str, *, names: Iterable[str] = (), ended: Ending | None = None) -> str:
    """The game, or the position shown, as text; `names` and `ended` as `make_game_record` has them."""
    if form == POSITION:
        return record.game.position_text(record.history.state)
    forms = record.game.position_forms(record.history.state)
    if form in forms:
        return forms[form]
    if form == MOVES:
        return record.written()
    named = next(known for known in formats_of(record.game) if known.name == form)
    return named.text(make_game_record(record, named, names=names, ended=ended))


def encode(game: Game, form: str, text: str) -> bytes:
    """A text that `write` made, as a file has it: one of Kifu for Windows is not in UTF-8."""
    named = next((known for known in formats_of(game) if known.name == form), None)
    return text.encode() if named is None else named.encode(text)


def read(game: Game, text: str) -> Record:
    """A record from text in whichever of the game's notations; `BadInput` says what is wrong with it."""
    if len(text) > MOST_TEXT * 4:
        raise BadInput(f"That is longer than {MOST_TEXT * 4:,} characters.")
    text = text.strip()
    if not text:
        raise BadInput("There is nothing to read; paste a game or a position.")
    formats = [bound_format(form) for form in (*record_formats(game), _plain_text(game))]
    begun = next((form for form in formats if form.begins(text)), None)
    if begun is not None:
        return _read(begun, game, text)
    try:
        game.parse(text)
    except BadInput as no_position:
        bare = next((form for form in formats if form.bare_moves), None)
        try:
            if bare is not None:
                return _read(bare, game, text)
            record = Record(game)
            record.read(text)
        except BadInput as no_moves:
            looks = "/" in text or "\n" in text
            raise BadInput(str(no_position if looks and bare is None else no_moves)) from None
        return record
    return Record(game, text)


def _plain_text(game: Game) -> PlainText:
    """Reads games with the parameters of this one only: others are not opened past the catalogue."""

    def refused(parameters: dict[str, str]) -> Game:
        others = [f"{key[:40]}={value[:40]}" for key, value in list(parameters.items())[:9]]
        raise BadInput(f"That is a game with {', '.join(others)}.")

    return PlainText(game, refused)


def bound_format(form: RecordFormat) -> RecordFormat:
    """The format, reading no more than a page holds: each move takes the rules a moment."""
    form.bound = Bound(MOST_NODES, MOST_READ)
    return form


def has_game(form: RecordFormat, paper: GameRecord, text: str) -> bool:
    """Whether a text is about a game at all: where any words are passed over, nonsense is read as no move."""
    return bool(paper.moves or paper.headers) or paper.start is not None or form.begins(text.lstrip())


def _read(form: RecordFormat, game: Game, text: str) -> Record:
    paper = next(islice(form.read(text), 1), None)
    if paper is None or not has_game(form, paper, text):
        raise BadInput(f"There is no game of {game.title()} in that.")
    if paper.rules.parameters != game.parameters:
        raise BadInput(f"That is a game with {_list_differences(paper.rules, game)}.")
    return read_game_record(game, paper, form)


def _list_differences(there: Game, here: Game) -> str:
    """The parameters that are others: `width=9, height=9`."""
    others = {key: value for key, value in there.parameters.items() if here.parameters.get(key) != value}
    return ", ".join(f"{key}={value}" for key, value in others.items())


# ---- links
def pack(record: Record, room: int | None = None) -> str:
    """The record with all that is said in it as a word for a link.  With `room` it is not compressed, as how
    long it is would tell what stands in it, and as long as if it had so many bytes more."""
    form = PlainText(record.game)
    text = form.text(make_game_record(record, form, judged=False)).encode()
    text, level = (text, 9) if room is None else (text + b" " * room, 0)
    return base64.urlsafe_b64encode(zlib.compress(text, level)).decode().rstrip("=")


def unpack(game: Game, word: str) -> Record:
    """The record that `pack` wrote; `BadInput` for anything else."""
    try:
        data = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data, MOST_RECORD).decode()
    except (ValueError, zlib.error):
        raise BadInput("The record in the link is broken.") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise BadInput("The record in the link is broken, or too long.")
    paper = next(bound_format(_plain_text(game)).read(text), None)
    if paper is None or paper.rules.parameters != game.parameters:
        raise BadInput("The record in the link is not of this game.")
    return read_game_record(game, paper, PlainText(game))
