"""Files opened on a page: of which game they are, and the games in them, each with what a person chooses by.

A file opens at its own size and rules, whatever the page shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import PurePath
from typing import NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, RecordFormat, record_formats
from halfmove.core.plain_text import TITLE, PlainText, formats_of
from halfmove.core.record_text import to_utf8
from halfmove.games.reference import GameReference
from halfmove.web.board import formats
from halfmove.web.board.game_records import make_game_record, read_game_record
from halfmove.web.board.table import Table
from halfmove.web.server import here
from halfmove.web.widgets import date

LARGEST_FILE = 150_000
"""Bytes of a file; whatever is longer, the terminal opens."""
MOST_GAMES = 500


class FileGame(NamedTuple):
    """A game of a file."""

    game: str
    """As the catalogue calls it."""
    paper: GameRecord
    form: RecordFormat

    @property
    def players(self) -> str:
        """`Morphy – Allies`."""
        game = self.paper.rules
        names = [self.paper.headers.get(game.player_name(p), "?") for p in range(game.players)]
        return " – ".join(names) if any(name not in ("?", "") for name in names) else ""

    @property
    def about(self) -> str:
        """What else tells it from others, as HTML: `1-0, 33 moves, Paris`, and the date."""
        said = self.paper.headers
        moves = sum(1 for move in self.paper.moves if move.text)
        told = [said.get("Result", ""), f"{moves} move{'' if moves == 1 else 's'}"]
        told += [said.get("Event", "")]
        words = [escape(word) for word in told if word and "?" not in word and word != "*"]
        day = said.get("Date", "")
        return ", ".join([*words, *([date(day)] if day and not day.startswith("?") else [])])

    def table(self, *, analysing: bool) -> Table:
        """The game on a table of its own; `BadInput` where it is too large to be served."""
        table = Table(self.game, list_unusual_parameters(self.game, self.paper.rules), analysing=analysing)
        table.seats.seat_people()  # a game that is read was others'
        table.record = read_game_record(table.game, self.paper, self.form)
        if not table.is_kept_whole():
            why = "is too long for a page" if table.cut_short else "cannot be restored from a link"
            raise BadInput(
                f"This game, with all that is said in it, {why}; the terminal opens it "
                f"(halfmove play {self.game}, then load and the name of the file)."
            )
        return table


def list_unusual_parameters(name: str, rules: Game) -> dict[str, str]:
    """The parameters that are not those of the game as the catalogue has it, as links write them."""
    usual = here().catalogue.rules(name).parameters
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in rules.parameters.items()
        if usual.get(key) != value
    }


def read_games(
    data: bytes, file: str, name: str, parameters: dict[str, str]
) -> tuple[list[FileGame], list[str]]:
    """The games of a file that is dropped on the page of a game, and a sentence for each that is broken;
    `BadInput` where there is none."""
    if len(data) > LARGEST_FILE:
        raise BadInput(f"The file has {len(data):,} bytes; a page opens files of up to {LARGEST_FILE:,}.")
    data = to_utf8(data)
    if b"\0" in data:
        raise BadInput(f"'{file[:60]}' is not a text file.")
    candidates = list(_list_formats(data, file, name, parameters))
    if not candidates:
        return _guess_games(data, name, parameters), []
    suffix = PurePath(file).suffix.lower()
    best: tuple[list[FileGame], list[str]] | None = None
    best_rank: tuple[int, ...] = ()
    for other, form in candidates:  # the next where one makes less of it
        tried = _read(data, other, form)
        if len(tried[0]) > MOST_GAMES:
            raise BadInput(f"'{file[:60]}' has more than {MOST_GAMES} games; the terminal opens it.")
        if not tried[1] and any(one.paper.moves for one in tried[0]):
            return tried
        rank = _rank(*tried, named=suffix in form.suffixes)
        if rank > best_rank:
            best, best_rank = tried, rank
    assert best is not None, "there are candidates"
    if not best[0]:
        raise BadInput(f"{file[:60]}: {best[1][0] if best[1] else 'there is no game in it.'}")
    return best


def _rank(found: list[FileGame], broken: list[str], *, named: bool) -> tuple[int, ...]:
    """How much was made of a file: games with moves, and games; those without moves beside broken ones are
    none, as the tags of one format look like another's.  Then whether the file's name is the format's, and
    how few are broken."""
    played = sum(bool(one.paper.moves) for one in found)
    return played, 0 if broken and not played else len(found), named, -len(broken)


def _read(data: bytes, name: str, form: RecordFormat) -> tuple[list[FileGame], list[str]]:
    """What a format makes of a file: games, and what is wrong with others."""
    broken: list[BadInput] = []
    found: list[FileGame] = []
    try:
        text = formats.bound_format(form).decoded(data)
        for paper in form.read(text, broken=broken.append):
            if formats.has_game(form, paper, text):
                found.append(FileGame(name, paper, form))
            if len(found) > MOST_GAMES:
                break
    except BadInput as error:
        broken.append(error)
    return found, [str(error) for error in broken]


def _guess_games(data: bytes, name: str, parameters: dict[str, str]) -> list[FileGame]:
    """The game of a text that says nothing of itself: moves or a position of the page's game, else moves of
    one whose games may be nothing but moves."""
    catalogue = here().catalogue
    game = catalogue.watched(GameReference(name, parameters))
    try:
        record = formats.read(game, data.decode("utf-8-sig", "replace"))
    except BadInput:
        for other in catalogue.names():
            for form in record_formats(catalogue.watched(GameReference(other))):
                tried = _read(data, other, form) if form.bare_moves and other != name else ([], [""])
                if tried[0] and tried[0][0].paper.moves and not tried[1]:
                    return tried[0]
        raise
    plain = PlainText(game)
    return [FileGame(name, make_game_record(record, plain), plain)]


def _list_formats(
    data: bytes, file: str, name: str, parameters: dict[str, str]
) -> Iterator[tuple[str, RecordFormat]]:
    """The game and the format that a file may be in, by what it begins with, and where no format that the
    file is named for begins so, by how its name ends; the page's own game first."""
    catalogue = here().catalogue
    start = data[:400].decode("latin-1").removeprefix("\xef\xbb\xbf").lstrip()
    suffix = PurePath(file).suffix.lower()
    named: list[tuple[str, RecordFormat]] = []
    begun = False
    for other in (name, *(known for known in catalogue.names() if known != name)):
        game = catalogue.watched(GameReference(other, parameters if other == name else {}))
        if start.startswith(TITLE):
            if start.partition("\n")[0].removeprefix(TITLE).strip() == game.title():
                yield other, PlainText(game, _make_opener(other))
            continue
        for form in formats_of(game)[:-1]:
            if form.begins(start):
                begun = begun or suffix in form.suffixes
                yield other, form
            elif suffix in form.suffixes:
                named.append((other, form))
    if not begun:
        yield from named


def _make_opener(name: str):  # type: ignore[no-untyped-def]
    return lambda parameters: here().catalogue.watched(GameReference(name, parameters))
