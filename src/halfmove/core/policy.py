"""A way to play a game that has a name: a policy by rules of thumb, told in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.contract.traits import Action, State
from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, split_name


class Policy(NamedTuple):
    """What `strategy:NAME` plays in matches."""

    summary: str
    """What it does, in a sentence without a full stop."""
    choose: Callable[[Any, State, Random], Action]
    """A legal action of the player to move: the game, the state, and a source of what is left to chance."""
    seated: bool = False
    """Whether it takes a seat for which nobody is named, as it beats the search (docs/defaults.md)."""


def _read(found: Any, name: str) -> Policy | Path:
    """The strategy that a package adds to a game under `GAME.NAME`: a policy, or the file of a strategy."""
    game, called = split_name(name)
    if called in open_game(game).strategies():
        raise BadInput("has the name of a strategy of the game itself.")
    if isinstance(found, Policy):
        return found
    if not (isinstance(found, str | Path) and Path(found).is_file()):
        raise BadInput(f"is neither a Policy nor the path of a file but {found!r}.")
    return Path(found)


OTHERS = Group("halfmove.strategies", "strategy", lambda name: False, _read)
"""The strategies that other packages add to games, as `GAME.NAME`."""


def strategies_of(game: Game) -> Mapping[str, Policy | Path]:
    """The strategies with names: the game's own, then those of other packages, which may be in files."""
    of_game = f"{game.title()}."
    added = OTHERS.working(of_game).items()
    return {**game.strategies(), **{name.removeprefix(of_game): found for name, found in added}}
