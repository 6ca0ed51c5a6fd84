"""References to games and positions: plain data that names them, to be typed, stored and sent.

Opening a reference is the only way from text to a game in progress, a `History`; callers that have a history
pass it on, and never open the text again.

    PositionReference(GameReference("connect4"), moves=("4", "4")).open()
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.in_turn import InTurn, in_turn
from halfmove.core.naming import open_game
from halfmove.core.objects import PREFIX, find_object, is_object
from halfmove.core.user_file import is_users

_TOLD = 40
"""Letters of a move that an error repeats."""


@dataclass(frozen=True)
class GameReference:
    """A game by name: a registered one, the path of a Python file that defines one, `module:Class`, one of
    another library's (`games.registry.FOREIGN`), an object of this process (`core.objects`), or an explicit
    game tree (its text, or the path of a `.json`, `.tree` or `.txt` file); with its parameters."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(game: Game | str | GameReference) -> GameReference:
        """What names a game in any process; `BadInput` where another process could not find it: it was made
        in `__main__`, in a notebook, or inside a function."""
        if isinstance(game, GameReference):
            return game
        if isinstance(game, str):
            return GameReference(game)
        return _reference_of(game)

    @staticmethod
    def known(game: Game) -> GameReference | None:
        """`of`, or None where another process could not find the game."""
        try:
            return GameReference.of(game)
        except BadInput:
            return None

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> GameReference:
        """The reference that `as_data` wrote."""
        return GameReference(data["name"], dict(data["parameters"]))

    def as_data(self) -> dict[str, Any]:
        """The reference as JSON knows it."""
        return {"name": self.name, "parameters": dict(self.parameters)}

    @property
    def is_tree(self) -> bool:
        """Whether the name is an explicit game tree, or the path of a file of one."""
        from halfmove.games.registry import games

        if self.name in games() or self.name.endswith(".py") or is_object(self.name) or self.foreign:
            return False
        from halfmove.games.tree.read import is_tree

        return is_tree(self.name)

    @property
    def foreign(self) -> str:
        """The library that the name says before a colon; empty for a game of ours."""
        from halfmove.games.registry import library_of

        return library_of(self.name)

    def open(self) -> Game:
        """The game itself, moves made at once in turn (`core.in_turn`); `BadInput`, in one sentence, where
        there is none."""
        return in_turn(self.open_rules())

    def open_rules(self) -> Game:
        """The game as its author wrote it, moves at once where it has them; `BadInput` as for `open`."""
        if is_object(self.name):
            made: Game = find_object(self.name.removeprefix(PREFIX))
            return made
        if self.is_tree:
            return tree_game(self.name, self.parameters)
        if self.name.endswith(".py") or os.sep in self.name:
            from halfmove.games.load import load

            return load(self.name, **self.parameters)
        if ":" in self.name and not self.foreign:
            return _imported(self.name)(**self.parameters)
        from halfmove.games.registry import game

        return game(self.name, **self.parameters)

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.parameters.items())))


@dataclass(frozen=True)
class PositionReference:
    """A game in progress: where it began, and the moves since; nature's outcomes are moves too."""

    game: GameReference
    position: str | None = None
    """Where it began, in the game's notation; None for the initial state."""
    moves: tuple[str, ...] = ()
    """Each in the game's notation."""

    @staticmethod
    def of(history: History) -> PositionReference:
        """What names a game that is being played; `BadInput` where it began in a position that its notation
        cannot say."""
        game = history.game
        start = None if history.start == game.initial() else game.position_text(history.start)
        return PositionReference(GameReference.of(game), start, tuple(history.texts()))

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> PositionReference:
        """The reference that `as_data` wrote."""
        game = GameReference(data["game"], dict(data["parameters"]))
        return PositionReference(game, data["position"], tuple(data["moves"]))

    def as_data(self) -> dict[str, Any]:
        """The reference as JSON knows it, with the keys of the command line and of the HTTP API."""
        return {
            "game": self.game.name,
            "parameters": dict(self.game.parameters),
            "position": self.position,
            "moves": list(self.moves),
        }

    def open(self) -> History:
        """The game with its moves played; `BadInput` says which cannot be played, and why."""
        return open_position(self.game.open(), self.position, self.moves)


