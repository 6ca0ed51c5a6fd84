"""What a run tells of itself while it goes on, to a terminal, a page, and its log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Report:
    """A few seconds of a run, and where it stands."""

    share: float
    """How much of the run is over, 0 to 1."""
    seconds: float
    """Of learning and playing so far, interruptions left out."""
    games: int
    positions: int
    steps: int
    """Of the learner, so far."""
    published: int
    """Networks that self-play got."""
    generation: int
    """The last network that was kept."""
    policy: float | None
    """The losses' means since the last report: the policy's, the value's, and that of plies left; None where
    there was no step."""
    value: float | None
    plies: float | None
    rate: float
    positions_per_second: float
    """Of self-play, since the last report."""
    learnt_per_second: float
    occupancy: float | None
    """The share of self-play's time in which the network was at work."""
    filled: float | None
    """How full its batches were."""
    length: float | None
    """The mean length of games, in searched moves."""
    results: tuple[int, int, int]
    """How many games the first player won, drew and lost, since the last report."""
    restarted: int
    """Workers that died and were started again."""
    errors: float | None = None
    """The share of positions in which the network's policy throws away what it has, by the exact solver; None
    where this is not measured, or not now."""
    gate: str = ""
    """How the last generation fared against the best one; empty where none has been tried now."""
    example: str = ""
    """A game that has ended since the last report, in the game's notation."""

    def as_data(self) -> dict[str, Any]:
        """As the log has it; rounded to what can be read."""
        return {key: _short(value) for key, value in asdict(self).items() if value not in (None, "")}


See = Callable[[Report], None]


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value
