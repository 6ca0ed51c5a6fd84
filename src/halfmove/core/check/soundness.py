"""Knowledge that claims a proof, `bounds` and `candidates`, against plain minimax near the end of games."""

from __future__ import annotations

from typing import Any

from halfmove.core.check.examiner import Examiner
from halfmove.core.contract.hooks import defines
from halfmove.core.score import INFINITY, WIN, one_ply_on, score_of_utility

_MOVES = 1000
"""Moves that minimax may try for each random game."""

_DEPTH = 150

_SOLVED = 1000
"""States with a known score at which the knowledge is tried."""


class _TooLarge(Exception):
    """The subtree has more states than the budget."""


class _Minimax:
    """Exact engine scores, for the player to move, by minimax over the whole subtree, each state once."""

    def __init__(self, examiner: Examiner) -> None:
        self.examiner = examiner
        self.budget = 0
        self.known: dict[Any, int] = {}

    def score(self, state: Any, depth: int = 0) -> int:
        if state not in self.known:
            self.known[state] = max(
                self.after(state, action, depth) for action in self.examiner.ask("actions", state)
            )
        return self.known[state]

    def after(self, state: Any, action: Any, depth: int = 0) -> int:
        """The score of `state`, for its player to move, if `action` is chosen."""
        self.budget -= 1
        if self.budget < 0 or depth > _DEPTH:
            raise _TooLarge
        ask = self.examiner.ask
        mover, child = ask("to_move", state), ask("result", state, action)
        if ask("is_terminal", child):
            return one_ply_on(score_of_utility(ask("utility", child, mover)))
        score = self.score(child, depth + 1)
        return one_ply_on(score if ask("to_move", child) == mover else -score)


def check_knowledge(examiner: Examiner, lines: list[list[Any]]) -> None:
    """Walk back from the ends of random games for as long as minimax can follow."""
    game = examiner.game
    silent = not any(defines(type(game), hook) for hook in ("bounds_within", "candidates", "forced"))
    if (
        silent
        or not game.zero_sum
        or game.players != 2
        or game.has_chance
        or game.hidden
        or game.simultaneous
    ):
        return
    minimax = _Minimax(examiner)
    for line in lines:
        minimax.budget = _MOVES
        try:
            for state in reversed(line[:-1]):
                minimax.score(state)
        except _TooLarge:
            continue
    minimax.budget = _SOLVED * examiner.game.actions_limit  # each state's own moves lead to what is known
    solved = list(minimax.known)
    for state in solved if len(solved) <= _SOLVED else examiner.random.sample(solved, _SOLVED):
        _check_solved(examiner, state, minimax)


def _windows(examiner: Examiner, exact: int) -> list[tuple[int, int]]:
    """Windows to ask a hook of: all scores, and narrow ones around, above and below the true score."""
    away = examiner.random.randint(1, 2 * WIN)
    return [(-INFINITY, INFINITY), (exact - 1, exact), (exact, exact + 1), (exact - away, exact - away + 1),
            (exact + away - 1, exact + away)]  # fmt: skip


def _check_solved(examiner: Examiner, state: Any, minimax: _Minimax) -> None:
    exact = minimax.known[state]
    lower, upper = examiner.ask("bounds", state)
    examiner.promise(
        "bounds hold the true score",
        lower <= exact <= upper,
        f"they are ({lower}, {upper}) and minimax finds {exact}",
        state,
    )
    for low, high in _windows(examiner, exact):
        least, most = examiner.ask("bounds_within", state, low, high)
        examiner.promise(
            "bounds within a window hold the true score",
            least <= exact <= most,
            f"within ({low}, {high}) they are ({least}, {most}) and minimax finds {exact}",
            state,
        )
    if lower == upper:
        return
    candidates = examiner.ask("candidates", state)
    forced = examiner.ask("forced", state)
    examiner.promise(
        "forced is the only one of candidates, or none (-1)",
        (type(forced) is int and forced == -1) or candidates == [forced],
        f"it is {forced!r}, of {candidates}",
        state,
    )
    best = max((minimax.after(state, action) for action in candidates), default=lower)
    examiner.promise(
        "candidates suffice to find the value",
        max(best, lower) == exact,
        f"the best of {candidates} scores {best} and minimax finds {exact}",
        state,
    )
