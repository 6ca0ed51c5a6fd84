"""What all checks share: the game examined, the promises counted, and how a broken one is told."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Annotated, Any, TypedDict

from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.contract.hooks import Answer, Hook, all_hooks, applies_to
from halfmove.core.errors import BrokenPromise, CompileError
from halfmove.core.history import MOST_ACTIONS
from halfmove.core.in_turn import own_method, rules_of
from halfmove.core.randomness import stream
from halfmove.core.results import Table


class CheckData(TypedDict):
    """What was tried on a game that kept every promise."""

    game: Annotated[str, "The game's name."]
    parameters: Annotated[dict[str, Any], "Its parameters."]
    sound: Annotated[bool, "True: a broken promise is an error."]
    games: Annotated[int, "Random games played."]
    states: Annotated[int, "States passed through."]
    promises: Annotated[dict[str, int], "Each promise, with how often it was put to the test."]
    notes: Annotated[list[str], "What was not tried, and why."]


@dataclass(frozen=True)
class Report(Table):
    """What `check_game` tried on a game that kept every promise."""

    game: Game
    games: int
    """Random games played."""
    states: int
    """States passed through."""
    promises: dict[str, int] = field(default_factory=dict)
    """Each promise tried, with how often."""
    notes: tuple[str, ...] = ()
    """What was not tried, and why."""
    in_full: bool = False
    """Whether the text lists the promises."""

    def to_dict(self) -> CheckData:
        return {
            "game": self.game.title(),
            "parameters": self.game.parameters,
            "sound": True,
            "games": self.games,
            "states": self.states,
            "promises": self.promises,
            "notes": list(self.notes),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a promise, with how often it was tried."""
        return [{"promise": promise, "times": times} for promise, times in self.promises.items()]

    @property
    def summary(self) -> str:
        """One line about all that was tried, and one about each thing that was not."""
        head = (
            f"{self.game!r} keeps its promises: {self.games:,} random games, {self.states:,} states, "
            f"{sum(self.promises.values()):,} checks."
        )
        return "\n".join([head, *(f"         –  {note}" for note in self.notes)])

    def to_text(self) -> str:
        return str(self) if self.in_full else self.summary

    def __str__(self) -> str:
        head, *notes = self.summary.split("\n")
        rows = [f"{count:>10,}  {promise}" for promise, count in self.promises.items()]
        return "\n".join([head, *rows, *notes])


class Examiner:
    """Asks the game, counts the promises kept, and raises `BrokenPromise` at the first that is not."""

    def __init__(self, game: Game, random: Random, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled  # whether the game, interpreted here, is meant to be compiled
        self.random = random
        self.kept: Counter[str] = Counter()
        self.notes: list[str] = []
        self._before: Any = None

    def promise(self, what: str, kept: bool, seen: str | Callable[[], str], state: Any = None) -> None:
        """Count the promise, or tell how it was broken."""
        if kept:
            self.kept[what] += 1
            return
        where = "" if state is None else f", in the state {_short(state)}"
        told = seen() if callable(seen) else seen
        what = re.sub(r"\w+", lambda word: own_method(word[0], state), what)
        raise BrokenPromise(f"{self.game!r} breaks a promise: {what}; but {told}{where}.")

    def ask(self, method: str, state: Any, *arguments: Any) -> Any:
        """What a method of the game answers; generators as lists.  A method must not raise."""
        try:
            answer = getattr(self.game, method)(state, *arguments)
            return self._listed(method, answer) if method in _GENERATORS else answer
        except (CompileError, BrokenPromise):
            raise
        except NotImplementedError as error:
            seen = str(error) or "it is missing"
            raise BrokenPromise(
                f"{self.game!r} breaks a promise: a game defines {method}; but {seen}."
            ) from error
        except Exception as error:
            asked, method = method, self._method_in(error) or method
            given = f" for {', '.join(map(repr, arguments))}" if arguments and method == asked else ""
            promise = _ANSWERS.get(method, f"{method} answers in every state where it may be asked")
            raise BrokenPromise(
                f"{self.game!r} breaks a promise: {promise}; but {method} raised "
                f"{type(error).__name__} ({error}){given}, in the state {_short(state)}."
            ) from error

    def _listed(self, method: str, answer: Any) -> list[Any]:
        """What a generator gives; a broken promise where it does not end."""
        found = list(islice(answer, MOST_ACTIONS + 1))
        if len(found) > MOST_ACTIONS:
            raise BrokenPromise(
                f"{self.game!r} breaks a promise: {method} ends; but it gives more than "
                f"{MOST_ACTIONS:,} answers."
            )
        return found

    def _method_in(self, error: Exception) -> str:
        """The method of the game's own class that was called when an error came; "" if none was."""
        classes = [cls for cls in type(rules_of(self.game)).__mro__ if cls not in Game.__mro__]
        for frame, _ in traceback.walk_tb(error.__traceback__):
            code = frame.f_code
            if any(getattr(vars(cls).get(code.co_name), "__code__", None) is code for cls in classes):
                return code.co_name
        return ""

    def same_twice(self, method: str, state: Any, *arguments: Any) -> Any:
        """The answer of a method that must give the same one every time."""
        first, second = self.ask(method, state, *arguments), self.ask(method, state, *arguments)
        self.promise(
            f"{method} gives the same answer every time",
            bool(first == second),
            lambda: f"two calls gave {_short(first)} and {_short(second)}",
            state,
        )
        return first

    def legal(self, state: Any) -> list[Any]:
        """The actions of a state where the game goes on: nature's at a chance node."""
        if self.game.has_chance and self.ask("to_move", state) == CHANCE:
            if self.game.chance is Chance.SAMPLED:  # too many to list
                return [self.ask("draw_outcome", state, stream(self.random.getrandbits(32)))]
            return [action for action, _ in self.ask("outcomes", state)]
        answer: list[Any] = self.ask("actions", state)
        return answer

    def asks(self, hook: Hook) -> bool:
        """Whether a hook is tried here: what only a game of imperfect information has to say, or that needs
        more than a state, its actions, players and symmetries, has checks of its own."""
        return applies_to(self.game, hook) and set(hook.arguments) <= {"s", "a", "player", "k"}

    def met(self, state: Any) -> list[Any]:
        """Some actions of the state that was seen before this one, which may or may not be legal here."""
        before, self._before = self._before, state
        if before is None or self.ask("is_terminal", before) or self.ask("to_move", before) < 0:
            return []
        return self.some(self.ask("actions", before))

    def some(self, actions: list[Any]) -> list[Any]:
        """All of the actions, or where they are many some at random."""
        return actions if len(actions) <= _ACTIONS else self.random.sample(actions, _ACTIONS)

    def report(self, games: int, states: int) -> Report:
        """The report at the end."""
        return Report(self.game, games, states, dict(self.kept), tuple(self.notes))


_ACTIONS = 12
"""Of a state with more actions, so many are tried."""

_GENERATORS = {hook.name for hook in all_hooks(Answer.ACTIONS, Answer.OUTCOMES)}

_ANSWERS = {"result": "every action offered is legal and can be played"}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:400]}…"
