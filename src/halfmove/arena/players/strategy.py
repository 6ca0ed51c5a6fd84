"""`strategy?file=nash.json`: actions drawn from a strategy, found by regret minimisation or otherwise;
`strategy:buyer`: one that has a name in its game.

The file is what `halfmove solve … --strategy` writes, for this game with these parameters; the names are
those of `core.policy.strategies_of`: the game's own, and those that packages add, as rules or as a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.arena.players.options import Options
from halfmove.core.contract import Action, Game, State
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.in_turn import rules_of
from halfmove.core.policy import Policy, strategies_of
from halfmove.core.view import list_told_moves
from halfmove.imperfect.abstract_strategy import AbstractStrategy, read_strategy
from halfmove.imperfect.strategy import Strategy


class StrategyPlayer(Player):
    """Draws each action with the probability that the strategy gives it, by the game's seed."""

    mixes = True

    def __init__(self, source: str | Strategy | AbstractStrategy) -> None:
        """`source` is a file's path, or the strategy itself."""
        self.file = source if isinstance(source, str) else ""
        self._strategy = None if isinstance(source, str) else source
        self._game: Game | None = None if isinstance(source, str) else rules_of(source.game)
        self._random = Random(0)

    @property
    def title(self) -> str:
        return f"strategy {self.file}".strip()

    @property
    def strategy(self) -> Strategy | AbstractStrategy | None:
        """What it plays, once a game was checked or has begun."""
        return self._strategy

    def check(self, game: Game) -> None:
        self._read(game)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._random = Random(f"{seed} {seat}")
        self._read(game)

    def choose(self, history: History, budget: Budget) -> Choice:
        if isinstance(self._strategy, AbstractStrategy):
            mix: Mapping[Action, float] = self._strategy.at(history.state, list_told_moves(history))
        else:
            mix = self.mixture(history.game, history.state)
        return Choice(self._random.choices(list(mix), list(mix.values()))[0])

    def mixture(self, game: Game, state: State) -> Mapping[Action, float]:
        assert self._strategy is not None, "a game has begun, or was checked"
        return self._strategy.at(state)

    def _read(self, game: Game) -> None:
        rules = rules_of(game)
        if self._game != rules and not self.file:
            assert self._game is not None, "a strategy is one of a game"
            raise BadInput(f"The strategy is one of {self._game.title()}, not of {rules.title()}.")
        if self._game != rules:
            self._strategy = read_strategy(rules, self.file)
            self._game = rules


class HeuristicPlayer(Player):
    """Plays by rules of thumb that the game has under this name, all chance by the game's seed."""

    def __init__(self, called: str) -> None:
        self.called = called
        self._plays: Policy | StrategyPlayer | None = None
        """What has the name in the game that was checked: rules of thumb, or the strategy of a file."""
        self._random = Random(0)

    @property
    def title(self) -> str:
        return f"strategy {self.called}"

    def check(self, game: Game) -> None:
        known = strategies_of(game)
        if not known:
            raise Unsuitable(
                f"{game.title()} has no strategies with names, so '{self.called}' is none of them."
            )
        if self.called not in known:
            raise BadInput(f"{game.title()} has no strategy '{self.called}'; it has: {', '.join(known)}.")
        found = known[self.called]
        self._plays = found if isinstance(found, Policy) else StrategyPlayer(str(found))
        if isinstance(self._plays, StrategyPlayer):
            self._plays.check(game)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self.check(game)
        self._random = Random(f"{seed} {seat}")
        if isinstance(self._plays, StrategyPlayer):
            self._plays.new_game(game, seat, seed)

    def choose(self, history: History, budget: Budget) -> Choice:
        if isinstance(self._plays, StrategyPlayer):
            return self._plays.choose(history, budget)
        assert self._plays is not None, "a game has begun, or was checked"
        return Choice(self._plays.choose(history.game, history.state, self._random))


def player(description: Description) -> StrategyPlayer | HeuristicPlayer:
    """The player that `strategy?file=FILE` or `strategy:NAME` describes."""
    if description.target:
        Options(replace(description, target="")).check_end()
        return HeuristicPlayer(description.target)
    options = Options(description)
    file = options.text("file")
    options.check_end()
    if not file:
        raise BadInput(
            "A strategy is played from a file, strategy?file=FILE, as solve --strategy writes it, or it has "
            "a name in its game: strategy:NAME."
        )
    return StrategyPlayer(file)
