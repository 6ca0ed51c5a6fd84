"""Which network a game is played with where none is named."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

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


@lru_cache(maxsize=64)
def usual(game: Game) -> Path | None:
    """The network that a game is played with unless another is named; None where there is none."""
    own = [Path(text) for text in os.environ.get(OWN, "").split(os.pathsep) if text]
    return next(
        (path for path in (*own, *SHIPPED.glob("*.safetensors")) if game_of(path) == name_of(game)), None
    )


def is_shipped(game: Game) -> bool:
    """Whether the network that a game is played with is one that comes with Halfmove."""
    path = usual(game)
    return path is not None and path.parent == SHIPPED


def game_of(path: Path) -> str:
    """The game that a file says its network is for; `BadInput` for one that is no network's."""
    from halfmove.search.neural.file import LONGEST_HEADER, metadata_of

    try:
        with path.open("rb") as file:
            return metadata_of(path, file.read(8 + LONGEST_HEADER)).get("game", "")
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
