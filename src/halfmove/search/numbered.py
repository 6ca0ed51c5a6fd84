"""Games whose actions are any Python objects, for searches that keep actions as numbers.

A table's entry and the killer moves hold small whole numbers.  A game that runs interpreted may call its
actions "e4" or (2, 3): here each action gets a number when it is first met, and keeps it.  A game whose class
may be compiled has numbers for actions already and needs none of this, at either speed.

The methods that hand a question on are made from the table of hooks (`core.contract.hooks`), so that no hook
is forgotten: a search that asks for one gets the game's own answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.contract.hooks import HOOKS, Answer, Hook, trait_names
from halfmove.core.errors import Unsuitable
from halfmove.core.in_turn import rules_of


class Numbered(Game):
    """`game` with numbers from 0 on for actions; the states are the game's own."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        for trait in trait_names():
            if trait == "compiled":
                continue
            setattr(self, trait, getattr(game, trait))
        self.action_bits = 32  # as many as are met
        self.own_slots = type(game).history_slot is not Game.history_slot
        self.own_places = type(game).policy_index is not Game.policy_index
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
            self.numbers[action] = found
            self.known.append(action)
        return found

    def action(self, number: int) -> Any:
        """The action that a number stands for."""
        return self.known[number]

    def named(self, number: int) -> Any:
        """What a number stands for; -1, which is none, for itself."""
        return self.known[number] if number >= 0 else number

    def numbered(self, action: Any) -> int:
        """The number of an action; -1, which is none, for itself."""
        return -1 if type(action) is int and action == -1 else self.number(action)

    def history_slot(self, s: Any, a: int) -> int:
        action = self.known[a]
        if self.own_slots or isinstance(action, int):
            return self.game.history_slot(s, action)
        return a % self.history_slots

    def policy_index(self, s: Any, a: int) -> int:
        return self.game.policy_index(s, self.known[a]) if self.own_places else a

    def list_actions(self, s: Any, out: Buffer, at: int) -> int:
        return Game.list_actions(self, s, out, at)

    def list_plausible(self, s: Any, out: Buffer, at: int) -> int:
        return Game.list_plausible(self, s, out, at)

    def list_forcing(self, s: Any, out: Buffer, at: int) -> int:
        return Game.list_forcing(self, s, out, at)

    def list_threatening(self, s: Any, out: Buffer, at: int) -> int:
        return Game.list_threatening(self, s, out, at)


_ANSWERS = {
    Answer.ACTION: "self.number({})",
    Answer.DRAWN: "self.numbered({})",
    Answer.ACTIONS: "map(self.number, {})",
    Answer.OUTCOMES: "((self.number(a), p) for a, p in {})",
}
"""How an answer that holds actions is put in numbers; any other is handed on."""
_ARGUMENTS = {"a": "self.known[a]", "last": "self.named(last)"}
"""How an argument that is an action is put in the game's own words."""


def _forwarding(hook: Hook) -> Callable[..., Any]:
    """The method that asks the game itself, with actions for numbers and numbers for actions."""
    given = ", ".join(_ARGUMENTS.get(argument, argument) for argument in hook.arguments)
    asked = f"self.game.{hook.name}({given})"
    answer = _ANSWERS.get(hook.answer, "{}").format(asked)
    made: Callable[..., Any] = eval(f"lambda {', '.join(('self', *hook.arguments))}: {answer}")
    made.__name__ = hook.name
    made.__qualname__ = f"Numbered.{hook.name}"
    return made


for _hook in HOOKS.values():
    if _hook.name not in vars(Numbered):
        setattr(Numbered, _hook.name, _forwarding(_hook))


def numbered(game: Game) -> Game:
    """The game as searches want it, with numbers for actions: itself where its class has them, however it
    runs, so that it is searched alike at both speeds."""
    return game if type(rules_of(game)).compiled else Numbered(game)
