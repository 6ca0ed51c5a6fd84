"""Players that are objects of this process: any `Player`, a function from what a player may see to an action,
a strategy.

    hm.match(lambda history: history.legal()[0], "random", game="nim")

They are played in this process, one game at a time, so that a debugger steps through them; nobody guards
against one that never answers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description, describe
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.arena.players.registry import player as player_of
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.objects import KIND, find_object


class FunctionPlayer(Player):
    """A function from the history that a player may know (`Player.choose`) to an action, as the game has it
    or in its notation, or to a `Choice`; one of two parameters gets the budget too."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._takes_budget = _has_two_parameters(function)

    @property
    def title(self) -> str:
        return title_of(self.function)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """A function has nothing to forget."""

    def choose(self, history: History, budget: Budget) -> Choice:
        answer = self.function(history, budget) if self._takes_budget else self.function(history)
        if isinstance(answer, Choice):
            return answer
        if not isinstance(answer, str) or history.game.accepts(history.state, answer):
            return Choice(answer)
        try:
            return Choice(history.game.parse_action(history.state, answer), text=answer)
        except BadInput as error:
            raise PlayerFault(Fault.ILLEGAL, f"plays '{answer}', which is not legal: {error}") from None


def _has_two_parameters(function: Callable[..., Any]) -> bool:
    """Whether a function can be called with two arguments without a name, and asks for both."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # one of C's says nothing of its parameters
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    asked = [p for p in parameters if p.kind in kinds and p.default is inspect.Parameter.empty]
    return len(asked) == 2


def as_player(thing: object) -> Player:
    """The player that an object is; `BadInput` for one that is none."""
    from halfmove.arena.players.strategy import StrategyPlayer
    from halfmove.imperfect.abstract_strategy import AbstractStrategy
    from halfmove.imperfect.strategy import Strategy

    if isinstance(thing, Player):
        return thing
    if isinstance(thing, Strategy | AbstractStrategy):
        return StrategyPlayer(thing)
    if isinstance(thing, type):
        raise BadInput(f"{thing.__name__} is a class; give one of its objects, such as {thing.__name__}().")
    if callable(thing):
        return FunctionPlayer(thing)
    raise BadInput(
        f"{_short(thing)} is no player: give a line such as 'alphabeta?depth=4', a halfmove.Player, a "
        "strategy, or a function from a history to an action."
    )


def seat_others(game: Game, seat: int, opponent: object) -> dict[int, Player]:
    """The opponent, a line or an object, in all seats but one, started; nobody for None.  `BadInput` for a
    seat or a player that the game has no place for."""
    if not 0 <= seat < game.players:
        raise BadInput(f"A seat is one of 0 to {game.players - 1}, not {seat}.")
    if opponent is None:
        return {}
    line = describe(opponent) if isinstance(opponent, str) else None
    others = {
        p: as_player(opponent) if line is None else player_of(line) for p in range(game.players) if p != seat
    }
    for other in others.values():
        other.check(game)
        other.start()
    return others


def title_of(thing: object) -> str:
    """What a player that is an object is called: its title, its function's name, or its class's."""
    if isinstance(thing, Player) and thing.title:
        return thing.title
    name = getattr(getattr(thing, "func", thing), "__name__", "")  # `functools.partial` has a `func`
    return name if name and name != "<lambda>" else "function" if name else type(thing).__name__


def _short(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else f"An object of the class {type(thing).__name__}"


def description_of(name: str) -> Description:
    """The description of the object that `core.objects` knows by this name."""
    return Description(KIND, target=name, called=name)


def player(description: Description) -> Player:
    """The player that `object:NAME` describes."""
    made: Player = find_object(description.target)
    return made
