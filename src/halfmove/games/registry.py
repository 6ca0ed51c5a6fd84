"""The games by name.  A game is one folder (or one file) here, and nothing else says that it is there.

Its `__init__.py` (or the file) has a line that registers it, a class by each name:

    GAMES = {"hex": "Hex"}

A class that the folder does not import at once is given with its module: `"game:Hex"`.  `SUBGAMES` registers
alike what is solved, not played: a game, or a function of the name and what is set that gives a public tree;
then the function `…_size` beside it says how large that is, and the text `…_example` has settings to begin
with.  `USUAL_FOR` says for which protocols, files and pages a game is meant where none is named:

    USUAL_FOR = {"gtp": "go"}

These lines are read as text, so that names can be listed without an import of any game.

A package that brings a game declares, in its `pyproject.toml`:

    [project.entry-points."halfmove.games"]
    hex = "my_package.hex:Hex"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import halfmove.games
from halfmove.core.contract import Game
from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput
from halfmove.core.formats import format_of
from halfmove.core.public_tree import PublicTree, TreeSize

_GAMES = re.compile(r"^GAMES = \{(.*?)\}", re.MULTILINE | re.DOTALL)
_SUBGAMES = re.compile(r"^SUBGAMES = \{(.*?)\}", re.MULTILINE | re.DOTALL)
_USUAL = re.compile(r"^USUAL_FOR = \{(.*?)\}", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r'"([\w-]+)": "([\w.:-]+)"')


class _Found(NamedTuple):
    """What the folders of `halfmove.games` register: places as `module:attribute`, by name."""

    games: dict[str, str]
    subgames: dict[str, str]
    usual: dict[str, str]
    """Names of games and subgames by what they are the usual one for."""


@lru_cache(maxsize=1)
def _own() -> _Found:
    """The games of this package.  Their files are read, not imported: that takes a millisecond or two."""
    found = _Found({}, {}, {})
    for folder in map(Path, halfmove.games.__path__):
        for path in sorted(folder.iterdir()):
            file = path if path.suffix else path / "__init__.py"
            if path.name.startswith("_") or file.suffix != ".py" or not file.is_file():
                continue
            source = file.read_text(encoding="utf-8")
            if usual := _USUAL.search(source):
                found.usual.update(_ROW.findall(usual[1]))
            for pattern, places in ((_GAMES, found.games), (_SUBGAMES, found.subgames)):
                rows = pattern.search(source)
                for name, place in _ROW.findall(rows[1]) if rows else ():
                    module, _, attribute = place.rpartition(":")
                    inside = f".{module}" if module else ""
                    places[name] = f"halfmove.games.{path.stem}{inside}:{attribute}"
    return found


def _read(found: Any, name: str) -> type[Game]:
    """The class that a package names, if it makes a game."""
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BadInput(f"is not a subclass of halfmove.Game but {found!r}.")
    try:
        found()
    except Exception as error:  # another package's code may fail in any way
        raise BadInput(f"cannot be made with its defaults: {error}") from error
    return found


def _is_own(name: str) -> bool:
    return name in _own().games or name in _own().subgames


OTHERS = Group("halfmove.games", "game", _is_own, _read)
"""The games of other packages."""


class _Games(Mapping[str, type[Game]]):
    """All games by name, in alphabetical order; a class is imported when it is asked for, not before."""

    def __getitem__(self, name: str) -> type[Game]:
        if name in _own().games:
            module, _, attribute = _own().games[name].partition(":")
            found: type[Game] = getattr(import_module(module), attribute)
        else:
            found = OTHERS.load(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(sorted((*_own().games, *OTHERS.names())))

    def __len__(self) -> int:
        return len(_own().games) + len(OTHERS.names())

    def __contains__(self, name: object) -> bool:
        return name in _own().games or name in OTHERS.names()


def games() -> Mapping[str, type[Game]]:
    """The registered games by name; listing the names imports none of them."""
    return _Games()


def working_names() -> list[str]:
    """The names of the games, without those of other packages that cannot be loaded: the log says why."""
    return sorted((*_own().games, *OTHERS.working()))


def usual_games() -> dict[str, Game]:
    """The games of `working_names` by name, with the defaults of their parameters."""
    return {name: games()[name]() for name in working_names()}


FOREIGN = {"open_spiel": ("halfmove.bridges.from_open_spiel", "open_spiel_game")}
"""What makes the games of another library, by what stands before the colon of their names:
`open_spiel:hex(board_size=5)`.  It stands above this floor, so it is imported when such a name is opened."""


def library_of(name: str) -> str:
    """The library that a name says before a colon; empty for a game of ours."""
    library, colon, _ = name.partition(":")
    return library if colon and library in FOREIGN else ""


def game(name: str, **parameters: Any) -> Game:
    """The registered game called `name`, or another library's (`open_spiel:hex`), with parameters such as
    `width=7`; `BadInput` if there is none."""
    known = games()
    if name in known:
        return known[name](**parameters)
    if library := library_of(name):
        module, function = FOREIGN[library]
        there: Game = getattr(import_module(module), function)(name.partition(":")[2], **parameters)
        return there
    if name in _own().subgames:
        raise BadInput(f"'{name}' is solved, not played: `halfmove solve {name}`.")
    close = get_close_matches(name.lower(), [*known, *_own().subgames], n=1)
    hint = f" did you mean '{close[0]}'?" if close else ""
    raise BadInput(
        f"There is no game '{name}';{hint or ' the games are:'}"
        + (f" The games are: {', '.join(known)}." if hint else f" {', '.join(known)}.")
    )


def with_files(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a registered game, with the text of a file in the place of its name where one may be
    given so (`Game.file_parameters`)."""
    known = games()
    keys = known[name].file_parameters if parameters and name in known else ()
    if any(key in parameters for key in keys):
        return dict(known[name].read_files(parameters))
    return dict(parameters)


