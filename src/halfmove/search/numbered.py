"""Games whose actions are any Python objects, for searches that keep actions as numbers.

A table's entry and the killer moves hold small whole numbers.  A game that runs interpreted may call its
actions "e4" or (2, 3): here each action gets a number when it is first met, and keeps it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.errors import Unsuitable
from halfmove.core.game import Game
from halfmove.search.table import NO_ACTION

_TRAITS = (
    "players",
    "zero_sum",
    "chance",
    "actions_limit",
    "history_slots",
    "tableless_plies",
    "symmetry_count",
    "utility_limit",
    "whole_utilities",
    "stuck_is_over",
    "repetition",
    "repetition_count",
    "unit",
    "engine_without",
)


class Numbered(Game):
    """`game` with numbers, 0 to 65,534, for actions; the states are the game's own."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        for trait in _TRAITS:
            setattr(self, trait, getattr(game, trait))
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

    def _named(self, number: int) -> Any:
        """What a number stands for; -1, which is none, for itself."""
        return self.known[number] if number >= 0 else number

    def _numbered_or_none(self, action: Any) -> int:
        return -1 if action == -1 else self.number(action)

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

    def outcomes(self, s: Any) -> Iterator[tuple[int, float]]:
        return ((self.number(a), p) for a, p in self.game.outcomes(s))

    def is_drawn(self, s: Any) -> bool:
        return self.game.is_drawn(s)

    def pick(self, s: Any, random: Buffer) -> int:
        return self._numbered_or_none(self.game.pick(s, random))

    def sample(self, s: Any, random: Buffer) -> int:
        return self._numbered_or_none(self.game.sample(s, random))

    def playout(self, s: Any, last: int, random: Buffer) -> int:
        return self._numbered_or_none(self.game.playout(s, self._named(last), random))

    def prior(self, s: Any, a: int) -> int:
        return self.game.prior(s, self.known[a])

    def is_legal(self, s: Any, a: int) -> bool:
        return self.game.is_legal(s, self.known[a])

    def may_repeat(self, s: Any, a: int) -> bool:
        return self.game.may_repeat(s, self.known[a])

    def reversible(self, s: Any) -> int:
        return self.game.reversible(s)

    def repetition_key(self, s: Any) -> Bitboard:
        return self.game.repetition_key(s)

    def key(self, s: Any) -> Bitboard:
        return self.game.key(s)

    def symmetric(self, s: Any, k: int) -> Any:
        return self.game.symmetric(s, k)

    def symmetric_action(self, a: int, k: int) -> int:
        return self.number(self.game.symmetric_action(self.known[a], k))
