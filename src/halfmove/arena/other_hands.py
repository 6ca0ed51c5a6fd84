"""Less luck in games of cards whose hands are put into buckets: a hand is told the mean over all hands.

What a player did whose strategy is known says how likely he held each hand; what the other did says nothing
of it.  So the result of a hand may be replaced by the mean over all hands that the known player could have
held, each as likely as he would have played so with it: *imaginary observations* (M. Bowling, M. Johanson,
N. Burch and D. Szafron, "Strategy evaluation in extensive games with importance sampling", ICML 2008), which
are a part of AIVAT.  Where both are known the two means are averaged.

From each of these results is taken what the cards were worth: whenever some are dealt, by how much the share
of the pot has grown that the hand wins, of the pot if nobody bets any more.  That is nothing on average.

A hand with a bet that the strategy's tree does not have is left as it is: that depends on the bets alone, and
biases nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.arena.job import Record
from halfmove.arena.player import Player
from halfmove.arena.players.strategy import StrategyPlayer
from halfmove.arena.players.uniform import RandomPlayer
from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Game, State
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.randomness import stream
from halfmove.imperfect.abstract_strategy import AbstractStrategy
from halfmove.imperfect.betting import OVER


def find_bucket_strategy(player: Player) -> AbstractStrategy | None:
    """The strategy that a player plays, where it is one over buckets whose hands can be listed."""
    strategy = player.strategy if isinstance(player, StrategyPlayer) else None
    known = isinstance(strategy, AbstractStrategy) and strategy.abstraction.holdings > 0
    return strategy if known else None  # type: ignore[return-value]


class OtherHands:
    """Tells a hand the mean over the hands that its known players could have held."""

    def __init__(self, game: Game, players: list[Player]) -> None:
        self.game = game
        self._strategies = [find_bucket_strategy(one) for one in players]
        self._uniform = [isinstance(one, RandomPlayer) and one.mixes for one in players]
        """Whether a player draws without looking at his cards."""
        tree = next(strategy for strategy in self._strategies if strategy is not None)
        self.abstraction, self.table = tree.abstraction, tree.table

    def adjust(self, record: Record) -> tuple[float, ...]:
        if record.set_up:
            raise Unsuitable(
                "AIVAT is for hands from the deal on, as the probabilities of an opening's cards and moves "
                "are not known; leave --openings out."
            )
        history = record.open(self.game)
        found = [
            self._average_hands(record, history, seat)
            for seat in (0, 1)
            if self._is_known(record.players[seat])
        ]
        told = [value for value in found if value is not None]
        if not told:
            return record.utilities
        first = sum(told) / len(told)
        return first, -first

    def _is_known(self, player: int) -> bool:
        return self._strategies[player] is not None or self._uniform[player]

    def _average_hands(self, record: Record, history: History, seat: int) -> float | None:
        """What the first player earns over all hands of a seat; None where nothing can be said."""
        strategy, node = self._strategies[record.players[seat]], 0
        random = stream(record.number)
        likely = np.ones(self.abstraction.holdings)
        shares, luck = np.full(self.abstraction.holdings, 0.5), np.zeros(self.abstraction.holdings)
        buckets, dealt = None, False
        for state, action in zip(history.states, history.actions, strict=False):
            mover = self.game.to_move(state)
            if mover == CHANCE:
                dealt = True
                continue
            if dealt:
                luck, shares = self._update_luck(state, node, seat, luck, shares, random)
                buckets, dealt = None, False
            if action not in self.table.actions[node]:
                return None
            which = self.table.actions[node].index(action)
            if mover == seat and strategy is not None:
                if buckets is None:
                    buckets = self.abstraction.holding_buckets(state, seat)
                likely = np.where(buckets >= 0, likely, 0.0) * strategy.shares(node, buckets)[:, which]
            node = int(self.table.tree.child[node]) + which
        if self.table.tree.mover[node] != OVER:
            return None
        wins, loses = self._find_payoffs(node, seat)
        if wins != loses and dealt:
            luck, shares = self._update_luck(history.state, node, seat, luck, shares, random)
        told = loses + shares * (wins - loses) - luck
        held = likely * ~np.isnan(told)
        if not held.any():  # what the strategy never does was played all the same
            return None
        return float(held @ np.nan_to_num(told) / held.sum())

    def _update_luck(
        self, state: State, node: int, seat: int, luck: Any, shares: Any, random: Buffer
    ) -> tuple[Any, Any]:
        """The luck so far and the shares of the pot, after the cards that lie in a state."""
        now = self.abstraction.chances(state, seat, random)
        wins, loses = self._find_payoffs(self.table.quiet(node), seat)
        return luck + (now - shares) * (wins - loses), now

    def _find_payoffs(self, node: int, seat: int) -> tuple[float, float]:
        """What the first player earns at an end that a seat wins, and that it loses."""
        wins, loses = (FIRST_WINS, SECOND_WINS) if seat == 0 else (SECOND_WINS, FIRST_WINS)
        earned = self.table.tree.earned[node]
        return float(earned[wins]), float(earned[loses])


def is_applicable(players: list[Player]) -> bool:
    """Whether somebody plays a strategy over buckets, all of the same tree."""
    trees: list[Any] = [strategy for strategy in map(find_bucket_strategy, players) if strategy is not None]
    return bool(trees) and all(tree.game == trees[0].game for tree in trees)
