"""From the words of a `go` to what ends the search: clocks, fixed times, depth, nodes, a weaker opponent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from halfmove.arena.clock import Budget
from halfmove.arena.players.timing import divide_time
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.language import Language
from halfmove.protocols.uci.server.messages import Go

LONGEST_DEPTH = 250


@dataclass(frozen=True)
class Bounds:
    """What ends a search that began at `began` on `perf_counter`'s clock: `aim` seconds later no new level is
    begun, `most` seconds later none goes on (None: no bound on time); `limit` bounds the search itself."""

    began: float
    aim: float | None
    most: float | None
    limit: Limit


def bounds_of(
    command: Go,
    history: History,
    language: Language,
    *,
    began: float,
    overhead: float,
    elo: int | None = None,
) -> Bounds:
    """The bounds of a `go` that came at `began`; an answer takes `overhead` seconds to arrive; `elo`: play no
    better than that."""
    return Bounds(began, *_times(command, history, language, overhead), _limit(command, elo))


def _limit(command: Go, elo: int | None) -> Limit:
    depth = command.numbers.get("depth")
    mate = None if command.mate else command.numbers.get("mate")
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


def _times(
    command: Go, history: History, language: Language, overhead: float
) -> tuple[float | None, float | None]:
    """The aim and the longest, in seconds.  Byo-yomi is time for each move besides the clock: an increment
    that is there before the move."""
    numbers = command.numbers
    if command.infinite:
        return None, None
    clocks = [numbers.get(time) for time, _ in language.clocks]
    byoyomi = max(numbers.get("byoyomi", 0), 0)
    fixed = numbers.get("mate" if command.mate else "movetime")
    if fixed is None and byoyomi and (clocks[history.mover] or 0) <= 0:
        fixed = byoyomi
    if fixed is not None:
        seconds = max(fixed, 1) / 1000
        return None, max(seconds - overhead, seconds / 2)
    if clocks[history.mover] is None:
        return None, None
    budget = Budget(
        limit=Limit(),
        clocks=tuple(None if c is None else max(c + byoyomi, 1) / 1000 for c in clocks),
        increments=tuple((max(numbers.get(key, 0), 0) + byoyomi) / 1000 for _, key in language.clocks),
        moves_to_go=max(numbers.get("movestogo", 0), 0) or None,
    )
    timed = divide_time(history, budget, overhead)
    return timed.aim, timed.most


# ---- a weaker opponent
class Strength(NamedTuple):
    """What makes an opponent as strong as an Elo says: it looks at fewer positions, and at the weakest
    plays some moves at a glance (`arena.players.levels.draw_slip`)."""

    nodes: int
    """The nodes that a search enters for each move."""
    slips: float
    """How often a move is played at a glance."""


CALIBRATED = (
    (800, Strength(8, 0.48)),
    (1000, Strength(8, 0.35)),
    (1200, Strength(8, 0.24)),
    (1350, Strength(8, 0.16)),
    (1580, Strength(8, 0.0)),
    (1630, Strength(300, 0.0)),
    (1780, Strength(1_500, 0.0)),
    (1950, Strength(8_000, 0.0)),
    (2150, Strength(40_000, 0.0)),
    (2250, Strength(200_000, 0.0)),
)
"""Elo, and what plays so well; between them along a straight line, for nodes in the logarithm.

From matches of 16 to 40 games against Stockfish 15.1 at a `UCI_Elo` of 1350 to 2400, and with itself
(docs/uci.md): each is uncertain by about 100.
"""


def strength(elo: int) -> Strength:
    """What makes an opponent as strong as that."""
    (low, weak), (high, strong) = CALIBRATED[0], CALIBRATED[-1]
    for one, other in pairwise(CALIBRATED):
        if one[0] <= elo <= other[0]:
            (low, weak), (high, strong) = one, other
    part = (elo - low) / (high - low)
    nodes = weak.nodes * math.pow(strong.nodes / weak.nodes, part)
    return Strength(max(round(nodes), 1), max(weak.slips + part * (strong.slips - weak.slips), 0.0))
