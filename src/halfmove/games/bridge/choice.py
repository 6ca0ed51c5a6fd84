"""Which card to play: hidden hands drawn, each layout solved with open cards, the card of the best mean.

    for each layout drawn of what the player does not see (`layouts`)
      for each card, of equal ones one
        tricks[layout, card] <- DOUBLE-DUMMY(the position after the card)
    return the card whose scores are best on average, as `aim` counts them

M. L. Ginsberg, "GIB: imperfect information in a computationally challenging game", *Journal of Artificial
Intelligence Research* 14, 2001, section 3.  What is known of the method: the player chooses anew in each
layout, as if he would see all cards from the next trick on, so that he never plays to learn something and
puts off every guess (`alpha_mu` is the remedy).  Signals of partner and opponents are not read, and none are
given; which of equal cards is played is left to rules of thumb (`rules_of_thumb`), or to chance.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.bridge.alpha_mu import MOST_MOVES, Planner
from halfmove.games.bridge.restricted_choice import HONOUR
from halfmove.games.bridge.rules_of_thumb import choose_by_rules, list_leads
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint
from halfmove.games.tricks.deals import card_text
from halfmove.games.tricks.memory import LANE
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.scoring import imps
from halfmove.games.tricks.solver import TrickSolver

AIMS = ("imps", "matchpoints", "score", "make")
"""What a card is chosen by: International Match Points or matchpoints against a field in which each player
takes the best card of one layout; the score (rubber bridge); the chance to make the contract, or to defeat
it."""
LAYOUTS = 40
"""Drawn where neither seconds nor a number are given."""
PORTION = 4
"""Layouts between two looks at the clock."""
MOST_LAYOUTS = 500
"""Drawn at once, and in all where only seconds are given, as more hardly change the means.  Of more the first
are solved before the next are drawn: a player's level may ask for millions within a second."""
MOST_PLANNED = 60
"""Layouts that plans are made for."""
MOVES = 3
"""Of his own that the declarer plans."""
CLOSE = 1e-9
CONVINCED = 2.0
"""Standard errors by which an opening lead must be better than that of the rules of thumb to be preferred."""

Tricks = NDArray[np.int64]
"""Of the declarer's side in the end: a row for each layout, a column for each card."""


class CardReport(NamedTuple):
    """What is to be said of a card."""

    card: int
    equals: tuple[int, ...]
    """The cards that are as good in every layout, this one among them."""
    tricks: float
    """The mean of the tricks that the declarer's side takes."""
    chance: float
    """Of the side to play: to make the contract, or to defeat it."""
    value: float
    """The mean by the aim: IMPs or matchpoints (0 to 1) a board, points, or the chance."""
    error: float
    """The standard error of the value, over the layouts."""
    behind: float
    """The standard error of how far the value is below that of the best card in the same layouts."""
    score: float
    """The mean of the points that the side to play scores, and its standard error."""
    score_error: float
    least: int
    """The least that the declarer's side takes in a layout."""
    most: int


@dataclass(frozen=True)
class CardChoice:
    """What a player would play, and why."""

    view: Viewpoint
    aim: str
    best: int
    reports: tuple[CardReport, ...]
    """The best first."""
    layouts: int
    """How many were solved."""
    seconds: float
    fits: bool = True
    """Whether layouts were found that the auction allows; otherwise it was not considered."""
    depth: int = 1
    """Moves of the declarer that were planned for all layouts at once (`alpha_mu`); 1: only this card."""
    nodes: int = 0
    plans: Mapping[int, float] = field(default_factory=dict)
    """By card: the share of the layouts in which the best plan takes `target` tricks."""
    target: int = 0

    def to_text(self) -> str:
        """The cards in a table: tricks of the declarer, the chance, and the value."""
        what = "make" if self.view.declares else "defeat"
        plan = f"{'plan for ' + str(self.target):>13}" if self.plans else ""
        rows = [f"{'card':<14}{'tricks':>8}{what:>8}{self.aim:>13}{plan}"]
        for report in self.reports:
            cards = " ".join(card_text(card) for card in report.equals)
            plan = f"{self.plans[report.card]:>13.0%}" if report.card in self.plans else ""
            rows.append(f"{cards:<14}{report.tricks:>8.2f}{report.chance:>8.0%}{report.value:>+13.2f}{plan}")
        number = f"{self.layouts} layout{'s' if self.layouts != 1 else ''}"
        said = f"{card_text(self.best)}, of {number} of the hidden cards"
        if not self.fits:
            said += ", none of which the auction allows"
        return "\n".join([said, "", *rows])


