"""The analysis of a position, told as it deepens."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.description import as_pictured
from halfmove.search.algorithms import choose
from halfmove.web.workers.endings import Endings

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.core.scores import Score
    from halfmove.search.neural.opinion import Opinion
    from halfmove.search.neural.searching import NetworkSearch
    from halfmove.web.workers.worker import Link

EVERY = 0.1
"""Seconds between two messages."""


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """Analyse a place within its limit; every message of kind "analysis" and the result are as `told`."""
    history, viewer = link.open(arguments), arguments.get("viewer")
    history = link.seen(history, viewer)
    if arguments.get("passed"):
        history = pass_turn(history)
    tables = Endings(history.game, history.state)
    game = tables.game
    veiled = viewer is not None and game.hidden
    session = link.sessions.of(
        arguments["client"],
        "analysis",
        game,
        choose(game, arguments.get("algorithm", "auto"), Limit(depth=arguments.get("depth"))).name,
        dict(arguments.get("options") or {}),
        secret=link.number if veiled else None,
    )
    known = session.algorithm.limits
    bounds = {key: arguments.get(key) for key in ("seconds", "depth", "nodes", "simulations")}
    limit = Limit(**{key: bound for key, bound in bounds.items() if bound is not None and key in known})
    if limit.seconds is None and "seconds" in known:
        limit = Limit(**{**vars(limit), "seconds": arguments["seconds_left"]})
    names = as_pictured(game) if arguments.get("pictured") else game
    link.answer = None if veiled else _looker(game, session.memory, history.state, names)
    latest: Analysis | None = None
    sent = 0.0
    pending = False
    thought = _Thought(session.memory if session.algorithm.name == "network" and not veiled else None)
    known_end = tables.told(veiled=veiled)

    def say(analysis: Analysis) -> dict[str, Any]:
        content = told(analysis, names, history=history, veiled=veiled, opinion=thought.of(analysis))
        return {**content, **known_end}

    lines = arguments.get("lines", 1)
    only = tables.only(history) if lines == 1 else None
    analyses = session.deepen(history, limit, lines=lines, only=only)
    with closing(analyses):  # type: ignore[type-var]
        for latest in analyses:
            pending = time.monotonic() - sent < EVERY
            if not pending:
                link.tell(kind="analysis", **say(latest))
                sent = time.monotonic()
    assert latest is not None, "a search yields at least one analysis"
    if pending:
        link.tell(kind="analysis", **say(latest))
    return say(latest)


def pass_turn(history: History) -> History:
    """A game that begins with the turn passed in the position of another one; `BadInput` where it cannot
    be."""
    from halfmove.core.history import History

    state = history.game.pass_turn(history.state)
    if state is None:
        raise BadInput("The turn cannot be passed here.")
    return History(history.game, state)


class _Thought:
    """What the network of a search says alone: asked once, when its machine code is there."""

    def __init__(self, memory: NetworkSearch | None) -> None:
        self._memory = memory
        self._found: Opinion | None = None

    def of(self, analysis: Analysis) -> Opinion | None:
        """The opinion on the state of an analysis; None while its machine code is being made."""
        memory = self._memory
        if self._found is None and memory is not None and analysis.game.compiled == memory.game.compiled:
            from halfmove.search.neural.opinion import judge_of, opinion_of

            judge = judge_of(memory.network, memory.options.symmetries)
            self._found = opinion_of(judge, analysis.state, memory.network)
        return self._found


def told(
    analysis: Analysis,
    names: Game,
    *,
    history: History | None = None,
    veiled: bool = False,
    opinion: Opinion | None = None,
) -> dict[str, Any]:
    """An analysis as JSON, and besides in words, as a share of the points and in figures for a bar; `names`
    is the game with its players as the reader calls them; `veiled`: the position was imagined, and is not
    told."""
    whole = replace(analysis, opinion=opinion, history=history, veiled=veiled)
    content: dict[str, Any] = {**whole.to_dict()}
    content |= score_words(analysis.score, analysis.game, names)
    for line, data in zip(analysis.lines, content["lines"], strict=True):
        data |= score_words(line.score, analysis.game, names)
    return content


def score_words(score: Score, game: Game, names: Game) -> dict[str, Any]:
    """A value in words to the player to move, and as the first player sees it (`to_first`) where what one
    gains the other loses; `names` is the game with its players as the reader calls them."""

    def told(score: Score) -> dict[str, str]:
        return {"worth": score.words(names), "short": score.text(game)}

    return {**told(score), "to_first": None if score.opponent is None else told(score.of(0))}


def _looker(game: Any, memory: Any, state: Any, names: Any) -> Any:
    """What answers questions about the tree that is being searched: see `growing`."""
    if memory is None:
        return None
    from halfmove.web.workers.search_tree import looker

    return looker(game, memory, state, names)
