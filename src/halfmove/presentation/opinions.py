"""What a network thinks, beside a search: as JSON, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.presentation.words import finite

if TYPE_CHECKING:
    from halfmove.search.neural.opinion import Opinion


def opinion_json(opinion: Opinion, searched: Mapping[Any, float] | None = None) -> dict[str, Any]:
    """What the network alone says; with the policy of a search what that gives each move, and which move's
    share it changed most."""
    game, state = opinion.game, opinion.state
    moves = []
    for action, share in opinion.policy.items():
        move: dict[str, Any] = {"move": game.action_text(state, action), "share": round(share, 6)}
        if action in opinion.after:
            move["value"] = finite(opinion.after[action].value)
        if searched is not None:
            move["searched"] = round(searched.get(action, 0.0), 6)
        moves.append(move)
    content: dict[str, Any] = {
        "value": finite(opinion.score.value),
        "entropy": round(opinion.entropy, 4),
        "choices": round(opinion.choices, 2),
        "moves": moves,
    }
    if searched is not None and (most := opinion.furthest(searched)) is not None:
        content["furthest"] = game.action_text(state, most)
    return content


def sentences(told: Mapping[str, Any]) -> list[str]:
    """How unsure the network was and what the search made of it, from `opinion_json`."""
    moves = {move["move"]: move for move in told["moves"]}
    count = len(moves)
    said = [f"as unsure as between {told['choices']:.1f} equally likely moves, of {count}"]
    if count == 1:
        said = ["there is one move"]
    if furthest := told.get("furthest"):
        move = moves[furthest]
        said.append(f"the search changed {furthest} most, from {move['share']:.0%} to {move['searched']:.0%}")
    return said
