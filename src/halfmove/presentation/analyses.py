"""Analyses as JSON, the same in the terminal and over HTTP (DESIGN section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis
from halfmove.core.analysis import position_text as position_text
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.named_openings import has_names, opening_of
from halfmove.core.results import finite
from halfmove.presentation.opinions import opinion_json
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
    """`Analysis.to_dict` with what a face knows besides.

    `caution` where the values are not what they seem, `network` where what a network alone says is given,
    `distance` where that is wanted, and `opening` where `history`, which led there, is given and the game's
    openings have names.
    """
    content = analysis.to_dict()
    if history is not None and has_names(analysis.game):
        opening = opening_of(history)
        content["opening"] = None if opening is None else opening.json()
    if caution := caution_about(analysis):
        content["caution"] = caution
    if opinion is not None:
        content["network"] = opinion_json(opinion, analysis.policy if analysis.depth else None)
    if distance:
        content["distance"] = finite(analysis.distance)
    return content


def score_words(score: Score, game: Game, names: Game | None = None) -> dict[str, Any]:
    """A value in words to the player to move, and as the first player sees it (`to_first`) where what one
    gains the other loses; `names` is the game with its players as the reader calls them."""

    def told(score: Score) -> dict[str, str]:
        return {"worth": score.words(names or game), "short": score.text(game)}

    return {**told(score), "to_first": None if score.opponent is None else told(score.of(0))}
