"""Which network a game is played with where none is named."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

SHIPPED = Path(__file__).parent / "shipped"
"""Networks that come with Halfmove."""
OWN = "HALFMOVE_NETWORKS"
"""The environment's list of networks of the user's, which come before those that come with Halfmove."""


def name_of(game: Game) -> str:
    """A game with its parameters: `connect4?width=7&height=6`."""
    settings = "&".join(f"{key}={value}" for key, value in game.parameters.items())
    return f"{game.title()}?{settings}" if settings else game.title()


def parse_name(text: str) -> tuple[str, dict[str, str]]:
    """The title and the parameters, as texts, of what `name_of` wrote."""
    title, _, settings = text.partition("?")
    return title, dict(part.split("=", 1) for part in settings.split("&") if "=" in part)


@lru_cache(maxsize=64)
def usual(game: Game) -> Path | None:
    """The network that a game is played with unless another is named: one of the user's before one that comes
    with Halfmove, and one for just this game before one that serves others too; None where there is none."""
    own = [Path(text) for text in os.environ.get(OWN, "").split(os.pathsep) if text]
    for paths in (own, sorted(SHIPPED.glob("*.safetensors"))):
        found = {path: find_changes(_metadata(path), game) for path in paths}
        fitting = {path: changes for path, changes in found.items() if changes is not None}
        if fitting:
            return min(fitting, key=lambda path: len(fitting[path]))
    return None


def find_changes(metadata: Mapping[str, str], game: Game) -> dict[str, str] | None:
    """The parameters, as texts, in which a network's own game differs from `game`, which it serves too; none
    where it is for just this one, and None where it does not serve it."""
    title, own = parse_name(metadata.get("game", ""))
    asked = {key: str(value) for key, value in game.parameters.items()}
    if title != game.title() or own.keys() != asked.keys():
        return None
    changes = {key: text for key, text in own.items() if text != asked[key]}
    served = served_of(metadata) if changes else {}
    serves = all(key in served and is_served(game.parameters[key], served[key]) for key in changes)
    return changes if serves else None


def served_of(metadata: Mapping[str, str]) -> dict[str, list[Any]]:
    """The values of parameters for which a network was trained: of numbers the least and the greatest."""
    try:
        found = json.loads(metadata.get("serves", "{}"))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(key): list(values) for key, values in found.items() if isinstance(values, list) and values}


def is_served(value: Any, values: list[Any]) -> bool:
    """Whether a parameter's value is one of these, or a number between the first and the last."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value in values
    return all(isinstance(end, int | float) for end in values) and values[0] <= value <= values[-1]


def is_shipped(game: Game) -> bool:
    """Whether the network that a game is played with is one that comes with Halfmove."""
    path = usual(game)
    return path is not None and path.parent == SHIPPED


def game_of(path: Path) -> str:
    """The game that a file says its network is for; `BadInput` for one that is no network's."""
    return _metadata(path).get("game", "")


def _metadata(path: Path) -> dict[str, str]:
    """What the head of a file says; `BadInput` for one that is no network's."""
    from halfmove.search.neural.file import LONGEST_HEADER, metadata_of

    try:
        with path.open("rb") as file:
            return metadata_of(path, file.read(8 + LONGEST_HEADER))
    except OSError as error:
        raise BadInput(f"The network '{path}' cannot be read: {error.strerror}.") from None


def make_usual(files: Sequence[str]) -> None:
    """Have these networks be the usual ones of their games, for this process and those that it starts;
    `BadInput` for one that is none."""
    paths = [Path(file).expanduser().absolute() for file in files]
    for path in paths:
        game_of(path)
    os.environ[OWN] = os.pathsep.join(map(str, paths))
    usual.cache_clear()


def file_for(game: Game, file: str) -> Path:
    """The network that is asked for; `BadInput` where none is and none comes with Halfmove."""
    if file:
        return Path(file).expanduser()
    found = usual(game)
    if found is None:
        raise BadInput(
            f"network needs the file of one (network?file=…, --network FILE): none for {name_of(game)} comes "
            "with Halfmove."
        )
    return found
