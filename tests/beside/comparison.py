"""A game of ours beside the same game in somebody else's program, ply by ply: what all pairs share.

A pair plays random games in both programs at once.  At each position it compares all that both say, then
plays one move (or throws one die) in both.  What they do not agree on is a `Difference`, which says with what
seed the same game is played again.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar


class Difference(AssertionError):
    """What two programs do not agree on."""


class Pair(ABC):
    """One of our games and a peer that has it.  `begin` starts a game, `step` compares and plays on."""

    name: ClassVar[str]
    """What the row is called; the game's name first."""
    peer: ClassVar[str]
    """The program beside us, as its users call it."""
    known: ClassVar[str] = ""
    """Where the rules differ on purpose, and what is done about it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    @abstractmethod
    def begin(self, draw: random.Random) -> None:
        """A new game in both programs; its parameters and its style of play may be drawn as well."""

    @abstractmethod
    def step(self, draw: random.Random) -> bool:
        """Compare the position and make one move in both; whether the game goes on.  `Difference` if they
        do not agree."""

    @abstractmethod
    def record(self) -> str:
        """The game so far, as our commands and the peer load it: parameters, position, moves."""

    def count(self, what: str, happened: object = True) -> None:
        """Count something rare that may have happened."""
        if happened:
            self.counts[what] += 1

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        """`Difference` unless both say the same."""
        if ours != theirs:
            if isinstance(ours, (set, frozenset)) and isinstance(theirs, (set, frozenset)):
                ours, theirs = sorted(ours - theirs, key=str), sorted(theirs - ours, key=str)
                what += " (only here, only there)"
            raise Difference(f"{what}: Halfmove says {ours!r}, {self.peer} says {theirs!r}")


@dataclass
class Report:
    """What was compared."""

    name: str
    peer: str
    plies: int = 0
    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def to_text(self) -> str:
        """A line, and the rare things that happened."""
        rare = ", ".join(f"{what} {count:,}" for what, count in sorted(self.counts.items()))
        line = f"{self.name} beside {self.peer}: {self.plies:,} plies of {self.games:,} games, no difference"
        return f"{line}\n    {rare}" if rare else line


def compare(
    pair: Pair,
    plies: int,
    seed: int = 1,
    progress: Callable[[Report], None] | None = None,
    *,
    games: int = 0,
) -> Report:
    """Play games of the seeds `seed`, `seed` + 1 and so on until so many plies and games are compared.

    `Difference` where the programs part, with the game's seed, its record and what each says.
    """
    report = Report(pair.name, pair.peer, counts=pair.counts)
    while report.plies < plies or report.games < games:
        at = seed + report.games
        draw = random.Random(at)
        try:
            pair.begin(draw)
            ply = 0
            for ply in _plies(pair, draw):  # noqa: B007  it is told of a difference
                report.plies += 1
        except Difference as difference:
            raise Difference(
                f"{pair.name} beside {pair.peer}, seed {at}, ply {ply}\n{difference}\n{pair.record()}\n"
                f"again: python -m tests.beside {pair.name} --seed {at} --plies 1"
            ) from difference
        report.games += 1
        if progress is not None:
            progress(report)
    return report


def _plies(pair: Pair, draw: random.Random) -> Iterator[int]:
    """The numbers of the plies of a game."""
    ply = 0
    while pair.step(draw):
        ply += 1
        yield ply