def list_games_beside(module: str) -> list[str]:
    """The names of the games that the folder (or file) of a module of ours registers; those of other packages
    for any other module."""
    folder = ".".join(module.split(".")[:3])
    own = [name for name, place in _own().games.items() if re.match(rf"{re.escape(folder)}\b", place)]
    return own or list(OTHERS.working())


def subgames() -> list[str]:
    """The names of what `subgame` knows."""
    return list(_own().subgames)


def subgame(name: str, settings: Mapping[str, str]) -> PublicTree | Game:
    """One of `subgames()` as it is set; `BadInput` for settings it has not."""
    module, _, attribute = _own().subgames[name].partition(":")
    made = getattr(import_module(module), attribute)
    found: PublicTree | Game = made(**settings) if isinstance(made, type) else made(name, settings)
    return found


def subgame_size(name: str, settings: Mapping[str, str], largest: int | None = None) -> TreeSize | None:
    """How large the public tree of one of `subgames()` is, without laying it out; None for a game.
    `BadInput` for settings it has not, and for more than `largest` nodes, as soon as they are counted."""
    module, _, attribute = _own().subgames[name].partition(":")
    count = getattr(import_module(module), f"{attribute}_size", None)
    if count is None:
        return None
    found: TreeSize = count(name, settings, **({} if largest is None else {"largest": largest}))
    return found


def subgame_example(name: str) -> str:
    """Settings of one of `subgames()` to begin with, one a line; nothing where it needs none."""
    module, _, attribute = _own().subgames[name].partition(":")
    return str(getattr(import_module(module), f"{attribute}_example", ""))


def find_usual_game(purpose: str) -> str:
    """The name of the game that a protocol, a kind of file or a page is about where it names none."""
    return _own().usual[purpose]


def list_games_recorded_as(suffix: str) -> list[str]:
    """The names of the registered games that have a format of records for files that end so (`.pgn`)."""
    return [name for name, known in usual_games().items() if format_of(known, suffix)]
