"""How long a search may go on."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.core.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class Limit:
    """Bounds on one search; it stops at whichever comes first, and with none of them when it has a proof.

    `seconds` is wall-clock time, `depth` plies, `nodes` positions entered by a tree search, `simulations`
    rollouts of a Monte Carlo search; 0 asks a network alone, without a search.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "simulations"):
            value = getattr(self, name)
            if value is not None and not value > 0 and not (name == "simulations" and value == 0):
                raise BadInput(f"The limit '{name}' must be greater than zero, not {value}.")
