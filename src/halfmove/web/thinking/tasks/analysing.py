"""The analysis of a position, told as it deepens."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis
from halfmove.core.limit import Limit
from halfmove.faces import words
from halfmove.faces.analyses import analysis_json
from halfmove.faces.chances import chance, chance_of
from halfmove.search.algorithms import choose, deepen

if TYPE_CHECKING:
    from halfmove.web.thinking.worker import Link

EVERY = 0.1
"""Seconds between two messages."""


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """Analyse a place within its limit; every message of kind "analysis" and the result are as `told`."""
    history = link.catalogue.open(arguments["place"], compiled=True)
    game = history.game
    algorithm = choose(game, arguments.get("algorithm", "auto"))
    options = dict(arguments.get("options") or {})
    memory = link.memories.of(arguments["client"], "analysis", game, algorithm, options)
    bounds = {key: arguments.get(key) for key in ("seconds", "depth", "nodes", "simulations")}
    limit = Limit(
        **{key: bound for key, bound in bounds.items() if bound is not None and key in algorithm.limits}
    )
    if limit.seconds is None and "seconds" in algorithm.limits:
        limit = Limit(**{**vars(limit), "seconds": arguments["seconds_left"]})
    link.answer = _looker(game, memory, history.state)
    latest: Analysis | None = None
    sent = 0.0
    pending = False
    analyses = deepen(
        game,
        history.state,
        limit,
        algorithm=algorithm.name,
        lines=arguments.get("lines", 1),
        memory=memory,
        history=history,
        options=options or None,
    )
    with closing(analyses):  # type: ignore[type-var]
        for latest in analyses:
            pending = time.monotonic() - sent < EVERY
            if not pending:
                link.tell(kind="analysis", **told(latest))
                sent = time.monotonic()
    assert latest is not None, "a search yields at least one analysis"
    if pending:
        link.tell(kind="analysis", **told(latest))
    return told(latest)


def told(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON, and besides in words, as a share of the points and in figures for a bar."""
    content = analysis_json(analysis, distance=True)
    content["worth"] = words.worth(analysis)
    content["chance"] = round(chance(analysis), 4)
    content["nodes_per_second"] = round(analysis.nodes_per_second)
    content["statistics"] = {key: int(number) for key, number in analysis.statistics.items()}
    mover = max(analysis.game.to_move(analysis.state), 0)
    for line, data in zip(analysis.lines, content["lines"], strict=True):
        mean = line.visits is not None
        data["worth"] = words.verdict(analysis.game, mover, line.value, line.proven, line.distance, mean=mean)
        data["short"] = words.short(analysis.game, line.value, line.proven, line.distance, mean=mean)
        data["chance"] = round(chance_of(analysis, line), 4)
    return content


def _looker(game: Any, memory: Any, state: Any) -> Any:
    """What answers questions about the tree that is being searched: see `growing`."""
    if memory is None:
        return None
    from halfmove.web.thinking.growing import looker

    return looker(game, memory, state)
