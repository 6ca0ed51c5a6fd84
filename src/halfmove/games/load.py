"""The game in a user's own Python file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.user_file import module_of

_SIX = {
    "initial": "initial()",
    "to_move": "to_move(s)",
    "actions": "actions(s)",
    "result": "result(s, a)",
    "is_terminal": "is_terminal(s)",
    "utility": "utility(s, player)",
}

_HIDING = {
    "observation": "observation(s, player)",
    "information": "information(s, player)",
    "resample": "resample(s, player, random)",
    "public": "public(s)",
    "action_seen": "action_seen(s, a, viewer)",
    "show": "show(s, *, viewer=None)",
}
"""What a game of imperfect information defines besides."""


def load(path: str | Path, **parameters: Any) -> Game:
    """The game that the Python file at `path` defines: its one subclass of `Game`, or what it calls `GAME`.

    `GAME` may be a class or a game made of one.  `BadInput`, in one sentence with the line, for a file that
    is not there, is not Python, fails when it runs, or leaves open which game is meant.
    """
    file = Path(path)
    module = module_of(file, "a game")
    game = _chosen(file, module)
    if isinstance(game, Game):
        return type(game)(**{**game.parameters, **parameters}) if parameters else game
    six = dict(_SIX)
    if game.simultaneous:  # the joint actions are made of each player's
        del six["actions"]
        six["actions_of"] = "actions_of(s, player)"
    if game.hidden:
        six |= _HIDING
    missing = [text for method, text in six.items() if getattr(game, method) is getattr(Game, method)]
    if missing:
        raise BadInput(f"{game.__name__} in {file} does not define {' nor '.join(missing)}.")
    made: Game = game(**parameters)
    return made


def _chosen(file: Path, module: ModuleType) -> Any:
    """The class, or the game, that the file means."""
    named = vars(module).get("GAME")
    if isinstance(named, Game) or (isinstance(named, type) and issubclass(named, Game) and named is not Game):
        return named
    if named is not None:
        raise BadInput(f"GAME in {file} must be a subclass of halfmove.Game or a game, not {named!r}.")
    here = [
        value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
        if not key.startswith("_")
    ]
    here = list(dict.fromkeys(here))
    leaves = [cls for cls in here if not any(other is not cls and issubclass(other, cls) for other in here)]
    if not leaves:
        raise BadInput(
            f"{file} defines no game; it needs a class such as `class MyGame(Game)`, "
            "with `from halfmove import Game` above it."
        )
    if len(leaves) > 1:
        names = ", ".join(cls.__name__ for cls in leaves)
        raise BadInput(
            f"{file} defines several games ({names}); say which with a line such as "
            f"GAME = {leaves[0].__name__}."
        )
    return leaves[0]
