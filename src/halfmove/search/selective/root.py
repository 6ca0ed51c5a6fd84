"""The root of a selective search: late actions are searched shallower there too, and a level that is cut
short still counts for the actions it has finished."""

from __future__ import annotations

from typing import Any

from halfmove.core.game import Game
from halfmove.search.root import Root, RootMove
from halfmove.search.selective.memory import (
    ASPIRATION,
    FEATURES,
    REDUCTION_SIDE,
    REDUCTIONS,
    RESEARCHES,
    STOP,
    Memory,
)
from halfmove.search.selective.search import root


class SelectiveRoot(Root):
    """The root position as one thread sees it: its actions, best first."""

    memory: Memory

    def __init__(self, game: Game, state: Any, memory: Memory, legal: list[Any]) -> None:
        super().__init__(game, state, memory, legal)
        self.margin = game.unit // 3

    @property
    def aspires(self) -> bool:
        return bool(self.memory.counters[FEATURES] & ASPIRATION)

    def level(self, depth: int, lines: int, alpha: int, beta: int) -> bool:
        best: list[int] = []
        counters = self.memory.counters
        self.cut_short = False
        for number, move in enumerate(self.moves):
            floor = best[lines - 1] if len(best) >= lines else alpha
            if not move.over:
                if len(best) < lines:
                    score = self.search(move, floor, beta, depth)
                else:
                    score = self.late(move, floor, beta, depth, number)
                if counters[STOP]:
                    self.keep(number, alpha)
                    return False
                move.score = score
            best = sorted([*best, move.score], reverse=True)
            if lines == 1 and best[0] >= beta:
                break
        self.sort(len(best))
        return True

    def late(self, move: RootMove, floor: int, beta: int, depth: int, number: int) -> int:
        """The score of an action that is not expected to be among the best."""
        less = self.reduction(move, depth, number)
        score = self.search(move, floor, floor + 1, depth - less)
        if less and score > floor and not self.memory.counters[STOP]:
            score = self.search(move, floor, floor + 1, depth)
        if floor < score < beta and not self.memory.counters[STOP]:
            self.memory.counters[RESEARCHES] += 1
            score = self.search(move, floor, beta, depth)
        return score

    def reduction(self, move: RootMove, depth: int, number: int) -> int:
        """Plies by which a late action is searched shallower."""
        if depth < 3 or number < 3 or not self.memory.counters[FEATURES] & REDUCTIONS:
            return 0
        if self.game.in_check(self.state) or self.game.in_check(move.child):
            return 0
        if not self.game.quiet(self.state, move.action):
            return 0
        place = min(depth, REDUCTION_SIDE - 1) * REDUCTION_SIDE + min(number, REDUCTION_SIDE - 1)
        return max(min((self.memory.reductions[place] - 1024) // 1024, depth - 2), 0)

    def keep(self, number: int, alpha: int) -> None:
        """The level was cut short after so many actions: with the first among them, the best leads."""
        finished = self.moves[:number]
        if finished and finished[0].score > alpha:
            best = max(finished, key=lambda m: m.score)
            if best is not self.moves[0]:
                self.moves.remove(best)
                self.moves.insert(0, best)
                self.cut_short = True

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        return root(self.game, self.state, move.action, alpha, beta, depth, self.memory)


def prepare(game: Game, state: Any, memory: Memory) -> None:
    """Make the machine code before a clock starts."""
    for action in game.actions(state):
        root.prepare(game, state, action, -1, 1, 1, memory)
        return
