"""What a command is about: the game and the position that GAME, --set, --position and --moves name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game


@dataclass(frozen=True)
class Target:
    """A game, a state of it, and how it came about: from `start` by `actions`."""

    game: Game
    state: Any
    start: Any = None
    actions: tuple[Any, ...] = ()


def open_game(name: str, settings: list[str] | None) -> Game:
    """The game that `name` means, with its parameters as `settings` say.

    It is the name of a registered game, the path of a Python file that defines one, or an explicit game tree:
    the path of a `.json` file, or JSON itself.
    """
    parameters = read_settings(settings or [])
    if name.endswith(".json") or name.lstrip().startswith(("[", "{")):
        from halfmove.games.tree import tree

        if parameters:
            raise BadInput("A game tree has no parameters, so --set has no meaning here.")
        return tree(name)
    if name.endswith(".py") or os.sep in name:
        from halfmove.games.load import load

        return load(name, **parameters)
    from halfmove.games.registry import game

    return game(name, **parameters)


def open_target(name: str, settings: list[str] | None, text: str | None, moves: str | None) -> Target:
    """The game, and the position after `moves` from the position `text` (the initial one, by default)."""
    from halfmove.games.position import position

    game = open_game(name, settings)
    if text is not None and not text.strip():
        raise BadInput(
            "--position is empty; give the position in the game's notation, or leave the option out."
        )
    start = position(game, text)[0]
    state, actions = position(game, text, moves)
    return Target(game, state, start, tuple(actions))


def read_settings(settings: list[str]) -> dict[str, str]:
    """Each `key=value` as a pair; `BadInput` for anything else, and for a key given twice."""
    parameters: dict[str, str] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (equals and key.isidentifier() and value):
            raise BadInput(f"--set takes KEY=VALUE, such as width=7, not '{setting}'.")
        if key in parameters:
            raise BadInput(f"--set gives '{key}' twice.")
        parameters[key] = value
    return parameters
