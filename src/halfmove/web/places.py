"""A place in a game as a client names it: the game, its parameters, a position and the moves since.

The server and the processes that think read the same place; whatever a client may send is checked here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.game import Game, declared_parameters
from halfmove.core.history import History

MOST_MOVES = 2000
MOST_TEXT = 20_000
"""Letters of a position, or of all moves together."""
MOST_ACTIONS = 600
"""Legal actions of the initial state of a game that is served."""
LARGEST = 50
"""No parameter that is a number is larger, nor twice its default: a board of a thousand by a thousand would
compile for hours."""


@dataclass(frozen=True)
class Place:
    """Where in a game somebody is."""

    game: str
    """A name of the catalogue."""
    parameters: tuple[tuple[str, str], ...] = ()
    position: str | None = None
    """In the game's notation; None for the initial position."""
    moves: tuple[str, ...] = ()
    """In the game's notation."""

    @staticmethod
    def of(
        game: str,
        parameters: Mapping[str, Any] | None = None,
        position: str | None = None,
        moves: tuple[str, ...] | list[str] = (),
    ) -> Place:
        """From what came in; parameters in the order of their names, so that equal places are equal."""
        texts = tuple(sorted((key, str(value)) for key, value in (parameters or {}).items()))
        return Place(game, texts, position or None, tuple(moves))


@dataclass(frozen=True)
class Catalogue:
    """The games that are served: the registered ones, and those of files named when the server starts."""

    files: tuple[tuple[str, str], ...] = ()
    """Name and path of each file."""
    made: Any = field(default=None, compare=False)

    @staticmethod
    def of(files: list[str] | tuple[str, ...]) -> Catalogue:
        """With the games of these files, by the names of the files; `BadInput` for one that is none."""
        from halfmove.games.load import load
        from halfmove.games.registry import games

        found: dict[str, str] = {}
        for file in files:
            name = Path(file).stem
            if name in games() or name in found:
                raise BadInput(f"There are two games called '{name}'; rename the file {file}.")
            load(file)
            found[name] = str(Path(file).resolve())
        return Catalogue(tuple(found.items()))

    def names(self) -> list[str]:
        """All games by name, those of files first."""
        from halfmove.games.registry import games

        return [*dict(self.files), *games()]

    def game(self, name: str, parameters: tuple[tuple[str, str], ...] = ()) -> Game:
        """The game with its parameters, as it is compiled; `BadInput` if there is none or it is too large."""
        return _made(self.files, name, parameters)

    def watched(self, name: str, parameters: tuple[tuple[str, str], ...] = ()) -> Game:
        """The same, interpreted: for rules, notation and pictures, which are asked one at a time."""
        return _watched(self.files, name, parameters)

    def open(self, place: Place, *, compiled: bool = False) -> History:
        """The game at a place, with its past; `BadInput` says what is wrong with it."""
        game = (self.game if compiled else self.watched)(place.game, place.parameters)
        return opened(game, place.position, place.moves)


def opened(game: Game, position: str | None, moves: tuple[str, ...]) -> History:
    """A game from a position on, moves played; `BadInput` says which cannot be, and why."""
    if len(position or "") > MOST_TEXT or sum(map(len, moves)) > MOST_TEXT:
        raise BadInput(f"A position, and all moves together, may have {MOST_TEXT:,} letters.")
    if len(moves) > MOST_MOVES:
        raise BadInput(f"A game may have {MOST_MOVES:,} moves here, not {len(moves):,}.")
    history = History(game, game.initial() if position is None else game.parse(position))
    for number, text in enumerate(moves, 1):
        if history.over:
            raise BadInput(f"Move {number}, '{text[:40]}', cannot be played: the game is over.")
        try:
            history.play(game.parse_action(history.state, text))
        except BadInput as error:
            raise BadInput(f"Move {number}, '{text[:40]}', cannot be played: {error}") from None
    return history


@lru_cache(maxsize=64)
def _made(files: tuple[tuple[str, str], ...], name: str, parameters: tuple[tuple[str, str], ...]) -> Game:
    from halfmove.games.load import load
    from halfmove.games.registry import games

    own = dict(files)
    if name in own:
        cls: type[Game] = type(load(own[name]))
    elif name in games():
        cls = games()[name]
    else:
        known = [*own, *games()]
        near = get_close_matches(name[:40].lower(), known, 1)
        hint = f"did you mean '{near[0]}'? There are" if near else "there are"
        raise BadInput(f"There is no game '{name[:40]}' here; {hint}: {', '.join(known)}.")
    _check(cls, parameters)
    made = load(own[name], **dict(parameters)) if name in own else cls(**dict(parameters))
    if sum(1 for _ in interpreted(made).actions(made.initial())) > MOST_ACTIONS:
        raise BadInput(f"{made.title()} of this size is too large to be served.")
    return made


@lru_cache(maxsize=64)
def _watched(files: tuple[tuple[str, str], ...], name: str, parameters: tuple[tuple[str, str], ...]) -> Game:
    return interpreted(_made(files, name, parameters))


def _check(cls: type[Game], parameters: tuple[tuple[str, str], ...]) -> None:
    """`BadInput` for what is larger than anybody plays, and for what is no parameter."""
    declared = declared_parameters(cls)
    for key, value in parameters:
        if key not in declared:  # told here, as `self` or `path` would be taken for another argument
            known = ", ".join(declared) or "none"
            raise BadInput(f"{cls.title()} has no parameter '{key[:40]}'; its parameters are: {known}.")
        if len(value) > 200:
            raise BadInput(f"The parameter '{key[:40]}' has more than 200 letters.")
        default = getattr(cls, key, None)
        try:
            number = abs(float(value))
        except ValueError:
            continue
        usual = abs(default) if isinstance(default, int | float) else 0
        if not number <= max(LARGEST, 2 * usual):
            raise BadInput(f"The parameter '{key[:40]}' may be {max(LARGEST, 2 * usual):g} at most.")
