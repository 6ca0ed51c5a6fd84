"""What a search returns, whichever the algorithm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from halfmove.core.game import Game


@dataclass(frozen=True)
class Line:
    """One root action with its value and the play expected after it."""

    action: Any
    value: float
    """To the player to move, in the game's payoff units (an estimate may lie between them)."""
    proven: bool
    score: int | None
    """The engine's score (see `core.score`), where the algorithm has one."""
    distance: int | None
    """Plies to the end of the game, where it is known."""
    variation: tuple[Any, ...]
    """The principal variation, `action` first."""
    visits: int | None = None
    """How many simulations tried the action, where the search counts them."""
    interval: tuple[float, float] | None = None
    """Where the value lies with a confidence of 95 %, were the simulations independent of one another."""


@dataclass(frozen=True)
class Analysis:
    """The outcome of a search of one state: its lines, best first, and what they cost.

    `value` is from the point of view of the player to move (where nature moves, of player 0), in the game's
    payoff units.
    """

    game: Game
    state: Any
    algorithm: str
    lines: tuple[Line, ...]
    """At least one line, the best first; none where there is nothing to choose: the state is terminal, or
    nature moves."""
    value: float
    proven: bool
    score: int | None
    distance: int | None
    depth: int
    """The deepest level completed, in plies."""
    nodes: int
    seconds: float
    statistics: dict[str, int] = field(default_factory=dict)
    """Counts such as cutoffs, first_cutoffs, table_hits, re_searches, table_permille."""

    @property
    def best(self) -> Any:
        """The best action; None in a terminal state and where nature moves."""
        return self.lines[0].action if self.lines else None

    @property
    def variation(self) -> tuple[Any, ...]:
        """The principal variation from the analysed state."""
        return self.lines[0].variation if self.lines else ()

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