def open_position(
    game: Game,
    text: str | None = None,
    moves: str | Iterable[str] | None = (),
    *,
    played: bool = False,
) -> History:
    """The game from the position `text` (the initial one by default), with the moves played.

    Moves are written as the game writes them; in one text they are separated by blanks or commas, or run
    together where the game allows it (`Game.split_moves`).  `BadInput` says which cannot be played and why.
    `played` says that they once were, move by move under all rules: it is not asked again after each whether
    the game was over, which takes most of the time (of chess, a look for a legal move).
    """
    history = History(game, None if text is None else game.parse(text))
    play_moves(history, game.split_moves(moves) if isinstance(moves, str) else moves or (), played=played)
    return history


def play_moves(history: History, moves: Iterable[str], *, played: bool = False) -> None:
    """Go on with moves in the game's notation; `BadInput` says which cannot be played, and why.  `played` as
    in `open_position`."""
    for number, word in enumerate(moves, 1):
        told = f"Move {number}, '{word[:_TOLD]}', cannot be played"
        if not played and history.over:
            after = f"after move {number - 1}" if history.actions else "in this position already"
            raise BadInput(f"{told}: the game is over {after}.")
        try:
            action = history.game.parse_action(history.state, word)
            (history.append if played else history.play)(action)
        except BadInput as error:
            raise BadInput(f"{told}: {error}") from None


def position(game: Game | str, text: str | None = None, moves: str | None = "") -> tuple[Any, list[Any]]:
    """The state after `moves` from the position `text`, and the moves as actions: `open_position`
    without the history."""
    game = open_game(game)
    history = open_position(game, text, moves)
    return history.state, history.actions


def open_rules(name: str) -> Game:
    """The game that a text names (`GameReference`), as its author wrote it: what `core.naming` opens."""
    return GameReference(name).open_rules()


def tree_game(spec: Any, parameters: Mapping[str, Any]) -> Game:
    """The game of an explicit tree, as `tree` takes it; its one parameter is `root`, who moves first."""
    from halfmove.games.tree import tree

    for key in parameters:
        if key != "root":
            raise BadInput(
                f"A game tree has one parameter, root, which says who moves first; it has no '{key}'."
            )
    return tree(spec, root=parameters.get("root"))


def _imported(name: str) -> type[Game]:
    """The class that `module:Class` names."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadInput(f"There is no game '{name}': {error}.") from None
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BadInput(f"'{name}' is not a subclass of halfmove.Game.")
    return found


def _chosen_by(registered: type[Game], game: Game) -> bool:
    """Whether a registered class makes this game as one of its subclasses, chosen by the board's size say."""
    chooses = registered.__new__ is not Game.__new__ and isinstance(game, registered)
    return chooses and type(registered(**game.parameters)) is type(game)


def _reference_of(game: Game) -> GameReference:
    from halfmove.games.registry import games, list_games_beside

    if isinstance(game, InTurn):
        game = game.game
    cls = type(game)
    if game.explicit and set(game.parameters) == {"spec"}:
        return GameReference(game.parameters["spec"])  # the text of the tree says all of it
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if is_users(cls.__module__) and file:
        return GameReference(file, dict(game.parameters))
    for name in list_games_beside(cls.__module__):
        registered = games()[name]
        if registered is cls or _chosen_by(registered, game):
            return GameReference(name, dict(game.parameters))
    if cls.__module__ == "__main__" or "<locals>" in cls.__qualname__ or module is None:
        raise BadInput(
            f"{game.title()} is defined where other processes cannot find it; put it into a file of its own, "
            "and give that file's path."
        )
    return GameReference(f"{cls.__module__}:{cls.__qualname__}", dict(game.parameters))
