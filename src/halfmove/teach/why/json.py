"""An explanation as plain values, for JSON."""

from __future__ import annotations

from typing import Any

from halfmove.core.analysis import position_text
from halfmove.core.contract import Game
from halfmove.teach.jsons import plain
from halfmove.teach.why.explanation import Explanation, Verdict


def to_dict(explanation: Explanation) -> dict[str, Any]:
    """The explanation as an object for JSON: what `analyze` tells, the sentences, and every move's verdict.

    Values are to the player to move, in the game's units; what is not known is None, the
    infinities are "inf" and "-inf".
    """
    game, state, analysis = explanation.game, explanation.state, explanation.analysis
    best = explanation.best
    return {
        "game": game.title(),
        "parameters": game.parameters,
        "position": position_text(game, state),
        "to_move": None if explanation.legal == 0 else game.to_move(state),
        "algorithm": analysis.algorithm,
        "best": best.text if best else None,
        "value": plain(best.line.value if best else analysis.value),
        "proven": bool(best.line.proven if best else analysis.proven),
        "distance": plain(best.line.distance if best else analysis.distance),
        "legal": explanation.legal,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
        "sentences": list(explanation.sentences),
        "moves": [_verdict_json(game, verdict) for verdict in explanation.verdicts],
        "groups": [[verdict.text for verdict in group] for group in explanation.groups],
    }


def _verdict_json(game: Game, verdict: Verdict) -> dict[str, Any]:
    line = verdict.line
    return {
        "move": verdict.text,
        "standing": verdict.standing,
        "value": plain(line.value),
        "behind": plain(verdict.behind),
        "proven": bool(line.proven),
        "distance": plain(line.distance),
        "reply": verdict.reply.text if verdict.reply else None,
        "variation": [play.text for play in verdict.plays],
        "forced": [play.forced for play in verdict.plays],
        "over": bool(verdict.over),
        "decided": position_text(game, verdict.last),
    }
