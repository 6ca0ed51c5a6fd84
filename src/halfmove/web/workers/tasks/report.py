"""The report of a game: positions looked at from the end to the beginning, moves judged by what they lost.

What a move loses is told in shares of a point (`presentation.chances`), its mark by the bounds of annotated
games (`teach.judgements`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.analysis import Analysis, chance, move_texts
from halfmove.core.contract import CHANCE
from halfmove.core.formats import LINE
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.scores import share_of
from halfmove.teach.judgements import BOUNDS, GLYPHS

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


class _Look(NamedTuple):
    """What a position is worth to the first player, and the search that says so."""

    chance: float
    analysis: Analysis | None


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """Judge the moves from the last to the first, each told by a message of kind "judged"; how many."""
    known = link.open(arguments)
    game = known.game
    history = History(game, known.start)  # one's own: it goes back to the beginning
    for action in known.actions:
        history.append(action)
    session = link.sessions.of(arguments["client"], "report", game)
    limit = Limit(seconds=arguments["seconds"])

    def look() -> _Look:
        if history.over:
            return _Look(final_share(history, arguments.get("settled")), None)
        analysis = deque(session.deepen(history, limit), maxlen=1)[0]
        return _Look(chance(game, analysis.score), analysis)

    then = look()
    number = len(history.actions)
    for ply in range(number - 1, -1, -1):
        action = history.undo()
        now = look()
        link.tell(kind="judged", **_judged(history, ply, action, now, then))
        then = now
    return {"moves": number}


def final_share(history: History, settled: Sequence[str] | None) -> float:
    """The first player's share at the end: as the players have settled it (None: as the game proposes)."""
    settlement = history.game.settlement(history)
    if settlement is None:
        return share_of(history.game, history.utility(0))
    settlement.choose(settlement.proposal() if settled is None else settled)
    return settlement.share


def _judged(history: History, ply: int, action: Any, now: _Look, then: _Look) -> dict[str, Any]:
    game, state, mover = history.game, history.state, history.mover
    sign = -1 if mover == 1 else 1
    best = now.analysis.best if now.analysis is not None else None
    lost = 0.0 if best in (None, action) or mover == CHANCE else max(sign * (now.chance - then.chance), 0.0)
    glyph = next((glyph for bound, glyph in BOUNDS if lost >= bound), 0)
    better, refutation = [], []
    if glyph and now.analysis is not None:
        better = move_texts(game, state, now.analysis.variation[:LINE])
        if then.analysis is not None:
            refutation = move_texts(game, game.result(state, action), then.analysis.variation[:LINE])
    return {
        "ply": ply,
        "mover": mover,
        "before": round(now.chance, 4),
        "after": round(then.chance, 4),
        "lost": round(lost, 4),
        "mark": GLYPHS.get(glyph, ""),
        "better": better,
        "refutation": refutation,
    }
