"""αμ search for the declarer: one plan for all layouts at once, where double dummy play has a plan for each.

T. Cazenave and V. Ventos, "The αμ search algorithm for the game of bridge", *Monte Carlo Search International
Workshop*, 2020 (arXiv:1911.07960).  The question is whether the declarer takes so many tricks; a plan's
outcome is a set of layouts, those in which it does, as the bits of a whole number.  A front holds the
outcomes that no other contains:

    function FRONT(layouts, M) returns a set of outcomes
      layouts that are lost double dummy are in none of them
      if M = 0 or one layout is left then return { the layouts that are won double dummy }
      if the declarer's side is to play then
        return MAXIMAL(the union over its cards of FRONT(layouts after the card, M - 1))
      return MAXIMAL(for each choice of an outcome after each card that an opponent may play:
                     a layout is won if it is in the outcomes of all cards that he holds in it)

The opponents see all cards and know the plan: the *best defence model* (I. Frank and D. Basin, *Artificial
Intelligence* 100, 1998).  With M = 1 it counts in how many layouts each card makes the contract double dummy.
`search.alpha_mu` is the same for any game of two players, by its rules alone; here outcomes are sets, layouts
are solved by partition search, and hidden cards that no seen card lies between are one card: the declarer
cannot learn which of them is played, and needs not.  Where all layouts are given and M is not reached, the
chances are exact for this model.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from halfmove.core import bits
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint, runs_between
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.solver import TrickSolver

MOST_MOVES = 2 * RANKS
"""Of the declarer's side, his own and dummy's."""

Placed = tuple[tuple[int, State], ...]
"""Positions with the numbers of their layouts."""


class OutOfTime(Exception):
    """A level was not finished."""


class Plan(NamedTuple):
    """What was found so many of the declarer's moves ahead."""

    moves: int
    chances: dict[int, float]
    """By card: the share of the layouts, by weight, in which the best plan after it takes the tricks."""
    exact: bool
    """Whether the plans go to the end of the play."""


