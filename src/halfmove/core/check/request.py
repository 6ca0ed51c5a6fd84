"""The operation `check`: does a game keep the promises that searches rely on?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from halfmove.core.check import Report, check_game
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    GameRequest,
    Object,
    Switch,
    Whole,
    Work,
    field,
    operation,
)


@operation("check", "Test a game of your own against the contract.", doing="checking", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class CheckRequest(GameRequest):
    """Test a game against the contract: random play, round trips, compiled as interpreted, and more.

    The first broken promise is an error (`BrokenPromise`; exit status 2).

    Example: halfmove check mygame.py
    """

    games: int = field(Whole(), "Random games to play; the time taken goes with their number.", default=20)
    seed: int = field(Whole(0, 2**32 - 1), "The same seed gives the same games.", default=0)
    perft: Mapping[int, int] | None = field(
        Object(), "Known counts of sequences, {depth: nodes}.", default=None, faces=("python",)
    )
    verbose: bool = field(
        Switch(),
        "List the promises, with how often each was put to the test.",
        default=False,
        options=("--verbose", "-v"),
        group=OUTPUT,
    )

    def run(self, work: Work) -> Iterator[Report]:
        """The one report, of a game that keeps all its promises."""
        game = work.open_game(self)
        report = check_game(game, games=self.games, seed=self.seed, perft=self.perft)
        yield replace(report, in_full=self.verbose)
