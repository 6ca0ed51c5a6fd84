"""From the words of a `go` to what ends the search: clocks, fixed times, depth, nodes, a weaker opponent."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.arena.clock import Budget
from halfmove.arena.players.timing import share
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.messages import Go
from halfmove.protocols.uci.server.strength import strength

LONGEST_DEPTH = 250


@dataclass(frozen=True)
class Bounds:
    """What ends a search that began at `began` on `perf_counter`'s clock: `aim` seconds later no new level is
    begun, `most` seconds later none goes on (None: no bound on time); `limit` bounds the search itself."""

    began: float
    aim: float | None
    most: float | None
    limit: Limit


def bounds_of(command: Go, history: History, *, began: float, overhead: float, elo: int | None) -> Bounds:
    """The bounds of a `go` that came at `began`; an answer takes `overhead` seconds to arrive; `elo`: play no
    better than that."""
    return Bounds(began, *_times(command, history, overhead), _limit(command, elo))


def _limit(command: Go, elo: int | None) -> Limit:
    depth = command.numbers.get("depth")
    mate = command.numbers.get("mate")
    if mate is not None:
        depth = min(depth or LONGEST_DEPTH, max(2 * abs(mate) + 8, 1))
    nodes = command.numbers.get("nodes")
    if elo is not None and not command.infinite:
        enough = strength(elo).nodes
        nodes = min(enough, nodes or enough)
    return Limit(
        depth=None if depth is None else min(max(depth, 1), LONGEST_DEPTH),
        nodes=None if nodes is None else max(nodes, 1),
    )


def _times(command: Go, history: History, overhead: float) -> tuple[float | None, float | None]:
    numbers = command.numbers
    if command.infinite:
        return None, None
    fixed = numbers.get("movetime")
    if fixed is not None:
        seconds = max(fixed, 1) / 1000
        return None, max(seconds - overhead, seconds / 2)
    clocks = (numbers.get("wtime"), numbers.get("btime"))
    if clocks[history.mover] is None:
        return None, None
    budget = Budget(
        limit=Limit(),
        clocks=tuple(None if c is None else max(c, 1) / 1000 for c in clocks),
        increments=tuple(max(numbers.get(key, 0), 0) / 1000 for key in ("winc", "binc")),
        moves_to_go=max(numbers.get("movestogo", 0), 0) or None,
    )
    timed = share(history, budget, overhead)
    return timed.aim, timed.most