class Planner:
    """αμ search of one question: whether the declarer takes `target` tricks in all."""

    def __init__(self, view: Viewpoint, solver: TrickSolver, target: int, until: float = inf) -> None:
        self.view, self.solver, self.target, self.until = view, solver, target, until
        self.first = view.contract.declarer & 1
        self.seen = tuple(seat for seat in range(4) if view.hands[seat])
        self.leaves = 0
        """Positions valued because M was reached, since this was last 0."""
        self._won: dict[State, bool] = {}
        self._fronts: dict[tuple[Placed, int], list[int]] = {}

    def deepen(
        self, states: Sequence[State], weights: Sequence[float], cards: Sequence[int], most: int
    ) -> Iterator[Plan]:
        """Plans of 1, 2, … moves, to `most`, to the end of the play, or until time is over."""
        placed = tuple(enumerate(states))
        total = sum(weights)
        chances = dict.fromkeys(cards, 1.0)
        for moves in range(1, most + 1):
            self.leaves, found = 0, dict[int, float]()
            # what a card is worth falls with every level, so that those that were worse need no look
            for card in sorted(cards, key=lambda card: -chances[card]):
                if found and chances[card] < max(found.values()):
                    continue
                try:
                    front = self.front(self._after(placed, card), moves - 1)
                except OutOfTime:
                    return
                worth = [sum(w for i, w in enumerate(weights) if outcome >> i & 1) for outcome in front]
                found[card] = max(worth) / total
            chances = {card: min(found.get(card, 1.0), chances[card]) for card in cards}
            yield Plan(moves, chances, self.leaves == 0)
            if self.leaves == 0:
                return

    def front(self, placed: Placed, moves: int) -> list[int]:
        """The outcomes of the plans from positions that the declarer cannot tell apart."""
        if time.perf_counter() > self.until:
            raise OutOfTime
        kept = tuple((i, s) for i, s in placed if self.is_won(s))
        bound = sum(1 << i for i, _ in kept)
        if len(kept) <= 1 or all(self._is_settled(s) for _, s in kept):
            return [bound]
        declares = OPEN.to_move(kept[0][1]) == self.first
        if declares and moves == 0:
            self.leaves += 1
            return [bound]
        known = self._fronts.get((kept, moves))
        if known is None:
            known = self._own(kept, bound, moves) if declares else self._theirs(kept, bound, moves)
            self._fronts[kept, moves] = known
        return known

    def _own(self, placed: Placed, bound: int, moves: int) -> list[int]:
        """The front where the declarer's side is to play: the same cards in all positions."""
        found: list[int] = []
        for card in OPEN.candidates(placed[0][1]):
            found = maximal(found + self.front(self._after(placed, card), moves - 1))
            if found[0] == bound:
                break
        return found

    def _theirs(self, placed: Placed, bound: int, moves: int) -> list[int]:
        """The front where an opponent is to play: he may play any card that he holds in a layout."""
        after: dict[int, list[tuple[int, State]]] = {}
        for i, s in placed:
            for card, child in self._replies(s):
                after.setdefault(card, []).append((i, child))
        found = [bound]
        for group in sorted(after.values(), key=len, reverse=True):
            free = bound & ~sum(1 << i for i, _ in group)
            own = [outcome | free for outcome in self.front(tuple(group), moves)]
            found = maximal([outcome & other for outcome in found for other in own])
        return found

    def _after(self, placed: Placed, card: int) -> Placed:
        return tuple((i, OPEN.result(s, card)) for i, s in placed)

    def _replies(self, s: State) -> Iterator[tuple[int, State]]:
        """An opponent's cards, of those that are one card to the declarer the lowest of all that are left,
        each with the position after it."""
        hands, seat = OPEN.hands(s), OPEN.seat(s)
        other = (seat + 2) % 4
        seen = hands[(seat + 1) % 4] | hands[(seat + 3) % 4]
        for place in range(OPEN.played(s)):
            seen |= bits.bit(OPEN.card_played(s, place))
        choice, hidden = int(OPEN.choice(s)), int(hands[seat] | hands[other])
        for run in runs_between(hidden, int(seen)):
            if mine := choice & run:
                low = run & -run
                if not mine & low:  # he has another card of the run: the two change places
                    card = mine & -mine
                    moved = [int(hand) for hand in hands]
                    moved[seat] ^= card | low
                    moved[other] ^= card | low
                    s_low = s._replace(
                        first=bits.board(moved[0]),
                        second=bits.board(moved[1]),
                        third=bits.board(moved[2]),
                        fourth=bits.board(moved[3]),
                    )
                else:
                    s_low = s
                card = low.bit_length() - 1
                yield card, OPEN.result(s_low, card)

    def is_won(self, s: State) -> bool:
        """Whether the declarer takes the tricks double dummy."""
        found = self._won.get(s)
        if found is None:
            left = OPEN.tricks_left(s)
            need = self.target - (s.won if self.first == 0 else s.lost)
            if need <= 0 or need > left:
                return need <= 0
            if self.first == 0:
                found = self.solver.takes(s, need)
            else:
                found = not self.solver.takes(s, left - need + 1)
            self._won[s] = found
        return found

    def _is_settled(self, s: State) -> bool:
        """Whether the tricks are taken."""
        return (s.won if self.first == 0 else s.lost) >= self.target


def maximal(outcomes: Sequence[int]) -> list[int]:
    """The outcomes that no other contains, each once, the largest first."""
    kept: list[int] = []
    for outcome in sorted(set(outcomes), key=int.bit_count, reverse=True):
        if not any(outcome & other == outcome for other in kept):
            kept.append(outcome)
    return kept


def exact_chances(view: Viewpoint, solver: TrickSolver, target: int) -> dict[int, float]:
    """The chance of so many tricks after each of the declarer's cards, with the best plan against the best
    defence: all layouts of the hidden cards, equally likely, and plans to the end.  For endings: there are
    3,432 layouts of fourteen hidden cards."""
    states, weights = view.merge_alike([(view.fill(row), 1.0) for row in view.layouts.every()])
    planner, cards = Planner(view, solver, target), list(view.candidates())
    *_, plan = planner.deepen(states, weights, cards, MOST_MOVES)
    return plan.chances