class Solved(NamedTuple):
    """Layouts that were drawn, and what was found of them."""

    states: Sequence[State]
    weights: Sequence[float]
    tricks: Tricks
    fits: bool
    """Whether the auction allows them."""
    complete: bool
    """Whether they are drawn from all that there are, each once."""


class CardPlayer:
    """Chooses cards; what its solver has found of one position serves the next ones of the play."""

    def __init__(self, aim: str = "imps", seed: int = 0, moves: int = MOVES) -> None:
        """`moves`: how many of his own moves the declarer plans for all layouts at once; 1 for none.
        Where all layouts are known, and seconds are the limit, he plans as far as it lets him."""
        if aim not in AIMS:
            raise BadInput(f"A card is chosen by {', '.join(AIMS)}, not '{aim}'.")
        self.aim, self.moves = aim, moves
        self.solver = TrickSolver(OPEN)
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Draw the layouts of this seed from now on."""
        self.random = np.random.default_rng(seed)

    def choose(self, view: Viewpoint, limit: Limit | None = None) -> CardChoice:
        """The card that is best within the limit: by seconds, or so many layouts (`Limit.simulations`)."""
        *_, last = self.deepen(view, limit)
        return last

    def deepen(self, view: Viewpoint, limit: Limit | None = None) -> Iterator[CardChoice]:
        """Choices that rest on more and more layouts, then on longer plans, until the limit."""
        started, nodes = time.perf_counter(), self.solver.nodes
        limit = limit or Limit(simulations=LAYOUTS)
        end = inf if limit.seconds is None else started + limit.seconds
        plans = self.moves > 1 and view.declares and self.aim != "matchpoints"
        until = started + limit.seconds / 2 if limit.seconds is not None and plans else end
        runs = view.candidates()
        total = limit.simulations or (LAYOUTS if limit.seconds is None else MOST_LAYOUTS)
        choice, solved = None, Solved([], [], np.empty((0, len(runs)), np.int64), True, True)
        for solved in self._solve_drawn(view, list(runs), 1 if len(runs) == 1 else total, until):
            weights = np.array(solved.weights)
            reports = judge(view, runs, solved.tricks, weights, self.aim)
            choice = CardChoice(
                view,
                self.aim,
                self._hide_choice(view, break_ties(view, reports), runs),
                reports,
                int(weights.sum()),
                time.perf_counter() - started,
                solved.fits,
                nodes=self.solver.nodes - nodes,
            )
            yield choice
        if plans and choice is not None and len(runs) > 1:
            moves = MOST_MOVES if solved.complete and limit.seconds is not None else self.moves
            states, known = solved.states[:MOST_PLANNED], solved.weights[:MOST_PLANNED]
            for planned in self._plan(choice, states, known, moves, end):
                seconds = time.perf_counter() - started
                yield replace(planned, seconds=seconds, nodes=self.solver.nodes - nodes)

    def _solve_drawn(
        self, view: Viewpoint, cards: Sequence[int], total: int, until: float
    ) -> Iterator[Solved]:
        """So many layouts, solved a portion after the other, until a time."""
        states, weights, rows = list[State](), list[float](), list[list[int]]()
        while total > 0:
            drawn = view.draw(min(total, MOST_LAYOUTS), self.random)
            total -= total if drawn.complete else MOST_LAYOUTS
            for state, weight in zip(drawn.states, drawn.weights, strict=True):
                rows.append(self.solve(view, state, cards, rows[-1] if rows else None))
                states.append(state)
                weights.append(weight)
                late = time.perf_counter() > until
                if late or len(rows) % PORTION == 0 or state is drawn.states[-1]:
                    yield Solved(states, weights, np.array(rows), drawn.fits, drawn.complete)
                if late:
                    return

    def _plan(
        self,
        choice: CardChoice,
        states: Sequence[State],
        weights: Sequence[float],
        moves: int,
        end: float,
    ) -> Iterator[CardChoice]:
        """The choice by plans for the contract, if it is in doubt, then for each trick more while it is
        sure."""
        view = choice.view
        reports = list(choice.reports)
        for target in range(view.needed, max(report.most for report in reports) + 1):
            planner, best = Planner(view, self.solver, target, end), 0.0
            for plan in planner.deepen(states, weights, [r.card for r in reports], moves):
                best = max(plan.chances.values())
                left = [report for report in reports if plan.chances[report.card] > best - CLOSE]
                if plan.moves > 1 or plan.exact:
                    yield replace(
                        choice,
                        best=break_ties(view, left),
                        depth=plan.moves,
                        plans=plan.chances,
                        target=target,
                    )
            if best < 1 - CLOSE:
                return
            reports = left

    def _hide_choice(self, view: Viewpoint, best: int, runs: Mapping[int, tuple[int, ...]]) -> int:
        """The best card, or where a defender follows with an honour any that is equal, by chance: from a
        habit the declarer would know what else he holds (`restricted_choice`)."""
        if view.declares or OPEN.played(view.state) == 0 or best % LANE < HONOUR:
            return best
        equals = next(cards for cards in runs.values() if best in cards)
        return int(self.random.choice([card for card in equals if card % LANE >= HONOUR]))

    def solve(
        self, view: Viewpoint, state: State, cards: Sequence[int], hints: Sequence[int] | None = None
    ) -> list[int]:
        """The tricks that the declarer's side takes in the end after each card, all cards seen; `hints` are
        those of another layout."""
        first, left = view.contract.declarer & 1 == 0, OPEN.tricks_left(state)
        guess = None
        if hints is not None:
            best = max(hints) if view.declares else min(hints)
            guess = best - state.won if first else left - (best - state.lost)
        taken = self.solver.after_each(state, cards, guess)
        return [state.won + n if first else state.lost + left - n for n in taken]


def judge(
    view: Viewpoint,
    runs: Mapping[int, tuple[int, ...]],
    tricks: Tricks,
    weights: NDArray[np.float64],
    aim: str,
) -> tuple[CardReport, ...]:
    """What the layouts say of each card, the best first."""
    shares = weights / weights.sum()
    scores = np.array(view.scores())[tricks]
    made = (tricks >= view.needed) == view.declares
    if aim == "score":
        worth = scores.astype(np.float64)
    elif aim == "make":
        worth = made.astype(np.float64)
    else:
        worth = compare_with_field(scores, shares, aim)
    means = shares @ worth
    points = shares @ scores
    pairs = ((worth, means), (scores, points))
    errors, spread = ((shares @ (x - mean) ** 2 / max(weights.sum() - 1, 1)) ** 0.5 for x, mean in pairs)
    lags = worth[:, [means.argmax()]] - worth
    behind = (shares @ (lags - shares @ lags) ** 2 / max(weights.sum() - 1, 1)) ** 0.5
    taken, chance = shares @ tricks, shares @ made
    most, least = tricks.max(axis=0), tricks.min(axis=0)
    figures = (taken, chance, means, errors, behind, points, spread, least, most)
    rows = zip(runs, *(row.tolist() for row in figures), strict=True)
    sign = 1 if view.declares else -1
    reports = [CardReport(card, runs[card], *row) for card, *row in rows]
    return tuple(sorted(reports, key=lambda r: (-round(r.value, 9), -sign * r.tricks)))


def compare_with_field(
    scores: NDArray[np.int64], shares: NDArray[np.float64], aim: str
) -> NDArray[np.float64]:
    """What each card gains in each layout against a field of players who each take the best card of one
    layout: IMPs, or the share of the matchpoints."""
    best = scores == scores.max(axis=1, keepdims=True)
    field = shares @ (best / best.sum(axis=1, keepdims=True))
    differences = scores[:, :, None] - scores[:, None, :]
    if aim == "imps":
        values, places = np.unique(differences, return_inverse=True)
        gains = np.array([imps(int(value)) for value in values])[places.reshape(differences.shape)]
    else:
        gains = (np.sign(differences) + 1) / 2
    found: NDArray[np.float64] = gains @ field
    return found


def break_ties(view: Viewpoint, reports: Sequence[CardReport]) -> int:
    """Of the best cards, if several are as good, that of the rules of thumb, or else the lowest.

    Of opening leads it is the rules' own, of several that the rules cannot tell apart the best, unless
    another card gains more than chance explains (`CONVINCED`): what a lead gains double dummy is little, and
    flatters passive ones, as the declarer sees all cards.
    """
    first = reports[0]
    if len(view.hidden_seats) == 3:
        leads = list_leads(view)
        report, lead = next((r, card) for r in reports for card in leads if card in r.equals)
        if first.value - report.value <= CONVINCED * report.behind + CLOSE:
            return lead
        best = [r for r in reports if r.value >= first.value - r.behind - CLOSE]
    else:
        best = [r for r in reports if r.value > first.value - CLOSE and abs(r.tricks - first.tricks) < CLOSE]
    cards = [card for report in best for card in report.equals]
    return choose_by_rules(view, cards)
