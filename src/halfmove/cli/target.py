"""What a command is about: the game and the position that GAME, --set, --position and --moves name."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from itertools import islice
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


def open_game(name: str, settings: list[str] | None, root: str | None = None) -> Game:
    """The game that `name` means, with its parameters as `settings` say.

    It is the name of a registered game, the path of a Python file that defines one, or an explicit game tree:
    the path of a `.json`, `.tree` or `.txt` file, the tree itself as text, or `-` for standard input.  Who
    moves at the root of a tree that does not say is `root`, or the setting of that name.
    """
    parameters = read_settings(settings or [])
    if is_tree_name(name):
        return _open_tree(name, parameters, root)
    if root is not None:
        raise BadInput(f"Who moves first can be said of a game tree only, and {name} is none.")
    if name.endswith(".py") or os.sep in name:
        from halfmove.games.load import load

        return load(name, **parameters)
    from halfmove.games.registry import game

    return game(name, **parameters)


def is_tree_name(name: str) -> bool:
    """Whether GAME is a tree: a file's name, text, or standard input."""
    from halfmove.games.tree.read import is_tree

    return name == "-" or (is_tree(name) and not name.endswith(".py"))


def _open_tree(name: str, parameters: dict[str, str], root: str | None) -> Game:
    from halfmove.games.tree import tree

    said = parameters.pop("root", None)
    if parameters:
        raise BadInput(
            "A game tree has one parameter, root, which says who moves first; it has no "
            f"'{next(iter(parameters))}'."
        )
    if said is not None and root is not None and said != root:
        raise BadInput(f"--root {root} and --set root={said} contradict each other; give one of them.")
    if name == "-":
        name = sys.stdin.read()
        if not name.strip():
            raise BadInput("There is no tree on standard input; write it there, or give a file.")
    return tree(name, root=root or said)


def open_target(
    name: str, settings: list[str] | None, text: str | None, moves: str | None, root: str | None = None
) -> Target:
    """The game, and the position after `moves` from the position `text` (the initial one, by default); a PGN
    file's name stands for the position in which its first game ends, `games.pgn#3` for the third's."""
    from halfmove.games.position import position

    game = open_game(name, settings, root)
    if text is not None and (found := _PGN.fullmatch(text.strip())):
        text = _end_of_game(game, found["file"], int(found["number"] or 1))
    if text is not None and not text.strip():
        raise BadInput(
            "--position is empty; give the position in the game's notation, or leave the option out."
        )
    start = position(game, text)[0]
    state, actions = position(game, text, moves)
    return Target(game, state, start, tuple(actions))


_PGN = re.compile(r"(?P<file>.*\.pgn)(?:#(?P<number>[0-9]{1,9}))?", re.IGNORECASE | re.DOTALL)


def _end_of_game(game: Game, file: str, number: int) -> str:
    """The position in which a game of a PGN file ends, in FEN."""
    from halfmove.games.chess import Chess
    from halfmove.games.chess.pgn import read_main_lines

    if not isinstance(game, Chess):
        raise BadInput(f"'{file}' has games of chess, not of {game.title()}.")
    line = next(islice(read_main_lines(file), number - 1, None), None) if number else None
    if line is None:
        raise BadInput(f"There is no game {number} in '{file}'.")
    *_, state = line.states()
    return line.rules.position_text(state)


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
