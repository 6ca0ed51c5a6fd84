"""A game as some searches want it, so that each feature's worth can be seen: its best-looking actions first.

What the engine can do without is `search.features`' concern.
"""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.search.features import FEATURES
from halfmove.teach.arrangement import arranged


def ordered(game: Game) -> Game:
    """The game with its most promising actions (by its own `order`) first; it runs interpreted."""
    if not FEATURES["order"].rests_on(game):
        raise BadInput(f"{game.title()} has no judgement of its actions to order them by.")
    return arranged(game, lambda plain, s, actions: sorted(actions, key=lambda a: -plain.order(s, a)))
