"""Double dummy: a bridge deal played with all four hands open, the play alone.

North and South play against East and West.  What each side takes with the best play is what analysts of
bridge call the double dummy result; `halfmove tricks` finds it for every strain and declarer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from halfmove.games.tricks.rules import TrickGame

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
"""A deal that double dummy solvers are often shown with."""


class DoubleDummy(TrickGame):
    """Bridge with open hands: North and South against East and West, a point for each trick."""

    name = "double-dummy"
    player_names = ("NS", "EW")

    deal: str = DEAL
    strain: str = "N"
    leader: str = "W"

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """Four cards each, and South has led to the finesse against West's king."""
        return {}, "N:AJ.2.A. 54.3.8. 2.4.7. K8.5.K. N S SQ", 15
