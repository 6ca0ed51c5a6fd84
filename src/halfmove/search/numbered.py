"""Games whose actions are any Python objects, for searches that keep actions as numbers.

A table's entry and the killer moves hold small whole numbers.  A game that runs interpreted may call its
actions "e4" or (2, 3): here each action gets a number when it is first met, and keeps it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from halfmove.core.bits import Bitboard
from halfmove.core.errors import Unsuitable
from halfmove.core.game import Game
from halfmove.search.table import NO_ACTION


class Numbered(Game):
    """`game` with numbers, 0 to 65,534, for actions; the states are the game's own."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self.actions_limit = game.actions_limit
        self.history_slots = game.history_slots
        self.tableless_plies = game.tableless_plies
        self.symmetry_count = game.symmetry_count
        self.utility_limit = game.utility_limit
        self.engine_without = game.engine_without
        self.own_slots = type(game).history_slot is not Game.history_slot
        self.parameters = game.parameters

    def number(self, action: Hashable) -> int:
        """The number of one of the game's actions."""
        try:
            found = self.numbers.get(action)
        except TypeError:
            raise Unsuitable(
                f"An action of {self.game.title()} is {action!r}, which cannot be told from others by hash: "
                "use numbers, texts or tuples of these."
            ) from None
        if found is None:
            found = len(self.known)
            if found >= NO_ACTION:
                raise Unsuitable(f"{self.game.title()} has more than {NO_ACTION} different actions.")
            self.numbers[action] = found
            self.known.append(action)
        return found

    def action(self, number: int) -> Any:
        """The action that a number stands for."""
        return self.known[number]

    def _numbered(self, actions: Iterable[Any]) -> Iterator[int]:
        return map(self.number, actions)

    def initial(self) -> Any:
        return self.game.initial()

    def to_move(self, s: Any) -> int:
        return self.game.to_move(s)

    def actions(self, s: Any) -> Iterator[int]:
        return self._numbered(self.game.actions(s))

    def result(self, s: Any, a: int) -> Any:
        return self.game.result(s, self.known[a])

    def is_terminal(self, s: Any) -> bool:
        return self.game.is_terminal(s)

    def utility(self, s: Any, player: int) -> Any:
        return self.game.utility(s, player)

    def evaluate(self, s: Any, player: int) -> int:
        return self.game.evaluate(s, player)

    def order(self, s: Any, a: int) -> int:
        return self.game.order(s, self.known[a])

    def candidates(self, s: Any) -> Iterator[int]:
        return self._numbered(self.game.candidates(s))

    def bounds(self, s: Any) -> tuple[int, int]:
        return self.game.bounds(s)

    def plies_left(self, s: Any) -> int:
        return self.game.plies_left(s)

    def history_slot(self, s: Any, a: int) -> int:
        action = self.known[a]
        if self.own_slots or isinstance(action, int):
            return self.game.history_slot(s, action)
        return a % self.history_slots

    def key(self, s: Any) -> Bitboard:
        return self.game.key(s)

    def symmetric(self, s: Any, k: int) -> Any:
        return self.game.symmetric(s, k)

    def symmetric_action(self, a: int, k: int) -> int:
        return self.number(self.game.symmetric_action(self.known[a], k))
