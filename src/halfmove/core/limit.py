"""How long a search may go on."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_PLIES, MOST_SECONDS, MOST_STEPS, check_whole, shorten


@dataclass(frozen=True, kw_only=True)
class Limit:
    """Bounds on one search; it stops at whichever comes first, and with none of them when it has a proof.

    `seconds` is wall-clock time, `depth` plies, `nodes` positions entered by a tree search, `simulations`
    rollouts of a Monte Carlo search; 0 asks a network alone, without a search.  At most 10^9 seconds,
    10,000 plies, 10^18 nodes or simulations; `BadInput` beyond.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value, least = getattr(self, name), 0 if name == "simulations" else 1
            if value is not None:
                check_whole(value, f"The limit '{name}'", least, most)
        seconds = self.seconds
        is_time = isinstance(seconds, Real) and not isinstance(seconds, bool) and 0 < seconds <= MOST_SECONDS
        if seconds is not None and not is_time:
            raise BadInput(
                f"The limit 'seconds' must be a number above zero, at most {MOST_SECONDS}, "
                f"not {shorten(seconds if isinstance(seconds, Real) else repr(seconds))}."
            )


_MOST = {"depth": MOST_PLIES, "nodes": MOST_STEPS, "simulations": MOST_STEPS}
