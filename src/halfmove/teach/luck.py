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

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.figures import columns, heading
from halfmove.core.history import History
from halfmove.core.operation import PositionRequest, Whole, Work, field, operation
from halfmove.core.operation.position import game_number
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.core.score import WIN
from halfmove.search.chance.rollout import average_outcomes, reply
from halfmove.search.chance.rollouts import unfit

LEAST_SHOWN = 0.0005
"""The text shows errors from here on: smaller ones would read 0.000."""


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
    shown: int = 5
    """How many of the costliest choices and of the largest throws the text shows."""

    @property
    def adjusted(self) -> float:
        """The result less the luck of both."""
        return self.result - sum(t.luck if t.player == 0 else -t.luck for t in self.throws)

    def balance(self, player: int) -> Balance:
        """A player's luck and errors together."""
        errors = [c.error for c in self.choices if c.player == player]
        brought = [t.luck for t in self.throws if t.player == player]
        return Balance(len(errors), sum(errors), len(brought), sum(brought))

    def sentence(self) -> str:
        """What the game came to, and what without the luck."""
        game = self.history.game
        came = "came to" if self.history.over else "stands at"
        result, adjusted = (
            f"{value:+.3f} {game.estimate_unit}".strip() for value in (self.result, self.adjusted)
        )
        return f"The game {came} {result} to {game.player_name(0)}; less the luck of both, {adjusted}."

    def to_dict(self) -> LuckData:
        """The whole report; a player's figures are his own, `result` and `adjusted` the first player's."""
        game = self.history.game
        return {
            "game": game.title(),
            "parameters": game.parameters,
            "plies": len(self.history.actions),
            "over": self.history.over,
            "result": round(self.result, 6),
            "adjusted": round(self.adjusted, 6),
            "players": [_balance_data(game.player_name(p), self.balance(p)) for p in (0, 1)],
            "choices": [_choice_data(choice) for choice in self.choices],
            "throws": [_throw_data(throw) for throw in self.throws],
            "said": self.sentence(),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a choice, as `choices` of `to_dict` has them."""
        return [{**_choice_data(choice)} for choice in self.choices]

    def to_text(self) -> str:
        game = self.history.game
        names = [game.player_name(player) for player in (0, 1)]
        lines = [heading(game), "", *textwrap.wrap(self.sentence(), 100), ""]
        lines += columns(["", *names], self._totals(), names)
        costly = sorted(self.choices, key=lambda choice: -choice.error)[: self.shown]
        if worst := [
            [str(one.ply + 1), names[one.player], one.rolled, one.text, one.best, f"{one.error:.3f}"]
            for one in costly
            if one.error >= LEAST_SHOWN
        ]:
            lines += ["", "The costliest choices"]
            lines += columns(["ply", "who", "threw", "played", "better", "cost"], worst, ["cost"])
        if large := [
            [str(one.ply + 1), names[one.player], one.text, f"{one.luck:+.3f}"]
            for one in sorted(self.throws, key=lambda throw: -abs(throw.luck))[: self.shown]
        ]:
            lines += ["", "The throws that mattered most"]
            lines += columns(["ply", "who", "threw", "luck"], large, ["luck"])
        return "\n".join(lines)

    def _totals(self) -> list[list[str]]:
        """A row for each figure: its name, and what it is for each player."""
        both = [self.balance(player) for player in (0, 1)]
        return [
            ["choices", *(str(one.choices) for one in both)],
            ["error, together", *(f"{one.error:.3f}" for one in both)],
            ["error, a choice", *(f"{one.error_per_choice:.4f}" for one in both)],
            ["throws", *(str(one.throws) for one in both)],
            ["luck, together", *(f"{one.luck:+.3f}" for one in both)],
            ["luck, a throw", *(f"{one.luck_per_throw:+.4f}" for one in both)],
        ]


class BalanceData(TypedDict):
    """A player's luck and errors, in the game's units."""

    name: Annotated[str, "The player's name."]
    choices: Annotated[int, "Where there was more than one play."]
    error: Annotated[float, "What the choices cost together."]
    error_per_choice: Annotated[float, "What a choice cost in the mean."]
    throws: Annotated[int, "How many throws were the player's."]
    luck: Annotated[float, "What the throws brought together."]
    luck_per_throw: Annotated[float, "What a throw brought in the mean."]


class ChoiceData(TypedDict):
    """A choice."""

    ply: Annotated[int, "Its place in `moves`, from 0."]
    player: Annotated[int, "Who chose, from 0."]
    rolled: Annotated[str | None, "The throw before it."]
    played: Annotated[str, "The play that was chosen."]
    best: Annotated[str, "The best play, which may be the same."]
    error: Annotated[float, "What it cost, 0 or more."]


class ThrowData(TypedDict):
    """A throw."""

    ply: Annotated[int, "Its place in `moves`, from 0."]
    player: Annotated[int, "Whose luck it was, from 0."]
    throw: Annotated[str, "What was thrown."]
    luck: Annotated[float, "What it brought that player."]


class LuckData(TypedDict):
    """Luck and skill of a game, by the game's evaluation one throw ahead."""

    game: Annotated[str, "The game's title."]
    parameters: Annotated[dict[str, Any], "The game's parameters."]
    plies: Annotated[int, "Moves and throws together."]
    over: Annotated[bool, "Whether the game is over."]
    result: Annotated[float, "To player 0; where the game is not over, what can be expected."]
    adjusted: Annotated[float, "The result less the luck of both."]
    players: Annotated[list[BalanceData], "Both players."]
    choices: Annotated[list[ChoiceData], "The choices, in their order."]
    throws: Annotated[list[ThrowData], "The throws, in their order."]
    said: Annotated[str, "What the game came to, in a sentence."]


@operation(
    "luck",
    "Measure the luck of each throw of a game, and the cost of each choice.",
    doing="weighing",
    examples={"game": "pig", "moves": ["roll", "5", "roll", "1"]},
)
@dataclass(frozen=True, kw_only=True)
class LuckRequest(PositionRequest):
    """Measure luck and skill: what each throw of a game was worth and what each choice cost.

    The game is given by its `moves` or by a file. Throws and choices are measured by the evaluation one throw
    ahead, doubling by the formulas for the cube.

    Example: halfmove luck backgammon --position match.mat --game 2

    Example: halfmove luck backgammon --moves "31 8/5 6/5 64 24/14 55"
    """

    number: str | None = game_number()
    worst: int = field(
        Whole(0, 1000),
        "Show the N costliest choices and largest throws.",
        default=5,
        faces=("terminal", "form"),
    )

    def run(self, work: Work) -> Iterator[Luck]:
        """One result; `Unsuitable` for a game without dice, `BadInput` where nothing was played."""
        history = work.open(self)
        game = history.game
        if why := unfit(game):
            raise Unsuitable(why)
        if not history.actions:
            raise BadInput("Nothing has been played yet, so there is no luck and no error to measure.")
        throws: list[Throw] = []
        choices: list[Choice] = []
        for found in _steps(history):
            if isinstance(found, Throw):
                throws.append(found)
            else:
                choices.append(found)
            at(found.ply + 1, len(history.actions), unit="actions")
        result = average_outcomes(game, history.state) / WIN
        yield Luck(history, tuple(throws), tuple(choices), result, self.worst)


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
            brought = sign * (reply(game, after)[1] - average_outcomes(game, state)) / WIN
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
    return {a: sign * average_outcomes(game, game.result(state, a)) / WIN for a in game.actions(state)}


def _balance_data(name: str, balance: Balance) -> BalanceData:
    return {
        "name": name,
        "choices": balance.choices,
        "error": round(balance.error, 6),
        "error_per_choice": round(balance.error_per_choice, 6),
        "throws": balance.throws,
        "luck": round(balance.luck, 6),
        "luck_per_throw": round(balance.luck_per_throw, 6),
    }


def _choice_data(choice: Choice) -> ChoiceData:
    return {
        "ply": choice.ply,
        "player": choice.player,
        "rolled": choice.rolled or None,
        "played": choice.text,
        "best": choice.best,
        "error": round(choice.error, 6),
    }


def _throw_data(throw: Throw) -> ThrowData:
    return {"ply": throw.ply, "player": throw.player, "throw": throw.text, "luck": round(throw.luck, 6)}
