"""Analyses as JSON, the same in the terminal and over HTTP (DESIGN section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.named_openings import has_names, opening_of
from halfmove.presentation.opinions import opinion_json
from halfmove.presentation.words import finite, move_texts
from halfmove.search.algorithms import caution_about

if TYPE_CHECKING:
    from halfmove.core.scores import Score
    from halfmove.search.neural.opinion import Opinion


def analysis_json(
    analysis: Analysis,
    *,
    distance: bool = False,
    opinion: Opinion | None = None,
    history: History | None = None,
) -> dict[str, Any]:
    """An analysis as DESIGN section 6 lists it.

    Moves are in the game's notation; `to_move` is the player's number from 0; `position` is null for a game
    without a notation for positions; values are to the player to move, in the game's units; there is a
    `policy` where it has more than one move, `decision` where the game's formulas decide (a cube), `caution`
    where the values are not what they seem, `network` where what a network alone says is given, `positions`
    where there are other notations, and `opening` where `history`, which led there, is given and the game's
    openings have names.
    """
    game, state = analysis.game, analysis.state
    content = {
        "game": game.title(),
        "parameters": game.parameters,
        "position": position_text(game, state),
        **({"positions": dict(forms)} if (forms := game.position_forms(state)) else {}),
        "to_move": game.to_move(state),
        "algorithm": analysis.algorithm,
        "best": None if analysis.best is None else game.action_text(state, analysis.best),
        "value": finite(analysis.value),
        "proven": bool(analysis.proven),
        "score": finite(analysis.raw),
        "depth": finite(analysis.depth),
        "nodes": finite(analysis.nodes),
        "seconds": round(analysis.seconds, 6),
        "variation": move_texts(game, state, analysis.variation),
        "lines": [line_json(game, state, line) for line in analysis.lines],
    }
    if history is not None and has_names(game):
        opening = opening_of(history)
        content["opening"] = None if opening is None else opening.json()
    if analysis.backend:
        content["backend"] = analysis.backend
    if len(policy := analysis.policy or {}) > 1:
        content["policy"] = {game.action_text(state, a): round(share, 6) for a, share in policy.items()}
    if caution := caution_about(analysis):
        content["caution"] = caution
    if opinion is not None:
        content["network"] = opinion_json(opinion, analysis.policy if analysis.depth else None)
    decided = None if game.is_terminal(state) else game.decision(state)
    if decided is not None:
        content["best"] = game.action_text(state, decided.best)
        content["decision"] = {
            "name": decided.name,
            "advice": decided.advice,
            "values": {name: round(worth, 6) for name, worth in decided.values.items()},
            "facts": {name: round(fact, 6) for name, fact in decided.facts.items()},
        }
    if distance:
        content["distance"] = finite(analysis.distance)
    return content


def score_words(score: Score, game: Game, names: Game | None = None) -> dict[str, Any]:
    """A value in words to the player to move, and as the first player sees it (`to_first`) where what one
    gains the other loses; `names` is the game with its players as the reader calls them."""

    def told(score: Score) -> dict[str, str]:
        return {"worth": score.words(names or game), "short": score.text(game)}

    return {**told(score), "to_first": None if score.opponent is None else told(score.of(0))}


def line_json(game: Game, state: Any, line: Line) -> dict[str, Any]:
    """One line of an analysis."""
    content = {
        "move": game.action_text(state, line.action),
        "value": finite(line.value),
        "proven": bool(line.proven),
        "score": finite(line.raw),
        "distance": finite(line.distance),
        "variation": move_texts(game, state, line.variation),
    }
    if line.visits is not None:
        content["visits"] = int(line.visits)
    if line.interval is not None:
        content["interval"] = [finite(bound) for bound in line.interval]
    if line.prior is not None:
        content["prior"] = round(float(line.prior), 6)
    return content


def position_text(game: Game, state: Any) -> str | None:
    """The position in the game's notation, or None where the game has none."""
    try:
        return game.position_text(state)
    except BadInput:
        return None
