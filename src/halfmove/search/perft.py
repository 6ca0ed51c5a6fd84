"""Perft: counting the sequences of exactly `depth` legal actions, the standard check of rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import heading, speed, time_taken
from halfmove.core.history import History
from halfmove.core.operation import OUTPUT, PositionRequest, Switch, Whole, Work, field, operation
from halfmove.core.progress import at
from halfmove.core.results import Table


class Sequences(int, Table):
    """A number of move sequences, with the depth, the time and, where asked, the counts behind each move."""

    grows = True
    game: Game
    depth: int
    seconds: float
    divide: dict[str, int] | None
    lower: tuple[Sequences, ...]
    """The counts of smaller depths that were made on the way."""

    @staticmethod
    def of(
        game: Game,
        depth: int,
        nodes: int,
        seconds: float,
        divide: dict[str, int] | None = None,
        lower: tuple[Sequences, ...] = (),
    ) -> Sequences:
        """The result with all its parts."""
        made = Sequences(nodes)
        made.game, made.depth, made.seconds, made.divide, made.lower = game, depth, seconds, divide, lower
        return made

    def to_dict(self) -> PerftData:
        data: PerftData = {"nodes": int(self), "seconds": round(self.seconds, 6)}
        if self.divide is not None:
            data["divide"] = self.divide
        return data

    def to_rows(self) -> list[dict[str, Any]]:
        return [{"move": move, "nodes": nodes} for move, nodes in (self.divide or {}).items()]

    def to_text(self) -> str:
        lines = [heading(self.game), "", f"{'depth':>6} {'sequences':>24} {'time':>12} {'speed':>12}"]
        for count in (*self.lower, self):
            rate = speed(count, count.seconds) if count.seconds > 0.001 else ""
            row = f"{count.depth:>6} {int(count):>24,} {time_taken(count.seconds):>12} {rate:>12}"
            lines.append(row.rstrip())
        if self.divide is not None:
            lines += ["", f"{'move':>6} {'sequences':>24}"]
            lines += [f"{move:>6} {nodes:>24,}" for move, nodes in self.divide.items()]
        return "\n".join(lines)


class PerftData(TypedDict):
    """What perft counts."""

    nodes: Annotated[int, "The sequences of exactly that many moves."]
    seconds: Annotated[float, "What the counting took, without the time that making machine code takes."]
    divide: NotRequired[Annotated[dict[str, int], "With `divide`: the sequences behind each first move."]]


@operation("perft", "Count move sequences, to check a game's rules.", doing="counting")
@dataclass(frozen=True, kw_only=True)
class Perft(PositionRequest):
    """Count the sequences of exactly N legal moves from a position.

    A game that ends earlier is not counted (in Othello it counts one, as in the published counts). Compare
    with published counts to check the rules of a game.

    Example: halfmove perft connect4 8
    """

    depth: int = field(
        Whole(0, 1000),
        "The number of moves in a sequence.",
        default=1,
        place=True,
        options=("--depth",),
        example=4,
    )
    divide: bool = field(
        Switch(), "Also show the count after each first move, to find a fault.", default=False, group=OUTPUT
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.divide and not self.depth:
            raise BadInput(f"{name('divide')} needs a depth of 1 or more.")

    def run(self, work: Work) -> Iterator[Sequences]:
        """A count for each depth where somebody looks on, else of the last alone."""
        history = work.open(self)
        game, state = history.game, history.state
        if self.depth:
            work.call(lambda: count_sequences(game, state, 0))  # makes the machine code
        lower: tuple[Sequences, ...] = ()
        for depth in range(1 if work.gradual and self.depth else self.depth, self.depth + 1):
            start = time.perf_counter()
            by_move: dict[str, int] = {}
            nodes = self._count(work, history, depth, by_move)
            divide = by_move if self.divide and depth == self.depth else None
            count = Sequences.of(game, depth, nodes, time.perf_counter() - start, divide, lower)
            yield count
            lower = (*lower, count)

    def _count(self, work: Work, history: History, depth: int, by_move: dict[str, int]) -> int:
        """The sequences of one depth.  From 3 on each first move is counted by itself: between them Ctrl-C is
        heard and progress told."""
        game, state = history.game, history.state
        if game.is_terminal(state) or (depth < 3 and not self.divide) or not depth:
            return 1 if not depth else int(work.call(lambda: count_sequences(game, state, depth)))
        actions, nodes = list(game.actions(state)), 0
        for number, action in enumerate(actions):
            at(number, len(actions), unit="first moves")
            child = game.result(state, action)
            found = int(work.call(lambda child=child: count_sequences(game, child, depth - 1)))  # type: ignore[misc]
            nodes += found
            if self.divide:
                by_move[game.action_text(state, action)] = found
        return nodes


@kernel
def count_sequences(game: Game, state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` actions start at `state`; if it ends earlier, none, or one where
    the game says `finished_count`.

    The last action of a sequence is counted, not carried out, and the state before it is looked at where it
    is made: a call less for nine positions in ten, which a compiler of C++ sees for itself.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return moves(game, state)
    if game.is_terminal(state):
        return count_finished(game)
    nodes = 0
    for action in game.actions(state):
        child = game.result(state, action)
        nodes += moves(game, child) if depth == 2 else count_sequences(game, child, depth - 1)
    return nodes


def moves(game: Game, state: Any) -> int:
    """How many sequences of one action a state has."""
    if game.stuck_is_over:
        count = 0 if game.is_drawn(state) else game.count_actions(state)
    else:
        count = 0 if game.is_terminal(state) else game.count_actions(state)
    return count_finished(game) if count == 0 else count


def count_finished(game: Game) -> int:
    """What a game that is over before its last action counts."""
    return 1 if game.finished_count else 0
