"""A game on paper as plain data: what was played, what might have been, and what is said of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from halfmove.core.errors import BadInput
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


@dataclass(slots=True)
class PgnMove:
    """A move, with all that is said of it and what might have been played instead."""

    action: int | None
    """As the game counts its actions; None for a null move, `--`, which some programs write in variations."""
    san: str
    """In standard algebraic notation, with `+` and `#`."""
    comment: str = ""
    """What is said after it; runs of white space count as one blank.  A closing brace cannot be written."""
    before: str = ""
    """What is said before it, where it begins a variation or follows one."""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs, in order: 1 to 6 are ! ? !! ?? !? ?!."""
    evaluation: Evaluation | None = None
    """Of the position after it."""
    clock: float | None = None
    """Seconds that its player has left after it, `[%clk …]`."""
    spent: float | None = None
    """Seconds that it took, `[%emt …]`."""
    variations: list[list[PgnMove]] = field(default_factory=list)
    """Lines that might have been played instead of it."""


@dataclass
class PgnGame:
    """A game: its tags, where it begins, and its moves."""

    rules: Chess = field(default_factory=Chess)
    """The game that is played: chess, or Chess960."""
    start: Position | None = None
    """Where it begins; None for the initial position of `rules`."""
    headers: dict[str, str] = field(default_factory=dict)
    """The tag pairs.  `FEN`, `SetUp` and Chess960's `Variant` are not among them: `start` and `rules` are."""
    comment: str = ""
    """What is said before the first move."""
    moves: list[PgnMove] = field(default_factory=list)
    place: str = field(default="", compare=False)
    """Where it stands in its file: `game 3 (line 41)`."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` where nothing is known."""
        told = self.headers.get("Result", "*")
        return told if told in RESULTS else "*"

    @property
    def actions(self) -> list[int | None]:
        """What was played."""
        return [move.action for move in self.moves]

    def states(self) -> list[Position]:
        """The positions that were on the board, the first and the last included."""
        return list(positions(self.rules, self.first, self.actions))

    @property
    def first(self) -> Position:
        """Where it begins."""
        return self.rules.initial() if self.start is None else self.start


class MainLine(NamedTuple):
    """What was played in a game, without what is said of it."""

    place: str
    headers: Mapping[str, str]
    rules: Chess
    start: Position | None
    actions: tuple[int, ...]

    @property
    def result(self) -> float | None:
        """White's share of the point; None where it is not known."""
        return RESULTS.get(self.headers.get("Result", "*"))

    def states(self) -> Iterator[Position]:
        """The positions that were on the board, the first and the last included."""
        return positions(self.rules, self.rules.initial() if self.start is None else self.start, self.actions)


def positions(rules: Chess, start: Position, actions: Iterable[int | None]) -> Iterator[Position]:
    """`start`, and the position after each of the actions."""
    state = start
    yield state
    for action in actions:
        state = after(rules, state, action)
        yield state


def after(rules: Chess, state: Position, action: int | None) -> Position:
    """The position after an action, or after none: a null move."""
    result: Any = rules.passed(state) if action is None else rules.result(state, action)
    return result  # type: ignore[no-any-return]
