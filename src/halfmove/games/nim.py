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
from collections.abc import Iterator
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

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
        from halfmove.games.nim_board import svg

        return svg(self, [range(1, self.heap(s, i) + 1) for i in range(self.count)], self.position_text(s))

    def surface(self) -> Surface:
        from halfmove.games.nim_board import Matches

        return Matches(self)

    def sizes(self) -> list[int]:
        """How many matches the heaps begin with."""
        return self._sizes(self.heaps, LARGEST_HEAP)


def _tally(size: int) -> str:
    """Strokes in fives, as many as fit a line."""
    shown = min(size, 50)
    fives = [("|" * shown)[i : i + 5] for i in range(0, shown, 5)]
    return " ".join([*fives, "…"] if size > shown else fives) or "-"
