"""Bets that a strategy was not trained for, taken for those that it was: action translation.

A bet of x pots between two of the tree, A < x < B, is taken for A with the probability

    (B - x) (1 + A) / ((B - A) (1 + x)),

and for B otherwise: the pseudo-harmonic mapping (S. Ganzfried and T. Sandholm, "Action translation in
extensive-form games with large action spaces: axioms, paradoxes, and the pseudo-harmonic mapping", IJCAI
2013).  Bets below the least of the tree are taken for the least, those beyond its largest for the largest.

A program that draws thereby plays, seen from outside, a mixture: at each place it might think itself to be,
as likely as it is to think so after all that it has done itself.  This is what `translate_strategy` works
out, so that what a strategy does after any bets is known without a draw, as everywhere else.

Where the hand goes on although all were all in by the tree, what comes is checked and called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.contract import CHANCE, Action, State
from halfmove.core.errors import BadInput
from halfmove.imperfect.betting import CALLS, FOLDS

if TYPE_CHECKING:
    from halfmove.imperfect.abstract_strategy import AbstractStrategy

SLIGHT = 1e-9
"""Places that are less likely are forgotten, and what a strategy never does counts as likely as this."""


class Place(NamedTuple):
    """Where in the tree the hand may be said to stand."""

    state: State
    """With the cards of the hand itself."""
    weight: float


def pseudo_harmonic(smaller: float, larger: float, bet: float) -> float:
    """The probability that a bet between two others is taken for the smaller; all in pots."""
    return (larger - bet) * (1 + smaller) / ((larger - smaller) * (1 + bet))


def map_bet(sizes: Sequence[float], bet: float) -> list[tuple[int, float]]:
    """Which of the sizes of a tree, rising and at least one, a bet is taken for, and how likely."""
    above = next((place for place, size in enumerate(sizes) if size >= bet), len(sizes))
    if above == len(sizes):
        return [(above - 1, 1.0)]
    if above == 0 or sizes[above] == bet:
        return [(above, 1.0)]
    share = pseudo_harmonic(sizes[above - 1], sizes[above], bet)
    return [(above - 1, share), (above, 1.0 - share)]


def translate_strategy(
    strategy: AbstractStrategy, state: State, told: Sequence[str]
) -> dict[Action, float] | None:
    """What a strategy does in a state that such moves have led to; None where they have not."""
    return _Translation(strategy, strategy.game.to_move(state)).at(state, told)


class _Translation:
    """A hand gone through again by one who plays a strategy."""

    def __init__(self, strategy: AbstractStrategy, player: int) -> None:
        self.strategy, self.player = strategy, player
        self.game, self.abstraction = strategy.game, strategy.abstraction

    def at(self, state: State, told: Sequence[str]) -> dict[Action, float] | None:
        game = self.game
        real, places = game.initial(), [Place(game.initial(), 1.0)]
        cards = iter(self.abstraction.cards(state))
        for text in told:
            if game.is_terminal(real):
                return None
            if game.to_move(real) == CHANCE:
                card = next(cards, None)
                if card is None or not game.accepts(real, card):
                    return None
                places = [Place(game.result(s, card) if self._is_deal(s) else s, w) for s, w in places]
                real = game.result(real, card)
                continue
            try:
                action = game.parse_action(real, text)
            except BadInput:
                return None
            places = self._advance(real, action, places)
            real = game.result(real, action)
        if real != state:
            return None
        return self._mix_places(real, places)

    def _is_deal(self, s: State) -> bool:
        return not self.game.is_terminal(s) and self.game.to_move(s) == CHANCE

    def _has_bets(self, s: State) -> bool:
        """Whether a place still has bets to come."""
        return not self.game.is_terminal(s) and self.game.to_move(s) != CHANCE

    def _advance(self, real: State, action: Action, places: list[Place]) -> list[Place]:
        """Where the hand may stand after an action."""
        found: dict[State, float] = {}
        mine = self.game.to_move(real) == self.player
        for s, weight in places:
            if not self._has_bets(s):
                meant = 1.0 if not mine or action == self._find_action(real, CALLS) else SLIGHT
                found[s] = found.get(s, 0.0) + weight * meant
                continue
            said = self._match_actions(real, action, s) if mine else []
            for a, share in said or self._interpret(real, action, s):
                after = self.game.result(s, a)
                found[after] = found.get(after, 0.0) + weight * max(share, SLIGHT)
        total = sum(found.values())
        return [Place(s, weight / total) for s, weight in found.items() if weight > SLIGHT * SLIGHT * total]

    def _list_bets(self, s: State) -> list[tuple[float, Action]]:
        """The bets that are offered in a state, by size."""
        sized = ((self.abstraction.size(s, a), a) for a in self.game.actions(s))
        return sorted((size, a) for size, a in sized if size > 0)

    def _find_action(self, s: State, texts: Sequence[str]) -> Action | None:
        """The action of a state that is called so."""
        return next((a for a in self.game.actions(s) if self.game.action_text(s, a) in texts), None)

    def _interpret(self, real: State, action: Action, s: State) -> list[tuple[Action, float]]:
        """What an action of the hand is taken for at a place, and how likely."""
        size = self.abstraction.size(real, action)
        if size > 0:
            bets = self._list_bets(s)
            if bets:
                return [(bets[place][1], share) for place, share in map_bet([b for b, _ in bets], size)]
        texts = FOLDS if self.game.action_text(real, action) in FOLDS else CALLS
        same = self._find_action(s, texts)
        return [] if same is None else [(same, 1.0)]

    def _match_actions(self, real: State, action: Action, s: State) -> list[tuple[Action, float]]:
        """The actions of a place that are this one in the hand, with the probability that each was meant."""
        return [(a, share) for a, share in self._list_shares(s) if self._map_action(s, a, real) == action]

    def _list_shares(self, s: State) -> list[tuple[Action, float]]:
        """How the strategy plays at a place."""
        table = self.strategy.table
        node = table.nodes[self.abstraction.bets(s)]
        return list(zip(table.actions[node], self.strategy.mix(node, s), strict=True))

    def _map_action(self, s: State, action: Action | None, real: State) -> Action:
        """What an action of a place is in the hand: the largest bet for the largest, else the nearest in
        pots; a check or call for none."""
        if action is None:
            return self._find_action(real, CALLS)
        size = self.abstraction.size(s, action)
        bets = self._list_bets(real)
        if size > 0 and bets:
            if action == self._list_bets(s)[-1][1]:
                return bets[-1][1]
            return min(bets, key=lambda bet: abs(bet[0] - size))[1]
        if self.game.action_text(s, action) in FOLDS:
            fold = self._find_action(real, FOLDS)
            if fold is not None:
                return fold
        return self._find_action(real, CALLS)

    def _mix_places(self, real: State, places: list[Place]) -> dict[Action, float]:
        """What is done in the hand, over all places where it may stand."""
        found = dict.fromkeys(self.game.actions(real), 0.0)
        for s, weight in places:
            for action, share in self._list_shares(s) if self._has_bets(s) else [(None, 1.0)]:
                found[self._map_action(s, action, real)] += weight * share
        total = sum(found.values())
        return {action: share / total for action, share in found.items()}
