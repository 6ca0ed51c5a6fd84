"""What a command is about: the game and the position that GAME, --set, --position and --moves name."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.history import History


@dataclass(frozen=True)
class Target:
    """A game, a state of it, and how it came about: from `start` by `actions`."""

    game: Game
    state: Any
    start: Any = None
    actions: tuple[Any, ...] = ()

    @cached_property
    def history(self) -> History:
        """The game as it was played; a position without moves has no past."""
        return History(self.game, self.state if self.start is None else self.start, self.actions)


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
        return _end_of_game(game, found["file"], found["number"], moves)
    if text is not None and not text.strip():
        raise BadInput(
            "--position is empty; give the position in the game's notation, or leave the option out."
        )
    start = position(game, text)[0]
    state, actions = position(game, text, moves)
    return Target(game, state, start, tuple(actions))


_PGN = re.compile(r"(?P<file>.*\.pgn)(?:#(?P<number>.*))?", re.IGNORECASE | re.DOTALL)


def _end_of_game(game: Game, file: str, which: str | None, moves: str | None) -> Target:
    """Where a game of a PGN file ends, or `moves` later."""
    from halfmove.games.chess import Chess
    from halfmove.games.chess.pgn import read_main_lines

    if not isinstance(game, Chess):
        raise BadInput(f"'{file}' has games of chess, not of {game.title()}.")
    if which is not None and not re.fullmatch("[0-9]{1,9}", which):
        raise BadInput(f"After # comes the number of a game, as in {file}#3, not '{which}'.")
    number = int(which or 1)
    line = next(islice(read_main_lines(file), number - 1, None), None) if number else None
    if line is None:
        raise BadInput(f"There is no game {number} in '{file}'.")
    first = next(iter(line.states()))
    played = History(game, game.parse(line.rules.position_text(first)))
    for action in line.actions:
        if played.over:  # it goes on where the rules would have ended it: what was before does not count
            played = History(game, played.state)
        played.append(action)
    if moves:
        if played.over:
            raise BadInput(f"Game {number} in '{file}' is over, so no move can be played.")
        for word in game.split_moves(moves):
            played.play(game.parse_action(played.state, word))
    return Target(game, played.state, played.start, tuple(played.actions))


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
