"""MTD(f): the minimax value found by null windows alone, each search remembering what the last ones learned.

Every pass asks whether the value is at least beta, by alpha-beta with the window (beta − ε, beta); its answer
is a bound, which is the next pass's beta, until the lower and the upper bound meet.  All nodes keep the
bounds found for them (AlphaBetaWithMemory), so that a pass only goes where the answer is still open.  Values
may be any numbers, so ε is the step to the next floating-point number.

Started with +∞ it expands the same leaves in the same order as Stockman's SSS*, started with −∞ as DUAL*; and
so with +∞ it evaluates no leaf that alpha-beta does not (on a tree with distinct leaf values: Stockman, "A
minimax algorithm better than alpha-beta?", *Artificial Intelligence* 12(2), 1979).

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms",
*Artificial Intelligence* 87, 1996 (AlphaBetaWithMemory and MTD(f)).
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, UNLIMITED, Outcome, Variation, check_memory, conduct, unfit
from halfmove.search.watch import ROW

Bounds = tuple[Any, Any]
"""What is known of a state's value: at least the first, at most the second."""


class Memory:
    """The bounds of every state met, for each depth it was searched to (without a limit: for the state)."""

    def __init__(self, depth: int) -> None:
        self.limited = depth < UNLIMITED
        self._bounds: dict[Any, Bounds] = {}

    def bounds(self, state: Any, depth: int) -> Bounds:
        """The bounds known of `state`; (−∞, ∞) if it was not met."""
        return self._bounds.get((state, depth) if self.limited else state, (-math.inf, math.inf))

    def store(self, state: Any, depth: int, lower: Any, upper: Any) -> None:
        """Remember the bounds of `state`."""
        self._bounds[(state, depth) if self.limited else state] = lower, upper


def value_with_memory(
    game: Game, state: Any, depth: int, alpha: Any, beta: Any, memory: Memory, watch: Watcher
) -> Any:
    """AlphaBetaWithMemory: a bound on the value of `state` to MAX, on its side of the null window.

    At most alpha: an upper bound; at least beta: a lower bound.
    """
    watch.enter(state, depth, alpha, beta)
    lower, upper = memory.bounds(state, depth)
    if lower >= beta or upper <= alpha:
        v = lower if lower >= beta else upper
        watch.recall(v)
        watch.leave(v)
        return v
    if game.is_terminal(state) or depth == 0:
        terminal = game.is_terminal(state)
        v = game.utility(state, MAX) if terminal else game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, terminal)
        memory.store(state, depth, v, v)
        watch.leave(v)
        return v
    if game.to_move(state) == MAX:
        v = -math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2 = value_with_memory(game, game.result(state, a), depth - 1, alpha, beta, memory, watch)
            if v2 > v:
                watch.improve(v, v2)
                v = v2
            if v >= beta:
                watch.cutoff(v, beta, False)
                break
    else:
        v = math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2 = value_with_memory(game, game.result(state, a), depth - 1, alpha, beta, memory, watch)
            if v2 < v:
                watch.improve(v, v2)
                v = v2
            if v <= alpha:
                watch.cutoff(v, alpha, False)
                break
    memory.store(state, depth, *((v, upper) if v >= beta else (lower, v)))
    watch.leave(v)
    return v


def mtdf_value(game: Game, state: Any, depth: int, first: float, watch: Watcher) -> tuple[Any, Variation]:
    """MTDF: the minimax value of `state` to MAX and the principal variation, from the guess `first`."""
    check_memory(game, state, "MTD(f)")
    game = interpreted(game)
    memory = Memory(depth)
    g, lower, upper = first, -math.inf, math.inf
    begun = False
    while lower < upper:
        # g is a lower bound: is the value more?  an upper one: is it attained?
        beta = math.nextafter(g, math.inf) if g == lower else g
        alpha = math.nextafter(beta, -math.inf)
        if begun:
            watch.again(alpha, beta)
        begun = True
        g = value_with_memory(game, state, depth, alpha, beta, memory, watch)
        if g < beta:
            upper = g
        else:
            lower = g
    return g, principal_variation(game, state, depth, g, memory)


def principal_variation(game: Game, state: Any, depth: int, value: Any, memory: Memory) -> Variation:
    """The actions along which both bounds are known and equal `value`, always the first of several.

    The passes that proved the lower and the upper bound share exactly such a line.
    """
    actions: list[Any] = []
    while depth > 0 and len(actions) < ROW and not game.is_terminal(state):
        for a in game.actions(state):
            child = game.result(state, a)
            if memory.bounds(child, depth - 1) == (value, value):
                break
        else:
            break
        actions.append(a)
        state, depth = child, depth - 1
    return Variation(actions)


def mtdf(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    first: float = 0,
) -> Outcome:
    """The same value and action as `minimax`, by null windows and a memory of bounds; always interpreted.

    `first` is the guess it starts from: near the true value few passes are needed; `math.inf` makes it SSS*,
    `-math.inf` DUAL*.  The watcher gets `again` before each pass after the first, and `recall` where memory
    has the value.  Equal states share an entry, so that a state reached in two ways is searched once.  The
    rest is as for `minimax`; `BadInput` for a guess that is no number.
    """
    game = open_game(game)
    state = open_state(game, state)
    if isinstance(first, bool) or not isinstance(first, (int, float)) or math.isnan(first):
        raise BadInput(f"MTD(f) starts from a number, its first guess of the value, not {first!r}.")
    return conduct(
        "mtdf", mtdf_value, game, state, depth, watch, (first,), options={"first": first}, compiled=False
    )


FORM = Form("mtdf", mtdf_value, lambda alpha, beta: (0,))

register(
    Algorithm(
        name="mtdf",
        summary="MTD(f): null windows alone, closing in on the value from a guess, with a memory of bounds.",
        source="Plaat, Schaeffer, Pijls and de Bruin, Artificial Intelligence 87, 1996",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=11,
        lesson=Lesson(mtdf, {"first": (0,)}, windowed=True, repeats=True),
    )
)
