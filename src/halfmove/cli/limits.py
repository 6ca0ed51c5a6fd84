"""From --seconds, --depth, --nodes and --simulations to a `Limit`."""

from __future__ import annotations

from halfmove.cli.numerals import duration, whole
from halfmove.core.limit import Limit

DEFAULT_SECONDS = 0.5
"""Thinking time where no limit is given: with start-up, an answer in about a second."""


def limit_of(
    seconds: str | None, depth: str | None, nodes: str | None, simulations: str | None = None
) -> Limit:
    """The limit that the options ask for; `DEFAULT_SECONDS` with none of them."""
    limit = Limit(
        seconds=duration(seconds, "--seconds"),
        depth=whole(depth, "--depth"),
        nodes=whole(nodes, "--nodes"),
        simulations=whole(simulations, "--simulations"),
    )
    return limit if limit != Limit() else Limit(seconds=DEFAULT_SECONDS)
