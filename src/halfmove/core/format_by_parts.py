"""Formats of records whose files fall into single games before anything of them is read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, GameRecord, MainLine, OpeningLine, RecordFormat, record_at
from halfmove.core.record_text import read_bytes


class FormatByParts(RecordFormat):
    """What such formats have in common; a game's text is read by itself, and a result is `Result` of its
    headers, as PGN writes it."""

    results = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
    """By the first player's share of the point."""

    @abstractmethod
    def parts(self, text: str) -> Iterator[Any]:
        """The text, or the words, of each game."""

    @abstractmethod
    def record(self, part: Any) -> GameRecord:
        """The game of such a part; `BadInput` where it is none."""

    def place(self, number: int, part: Any) -> str:
        """Where a part stands."""
        return f"game {number}"

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        for number, part in enumerate(self.parts(text), 1):
            if self.bound is not None:
                self.bound.begin()
            found = record_at(self.place(number, part), partial(self.record, part), broken)
            if found is not None:
                yield found

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        data = read_bytes(path)
        try:
            yield from self.read(self.decoded(data), broken=broken)
        except BadInput as error:
            raise BadInput(f"'{path}': {error}") from None

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        for found in self.read_file(path, broken=broken):
            yield MainLine.of(found, self.share(found))

    def openings(self, text: str) -> Iterator[OpeningLine]:
        for found in self.read(text):
            position = None if found.start is None else found.rules.position_text(found.start)
            yield OpeningLine(found.place, tuple(m.text for m in found.moves), position, found.place)

    def share(self, record: GameRecord) -> float | None:
        result = record.headers.get("Result")
        return next((share for share, text in self.results.items() if text == result), None)

    def result(self, state: object, share: float | None, how: str = "rules", agreed: str = "") -> str:
        return "*" if share is None else self.results[share]
