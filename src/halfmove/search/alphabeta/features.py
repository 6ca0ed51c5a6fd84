"""What makes the engine's search fast, feature by feature, and how to do without one, to measure its worth.

A search without a feature runs the same kernel, compiled for a *twin* of the game: one that says nothing of
what the feature rests on (a hook at its default, a trait that leaves it without effect), or one whose
constant `engine_without` has the feature's bit.  Either is a constant to the compiler, so that a search with
everything on pays nothing for the switches, and one without a feature pays nothing for the feature
(docs/decisions/0011-features-as-constants.md).
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game
from halfmove.core.score import MAX_PLIES

# ---- bits of `Game.engine_without`: features of the kernel that rest on nothing a game says
HINT, KILLERS, NULL_WINDOWS, TRANSPOSITION_CUTOFFS, ASPIRATION = (1 << n for n in range(5))


@dataclass(frozen=True)
class Feature:
    """Something the engine does to visit fewer positions."""

    name: str
    summary: str
    source: str
    bit: int = 0
    hooks: tuple[str, ...] = ()
    """The hooks of a game that it rests on."""
    needs_hooks: bool = True
    """Whether it has no effect where a game leaves these hooks at their defaults."""
    traits: Mapping[str, int] = field(default_factory=dict)
    """The traits of a game that leave it without effect."""
    matters: Callable[[Game], bool] = lambda game: True
    """Whether it may have an effect with a game that says something by its hooks."""

    def rests_on(self, game: Game) -> bool:
        """Whether it has any effect with a game: one that leaves its hooks alone loses nothing without."""
        said = not (self.hooks and self.needs_hooks) or any(defines(type(game), hook) for hook in self.hooks)
        return said and self.matters(game)


FEATURES: dict[str, Feature] = {
    feature.name: feature
    for feature in (
        Feature(
            "table",
            "the transposition table: what was found out about a position is kept for when it comes again",
            "Greenblatt, Eastlake and Crocker 1967",
            traits={"tableless_plies": MAX_PLIES + 1},
        ),
        Feature(
            "hint",
            "the action that the table found best, in an earlier level perhaps, is searched first",
            "Slate and Atkin 1977",
            bit=HINT,
        ),
        Feature(
            "etc",
            "enhanced transposition cutoffs: every child is looked up in the table before one is searched",
            "Schaeffer and Plaat 1996",
            bit=TRANSPOSITION_CUTOFFS,
        ),
        Feature(
            "killers",
            "actions that refuted a sibling position are searched early",
            "Akl and Newborn 1977",
            bit=KILLERS,
        ),
        Feature(
            "history",
            "actions that did well elsewhere in the tree are searched early",
            "Schaeffer 1983",
            hooks=("history_slot",),
            needs_hooks=False,
            traits={"history_slots": 1},
        ),
        Feature(
            "order",
            "the game's own judgement of actions decides which is searched early",
            "Knuth and Moore 1975",
            hooks=("order",),
        ),
        Feature(
            "bounds",
            "the game's proven bounds on a state's value, and the candidates that rest on them",
            "Allis 1988",
            hooks=("bounds", "bounds_within", "candidates", "forced"),
        ),
        Feature(
            "forced",
            "a reply that is the only one is played on at once: the state before it is not visited",
            "Allis 1988",
            hooks=("forced",),
        ),
        Feature(
            "symmetry",
            "positions that mirror or turn into one another are one position in the table",
            "Allis 1988",
            traits={"symmetry_count": 1},
            matters=lambda game: game.table_symmetries and game.symmetry_count > 1,
        ),
        Feature(
            "pvs",
            "principal variation search: all but the first action are searched with a null window, and "
            "again if that fails",
            "Marsland and Campbell 1982",
            bit=NULL_WINDOWS,
        ),
        Feature(
            "probcut",
            "where shallow searches say that a deep one will hardly end within the window, it is left out",
            "Buro 1995, 1997",
            hooks=("probcut",),
            traits={"probcut_checks": 0},
            matters=lambda game: game.probcut_checks > 0,
        ),
        Feature(
            "aspiration",
            "each level begins with a narrow window around the score of the last",
            "Slate and Atkin 1977",
            bit=ASPIRATION,
        ),
    )
}


def table_of(game: Game) -> dict[str, Feature]:
    """The features of whichever of the engine's two searches plays a game."""
    if not game.selective:
        return FEATURES
    from halfmove.search.alphabeta.selective.features import SELECTIVE

    return SELECTIVE


def check_features(game: Game, names: Iterable[str]) -> tuple[str, ...]:
    """The names of features, each once, in the table's order; `BadInput` for one that the search of `game`
    does not have."""
    wanted = set(names)
    table = table_of(game)
    for name in wanted:
        if name not in table:
            near = get_close_matches(name.lower(), table, 1)
            hint = f"did you mean '{near[0]}'? There are:" if near else "there are:"
            raise BadInput(f"The engine has no feature '{name}'; {hint} {', '.join(table)}.")
        if not table[name].rests_on(game):
            raise BadInput(f"{game.title()} knows nothing of '{name}', so there is nothing to leave out.")
    return tuple(name for name in table if name in wanted)


def features(game: Game | str | None = None) -> dict[str, Feature]:
    """The engine's features by name: those that have an effect with `game`, or all."""
    if game is None:
        from halfmove.search.alphabeta.selective.features import SELECTIVE

        return FEATURES | {name: feature for name, feature in SELECTIVE.items() if name not in FEATURES}
    rules = open_game(game)
    return {n: f for n, f in table_of(rules).items() if f.rests_on(rules)}


def without(game: Game, names: Iterable[str]) -> Game:
    """The game as the plain search plays it without these features, as fast as ever; see `check_features`."""
    left_out = check_features(game, names)
    if not left_out or game.selective:  # the selective search is told while it runs
        return game
    twin = copy.copy(game)
    hooks: tuple[str, ...] = ()
    for feature in (FEATURES[name] for name in left_out):
        hooks += feature.hooks
        twin.engine_without |= feature.bit
        for trait, value in feature.traits.items():
            setattr(twin, trait, value)
    if hooks:
        twin.__class__ = _silence_hooks(type(game), hooks)
    return twin


_classes: dict[tuple[type[Game], tuple[str, ...]], type[Game]] = {}
"""One class for one set of hooks: machine code is kept by the class of a game."""


def _silence_hooks(rules: type[Game], hooks: tuple[str, ...]) -> type[Game]:
    """The rules with these hooks saying nothing."""
    if (rules, hooks) not in _classes:
        names: dict[str, Any] = {n: getattr(rules, n) for n in ("__module__", "__qualname__", "__doc__")}
        names |= {hook: inspect.getattr_static(Game, hook) for hook in hooks}
        _classes[rules, hooks] = type(rules.__name__, (rules,), names)
    return _classes[rules, hooks]
