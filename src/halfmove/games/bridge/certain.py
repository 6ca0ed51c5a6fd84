"""Whether the rest of the tricks is certain by what a player knows: then an engine claims it.

Two rules, which ask for no sample and for nothing that the auction says:

- **From the top** (either side): he is on lead, each of his cards is higher than all cards of its suit that
  others may hold, and nobody who might ruff has a trump left once his own are drawn.
- **By a plan** (the declarer): one plan takes all tricks in every layout of the hidden cards that the play
  allows, whatever opponents do who see everything (`alpha_mu`, to the end of the play).

Only all tricks are claimed: of fewer, opponents who err might leave him more.
"""

from __future__ import annotations

import time
from math import inf

from halfmove.core import bits
from halfmove.games.bridge.alpha_mu import MOST_MOVES, Planner
from halfmove.games.bridge.viewpoint import OPEN, SUIT, Viewpoint
from halfmove.games.tricks.memory import LANE, SUITS
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.solver import TrickSolver
from halfmove.games.tricks.table import EMPTY

LEAST = 2
"""Tricks that are worth a claim: the last one is sooner played."""
MOST_COUNTED = 1000
"""Layouts that are looked at, before those that differ only by equal cards become one."""
MOST_PLANNED = 60
"""Layouts that a plan is made for."""


def takes_the_rest(view: Viewpoint, solver: TrickSolver, seconds: float | None = None) -> bool:
    """Whether the side of the player whose card is next is certain of all tricks left; False also where that
    could not be found within the seconds."""
    if OPEN.tricks_left(view.state) < LEAST:
        return False
    until = inf if seconds is None else time.perf_counter() + seconds
    return has_the_top(view) or (view.declares and has_a_plan(view, solver, until))


def has_the_top(view: Viewpoint) -> bool:
    """Whether the player takes all tricks by playing his own cards from the top, trumps first."""
    state = view.state
    if state.trick != EMPTY:
        return False
    mine = int(OPEN.hands(state)[view.seat])
    others = (view.unseen() | sum(int(hand) for hand in OPEN.hands(state))) & ~mine
    for suit in range(SUITS):
        own, theirs = mine >> LANE * suit & SUIT, others >> LANE * suit & SUIT
        if suit == state.trump and bits.count(theirs) > bits.count(own):
            return False
        if own and theirs and (own & -own) < theirs:
            return False
    return True


def has_a_plan(view: Viewpoint, solver: TrickSolver, until: float = inf) -> bool:
    """Whether the declarer has a plan that takes all tricks in every layout."""
    states = list_layouts(view)
    left = OPEN.tricks_left(view.state)
    takes = (lambda s: solver.takes(s, left)) if view.side == 0 else (lambda s: not solver.takes(s, 1))
    if not states or not all(map(takes, states)):
        return False
    target = left + (view.state.won, view.state.lost)[view.side]
    planner = Planner(view, solver, target, until)
    *_, plan = [None, *planner.deepen(states, [1.0] * len(states), list(view.candidates()), MOST_MOVES)]
    return plan is not None and plan.exact and max(plan.chances.values()) == 1.0


def list_layouts(view: Viewpoint) -> list[State]:
    """Every position that the player may be in, those that differ only by equal cards once; none where they
    are too many."""
    if not view.hidden_seats:
        return [view.state]
    if view.layouts.count > MOST_COUNTED:
        return []
    states, _ = view.merge_alike([(view.fill(row), 1.0) for row in view.layouts.every()])
    return states if len(states) <= MOST_PLANNED else []
