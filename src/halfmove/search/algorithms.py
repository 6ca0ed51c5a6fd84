"""The algorithms by name: which games each fits, and how to call it.  A new algorithm adds one row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.game import Game
from halfmove.core.limit import Limit

Search = Callable[..., Iterator[Analysis]]
"""`search(game, state, limit, *, lines, seed, threads, memory)`: yields an `Analysis` for each level
completed, each better founded than the one before; the last is the answer.  Closing the iterator stops it."""


@dataclass(frozen=True)
class Algorithm:
    """A search that `analyze` can be asked for."""

    name: str
    summary: str
    source: str
    """Where it comes from: paper or book, with the page."""
    unfit: Callable[[Game], str | None]
    """Why it does not fit a game, as a sentence; None where it does."""
    search: Search
    strength: int
    """"auto" takes the strongest that fits."""


_TABLE: dict[str, Algorithm] = {}


def register(algorithm: Algorithm) -> None:
    """Make an algorithm known by its name."""
    _TABLE[algorithm.name] = algorithm


def algorithms() -> dict[str, Algorithm]:
    """All algorithms by name, the strongest first."""
    from halfmove.search import engine, textbook  # noqa: F401  (they register themselves)

    return {a.name: a for a in sorted(_TABLE.values(), key=lambda a: -a.strength)}


def choose(game: Game, name: str = "auto") -> Algorithm:
    """The algorithm called `name`, for "auto" the strongest that fits the game; `Unsuitable` if none does."""
    table = algorithms()
    if name == "auto":
        reason = ""
        for algorithm in table.values():
            reason = algorithm.unfit(game) or ""
            if not reason:
                return algorithm
        raise Unsuitable(f"No algorithm fits {game.title()}: {reason}")
    if name not in table:
        raise BadInput(f"There is no algorithm '{name}'; there are: {', '.join(table)}.")
    reason = table[name].unfit(game) or ""
    if reason:
        raise Unsuitable(reason)
    return table[name]


def deepen(
    game: Game,
    state: Any = None,
    limit: Limit | None = None,
    *,
    algorithm: str = "auto",
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: Any = None,
) -> Iterator[Analysis]:
    """Analyses of a state, one for each level completed, until the limit or a proof; Ctrl-C ends it early.

    `lines` root actions are analysed, each with its own value; `memory`, a `crew.Engine`, outlasts the call.
    """
    for what, number in (("lines", lines), ("threads", threads)):
        if number < 1:
            raise BadInput(f"The number of {what} must be at least 1, not {number}.")
    chosen = choose(game, algorithm)
    start = game.initial() if state is None else state
    yield from chosen.search(
        game, start, limit or Limit(seconds=2.0), lines=lines, seed=seed, threads=threads, memory=memory
    )


def analyze(game: Game, state: Any = None, limit: Limit | None = None, **options: Any) -> Analysis:
    """The last of `deepen`: the best action of a state, its value, whether proven, and the line it leads to.

    KeyboardInterrupt (Ctrl-C) ends the search and returns the last level completed, if there is one.
    """
    last = None
    try:
        for analysis in deepen(game, state, limit, **options):
            last = analysis
    except KeyboardInterrupt:
        if last is None:
            raise
    assert last is not None, "a search yields at least one analysis"
    return last
