"""The root of a selective search: late actions are searched shallower there too, and a level that is cut
short still counts for the actions it has finished."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_on
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.memory import MAX_PLY
from halfmove.search.alphabeta.plain import canonical, final_score
from halfmove.search.alphabeta.root import Root, RootMove
from halfmove.search.alphabeta.selective.memory import (
    ASPIRATION,
    FEATURES,
    MASK,
    NODE_LIMIT,
    NODES,
    REDUCTION_SIDE,
    REDUCTIONS,
    RESEARCHES,
    STOP,
    Memory,
)
from halfmove.search.alphabeta.selective.parameters import ASPIRATION_MARGIN, WHOLE
from halfmove.search.alphabeta.selective.search import root
from halfmove.search.alphabeta.table import action_of, bucket_of, find

if TYPE_CHECKING:
    from halfmove.search.alphabeta.selective.mates import Mate, MateSearch
    from halfmove.search.proof.prover import Prover

ACTION, ORDER, SCORE, FLAGS = range(4)
COLUMNS = 4
OVER, CALM, IMPLAUSIBLE = 1, 2, 4
"""The game is over after it; nothing about it speaks against searching it shallower; the game's `plausible`
leaves it out."""


@kernel
def list_root_actions(game: Game, state: Any, out: Buffer) -> int:
    """Note of every action of the root what the search asks of it; how many there are.

    `out` has room for `COLUMNS` + 2 numbers an action: behind the rows stand the actions as they are listed,
    since a generator would be more machine code, and those that are plausible.
    """
    mover = game.to_move(state)
    pressed = game.in_check(state)
    first = COLUMNS * game.actions_limit
    last = game.list_actions(state, out, first)
    plausible = last
    if game.narrowed:
        plausible = game.list_plausible(state, out, last)
    for n in range(last - first):
        action = out[first + n]
        child = game.result(state, action)
        at = n * COLUMNS
        flags = 0
        if game.narrowed:
            flags = IMPLAUSIBLE
            for i in range(last, plausible):
                if out[i] == action:
                    flags = 0
        out[at + SCORE] = -INFINITY
        if game.is_terminal(child):
            flags |= OVER
            out[at + SCORE] = one_ply_on(final_score(game, child, mover))
        elif not pressed and game.quiet(state, action) and not game.in_check(child):
            flags |= CALM
        out[at + ACTION] = action
        out[at + ORDER] = game.order(state, action)
        out[at + FLAGS] = flags
    return last - first


@kernel
def follow(game: Game, state: Any, first: int, plies: int, m: Memory, out: Buffer) -> int:
    """Write the table's line after the root's action `first` to `out`; how many actions that are: at most
    `MAX_PLY`, behind which there is room for those of a state."""
    child = game.result(state, first)
    n = 0
    while n < plies and not game.is_terminal(child):
        key, twin = canonical(game, child)
        data = find(m.table, bucket_of(key, m.counters[MASK]), key)
        if data == bits.board(0) or action_of(data) == NO_ACTION:
            break
        found, several = n - n - 1, False
        for i in range(MAX_PLY, game.list_actions(child, out, MAX_PLY)):
            action = out[i]
            if fold(game, game.symmetric_action(action, twin)) == action_of(data):
                several = found >= 0
                found = action
        if found < 0 or several:  # which of those that share a `fold` is meant, nobody knows
            break
        out[n] = found
        n += 1
        child = game.result(child, found)
    return n


SEARCH, LIST, FOLLOW = range(3)
"""What `ask` is asked for."""


@kernel
def ask(
    game: Game, state: Any, task: int, action: int, alpha: int, beta: int, depth: int, m: Memory, out: Buffer
) -> int:
    """All that Python asks about the root: `root`, `list_root_actions` or `follow`, for `depth` plies.

    One kernel for the three, as each has the rules of the game in its machine code.
    """
    if task == LIST:
        return list_root_actions(game, state, out)
    if task == FOLLOW:
        return follow(game, state, action, depth, m, out)
    return root(game, state, action, alpha, beta, depth, m)


SHARE_OF_MATES = 8
"""One in so many nodes of a search is spent on mates by checks."""

FORCED_NODES = 100_000
"""How many nodes forcing actions get before the first level: some tenths of a second at the most."""


class SelectiveRoot(Root):
    """The root position as one thread sees it: its actions, best first."""

    memory: Memory

    def __init__(
        self,
        game: Game,
        state: Any,
        memory: Memory,
        legal: Collection[Any] | None,
        prover: Prover | None = None,
    ) -> None:
        self.game, self.state, self.memory = game, state, memory
        self.margin = memory.parameters[ASPIRATION_MARGIN] * game.unit // WHOLE
        self._seen = Buffer(max((COLUMNS + 2) * game.actions_limit, MAX_PLY + game.actions_limit))
        self._kernel = ask.specialised(game, state, SEARCH, -1, -1, 1, 1, memory, self._seen)
        """`ask` for such calls: at 0.1 s a move, finding it each time would cost a thirtieth of the time."""
        rows = []
        for number in range(self._ask(LIST)):
            row = [self._seen[COLUMNS * number + column] for column in range(COLUMNS)]
            if legal is None or row[ACTION] in legal:
                rows.append(row)
        self.moves = []
        self._calm = set()
        self._above = 0
        """The depth of the last level that found a score above its window, to be searched again."""
        self._mated = 0
        """The depth of the last level before which a mate was found."""
        self._forced: RootMove | None = None
        """What wins by forcing actions alone."""
        self._mates: dict[Any, Mate] = {}
        """The actions that lead to a mate by checks, as proof numbers have shown."""
        self._mate_search: MateSearch | None = None
        if prover is not None:
            from halfmove.search.alphabeta.selective.mates import MateSearch

            self._mate_search = MateSearch(prover, state, lambda: memory.counters[STOP] != 0)
        self._better: RootMove | None = None
        """What is known to be better than all before it, though not by how much."""
        rows.sort(key=lambda row: (row[FLAGS] & IMPLAUSIBLE, -row[ORDER]))
        self._plausible = sum(not row[FLAGS] & IMPLAUSIBLE for row in rows)
        """So many of the actions, the first, are looked at where they do not all lose."""
        for action, _, score, flags in rows:
            over = bool(flags & OVER)
            self.moves.append(RootMove(action, over, score, over))
            if flags & CALM:
                self._calm.add(action)

    @property
    def aspires(self) -> bool:
        return bool(self.memory.counters[FEATURES] & ASPIRATION)

    def shuffle(self, random: Random) -> None:
        implausible = self.moves[self._plausible :]
        del self.moves[self._plausible :]
        super().shuffle(random)
        self.moves += implausible

    def line(self, move: RootMove, plies: int) -> tuple[Any, ...]:
        if move.over:
            return ()
        mate = self._mates.get(move.action)
        if mate is not None and mate.score == move.score:
            return mate.line
        number = self._ask(FOLLOW, move.action, depth=min(plies, MAX_PLY))
        return tuple(self._seen[i] for i in range(number))

    def find_forced(self) -> None:
        """Follow forcing actions to their end, with at most `FORCED_NODES`: whether one wins."""
        counters = self.memory.counters
        limit = counters[NODE_LIMIT]
        counters[NODE_LIMIT] = min(limit, counters[NODES] + FORCED_NODES)
        if self._ask(SEARCH, -1, ESTIMATE - 1, ESTIMATE, 1) >= ESTIMATE:
            for move in self.moves[: self._plausible]:
                if not self.game.quiet(self.state, move.action) and not counters[STOP]:
                    score = self.search(move, ESTIMATE - 1, ESTIMATE, 1)
                    if score >= ESTIMATE and not counters[STOP]:
                        self._forced, move.score = move, score
                        self.moves.remove(move)
                        self.moves.insert(0, move)
                        break
        if counters[NODES] > counters[NODE_LIMIT] and counters[NODES] <= limit:
            counters[STOP] = 0  # it was this limit
        counters[NODE_LIMIT] = limit

    def find_mates(self) -> bool:
        """Ask, with a share of the nodes searched so far, whether the mover mates by checks, and whether he
        would be mated after what leads; whether another action leads then."""
        search, counters = self._mate_search, self.memory.counters
        if search is None or not self.moves:
            return False
        room = min(counters[NODES] // SHARE_OF_MATES, counters[NODE_LIMIT] - counters[NODES]) - search.nodes
        before, leader = search.nodes, self.moves[0]
        mate = search.find(leader.action, room) if room > 0 and not leader.over else None
        counters[NODES] += search.nodes - before
        move = next((m for m in self.moves if mate is not None and m.action == mate.action), None)
        if mate is None or move is None:
            return False
        self._mates[mate.action] = mate
        move.score = mate.score
        self.moves.remove(move)
        if mate.score > 0:
            self.moves.insert(0, move)
        else:  # behind all others, plausible or not
            self._plausible -= 1
            self.moves.append(move)
        return self.moves[0].score > -INFINITY

    def search_mate(self, move: RootMove, mate: Mate, beta: int, depth: int) -> int:
        """The score of an action that leads to a mate: a shorter one may be found."""
        if mate.score < 0 or mate.score >= beta:
            return mate.score
        return max(mate.score, self.search(move, mate.score, beta, depth))

    def level(self, depth: int, lines: int, alpha: int, beta: int) -> bool:
        best: list[int] = []
        counters = self.memory.counters
        if depth == 1 and self.game.forcing_wins:
            self.find_forced()
        if depth > 1 and self.find_mates():
            self._mated = depth
        self.cut_short = depth in (self._above, self._mated)
        self._better = None
        for number, move in enumerate(self.moves):
            self.looking_at = depth, number + 1, move.action
            if number >= self._plausible and len(best) >= lines and best[0] > -ESTIMATE:
                break
            floor = best[lines - 1] if len(best) >= lines else alpha
            if not move.over:
                mate = self._mates.get(move.action)
                if move is self._forced:
                    score = move.score
                elif mate is not None:
                    score = self.search_mate(move, mate, beta, depth)
                elif len(best) < lines:
                    score = self.search(move, floor, beta, depth)
                else:
                    score = self.search_late_move(move, floor, beta, depth, number)
                if counters[STOP]:
                    self.keep(number, alpha, lines)
                    return False
                move.score = score
            best = sorted([*best, move.score], reverse=True)
            if lines == 1 and best[0] >= beta:
                self._above = depth
                break
        if best[0] > alpha:
            self.put_best_first(len(best), lines)
        return True

    def put_best_first(self, searched: int, lines: int) -> None:
        """Put the best `lines` of the moves that the level has searched in front; of the others, whose scores
        are bounds, the order tells nothing and stays."""
        first = sorted(self.moves[:searched], key=lambda m: -m.score)[:lines]
        chosen = {id(m) for m in first}
        self.moves = [*first, *(m for m in self.moves if id(m) not in chosen)]

    def search_late_move(self, move: RootMove, floor: int, beta: int, depth: int, number: int) -> int:
        """The score of an action that is not expected to be among the best."""
        less = self.reduction(move, depth, number)
        score = self.search(move, floor, floor + 1, depth - less)
        if less and score > floor and not self.memory.counters[STOP]:
            score = self.search(move, floor, floor + 1, depth)
        if floor < score < beta and not self.memory.counters[STOP]:
            self.memory.counters[RESEARCHES] += 1
            move.score, self._better = score, move
            score = self.search(move, floor, beta, depth)
            if not self.memory.counters[STOP]:
                self._better = None
        return score

    def reduction(self, move: RootMove, depth: int, number: int) -> int:
        """Plies by which a late action is searched shallower."""
        if depth < 3 or number < 3 or not self.memory.counters[FEATURES] & REDUCTIONS:
            return 0
        if move.action not in self._calm:
            return 0
        place = min(depth, REDUCTION_SIDE - 1) * REDUCTION_SIDE + min(number, REDUCTION_SIDE - 1)
        return max(min((self.memory.reductions[place] - WHOLE) // WHOLE, depth - 2), 0)

    def keep(self, number: int, alpha: int, lines: int) -> None:
        """The level was cut short after so many actions: with the first among them, the best leads."""
        finished = self.moves[:number]
        if finished and finished[0].score > alpha:
            best = (self._better if lines == 1 else None) or max(finished, key=lambda m: m.score)
            if best is not self.moves[0]:
                self.moves.remove(best)
                self.moves.insert(0, best)
                self.cut_short = True

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        return self._ask(SEARCH, move.action, alpha, beta, depth)

    def _ask(self, task: int, action: int = -1, alpha: int = -1, beta: int = 1, depth: int = 1) -> int:
        state, memory, seen = self.state, self.memory, self._seen
        return self._kernel(self.game, state, task, action, alpha, beta, depth, memory, seen)


def prepare(game: Game, state: Any, memory: Memory) -> None:
    """Make the machine code before a clock starts."""
    ask.prepare(game, state, SEARCH, 1, -1, 1, 1, memory, memory.moves)
