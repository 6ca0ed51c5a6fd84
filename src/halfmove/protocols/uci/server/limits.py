"""From the words of a `go` to what ends the search: clocks, fixed times, depth, nodes, a weaker opponent."""

from __future__ import annotations

from halfmove.arena.clock import Budget
from halfmove.arena.players.timing import share
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.messages import Go
from halfmove.protocols.uci.server.search import Times
from halfmove.protocols.uci.server.strength import strength

LONGEST_DEPTH = 250


def limit_of(command: Go, elo: int | None) -> Limit:
    """The bounds that the search itself keeps to; `elo`: play no better than that."""
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


def times_of(command: Go, history: History, overhead: float) -> Times:
    """When the answer should be given, in seconds from the beginning."""
    numbers = command.numbers
    if command.infinite:
        return Times(None, None)
    fixed = numbers.get("movetime")
    if fixed is not None:
        seconds = max(fixed, 1) / 1000
        return Times(None, max(seconds - overhead, seconds / 2))
    clocks = (numbers.get("wtime"), numbers.get("btime"))
    if clocks[history.mover] is None:
        return Times(None, None)
    budget = Budget(
        limit=Limit(),
        clocks=tuple(None if c is None else max(c, 1) / 1000 for c in clocks),
        increments=tuple(max(numbers.get(key, 0), 0) / 1000 for key in ("winc", "binc")),
        moves_to_go=max(numbers.get("movestogo", 0), 0) or None,
    )
    timed = share(history, budget, overhead)
    return Times(timed.aim, timed.most)
