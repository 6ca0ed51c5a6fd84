"""Files opened on a page: of which game they are, and the games in them, each with what a person chooses by.

A file opens at its own size and rules, whatever the page shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, RecordFormat
from halfmove.core.plain_text import TITLE, PlainText, formats_of
from halfmove.core.record_text import narrowed
from halfmove.games.reference import GameReference
from halfmove.web.board import formats
from halfmove.web.board.paper import from_paper, to_paper
from halfmove.web.board.table import Table
from halfmove.web.server import here

LARGEST_FILE = 150_000
"""Bytes of a file; whatever is longer, the terminal opens."""
MOST_GAMES = 500


class Found(NamedTuple):
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
        """What else tells it from others: `1-0, 33 moves, Paris, 1858.??.??`."""
        said = self.paper.headers
        moves = sum(1 for move in self.paper.moves if move.text)
        told = [said.get("Result", ""), f"{moves} move{'' if moves == 1 else 's'}"]
        told += [said.get(name, "") for name in ("Event", "Date")]
        return ", ".join(word for word in told if word and "?" not in word and word != "*")

    def table(self, *, analysing: bool) -> Table:
        """The game on a table of its own; `BadInput` where it is too large to be served."""
        table = Table(self.game, parameters_of(self.game, self.paper.rules), analysing=analysing)
        table.seats.all_people()  # a game that is read was others'
        table.record = from_paper(table.game, self.paper, self.form)
        if not table.kept_whole():
            why = "is too long for a page" if table.cut_short else "does not come back whole from a link"
            raise BadInput(
                f"This game, with all that is said in it, {why}; the terminal opens it "
                f"(halfmove play {self.game}, then load and the name of the file)."
            )
        return table


def parameters_of(name: str, rules: Game) -> dict[str, str]:
    """The parameters that are not those of the game as the catalogue has it, as links write them."""
    usual = here().catalogue.rules(name).parameters
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in rules.parameters.items()
        if usual.get(key) != value
    }


def games_of(data: bytes, file: str, name: str, parameters: dict[str, str]) -> tuple[list[Found], list[str]]:
    """The games of a file that is dropped on the page of a game, and a sentence for each that is broken;
    `BadInput` where there is none."""
    if len(data) > LARGEST_FILE:
        raise BadInput(f"The file has {len(data):,} bytes; a page opens files of up to {LARGEST_FILE:,}.")
    data = narrowed(data)
    if b"\0" in data:
        raise BadInput(f"'{file[:60]}' is no text, so no game is in it.")
    broken: list[BadInput] = []
    found: list[Found] = []
    for other, form in _forms(data, file, name, parameters):
        text = formats.bounded(form).decoded(data)
        for paper in form.read(text, broken=broken.append):
            if formats.says_a_game(form, paper, text):
                found.append(Found(other, paper, form))
            if len(found) > MOST_GAMES:
                raise BadInput(f"'{file[:60]}' has more than {MOST_GAMES} games; the terminal opens it.")
        break
    else:
        game = here().catalogue.watched(GameReference(name, parameters))
        text = data.decode("utf-8-sig", "replace")
        record = formats.read(game, text)
        plain = PlainText(game)
        found.append(Found(name, to_paper(record, plain), plain))
    if not found:
        said = str(broken[0]) if broken else "there is no game in it."
        raise BadInput(f"{file[:60]}: {said}")
    return found, [str(error) for error in broken]


def _forms(
    data: bytes, file: str, name: str, parameters: dict[str, str]
) -> Iterator[tuple[str, RecordFormat]]:
    """The game and the format that a file is in, by what it begins with, or where nothing is known to begin
    so, how its name ends; the page's own game first."""
    catalogue = here().catalogue
    start = data[:400].decode("latin-1").removeprefix("\xef\xbb\xbf").lstrip()
    suffix = PurePath(file).suffix.lower()
    named: list[tuple[str, RecordFormat]] = []
    begun = False
    for other in (name, *(known for known in catalogue.names() if known != name)):
        game = catalogue.watched(GameReference(other, parameters if other == name else {}))
        if start.startswith(TITLE):
            if start.partition("\n")[0].removeprefix(TITLE).strip() == game.title():
                yield other, PlainText(game, _opener(other))
            continue
        for form in formats_of(game)[:-1]:
            if form.begins(start):
                begun = True
                yield other, form
            elif suffix in form.suffixes:
                named.append((other, form))
    if not begun:
        yield from named


def _opener(name: str):  # type: ignore[no-untyped-def]
    return lambda parameters: here().catalogue.watched(GameReference(name, parameters))
