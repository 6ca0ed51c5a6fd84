"""A game on paper as plain data: what was played, what might have been, and what is said of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord
from halfmove.games.chess.game import Chess
from halfmove.games.chess.position import BLACK, Position

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game of the standard's archival form has, in this order."""
RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""White's share of the point."""


@dataclass(frozen=True)
class Evaluation:
    """What a position is said to be worth to White: in pawns, or as a mate; `[%eval …]`."""

    pawns: float | None = None
    """In pawns, with two decimals on paper; positive where White is better."""
    mate: int | None = None
    """Moves to mate instead: positive where White mates, negative where Black does, 0 after the mate."""
    depth: int | None = None
    """How many plies deep the search was, where that is said."""

    def __post_init__(self) -> None:
        if (self.pawns is None) == (self.mate is None):
            raise BadInput("An evaluation is either a number of pawns or a number of moves to mate.")
        if self.pawns is not None and not math.isfinite(self.pawns):
            raise BadInput(f"An evaluation is a finite number of pawns, not {self.pawns}.")

    def to(self, player: int) -> Evaluation:
        """The same as that player (0: White, 1: Black) sees it."""
        if player != BLACK:
            return self
        return replace(
            self,
            pawns=None if self.pawns is None else -self.pawns,
            mate=None if self.mate is None else -self.mate,
        )


@dataclass
class PgnGame(GameRecord):
    """A game: its tags, where it begins, and its moves.

    `FEN`, `SetUp` and Chess960's `Variant` are not among the tags: `start` and `rules` are.  In comments,
    runs of white space count as one blank.
    """

    rules: Game = field(default_factory=Chess)
    """The game that is played: chess, or Chess960."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` where nothing is known: that of the board, else that of its tag."""
        told = self.by_rules or self.headers.get("Result", "*")
        return told if told in RESULTS else "*"

    def states(self) -> list[Position]:
        """The positions that were on the board, the first and the last included."""
        return list(positions(self.rules, self.first, self.actions))


def positions(rules: Game, start: Position, actions: Iterable[int | None]) -> Iterator[Position]:
    """`start`, and the position after each of the actions."""
    state = start
    yield state
    for action in actions:
        state = after(rules, state, action)
        yield state


def after(rules: Game, state: Position, action: int | None) -> Position:
    """The position after an action, or after none: a null move."""
    if action is not None:
        result: Position = rules.result(state, action)
        return result
    passed: Position = rules.passed(state)  # for searches, which do not count moves
    return passed._replace(number=state.number + (state.mover == BLACK))
