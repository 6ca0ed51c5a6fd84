"""The root position as one thread searches it: every action with a score of its own, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.score import INFINITY, WIN, one_ply_back, one_ply_on
from halfmove.search.alphabeta.features import ASPIRATION, NULL_WINDOWS
from halfmove.search.alphabeta.memory import HORIZON, RESEARCHES, STOP, Memory
from halfmove.search.alphabeta.plain import final_score, root
from halfmove.search.alphabeta.table import Table
from halfmove.search.alphabeta.variation import from_table

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.search.alphabeta.threads import Engine

MARGIN = WIN // 25
"""Half the first window around the last level's score; four times as wide after each failure."""

DEEPEST = 60
"""No level of `search_levels` is so deep: a decided position costs no nodes."""


@dataclass
class RootMove:
    """One action at the root, and what the last level found out about it."""

    action: Any
    over: bool
    score: int = -INFINITY
    complete: bool = False
    """Whether `score` (a bound, unless the move is among the lines) owes nothing to an evaluation."""
    child: Any = None
    same_mover: bool = False


class Root:
    """The root position: its legal actions (of the engine's `subject`), best first."""

    margin = MARGIN
    cut_short = False
    """Whether the level that was stopped last has changed what leads all the same."""
    finished = 0
    """The deepest level that a helper has finished."""
    looking_at: tuple[int, int, Any] | None = None
    """Depth, number (from 1) and action of what is being searched."""

    def __init__(self, game: Game, state: Any, memory: Any, table: Table, legal: Iterable[Any]) -> None:
        self.game, self.state, self.memory, self.table = game, state, memory, table
        self._root = root.specialised(game, state, -1, 1, 1, memory)
        """`root` for such calls, found once."""
        mover = game.to_move(state)
        self.moves = []
        for action in sorted(legal, key=lambda a: -game.order(state, a)):
            child = game.result(state, action)
            over = game.is_terminal(child)
            score = one_ply_on(final_score(game, child, mover)) if over else -INFINITY
            self.moves.append(RootMove(action, over, score, over, child, game.to_move(child) == mover))

    @property
    def aspires(self) -> bool:
        """Whether a level may begin with a window around the score expected."""
        return not self.game.engine_without & ASPIRATION

    def level(self, depth: int, lines: int, alpha: int, beta: int) -> bool:
        """Search every action to `depth` plies, exactly the best `lines` of them; False if stopped.

        Then the moves are sorted; the scores of those beyond `lines` are upper bounds.
        """
        best: list[int] = []
        counters = self.memory.counters
        wide = self.game.engine_without & NULL_WINDOWS
        for number, move in enumerate(self.moves, 1):
            self.looking_at = depth, number, move.action
            floor = best[lines - 1] if len(best) >= lines else alpha
            if not move.over:
                before = counters[HORIZON]
                if len(best) < lines or wide:
                    move.score = self.search(move, floor, beta, depth)
                else:
                    move.score = self.search(move, floor, floor + 1, depth)
                    if floor < move.score < beta:
                        counters[RESEARCHES] += 1
                        move.score = self.search(move, floor, beta, depth)
                move.complete = counters[HORIZON] == before
                if counters[STOP]:
                    return False
            best = sorted([*best, move.score], reverse=True)
            if lines == 1 and best[0] >= beta:
                break
        self.sort(len(best))
        return True

    def sort(self, searched: int) -> None:
        """Put the moves that the level has searched, the first so many, in order."""
        self.moves[:searched] = sorted(self.moves[:searched], key=lambda m: -m.score)

    def shuffle(self, random: Random) -> None:
        """Put the moves that the game's `order` does not tell apart in any order."""
        random.shuffle(self.moves)
        self.moves.sort(key=lambda m: -self.game.order(self.state, m.action))

    def line(self, move: RootMove, plies: int) -> tuple[Any, ...]:
        """What the table expects after a move, at most so many plies; actions of `subject`."""
        return () if move.over else from_table(self.game, self.table, move.child, plies)

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        """The score of one action, as `negamax.search` promises it."""
        low, high = one_ply_back(alpha), one_ply_back(beta)
        if not move.same_mover:
            low, high = -high, -low
        score = self._root(self.game, move.child, low, high, depth - 1, self.memory)
        return one_ply_on(score if move.same_mover else -score)

    def aspire(self, depth: int, lines: int, guess: int | None) -> bool:
        """`level` with a window around the score expected, widened until the score lies inside."""
        if guess is None or lines > 1 or not self.aspires:
            return self.level(depth, lines, -INFINITY, INFINITY)
        margin = self.margin
        alpha, beta = guess - margin, guess + margin
        while True:
            if not self.level(depth, lines, alpha, beta):
                return False
            score = self.moves[0].score
            if alpha < score < beta:
                return True
            margin *= 4
            alpha = max(min(alpha, score - margin), -INFINITY) if score <= alpha else alpha
            beta = min(max(beta, score + margin), INFINITY) if score >= beta else beta
            if margin > WIN:
                alpha, beta = -INFINITY, INFINITY


def search_levels(
    engine: Engine, state: Any, nodes: int, history: History | None = None, random: Random | None = None
) -> Iterator[Root]:
    """Search with so many nodes, in this thread: the root after each finished level, whose first move is the
    best; a last level that is cut short may still change it.  With `random`, any of equal moves may lead."""
    engine.begin()
    searched = engine.roots(state, 1, history)[0]
    if random is not None:
        searched.shuffle(random)
    searched.level(1, 1, -INFINITY, INFINITY)
    engine.limit_nodes(nodes)
    yield searched
    for depth in range(2, DEEPEST):
        if not searched.aspire(depth, 1, searched.moves[0].score if depth > 2 else None):
            return
        yield searched


def prepare(game: Game, state: Any, memory: Memory) -> None:
    """Make the machine code before a clock starts."""
    root.prepare(game, state, -1, 1, 1, memory)
