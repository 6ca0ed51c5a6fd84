"""Nim to look at and to touch: a match touched is taken, with all to its right.

At most `SHOWN` matches of a heap are drawn.  Where a heap has more, the number at its end stands for every
play that takes none of those drawn, and the face asks which.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Point, Surface, at

if TYPE_CHECKING:
    from halfmove.games.nim import Nim

SHOWN = 60
STEP, ROW, LEFT = 14, 50, 30
"""From match to match and from heap to heap, and where the first match stands."""
MATCH = "|"


def svg(game: Nim, heaps: Sequence[Collection[int]], label: str, sizes: Sequence[int] = ()) -> str:
    """The picture of heaps whose matches have these numbers, from 1 on the left; beside each heap its size,
    if that is not how many these are."""
    shown = min(max(game.sizes()), SHOWN)
    parts = []
    for i, heap in enumerate(heaps):
        y, size = ROW * i, sizes[i] if sizes else len(heap)
        parts.append(f'<text x="0" y="{y + 29}">{ascii_uppercase[i]}</text>')
        for number in heap:
            if number <= shown:
                parts.append(_match(LEFT + STEP * (number - 1), y, f"{ascii_uppercase[i]}{number}"))
        parts.append(f'<text x="{40 + STEP * shown}" y="{y + 29}">{size}</text>')
    width, height = 90 + STEP * shown, ROW * len(heaps) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -4 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="Nim: {label}" fill="#808691" '
        f'font-family="system-ui, sans-serif" font-size="16">{"".join(parts)}</svg>'
    )


def _match(x: int, y: int, name: str = "") -> str:
    return (
        f'<g{at(name)}><rect x="{x}" y="{y + 6}" width="5" height="36" rx="2" fill="#c89b5d"/>'
        f'<ellipse cx="{x + 2.5}" cy="{y + 7}" rx="4.5" ry="6" fill="#d1453b"/></g>'
    )


class Matches(Surface):
    """A match is called by its heap and its place, `B3`.  The rest of an arrangement: of a heap larger than
    is drawn, under its letter, how many are not, which a gap among those that are drawn takes away."""

    pieces = {MATCH: "match"}
    game: Nim

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        """The matches that are there, and the numbers of heaps that have had more than are drawn."""
        here = self.occupied(s)
        return [cell for cell in self._places() if cell.name in here] + self._numbers()

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        heap, rest = divmod(a, self.game.largest)
        first = self.game.heap(s, heap) - rest  # the number of the first match that is taken
        return (f"{ascii_uppercase[heap]}{first if first <= SHOWN else ''}",)

    def cells(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        """Every match that the heaps began with and that is drawn."""
        return self._places()

    def arrangement(self, s: Any) -> Arrangement:
        sizes = [self.game.heap(s, heap) for heap in range(self.game.count)]
        drawn = {f"{letter}{n}": MATCH for letter, size in zip(ascii_uppercase, sizes) for n in _drawn(size)}
        more = {letter: str(size - SHOWN) for letter, size in zip(ascii_uppercase, sizes) if size > SHOWN}
        return Arrangement(drawn, s.mover, more)

    def written(self, arrangement: Arrangement) -> str:
        sizes = ",".join(map(str, self._sizes(arrangement)))
        return f"{sizes} {self.game.player_names[arrangement.mover]}"

    def draw(self, arrangement: Arrangement, *, below: int = 0) -> str:
        heaps, sizes = self._heaps(self.checked(arrangement)), self._sizes(arrangement)
        return svg(self.game, heaps, self.written(arrangement), sizes)

    def piece_picture(self, symbol: str) -> str:
        return self.small(symbol, _match((ROW - 5) // 2, 0), ROW)

    def _heaps(self, arrangement: Arrangement) -> list[list[int]]:
        """The numbers of the matches that stand in each heap."""
        return [
            [n for n in _drawn(size) if f"{letter}{n}" in arrangement.pieces]
            for letter, size in zip(ascii_uppercase, self.game.sizes())
        ]

    def _sizes(self, arrangement: Arrangement) -> list[int]:
        """How many matches the heaps have, those too that are not drawn."""
        sizes = []
        for letter, heap in zip(ascii_uppercase, self._heaps(arrangement)):
            more = arrangement.rest.get(letter, "0")
            counts = len(heap) == SHOWN and re.fullmatch("[0-9]{1,6}", more)
            sizes.append(len(heap) + (int(more) if counts else 0))
        return sizes

    def _places(self) -> list[Point]:
        return [
            Point(f"{letter}{n}", LEFT - 4.5 + STEP * (n - 1), ROW * i, STEP, ROW)
            for i, (letter, size) in enumerate(zip(ascii_uppercase, self.game.sizes()))
            for n in _drawn(size)
        ]

    def _numbers(self) -> list[Point]:
        return [
            Point(letter, LEFT + 4 + STEP * SHOWN, ROW * i, 46, ROW)
            for i, (letter, size) in enumerate(zip(ascii_uppercase, self.game.sizes()))
            if size > SHOWN
        ]


def _drawn(size: int) -> range:
    return range(1, min(size, SHOWN) + 1)
