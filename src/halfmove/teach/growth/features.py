"""A game without some of what makes its search fast, so that each feature's worth can be measured.

The engine has no switches: its features rest on what a game says of itself (`Game`'s hooks), and a game
that says nothing leaves them without effect.

    table       the transposition table: no position counts as worth a place in it
    order       the game's own judgement of actions
    history     the history heuristic: all actions share one counter
    bounds      proven bounds on a state's value, and the candidates that rest on them
    symmetry    symmetric positions taken for one

Killer moves and null windows are part of the engine's kernel and cannot be taken out of it; what null windows
save is seen between the textbook searches, from alphabeta to negascout.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.score import MAX_PLIES
from halfmove.teach.arrangement import arranged

FEATURES = ("table", "order", "history", "bounds", "symmetry")

_HOOKS: dict[str, tuple[str, ...]] = {
    "order": ("order",),
    "history": ("history_slot",),
    "bounds": ("bounds", "candidates"),
}
_TRAITS: dict[str, dict[str, int]] = {
    "table": {"tableless_plies": MAX_PLIES + 1},
    "history": {"history_slots": 1},
    "symmetry": {"symmetry_count": 1},
}


def without(game: Game, features: Iterable[str]) -> Game:
    """The game, as fast as ever, but silent about `features`; `BadInput` for one that it does not have."""
    twin = copy.copy(game)
    hooks: dict[str, Any] = {}
    for feature in features:
        if feature not in FEATURES:
            raise BadInput(f"The engine has no feature '{feature}'; there are: {', '.join(FEATURES)}.")
        if not has(game, feature):
            raise BadInput(f"{game.title()} knows nothing of '{feature}', so there is nothing to leave out.")
        hooks |= {hook: vars(Game)[hook] for hook in _HOOKS.get(feature, ())}
        for trait, value in _TRAITS.get(feature, {}).items():
            setattr(twin, trait, value)
    if hooks:
        plain = type(twin)
        names = {"__module__": plain.__module__, "__qualname__": plain.__qualname__, "__doc__": plain.__doc__}
        twin.__class__ = type(plain.__name__, (plain,), {**names, **hooks})
    return twin


def has(game: Game, feature: str) -> bool:
    """Whether a feature has any effect with this game."""
    if feature == "symmetry":
        return game.symmetry_count > 1
    if feature in ("order", "bounds"):
        return any(getattr(type(game), hook) is not getattr(Game, hook) for hook in _HOOKS[feature])
    return True


def ordered(game: Game) -> Game:
    """The game with its most promising actions (by its own `order`) first; it runs interpreted."""
    if not has(game, "order"):
        raise BadInput(f"{game.title()} has no judgement of its actions to order them by.")
    return arranged(game, lambda plain, s, actions: sorted(actions, key=lambda a: -plain.order(s, a)))
