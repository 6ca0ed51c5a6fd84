"""Marks on points as SGF has them: `TR[cc]SQ[dd:ee]LB[gc:A]`; a list may have rectangles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from halfmove.core.errors import BadInput
from halfmove.core.markup import LABEL, Mark, Markup
from halfmove.core.sgf_tree import escape, unescape
from halfmove.games.go.game import Go

NAMES = {"triangle": "TR", "square": "SQ", "cross": "MA", "circle": "CR"}
_LABELS = "LB"


class SgfMarkup(Markup):
    """Of a board of Go."""

    def __init__(self, game: Go) -> None:
        self.game = game

    def read(self, properties: Mapping[str, Sequence[str]]) -> list[Mark]:
        most = self.game.points  # values of one kind: more would say the same again
        found = [
            Mark(kind, self.game.point_text(point))
            for kind, name in NAMES.items()
            for value in islice(properties.get(name, ()), most)
            for point in self._area(value)
        ]
        for value in islice(properties.get(_LABELS, ()), most):
            where, _, text = value.partition(":")
            found += [Mark(LABEL, self.game.point_text(at), unescape(text)) for at in self._area(where)]
        return list(dict.fromkeys(found))

    def put(
        self, properties: Mapping[str, Sequence[str]], point: str, mark: Mark | None
    ) -> dict[str, list[str]]:
        there = self.game.parse_point(point)
        found = {name: list(values) for name, values in properties.items()}
        for name in (*NAMES.values(), _LABELS):
            left = [word for value in found.get(name, ()) for word in self._without(name, value, there)]
            if left:
                found[name] = left
            else:
                found.pop(name, None)
        if mark is not None:
            place = self.game.sgf_text(there)
            name = NAMES.get(mark.kind, _LABELS)
            value = f"{place}:{escape(mark.text)}" if name == _LABELS else place
            found.setdefault(name, []).append(value)
        return found

    def _without(self, name: str, value: str, point: int) -> Iterator[str]:
        """A value, without a point: a rectangle that has it becomes its other points."""
        where = value.partition(":")[0] if name == _LABELS else value
        rows, columns = self._sides(where)
        row, column = divmod(point, self.game.width)
        if row in rows and column in columns:
            yield from (self.game.sgf_text(other) for other in self._area(where) if other != point)
        else:
            yield value

    def _area(self, value: str) -> Iterator[int]:
        """The points of a value, one or a rectangle; none where it names none of this board."""
        rows, columns = self._sides(value)
        for row in rows:
            for column in columns:
                yield row * self.game.width + column

    def _sides(self, value: str) -> tuple[range, range]:
        """The rows and columns of a value."""
        try:
            corners = [self.game.parse_sgf(word) for word in value.split(":", 1)]
        except BadInput:
            return range(0), range(0)
        if self.game.points in corners:
            return range(0), range(0)
        rows, columns = zip(*(divmod(corner, self.game.width) for corner in corners), strict=True)
        return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
