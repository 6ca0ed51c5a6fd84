"""Nim: heaps of matches; take some from one heap; the last match decides.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).  By default
whoever takes the last match wins, and any number may be taken.  The textbook's "take one to three, whoever
takes the last one loses" is

    game("nim", heaps="21", most=3, misere=True)

The heaps lie side by side in one word, `63 // number of heaps` bits each.  An action is `heap * largest +
(matches - 1)`, heaps counted from 0.  Bouton's theory is left out on purpose: here it is the search that has
to find out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement, Point, Surface, at

GAMES = {"nim": "Nim"}

MOST_HEAPS = 15
LARGEST_HEAP = 1000
"""A play can take as many moves as there are matches, and a search goes as deep as a play is long."""


class State(NamedTuple):
    """The heaps, `bits` bits each, and who is to take."""

    heaps: Bitboard
    mover: int


class Nim(Game):
    """Take matches from one heap; whoever takes the last one of all wins, or loses if the game is misère."""

    name = "nim"
    runtime_parameters = ("misere", "last_loses")

    heaps: str = "3,4,5"
    most: int = 0
    misere: bool = False

    start: Bitboard
    heap_mask: Bitboard
    last_loses: int
    """What the player who finds nothing to take gets."""

    def __init__(self, **parameters: Any) -> None:
        heaps = parameters.get("heaps")
        if isinstance(heaps, (list, tuple)):
            parameters["heaps"] = ",".join(map(str, heaps))
        elif isinstance(heaps, int) and not isinstance(heaps, bool):
            parameters["heaps"] = str(heaps)
        super().__init__(**parameters)

    def setup(self) -> None:
        sizes = self._sizes(self.heaps, LARGEST_HEAP)
        if not 1 <= len(sizes) <= MOST_HEAPS:
            raise BadInput(f"Nim is played with 1 to {MOST_HEAPS} heaps, not {len(sizes)}.")
        self.width = 63 // len(sizes)
        largest = min(LARGEST_HEAP, 2**self.width - 1)
        if not all(1 <= size <= largest for size in sizes):
            wrong = next(size for size in sizes if not 1 <= size <= largest)
            raise BadInput(f"With {len(sizes)} heaps a heap of Nim has 1 to {largest} matches, not {wrong}.")
        if self.most < 0:
            raise BadInput(
                f"Nim's parameter 'most' is the most matches a move may take (0: any), not {self.most}."
            )
        self.count = len(sizes)
        self.largest = min(max(sizes), self.most or max(sizes))
        self.actions_limit = sum(min(size, self.largest) for size in sizes)
        self.start = self._word(sizes)
        self.heap_mask = 2**self.width - 1
        self.last_loses = 1 if self.misere else -1

    # ---- the six functions
    def initial(self) -> State:
        return State(self.start, 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for heap in range(self.count):
            for matches in range(1, min(self.heap(s, heap), self.largest) + 1):
                yield heap * self.largest + matches - 1

    def result(self, s: State, a: int) -> State:
        heap = a // self.largest
        matches = a - heap * self.largest + 1
        return State(bits.minus(s.heaps, bits.left(bits.board(matches), heap * self.width)), 1 - s.mover)

    def is_terminal(self, s: State) -> bool:
        return s.heaps == bits.board(0)

    def utility(self, s: State, player: int) -> int:
        # the mover found nothing to take: the other side took the last match
        return self.last_loses if player == s.mover else -self.last_loses

    def heap(self, s: State, heap: int) -> int:
        """How many matches a heap has left."""
        return bits.number(bits.right(s.heaps, heap * self.width) & self.heap_mask)

    def key(self, s: State) -> Bitboard:
        return bits.left(s.heaps, 1) | bits.board(s.mover)

    # ---- text: `3` from a single heap, `B3` from the second of several; a position is `3,4,5 first`
    def action_text(self, s: State, a: int) -> str:
        heap, rest = divmod(a, self.largest)
        return f"{self._letter(heap)}{rest + 1}"

    def parse_action(self, s: State, text: str) -> int:
        word = text.strip()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        match = re.fullmatch(r"([A-Za-z]?)([0-9]{1,6})", word)
        how = (
            "a number" if self.count == 1 else f"a heap, A to {ascii_uppercase[self.count - 1]}, and a number"
        )
        if not match or (self.count > 1 and not match[1]):
            raise BadInput(f"'{word}' is not a move; a move is {how} of matches, such as {self._letter(0)}1.")
        heap, matches = ascii_uppercase.find(match[1].upper() or "A"), int(match[2])
        if heap >= self.count:
            raise BadInput(f"There is no heap {match[1].upper()}; a move is {how} of matches.")
        left, where = self.heap(s, heap), f"heap {ascii_uppercase[heap]}" if self.count > 1 else "the heap"
        if left == 0:
            raise BadInput(f"There is nothing left in {where}.")
        if not 1 <= matches <= min(left, self.largest):
            limit = f"it has {left}" if left <= self.largest else f"at most {self.largest} may be taken"
            raise BadInput(
                f"It is not possible to take {matches} from {where}: at least 1 must be taken, and {limit}."
            )
        return heap * self.largest + matches - 1

    def _letter(self, heap: int) -> str:
        return ascii_uppercase[heap] if self.count > 1 else ""

    def position_text(self, s: State) -> str:
        return f"{','.join(str(self.heap(s, i)) for i in range(self.count))} {self.player_names[s.mover]}"

    def parse(self, text: str) -> State:
        """The heaps, then who is to take, `first` or `second`; if it is not said, the first who can be."""
        match = re.fullmatch(
            r"(.*?)(?:\s+(first|second)(?:\s+to move)?)?", text.strip(), re.IGNORECASE | re.DOTALL
        )
        assert match, "the pattern allows any text"
        now, sizes = self._sizes(match[1], LARGEST_HEAP), self._sizes(self.heaps, LARGEST_HEAP)
        if len(now) != len(sizes):
            raise BadInput(
                f"The position has {len(now)} heaps, but the game has {len(sizes)}, such as {self.heaps}."
            )
        for i, (left, size) in enumerate(zip(now, sizes)):
            if left > size:
                raise BadInput(
                    f"Heap {ascii_uppercase[i]} has {left} matches in the position, "
                    f"but the game began with {size}."
                )
        taken = [size - left for left, size in zip(now, sizes)]
        fewest = sum(-(-n // self.largest) for n in taken)
        movers = {moves % 2 for moves in range(fewest, min(sum(taken), fewest + 1) + 1)}
        mover = self.player_names.index(match[2].lower()) if match[2] else min(movers)
        if mover not in movers:
            raise BadInput(
                f"With {sum(taken)} of the matches {self.heaps} taken it cannot be the "
                f"{self.player_names[mover]} player's turn."
            )
        return State(self._word(now), mover)

    def _sizes(self, text: str, largest: int) -> list[int]:
        words = text.replace(",", " ").split()
        for word in words:
            if not re.fullmatch("[0-9]{1,9}", word) or int(word) > largest:
                raise BadInput(
                    f"'{word}' is not a heap; heaps are written as numbers up to {largest}, such as 3,4,5."
                )
        return [int(word) for word in words]

    def _word(self, sizes: list[int]) -> int:
        return sum(size << (i * self.width) for i, size in enumerate(sizes))

    # ---- pictures
    def show(self, s: State) -> str:
        sizes = [self.heap(s, i) for i in range(self.count)]
        rows = [f"{ascii_uppercase[i]}  {_tally(size)} {size}" for i, size in enumerate(sizes)]
        return "\n".join([*rows, self._status(s)])

    def _status(self, s: State) -> str:
        if not self.is_terminal(s):
            return f"{self.player_names[s.mover]} player to take"
        return f"{self.player_names[0 if self.utility(s, 0) > 0 else 1]} player wins"

    def draw(self, s: State) -> str:
        return svg(self, [range(1, self.heap(s, i) + 1) for i in range(self.count)], self.position_text(s))

    def surface(self) -> Surface:
        return Matches(self)

    def sizes(self) -> list[int]:
        """How many matches the heaps begin with."""
        return self._sizes(self.heaps, LARGEST_HEAP)


def _tally(size: int) -> str:
    """Strokes in fives, as many as fit a line."""
    shown = min(size, 50)
    fives = [("|" * shown)[i : i + 5] for i in range(0, shown, 5)]
    return " ".join([*fives, "…"] if size > shown else fives) or "-"


# ---- to look at and to touch
# At most `SHOWN` matches of a heap are drawn.  Where a heap has more, the number at its end stands for every
# play that takes none of those drawn, and the face asks which.
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
