"""A small game of hidden information, or of moves at once, solved to the end for one decision.

The whole game is laid out (`layout`) and an exact solver finds an equilibrium: the linear programme where one
wins what the other loses (B. von Stengel, *Games and Economic Behavior* 14, 1996), all of them, or Lemke and
Howson's, where both choose once.  Other games in which both can win have CFR+, which promises nothing there,
and so have those of hidden information where SciPy is not installed: what a player could gain is told.  At a
state that the equilibrium never comes to it says little, so that CFR+ answers there.  What is told is the
mixture of the player to move, what each action earns against it, and the value.  The value is proven at the
start of the game where every equilibrium has the same one; later it rests on what the others are believed to
do, and is an estimate.

Whether a game is small is a guess (`search.size`), then a count that stops at `SMALL`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import Stopwatch, runs_compiled
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.extras import missing
from halfmove.core.in_turn import rules_of
from halfmove.core.limit import Limit
from halfmove.core.randomness import fraction, stream
from halfmove.core.scores import Score
from halfmove.imperfect.bimatrix import SUPPORT_ENUMERATION
from halfmove.imperfect.exact import EXACT, find_exact_solver
from halfmove.imperfect.layout import lay_out, levels, refusal
from halfmove.imperfect.linear_programme import SCIPY
from halfmove.imperfect.solution import Solution
from halfmove.imperfect.solving import make_exact_solution, regret
from halfmove.imperfect.strategy import Strategy
from halfmove.search.algorithms import Algorithm, register
from halfmove.search.hidden import analyse_end, draw_from, take_in_turn
from halfmove.search.size import is_within

NAME = "equilibrium"
MANY = 20_000
"""Iterations of CFR+ in machine code where no exact solver fits: half a second for Leduc poker."""
SMALL = 12_000
"""Histories of a game that is solved while a person waits: Leduc poker has some 9,500."""
DIGITS = 9
"""Decimals of what is told: what the linear programme promises."""
NEVER = 1e-9
"""A state that is no likelier than this the equilibrium does not come to."""


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    rules = rules_of(game)
    if not (rules.hidden or rules.simultaneous):
        return f"An equilibrium is for hidden information or moves at once, of which {game.title()} has none."
    if game.players != 2:
        return f"An equilibrium is found for two players, and {game.title()} has {game.players}."
    return refusal(game)


@lru_cache(maxsize=64)
def is_small(game: Game) -> bool:
    """Whether a game that fits is laid out and solved in a moment."""
    if unfit(game) is not None:
        return False
    if not is_within(game, 4 * SMALL):
        return False
    try:
        return lay_out(game, largest=SMALL) is not None
    except BadInput:  # larger than it seemed, or not laid out at all
        return False


@lru_cache(maxsize=8)
def _solve_exactly(game: Game) -> Solution:
    name = find_exact_solver(game)
    return _approximate(game) if name is None else make_exact_solution(lay_out(game), EXACT[name])


@lru_cache(maxsize=8)
def _approximate(game: Game) -> Solution:
    return regret(game, iterations=MANY if runs_compiled(game) else None)


def describe_caution(game: Game) -> str:
    """What is to be kept in mind where the values are no proof."""
    rules = rules_of(game)
    solution = _solve_exactly(rules)
    if rules.zero_sum and solution.equilibria:
        return ""
    if len(solution.equilibria) > 1:
        return f"one of {len(solution.equilibria)} equilibria; halfmove solve lists them"
    if solution.equilibria:
        return ""
    gain = max(b - v for b, v in zip(solution.best, solution.values, strict=True))
    words = f"of an approximate equilibrium: by leaving it alone nobody gains more than {max(gain, 0.0):.2g}"
    return f"{words}; {missing(SCIPY, 'an exact one needs')[:-1]}" if rules.zero_sum else words


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: Any = None,
    only: Collection[Any] | None = None,
) -> Iterator[Analysis]:
    """One analysis of a state, by an equilibrium of the whole game; it takes the time that it takes.

    `Unsuitable` for a game of more than `SMALL` histories.
    """
    watch = Stopwatch()
    rules = rules_of(game)
    if not is_small(game):
        raise Unsuitable(
            f"{game.title()} has more than {SMALL:,} histories, too many to be solved while you wait; "
            "halfmove solve takes its time, and --algorithm oos answers for one decision."
        )
    game, state = take_in_turn(game, state)
    if game.is_terminal(state):
        yield analyse_end(game, state, NAME)
        return
    solution = _solve_exactly(rules)
    at_start = state == game.initial()
    all_found = solution.algorithm == SUPPORT_ENUMERATION and len(solution.equilibria) == 1
    unique = all_found or (rules.zero_sum and bool(solution.equilibria))
    proven = at_start and unique
    viewer = max(game.to_move(state), 0)
    found: tuple[Line, ...] = ()
    weights: dict[Any, float] | None = None
    if game.to_move(state) == CHANCE:
        value = solution.value if at_start else _average_outcomes(game, state, solution.strategy)
    else:
        strategy = solution.strategy
        number = strategy.number_at(state)
        if strategy.table.weights(strategy.policy)[number] < NEVER:
            strategy, proven = _approximate(rules).strategy, False
        mixture = {a: p if p > NEVER else 0.0 for a, p in strategy.row(number).items()}
        earned = find_action_values(strategy, number)
        value = float(sum(p * earned[a] for a, p in mixture.items()))
        weights = {a: p for a, p in mixture.items() if only is None or a in only}
        ranked = sorted(weights, key=lambda a: (-weights[a], -earned[a]))
        if any(weights.values()):
            drawn = draw_from(weights, fraction(stream(seed ^ number)))
            ranked.sort(key=lambda a: a != drawn)
        found = tuple(Line(a, _score(game, viewer, earned[a], proven), (a,)) for a in ranked[:lines])
    yield Analysis(
        game, state, NAME, found, _score(game, viewer, value, proven), 0, solution.strategy.table.histories,
        watch.seconds, weights=weights, mixed=weights is not None,
    )  # fmt: skip


def _score(game: Game, viewer: int, value: float, proven: bool) -> Score:
    return Score.of_search(game, viewer, round(value, DIGITS) + 0.0, proven=proven)


def _average_outcomes(game: Game, state: Any, strategy: Strategy) -> float:
    """What a state in which nature moves is worth to player 0: the mean of what follows, each as its player
    knows it."""
    value = 0.0
    for action, probability in game.outcomes(state):
        then = game.result(state, action)
        if game.is_terminal(then):
            found = float(game.utility(then, 0))
        elif game.to_move(then) == CHANCE:
            found = _average_outcomes(game, then, strategy)
        else:
            mover, number = game.to_move(then), strategy.number_at(then)
            earned = find_action_values(strategy, number)
            found = sum(p * earned[a] for a, p in strategy.row(number).items())
            if mover != 0:
                if not game.zero_sum:
                    raise BadInput("An equilibrium is told where a player chooses, or at the beginning.")
                found = -found
        value += probability * found
    return value


def find_action_values(strategy: Strategy, number: int) -> dict[Any, float]:
    """What each action of an information set earns its player, where all play the strategy afterwards and the
    others have played it before; where they never come there, where all histories are alike."""
    table, policy = strategy.table, strategy.policy
    layout, owner = table.layout, table.owner(number)
    earned = np.zeros(table.histories)
    over = layout.mover == -2
    earned[over] = layout.earned[layout.place[over], owner]
    parent = np.repeat(np.arange(table.histories), np.diff(layout.child))
    step = layout.chance.copy()
    chosen = np.flatnonzero(layout.mover[parent] >= 0)
    above = parent[chosen]
    step[chosen + 1] = policy[layout.first[layout.place[above]] + chosen + 1 - layout.child[above]]
    for level in reversed(list(levels(layout))):
        np.add.at(earned, parent[level - 1], step[level] * earned[level])
    others = policy.copy()
    others[layout.first[layout.sets[owner]] : layout.first[layout.sets[owner + 1]]] = 1.0
    here = np.flatnonzero((layout.place == number) & (layout.mover == owner))
    likely = table.likelihoods(others)[here]
    if not likely.sum() > 0:
        likely = np.ones(len(here))
    return {
        action: float(likely @ earned[layout.child[here] + which] / likely.sum())
        for which, action in enumerate(table.actions[number])
    }


register(
    Algorithm(
        name=NAME,
        summary="An equilibrium of the whole game, exact: for small games of hidden information or moves at "
        "once",
        source="von Stengel 1996; Lemke and Howson 1964",
        unfit=unfit,
        search=search,
        strength=32,
        limits=("seconds", "depth", "nodes", "simulations"),  # it ends before any that a person would give
        to_the_end=True,
        chooses_among=True,
        suits=is_small,
        caution=describe_caution,
    )
)
