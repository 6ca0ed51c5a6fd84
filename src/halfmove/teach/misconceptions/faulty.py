"""Searches done wrong, as they are written in classrooms, to be watched like the right ones.

**None of these is an algorithm of Halfmove**: none is registered, `analyze` and `trace` do not know them.
Each is the sound alpha-beta below with one line in another form; `SOUND`, with none, is what
`textbook.alphabeta` does (a test holds it to that).

    SOUND            the right lines
    RESET_AT_ROOT    every move of the root starts with (−∞, ∞): right, but dear
    FRESH_WINDOWS    every node starts with (−∞, ∞): never a cut
    ONLY_PARENT      a node sees its parent's value alone: no deep cutoffs
    COPIED_BRANCH    MIN's branch is MAX's with the signs turned and α and β left standing
    ALL_FIRST        the cutoff test stands after the loop over the children
    LAST_OF_EQUALS   a later move that only equals the best replaces it
    ONE_WINDOW       one α and one β for the whole tree: what a child does to them stays done

And below those with chance nodes, and those with one point of view (negamax).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.watch import Watcher
from halfmove.search.textbook.outcome import MAX, NULL
from halfmove.teach.misconceptions.reading import watch_kernel
from halfmove.teach.trace import Trace

INF = math.inf


@dataclass(frozen=True)
class Procedure:
    """Alpha-beta, line by line; a fault overrides one of them."""

    name: str = "alphabeta, every line right"
    sound: bool = True
    """Whether the value is right all the same, and every cut proved."""

    def below(self, maximises: bool, v: Any, alpha: Any, beta: Any, ply: int) -> tuple[Any, Any]:
        """The window that the next child is searched with."""
        return alpha, beta

    def better(self, maximises: bool, new: Any, v: Any) -> bool:
        """Whether a child's value replaces the best so far."""
        return bool(new > v if maximises else new < v)

    def narrowed(self, maximises: bool, v: Any, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """The node's window once v is the best so far."""
        return (max(alpha, v), beta) if maximises else (alpha, min(beta, v))

    def test(self, maximises: bool, alpha: Any, beta: Any) -> Any:
        """The end of the window that v is tested against."""
        return beta if maximises else alpha

    def after(self, own: tuple[Any, Any], child: tuple[Any, Any]) -> tuple[Any, Any]:
        """The window that a node goes on with when a child has returned, from its own and the child's."""
        return own

    def tests(self, last: bool) -> bool:
        """Whether the cutoff test stands after this child; `last` says whether it is the last one."""
        return True


class ResetAtRoot(Procedure):
    """The first bounds are forgotten from move to move."""

    def below(self, maximises: bool, v: Any, alpha: Any, beta: Any, ply: int) -> tuple[Any, Any]:
        return (-INF, INF) if ply == 0 else (alpha, beta)


class FreshWindows(Procedure):
    """Nothing comes down from above."""

    def below(self, maximises: bool, v: Any, alpha: Any, beta: Any, ply: int) -> tuple[Any, Any]:
        return -INF, INF


class OnlyParent(Procedure):
    """What comes down is the v of the parent alone."""

    def below(self, maximises: bool, v: Any, alpha: Any, beta: Any, ply: int) -> tuple[Any, Any]:
        return (v, INF) if maximises else (-INF, v)


class CopiedBranch(Procedure):
    """MIN tests against β and lowers α."""

    def test(self, maximises: bool, alpha: Any, beta: Any) -> Any:
        return beta

    def narrowed(self, maximises: bool, v: Any, alpha: Any, beta: Any) -> tuple[Any, Any]:
        return (max(alpha, v), beta) if maximises else (min(alpha, v), beta)


class AllFirst(Procedure):
    """The test comes when nothing is left."""

    def tests(self, last: bool) -> bool:
        return last


class LastOfEquals(Procedure):
    """Equal is taken for better."""

    def better(self, maximises: bool, new: Any, v: Any) -> bool:
        return bool(new >= v if maximises else new <= v)


class OneWindow(Procedure):
    """The child's window is the parent's."""

    def after(self, own: tuple[Any, Any], child: tuple[Any, Any]) -> tuple[Any, Any]:
        return child


SOUND = Procedure()
RESET_AT_ROOT = ResetAtRoot("every move of the root with a fresh window")
FRESH_WINDOWS = FreshWindows("every node with a fresh window")
ONLY_PARENT = OnlyParent("the parent's bound alone")
COPIED_BRANCH = CopiedBranch("MIN's branch copied, α and β not exchanged", sound=False)
ALL_FIRST = AllFirst("all children first, then the test")
LAST_OF_EQUALS = LastOfEquals("the last of equals")
ONE_WINDOW = OneWindow("one α and one β for the whole tree", sound=False)


def run(procedure: Procedure, game: Game) -> Trace:
    """The procedure on a game's whole tree, watched step by step."""

    def search(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
        v, move, _ = value_of(game, state, -INF, INF, 0, procedure, watch)
        return v, move

    return watch_kernel(procedure.name, search, game, windowed=True, sound=procedure.sound)


def value_of(
    game: Game, state: Any, alpha: Any, beta: Any, ply: int, line: Procedure, watch: Watcher
) -> tuple[Any, Any, tuple[Any, Any]]:
    """`textbook.alphabeta_value`, with each line as the procedure has it; also the window at the end."""
    watch.enter(state, 0, alpha, beta)
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, NULL, (alpha, beta)
    maximises = game.to_move(state) == MAX
    v, move = (-INF if maximises else INF), NULL
    actions = list(game.actions(state))
    for a in actions:
        watch.descend(a)
        low, high = line.below(maximises, v, alpha, beta, ply)
        v2, _, below = value_of(game, game.result(state, a), low, high, ply + 1, line, watch)
        alpha, beta = line.after((alpha, beta), below)
        if line.better(maximises, v2, v):
            watch.improve(v, v2)
            v, move = v2, a
            low, high = line.narrowed(maximises, v, alpha, beta)
            if low != alpha:
                watch.raise_alpha(alpha, low)
            if high != beta:
                watch.lower_beta(beta, high)
            alpha, beta = low, high
        bound = line.test(maximises, alpha, beta)
        if line.tests(a == actions[-1]) and (v >= bound if maximises else v <= bound):
            watch.cutoff(v, bound, False)
            break
    watch.leave(v)
    return v, move, (alpha, beta)


@dataclass(frozen=True)
class ChanceFault:
    """What is done at a chance node that no bound allows."""

    name: str
    cuts: bool
    """Cut by the mean of the outcomes seen so far."""
    through: bool
    """Search the outcomes with the chance node's own window."""


MEAN_SO_FAR = ChanceFault("chance cut by the mean so far", cuts=True, through=False)
WINDOW_THROUGH = ChanceFault("the window handed through a chance node", cuts=False, through=True)


def run_chance(fault: ChanceFault, game: Game) -> Trace:
    """The procedure on a game's whole tree, watched step by step."""

    def search(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
        return chance_value(game, state, -math.inf, math.inf, fault, watch)

    return watch_kernel(fault.name, search, game, windowed=True, sound=False)


def chance_value(
    game: Game, state: Any, alpha: Any, beta: Any, fault: ChanceFault, watch: Watcher
) -> tuple[Any, Any]:
    """Expectiminimax with alpha-beta at MAX and MIN, which is sound, and a fault at chance nodes."""
    watch.enter(state, 0, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif game.to_move(state) == CHANCE:
        v = _mean(game, state, alpha, beta, fault, watch)
    else:
        maximises = game.to_move(state) == MAX
        v = -math.inf if maximises else math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = chance_value(game, game.result(state, a), alpha, beta, fault, watch)
            if v2 > v if maximises else v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
                if maximises and v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
                elif not maximises and v < beta:
                    watch.lower_beta(beta, v)
                    beta = v
            bound = beta if maximises else alpha
            if v >= bound if maximises else v <= bound:
                watch.cutoff(v, bound, False)
                break
    watch.leave(v)
    return v, move


def _mean(game: Game, state: Any, alpha: Any, beta: Any, fault: ChanceFault, watch: Watcher) -> Any:
    """The fault: what a chance node does with the window."""
    total = seen = 0.0
    low, high = (alpha, beta) if fault.through else (-math.inf, math.inf)
    for a, p in game.outcomes(state):
        watch.descend(a)
        v2, _ = chance_value(game, game.result(state, a), low, high, fault, watch)
        watch.weigh(p, total, total + p * v2)
        total, seen = total + p * v2, seen + p
        if fault.cuts and seen > 0 and total / seen <= alpha:
            watch.cutoff(total / seen, alpha, False)
            return total / seen
    return total


@dataclass(frozen=True)
class ChildWindow:
    """How a node's window becomes its child's."""

    name: str
    window: Callable[[Any, Any], tuple[Any, Any]]
    sound: bool = True


NOT_TURNED = ChildWindow("negamax, window (α, β) handed on", lambda alpha, beta: (alpha, beta))
NOT_EXCHANGED = ChildWindow(
    "negamax, window (−α, −β) handed on", lambda alpha, beta: (-alpha, -beta), sound=False
)
TURNED = ChildWindow("negamax, window (−β, −α) handed on", lambda alpha, beta: (-beta, -alpha))


def run_negamax(child_window: ChildWindow, game: Game) -> Trace:
    """The procedure on a game's whole tree, where MAX and MIN move in turn, watched step by step."""

    def search(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
        return negamax_value(game, state, -math.inf, math.inf, child_window, watch)

    return watch_kernel(
        child_window.name, search, game, windowed=True, payoffs="mover", sound=child_window.sound
    )


def negamax_value(
    game: Game, state: Any, alpha: Any, beta: Any, child_window: ChildWindow, watch: Watcher
) -> tuple[Any, Any]:
    """`textbook.negamax`, fail-soft, with the window handed on in this way."""
    watch.enter(state, 0, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, game.to_move(state))
        watch.leaf(state, v, True)
    else:
        for a in game.actions(state):
            watch.descend(a)
            low, high = child_window.window(alpha, beta)
            v2 = -negamax_value(game, game.result(state, a), low, high, child_window, watch)[0]
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
                if v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
            if v >= beta:
                watch.cutoff(v, beta, False)
                break
    watch.leave(v)
    return v, move
