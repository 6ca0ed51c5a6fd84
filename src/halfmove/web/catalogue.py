"""The games that a server has, and how a game that a client names is opened: bounded, as anybody may ask.

The server and the processes that think open the same references here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game, declared_parameters
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.in_turn import in_turn
from halfmove.games.description import name_game
from halfmove.games.reference import GameReference, PositionReference, open_position

MOST_MOVES = 2000
MOST_TEXT = 20_000
"""Letters of a position, or of all moves together."""
MOST_ACTIONS = 600
"""Legal actions of the initial state of a game that is served."""
LARGEST = 50
"""No parameter that is a number is larger, nor twice its default: a board of a thousand by a thousand would
compile for hours."""


class NoSuchGame(BadInput):
    """A name that no game of the server has."""


def position_reference(
    game: str,
    parameters: Mapping[str, Any] | None = None,
    position: str | None = None,
    moves: Iterable[str] = (),
) -> PositionReference:
    """From what a client says; parameters as text, so that what is equal has equal machine code."""
    texts = {key: str(value) for key, value in (parameters or {}).items()}
    return PositionReference(GameReference(game, texts), position or None, tuple(moves))


@dataclass(frozen=True)
class Catalogue:
    """The games that are served: the registered ones, and those of files named when the server starts."""

    files: tuple[tuple[str, str], ...] = ()
    """Name and path of each file."""
    made: Any = field(default=None, compare=False)

    @staticmethod
    def of(files: list[str] | tuple[str, ...]) -> Catalogue:
        """With the games of these files, by the names of the files: `hex` for `hex.py`, or `pig.py` where
        there is a game `pig` already; `BadInput` for a file that is none, and for two of one name."""
        from halfmove.games.load import load
        from halfmove.games.registry import games

        found: dict[str, str] = {}
        for file in files:
            path = Path(file)
            name = path.name if path.stem in games() else path.stem
            if name in found:
                raise BadInput(f"There are two games called '{name}'; rename the file {file}.")
            load(file)
            found[name] = str(Path(file).resolve())
        return Catalogue(tuple(found.items()))

    def names(self) -> list[str]:
        """All games by name, those of files first."""
        from halfmove.games.registry import working_names

        return [*dict(self.files), *working_names()]

    def rules(self, game: GameReference | str) -> Game:
        """A game of the catalogue as it was written; `BadInput` if there is none or it is too large."""
        return _made(self.files, GameReference.of(game))

    def title(self, game: GameReference | str) -> str:
        """What to call a game; one of a file that is called as another is has its file's name besides."""
        name, said = GameReference.of(game).name, name_game(self.rules(game))
        if name in dict(self.files) and said in {
            name_game(self.rules(other)) for other in self.names() if other != name
        }:
            return f"{said} ({Path(dict(self.files)[name]).name})"
        return said

    def game(self, game: GameReference | str) -> Game:
        """The same as it is played and searched here: moves at once are made in turn, unseen by others."""
        return _played(self.files, GameReference.of(game))

    def watched(self, game: GameReference | str) -> Game:
        """`game`, interpreted: for rules, notation and pictures, which are asked one at a time."""
        return _watched(self.files, GameReference.of(game))

    def open(self, place: PositionReference, *, compiled: bool = False) -> History:
        """The game that a client names, as it stands; `BadInput` says what is wrong with it."""
        if len(place.position or "") > MOST_TEXT or sum(map(len, place.moves)) > MOST_TEXT:
            raise BadInput(f"A position, and all moves together, may have {MOST_TEXT:,} letters.")
        if len(place.moves) > MOST_MOVES:
            raise BadInput(f"A game may have {MOST_MOVES:,} moves here, not {len(place.moves):,}.")
        game = (self.game if compiled else self.watched)(place.game)
        return open_position(game, place.position, place.moves)


@lru_cache(maxsize=64)
def _made(files: tuple[tuple[str, str], ...], asked: GameReference) -> Game:
    from halfmove.games.load import load
    from halfmove.games.registry import games

    own, name = dict(files), asked.name
    if name in own:
        cls: type[Game] = type(load(own[name]))
    elif name in games():
        cls = games()[name]
    else:
        known = [*own, *games()]
        near = get_close_matches(name[:40].lower(), known, 1)
        hint = f"did you mean '{near[0]}'? There are" if near else "there are"
        raise NoSuchGame(f"There is no game '{name[:40]}' here; {hint}: {', '.join(known)}.")
    _check(cls, asked.parameters)
    made = load(own[name], **asked.parameters) if name in own else cls(**asked.parameters)
    played = interpreted(in_turn(made))
    if sum(1 for _ in played.actions(played.initial())) > MOST_ACTIONS:
        raise BadInput(f"{made.title()} of this size is too large to be served.")
    return made


@lru_cache(maxsize=64)
def _played(files: tuple[tuple[str, str], ...], asked: GameReference) -> Game:
    return in_turn(_made(files, asked))


@lru_cache(maxsize=64)
def _watched(files: tuple[tuple[str, str], ...], asked: GameReference) -> Game:
    return interpreted(_played(files, asked))


def _check(cls: type[Game], parameters: Mapping[str, str]) -> None:
    """`BadInput` for what is larger than anybody plays, and for what is no parameter."""
    declared = declared_parameters(cls)
    for key, value in parameters.items():
        if key not in declared:  # told here, as `self` or `path` would be taken for another argument
            known = ", ".join(declared) or "none"
            raise BadInput(f"{cls.title()} has no parameter '{key[:40]}'; its parameters are: {known}.")
        if len(value) > 200:
            raise BadInput(f"The parameter '{key[:40]}' has more than 200 letters.")
        if key in cls.uncompiled_parameters:
            continue  # such as chips, which cost nothing
        default = getattr(cls, key, None)
        try:
            number = abs(float(value))
        except ValueError:
            continue
        usual = abs(default) if isinstance(default, int | float) else 0
        if not number <= max(LARGEST, 2 * usual):
            raise BadInput(f"The parameter '{key[:40]}' may be {max(LARGEST, 2 * usual):g} at most.")
