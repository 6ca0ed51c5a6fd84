"""A game of ours beside OpenSpiel's own: what is compared of two histories, and random games of both.

Same players to move, chances, actions, payoffs and ends; and the information sets are the same: two histories
look the same to a player in one exactly if they do in the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, ClassVar

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.in_turn import in_turn
from tests.beside.comparison import Difference, Pair

MOST_SETS = 300_000
"""Information sets that are kept; of more only those that are met again are compared."""

Numbers = Callable[[Any, Any, int], int]
"""OpenSpiel's number for our action in our state, of (game, state, action)."""


def load(text: str) -> Any:
    """OpenSpiel's game, moves made at once in turn.  ImportError where OpenSpiel is not installed."""
    import pyspiel

    game = pyspiel.load_game(text)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game


def same_number(game: Any, s: Any, a: int) -> int:
    """For games whose actions have the same numbers in both."""
    return a


def one_less(game: Any, s: Any, a: int) -> int:
    """For cards that are counted from 1 here and from 0 there."""
    return a - 1


def chances_one_less(game: Any, s: Any, a: int) -> int:
    """For games in which only what chance does is counted from 1 here."""
    return a if game.to_move(s) >= 0 else a - 1


class Histories:
    """The comparison of one game of ours with one of OpenSpiel's, history by history.

    `sets`: whether information sets are compared; not of a game of perfect information, as its states tell no
    histories.  `scale`: what our payoffs are to be multiplied by.
    """

    def __init__(
        self, game: Any, text: str, theirs: Numbers | None = None, *, sets: bool = True, scale: float = 1
    ) -> None:
        self.game, self.other = interpreted(in_turn(game)), load(text)
        self.text = text
        self.theirs = theirs or same_number
        self.compare_sets = sets
        self.scale = scale
        self.names: list[dict[int, str]] = [{} for _ in range(game.players)]
        self.texts: list[dict[str, int]] = [{} for _ in range(game.players)]

    def initial(self) -> tuple[Any, Any]:
        """Both states where a game begins."""
        return self.game.initial(), self.other.new_initial_state()

    def compared(self, s: Any, t: Any) -> tuple[Any, Any, dict[int, int]]:
        """Both states, gone on to where the next choice is, and our action for each of OpenSpiel's; none at
        the end.  `Difference` where they part."""
        game = self.game
        while not t.is_terminal() and t.is_chance_node() and game.to_move(s) != CHANCE:
            ((only, _),) = t.chance_outcomes()  # a chance of one outcome is none
            t.apply_action(only)
        while t.is_terminal() and not game.is_terminal(s):
            left = list(game.actions(s))  # it plays a last round without choices by itself
            self._same("the end", len(left), 1, s, t)
            s = game.result(s, left[0])
        self._same("the end", game.is_terminal(s), t.is_terminal(), s, t)
        if t.is_terminal():
            ours = [game.utility(s, player) * self.scale for player in range(game.players)]
            if not all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(ours, t.returns(), strict=True)):
                self._same("payoffs", ours, t.returns(), s, t)
            return s, t, {}
        mover = game.to_move(s)
        self._same("chance", mover == CHANCE, t.is_chance_node(), s, t)
        mine = {self.theirs(game, s, a): a for a in game.actions(s)}
        if mover == CHANCE:
            others = dict(t.chance_outcomes())
            self._same("outcomes", sorted(mine), sorted(others), s, t)
            for a, p in game.outcomes(s):
                if not math.isclose(p, others[self.theirs(game, s, a)], abs_tol=1e-9):
                    self._same(f"probability of {a}", p, others[self.theirs(game, s, a)], s, t)
            return s, t, mine
        self._same("player to move", mover, t.current_player(), s, t)
        self._same("actions", sorted(mine), self.legal(s, t), s, t)
        if self.compare_sets:
            self._compare_sets(s, t, mover)
        return s, t, mine

    def legal(self, s: Any, t: Any) -> list[int]:
        """OpenSpiel's legal actions, by our rules where these leave one out on purpose."""
        found: list[int] = t.legal_actions()
        return found

    def _compare_sets(self, s: Any, t: Any, mover: int) -> None:
        name, text = int(self.game.information(s, mover)), t.information_state_string(mover)
        names, texts = self.names[mover], self.texts[mover]
        full = len(names) >= MOST_SETS
        if not full:
            names.setdefault(name, text)
            texts.setdefault(text, name)
        self._same("information set", names.get(name, text), text, s, t)
        self._same("information set", name, texts.get(text, name), s, t)

    def _same(self, what: str, ours: Any, theirs: Any, s: Any, t: Any) -> None:
        if ours != theirs:
            raise Difference(
                f"{what}: Halfmove says {ours!r}, OpenSpiel says {theirs!r}\n"
                f"in {self.game.position_text(s)!r} after {t.history_str()}"
            )

    @property
    def sets(self) -> int:
        """The information sets met, of all players."""
        return sum(map(len, self.names))


class OpenSpielPair(Pair):
    """Random games; a pair lists its `variants`, of which each game draws one."""

    peer = "OpenSpiel"
    sets: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.all = self.variants()

    def variants(self) -> list[Histories]:
        """What is compared: a game with some parameters beside OpenSpiel's."""
        raise NotImplementedError

    def begin(self, draw: random.Random) -> None:
        self.both = draw.choice(self.all)
        self.s, self.t = self.both.initial()
        self.style = draw.choice(("any", "any", "first", "last"))

    def step(self, draw: random.Random) -> bool:
        self.s, self.t, options = self.both.compared(self.s, self.t)
        if not options:
            self.count_end(self.s)
            return False
        number = self.chosen(draw, sorted(options))
        self.count_action(self.s, options[number])
        self.s = self.both.game.result(self.s, options[number])
        self.t.apply_action(number)
        return True

    def chosen(self, draw: random.Random, numbers: list[int]) -> int:
        """Any, or in some games often the first or the last: folds, passes, low and high bids in a row."""
        if self.style == "first" and draw.random() < 0.5:
            return numbers[0]
        if self.style == "last" and draw.random() < 0.5:
            return numbers[-1]
        return draw.choice(numbers)

    def count_action(self, s: Any, a: int) -> None:
        """Count an action that is rare."""

    def count_end(self, s: Any) -> None:
        """Count how games end."""
        won = self.both.game.utility(s, 0)
        self.count("won by the first" if won > 0 else "lost by the first" if won < 0 else "even")

    def record(self) -> str:
        return f"{self.both.game!r} and {self.both.text}: {self.t.history_str()}"
