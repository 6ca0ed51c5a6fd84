"""The report of a game: positions looked at from the end to the beginning, moves judged by what they lost.

What a move loses is told in shares of a point (`presentation.chances`), its mark by the bounds of annotated
games (`teach.judgements`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.analysis import Analysis, line_chance, move_texts
from halfmove.core.contract import CHANCE
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.scale import LINE
from halfmove.core.scores import share_of
from halfmove.teach.decisions import judge_decision, lost_share
from halfmove.teach.judgements import GLYPHS, decision_scale, glyph_of

if TYPE_CHECKING:
    from halfmove.core.scale import DecisionScale
    from halfmove.search.session import Session
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

    if (scale := decision_scale(game)) is not None:
        return _judge_decisions(scale, history, session, limit, link)

    def look() -> _Look:
        if history.over:
            return _Look(final_share(history, arguments.get("settled")), None)
        analysis = deque(session.deepen(history, limit), maxlen=1)[0]
        return _Look(analysis.chance, analysis)

    then = look()
    number = len(history.actions)
    for ply in range(number - 1, -1, -1):
        action = history.undo()
        now = look()
        link.tell(kind="judged", **_judged(history, ply, action, now, then))
        then = now
    return {"moves": number}


def _judge_decisions(
    scale: DecisionScale, history: History, session: Session, limit: Limit, link: Link
) -> dict[str, Any]:
    """The same where decisions are judged, not positions; each message says of how many it is one."""
    game = history.game
    states = [state for state, _ in zip(history.states, history.actions, strict=False)]
    plies = [ply for ply, state in enumerate(states) if scale.is_judged(state)]
    for ply in reversed(plies):
        while len(history.actions) > ply:
            action = history.undo()

        def search(bound: Limit, lines: int, only: Collection[Any] | None) -> Iterator[Analysis]:
            return session.deepen(history, bound, lines=lines, only=only)

        found = judge_decision(search, game, action, limit)
        lost = max(lost_share(game, found.best, found.played), 0.0)
        best = found.lines[0]
        link.tell(
            kind="judged",
            ply=ply,
            mover=history.mover,
            before=line_chance(game, found.best),
            after=line_chance(game, found.played),
            lost=round(lost, 4),
            mark=GLYPHS.get(glyph_of(lost), ""),
            better=[] if found.is_best else [game.action_text(history.state, best.action)],
            refutation=[],
            said="" if found.is_best else scale.candidate_text(game, history.state, best),
            cost=round(found.best.value - found.played.value, 1),
            unit=scale.unit,
            of=len(plies),
        )
    return {"moves": len(plies)}


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
    glyph = glyph_of(lost)
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
