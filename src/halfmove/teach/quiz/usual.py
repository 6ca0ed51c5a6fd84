"""What an exercise is like where a person has said only part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KIND = ("depth", "branching", "leaves", "chance", "players", "ghosts", "evaluations", "min_cuts")


def usual_wishes(given: Mapping[str, Any], algorithm: str | None) -> dict[str, Any]:
    """The wishes for `teach.quiz.exercise`: those given (not None), and what goes with them.

    Exercises of no special kind have a cut; a deep one gets the plies that it needs.
    """
    wanted = {key: value for key, value in given.items() if value is not None}
    if algorithm is None and not any(key in wanted for key in _KIND):
        wanted["min_cuts"] = 1
    ghosts = wanted.get("ghosts")
    if isinstance(ghosts, int):  # a whole round
        if "leaves" not in wanted:
            wanted.setdefault("branching", 2)
        wanted.setdefault("depth", 1 + ghosts)
        if algorithm is None and not wanted.get("chance"):
            wanted.setdefault("min_cuts", 1)
    if wanted.get("deep_cut"):  # there is none in fewer plies, and three children a node are many in four
        if "depth" not in wanted and "leaves" not in wanted:
            wanted.setdefault("branching", 2)
        wanted.setdefault("depth", 4)
    return wanted
