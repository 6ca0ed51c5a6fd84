"""Which strategy a game is played with where none is named: of a file, or one that has a name in the game."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.code.files import cache_folder
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.core.policy import Policy, strategies_of
from halfmove.imperfect.abstract_strategy import is_over_buckets, read_head
from halfmove.imperfect.strategy import read_content

OWN = "HALFMOVE_STRATEGIES"
"""The environment's list of them."""


@lru_cache(maxsize=64)
def find_usual_strategy(game: Game) -> Path | None:
    """The strategy that was given for a game with its parameters, or trained for its seat (`find_seat_file`);
    None where there is none."""
    own = [Path(text) for text in os.environ.get(OWN, "").split(os.pathsep) if text]
    trained = sorted(_find_folder().glob("*-*.*"))
    return next((path for path in (*own, *trained) if _is_for(path, game)), None)


def find_seated_player(game: Game) -> Path | str | None:
    """Who takes a seat for which nobody is named, before any search: the strategy of a file, or the name of
    one of the game's; None where it is the search."""
    known = strategies_of(game).items()
    named = (name for name, found in known if isinstance(found, Policy) and found.seated)
    return find_usual_strategy(game) or next(named, None)


def find_seat_file(game: Game) -> Path:
    """Where a strategy is kept that is to be the usual one of a game with its parameters."""
    rules = rules_of(game)
    settings = hashlib.sha256(repr(sorted(rules.parameters.items())).encode()).hexdigest()[:8]
    suffix = "json" if rules.abstraction() is None else "npz"
    path = _find_folder() / f"{rules.title()}-{settings}.{suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _find_folder() -> Path:
    return cache_folder() / "strategies"


def make_usual_strategies(files: Sequence[str]) -> None:
    """Have these be the usual ones of their games, for this process and those that it starts; `BadInput` for
    a file that holds no strategy."""
    paths = [Path(file).expanduser().absolute() for file in files]
    for path in paths:
        _read_head(path)
    os.environ[OWN] = os.pathsep.join(map(str, paths))
    find_usual_strategy.cache_clear()


def _read_head(path: Path) -> dict[str, Any]:
    """What a file says that it is for."""
    return read_head(path) if is_over_buckets(path) else read_content(path)


def _is_for(path: Path, game: Game) -> bool:
    try:
        head = _read_head(path)
    except BadInput:  # it was there when the server began
        return False
    rules, told = rules_of(game), head.get("parameters")
    if head.get("game") != rules.title() or not isinstance(told, dict):
        return False
    free: Sequence[str] = ()
    if is_over_buckets(path):
        try:
            abstraction = rules.abstraction()
        except Unsuitable:
            return False
        free = () if abstraction is None else abstraction.free
    return all(told.get(name) == value for name, value in rules.parameters.items() if name not in free)
