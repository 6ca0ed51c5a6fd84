"""What learners of other libraries are given: actions as numbers, what a player sees as an array.

Actions are the places of the game's own policy where it has one (AlphaZero's planes of moves for chess), else
their own numbers where these are small, else their places in the list of legal actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.compile import interpreted
from halfmove.core.contract import PRESENT, Game
from halfmove.core.errors import BadInput, BrokenPromise
from halfmove.core.history import History
from halfmove.search.encoding import LARGEST_POLICY, Encoding, largest_place

BITS = 64
"""Bits that a number of an observation is written in."""
LEAST, MOST = -1.28, 1.27
"""What a place of an array may hold: planes are hundredths of 8 bits."""


class Spaces:
    """Actions and observations of a game whose players move in turn; `Unsuitable` for states that are no
    numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoding = None if game.hidden else Encoding(game)
        start = game.initial()
        shape = (BITS * len(list(_numbers(game.observation(start, 0)))),)
        self.shape: tuple[int, ...] = shape if self.encoding is None else self.encoding.shape
        """Of an observation."""
        largest = -1 if game.policy_size else largest_place(interpreted(game), start)
        self.by_place = largest >= LARGEST_POLICY
        """Whether an action's number is its place in the list of legal ones."""
        room = game.actions_limit if self.by_place else 1 << max(largest, 1).bit_length()
        self.size: int = game.policy_size or room
        """How many numbers there are."""

    def legal(self, history: History) -> dict[int, Any]:
        """The legal actions where a player is to move, by their numbers."""
        actions = history.legal()
        if self.by_place:
            return dict(enumerate(actions))
        found = {int(self.game.policy_index(history.state, a)): a for a in actions}
        if len(found) < len(actions) or any(not 0 <= number < self.size for number in found):
            raise BrokenPromise(
                f"{self.game.title()} does not give each action a number of its own below {self.size}."
            )
        return found

    def mask(self, numbers: Iterator[int] | dict[int, Any]) -> NDArray[np.int8]:
        """1 at each of some numbers of actions, 0 elsewhere."""
        made = np.zeros(self.size, np.int8)
        made[list(numbers)] = 1
        return made

    def seen(self, history: History, player: int) -> NDArray[np.float32]:
        """What a player sees: the planes before a network, as whoever moves sees them, in a game that hides
        nothing, and else the bits of the numbers of his `observation`."""
        if self.encoding is not None:
            planes: NDArray[np.float32] = self.encoding.planes([history.state])[0] / np.float32(PRESENT)
            return planes
        numbers = list(_numbers(self.game.observation(history.state, player)))
        if BITS * len(numbers) != self.shape[0]:
            raise BadInput(f"What a player of {self.game.title()} sees is not of the same size everywhere.")
        words = np.array([number & (1 << BITS) - 1 for number in numbers], "<u8")
        return np.unpackbits(words.view(np.uint8), bitorder="little").astype(np.float32)


def _numbers(seen: Any) -> Iterator[int]:
    """The numbers of an observation, in their order."""
    if isinstance(seen, tuple):
        for part in seen:
            yield from _numbers(part)
    else:
        yield int(seen)
