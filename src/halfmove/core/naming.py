"""A game by its name and a position by its text, where a function takes either or the object itself.

open_game("chess")             # as hm.game gives it; also "my_game.py", or an explicit game tree
open_state(game, "a FEN")      # what game.parse reads; None is the initial state
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

OPENER = "halfmove.games.reference", "open_rules"
"""The function that opens a game by its name.  It knows the list of games, which stands above this floor, so
it is named here and imported when a name is to be opened."""

REFERENCE = "halfmove.games.reference", "GameReference"
"""The class of what names a game in any process; it stands above this floor too."""

REGISTRY = "halfmove.games.registry"
"""The module that lists the games; it stands above this floor too."""


def known_games() -> Mapping[str, type[Game]]:
    """The classes of all games by name; listing them imports none."""
    found: Mapping[str, type[Game]] = import_module(REGISTRY).games()
    return found


def usual_games() -> dict[str, Game]:
    """All games by name, with the defaults of their parameters, as far as they can be loaded."""
    found: dict[str, Game] = import_module(REGISTRY).usual_games()
    return found


def open_game(game: Game | str) -> Game:
    """The game itself, or the one that a text names; `BadInput` for anything else."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        module, function = OPENER
        opened: Game = getattr(import_module(module), function)(game)
        return opened
    if isinstance(game, type) and issubclass(game, Game):
        raise BadInput(f"Give a game, {game.__name__}() say, not its class {game.__name__}.")
    raise BadInput(f'Give a game: an object such as hm.game("chess"), or its name as text, not {game!r:.60}.')


def split_name(name: str) -> tuple[str, str]:
    """The game and the rest of `GAME.NAME`, under which another package adds something to one game;
    `BadInput`, to follow what it is that the package adds, where there is no such game."""
    game, dot, rest = name.partition(".")
    if not (dot and rest and game in known_games()):
        raise BadInput("is not named GAME.NAME after one of the games.")
    return game, rest


def known_reference(game: Game) -> Any:
    """What opens a game in any process (`search.aside.Reference`); None where another could not find it."""
    module, name = REFERENCE
    return getattr(import_module(module), name).known(game)


def open_state(game: Game, state: Any) -> Any:
    """The state itself, the one that a text says in the game's notation, or the initial one for None.

    In a game whose states are texts, a text is a state.  `BadInput` says what is wrong with a text.
    """
    if state is None:
        return game.initial()
    if isinstance(state, str) and not isinstance(game.initial(), str):
        return game.parse(state)
    return state
