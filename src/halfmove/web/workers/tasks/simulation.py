"""Monte Carlo tree search recorded iteration by iteration, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.teach.montecarlo import SimulationTrace, simulate
from halfmove.teach.montecarlo.figures import FIGURES

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MOST_PARTS = 50_000
"""Actions looked at and played in all iterations together: some megabytes of JSON."""


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """A recorded search as `SimulationTrace.to_dict` has it; `BadInput` where that would be too much, before
    it begins if that can be told."""
    trace = _trace(arguments, link)
    _check(_parts(trace))
    return trace.to_dict()


def _check(parts: int) -> None:
    if parts > MOST_PARTS:
        raise BadInput("These simulations are too many to tell; ask for fewer, or for a smaller game.")


def _trace(arguments: dict[str, Any], link: Link) -> SimulationTrace:
    how = {key: arguments[key] for key in ("simulations", "options", "seed")}
    if arguments["figure"] is not None:
        return FIGURES[arguments["figure"]].trace(**how)
    how["simulations"] = 10 if how["simulations"] is None else how["simulations"]
    how["counts"] = arguments["counts"]
    if arguments["tree"] is not None:
        return simulate(tree(arguments["tree"]), **how)
    history = link.catalogue.open(arguments["place"], compiled=True)
    if history.over:
        raise BadInput("The game is over in this position; there is nothing to simulate.")
    _check(how["simulations"] * len(history.legal()))  # each looks at all actions of the root, at least
    return simulate(history.game, history.state, history=history, **how)


def _parts(trace: SimulationTrace) -> int:
    return sum(
        len(iteration.playout.actions) + sum(len(choice.candidates) for choice in iteration.path)
        for iteration in trace.iterations
    )
