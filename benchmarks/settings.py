"""What can be chosen about a run of the benchmarks."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""

SUITES = Path(os.environ.get("HALFMOVE_SUITES", ROOT.parent / "shared" / "suites"))
"""Where the sets of positions lie, which are not part of the repository."""


@dataclass(frozen=True)
class Settings:
    """The options of `python -m benchmarks`."""

    quick: bool = False
    """A look at whether all works: few runs, few positions, no peer that takes more than seconds."""
    runs: int = 5
    """How often each contestant is measured, in alternation; the medians are reported."""
    positions: dict[str, int] = field(default_factory=dict)
    """How many positions of a set to take, by its name; under the name "" for all sets."""
    suites: Path = SUITES
    megabytes: int = 1024
    """The transposition table of the exact solving."""
    peer_limit: float = 90.0
    """Seconds after which a peer that solves a game is stopped."""
    networks: list[Path] = field(default_factory=list)
    """Networks whose errors are counted."""
    seconds: float | None = None
    """Of each run of training whose pace is measured, if not as long as usual."""
    slow_peers: bool = False
    """Whether BitBully solves the empty board too, which takes minutes."""
