"""Luck and skill in a game of dice: what each throw was worth, and what each choice cost.

Everything is measured by the game's evaluation, one throw ahead, as rollouts measure luck
(`search.chance.rollout`).  What a state can be *expected* to be worth is the mean over all outcomes of the
next throw, each after the best reply to it.

- The **luck** of a throw: the evaluation after the best reply to it, less what was expected before it.
- The **error** of a choice: what the best action can be expected to be worth, less what the one played can.
  Where the game settles a choice by formulas (`Game.decision`, backgammon's cube), theirs.

The result less all luck is what the game would have brought without it, as far as the evaluation is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import Table
from halfmove.core.score import WIN
from halfmove.search.chance.rollout import expected, reply
from halfmove.search.chance.rollouts import unfit


class Throw(NamedTuple):
    """What nature did."""

    ply: int
    """Its place in the game, from 0."""
    player: int
    """Whose luck it was: who plays after most outcomes."""
    action: Any
    text: str
    luck: float
    """To that player, in the game's units."""


class Choice(NamedTuple):
    """What a player did where he had a choice."""

    ply: int
    player: int
    action: Any
    text: str
    best: str
    """The best action, which may be the same."""
    error: float
    """What it cost, 0 or more, in the game's units."""
    rolled: str
    """The throw before it; empty where there was none."""


@dataclass(frozen=True)
class Balance:
    """A player's luck and errors."""

    choices: int
    """Where he had more than one action."""
    error: float
    """What his choices cost together."""
    throws: int
    luck: float
    """What his throws brought together."""

    @property
    def error_per_choice(self) -> float:
        """In the mean; 0 without a choice."""
        return self.error / self.choices if self.choices else 0.0

    @property
    def luck_per_throw(self) -> float:
        """In the mean; 0 without a throw."""
        return self.luck / self.throws if self.throws else 0.0


@dataclass(frozen=True)
class Luck(Table):
    """A game's luck and errors, in the order in which they came."""

    history: History
    throws: tuple[Throw, ...]
    choices: tuple[Choice, ...]
    result: float
    """What the game came to, to player 0; where it is not over, what can be expected of it."""

    @property
    def adjusted(self) -> float:
        """The result less the luck of both."""
        return self.result - sum(t.luck if t.player == 0 else -t.luck for t in self.throws)

    def balance(self, player: int) -> Balance:
        """A player's."""
        errors = [c.error for c in self.choices if c.player == player]
        brought = [t.luck for t in self.throws if t.player == player]
        return Balance(len(errors), sum(errors), len(brought), sum(brought))

    def to_dict(self) -> dict[str, Any]:
        """The whole report; a player's figures are his own, `result` and `adjusted` the first player's."""
        game = self.history.game
        return {
            "game": game.title(),
            "parameters": game.parameters,
            "plies": len(self.history.actions),
            "over": self.history.over,
            "result": round(self.result, 6),
            "adjusted": round(self.adjusted, 6),
            "players": [{"name": game.player_name(p), **_balance_json(self.balance(p))} for p in (0, 1)],
            "choices": [_choice_json(choice) for choice in self.choices],
            "throws": [_throw_json(throw) for throw in self.throws],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a choice, as `choices` of `to_dict` has them."""
        return [_choice_json(choice) for choice in self.choices]


@long_work("weighing a game")
def luck(history: History, *, progress: Asked = None, see: Callable[[int], None] | None = None) -> Luck:
    """The luck and the errors of a game of dice between two players, from where it begins to where it is.

    `see` is called after every action, with how many have been looked at; `progress` says how it is told how
    far it is (`core.reporting.Asked`).
    `Unsuitable` for a game without dice; `BadInput` where nothing was played.
    """
    game = history.game
    why = unfit(game)
    if why:
        raise Unsuitable(why)
    if not history.actions:
        raise BadInput("Nothing was played yet, so that there is no luck and no error in it.")
    throws: list[Throw] = []
    choices: list[Choice] = []
    for found in _steps(history):
        if isinstance(found, Throw):
            throws.append(found)
        else:
            choices.append(found)
        at(found.ply + 1, len(history.actions), unit="actions")
        if see is not None:
            see(found.ply + 1)
    return Luck(history, tuple(throws), tuple(choices), expected(game, history.state) / WIN)


def _steps(history: History) -> Iterator[Throw | Choice]:
    game = history.game
    player, rolled = 0, ""
    for ply, action in enumerate(history.actions):
        state, after = history.states[ply], history.states[ply + 1]
        text = game.action_text(state, action)
        mover = game.to_move(state)
        if mover == CHANCE:
            player = _thrower(game, state, after, player)
            sign = 1 if player == 0 else -1
            brought = sign * (reply(game, after)[1] - expected(game, state)) / WIN
            yield Throw(ply, player, action, text, brought)
            rolled = text
            continue
        player = mover
        worths = _worths(history, ply)
        if len(worths) > 1 and action in worths:
            best = max(worths, key=lambda a: worths[a])
            error = worths[best] - worths[action]
            told = game.action_text(state, best if error > 0 else action)
            yield Choice(ply, mover, action, text, told, error, rolled)
        rolled = ""


def _thrower(game: Game, state: Any, after: Any, last: int) -> int:
    """Whose throw it is: who plays after most of its outcomes (a 1 at Pig ends the turn of who threw it);
    where these are even, as of the first throw at backgammon, who plays after this one."""
    shares = [0.0, 0.0]
    for action, p in game.outcomes(state):
        then = game.result(state, action)
        if not game.is_terminal(then) and game.to_move(then) != CHANCE:
            shares[game.to_move(then)] += p
    if abs(shares[0] - shares[1]) > 1e-9:
        return 0 if shares[0] > shares[1] else 1
    return last if game.is_terminal(after) or game.to_move(after) == CHANCE else game.to_move(after)


def _worths(history: History, ply: int) -> dict[Any, float]:
    """What each action of a state can be expected to be worth to who chooses."""
    game, state = history.game, history.states[ply]
    decided = game.decision(state)
    if decided is not None:
        return dict(decided.worths)
    sign = 1 if game.to_move(state) == 0 else -1
    return {a: sign * expected(game, game.result(state, a)) / WIN for a in game.actions(state)}


def _balance_json(balance: Balance) -> dict[str, Any]:
    return {
        "choices": balance.choices,
        "error": round(balance.error, 6),
        "error_per_choice": round(balance.error_per_choice, 6),
        "throws": balance.throws,
        "luck": round(balance.luck, 6),
        "luck_per_throw": round(balance.luck_per_throw, 6),
    }


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {
        "ply": choice.ply,
        "player": choice.player,
        "rolled": choice.rolled or None,
        "played": choice.text,
        "best": choice.best,
        "error": round(choice.error, 6),
    }


def _throw_json(throw: Throw) -> dict[str, Any]:
    return {"ply": throw.ply, "player": throw.player, "throw": throw.text, "luck": round(throw.luck, 6)}
