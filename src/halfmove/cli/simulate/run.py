"""A recorded search as text, as JSON, or to step through."""

from __future__ import annotations

from halfmove.cli.options import whole
from halfmove.cli.simulate.request import Request
from halfmove.core.errors import BadInput

DEPTH = 4
"""Plies of the tree that are shown unless told otherwise."""


def show(request: Request, depth: str | None, *, steps: bool, json: bool) -> None:
    """Record the search and show it in the form asked for."""
    if steps and json:
        raise BadInput("--steps and --json exclude each other; give one of them.")
    if json and depth is not None:
        raise BadInput("--depth is for the tree as text; JSON has all of it.")
    plies = whole(depth, "--depth", most=1_000) or DEPTH
    if json:
        from halfmove.cli.terminal import print_json

        print_json(request.trace().to_dict())
    elif steps:
        from halfmove.cli.steps.players import SimulationPlayer, simulation_frame
        from halfmove.cli.steps.run import step_through

        player = SimulationPlayer(request.trace())
        step_through(player, lambda *screen: simulation_frame(player, plies, *screen))
    else:
        from halfmove.cli.terminal import line_width, say
        from halfmove.teach.montecarlo.text import lines

        for line in lines(request.trace(), width=line_width(), depth=plies):
            say(line)
