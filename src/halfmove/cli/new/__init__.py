"""`halfmove new game NAME`, `halfmove new algorithm NAME`: a package of one's own to begin from.

The templates are packages that work as they stand, `templates/my_game` and `templates/my_algorithm`, with
`templates/shared` for what is the same in both.  A package is made by putting its name in place of theirs.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import name_beside
from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.core.operation import Request, Text, Work, field, operation
from halfmove.core.results import Result

TEMPLATES = Path(__file__).parent / "templates"
LONGEST = 40
"""Letters of a name."""


@dataclass(frozen=True)
class NewPackage(Result):
    """A package that was written."""

    folder: str
    files: tuple[str, ...]
    commands: tuple[str, ...]
    """What to do with it next."""

    def to_dict(self) -> Mapping[str, Any]:
        return {"folder": self.folder, "files": list(self.files), "commands": list(self.commands)}

    def to_text(self) -> str:
        return "\n".join([f"Wrote {self.folder}, {len(self.files)} files. Next:", *self.commands])


@dataclass(frozen=True, kw_only=True)
class NewRequest(Request):
    """What both take."""

    name: str = field(
        Text(word="NAME"), "The name, as Python writes names: my_game.", place=True, example="my_game"
    )
    folder: str | None = field(
        Text(word="FOLDER"), "The folder to make.", default=None, usual="NAME, in this folder"
    )

    def _make(self, kind: str, known: Callable[[], Mapping[str, Any]], tries: str) -> NewPackage:
        """The package of a template; `known` are the names that are taken, `tries` is a command that shows
        what was made."""
        words = split_words(self.name)
        module, dashed = "_".join(words), "-".join(words)
        spec = find_spec(module)
        if module in sys.stdlib_module_names or (spec is not None and spec.origin is not None):
            raise BadInput(f"There is a module '{module}' of Python already; choose another name.")
        if {module, dashed} & known().keys():
            raise BadInput(
                f"There is a{'n' * (kind[0] == 'a')} {kind} '{dashed}' already; choose another name."
            )
        target = Path(self.folder or module)
        files = write_package(kind, words, target)
        commands = (
            f"  cd {target}",
            "  pip install -e '.[dev]'",
            "  pytest",
            f"  {tries.format(module, dashed)}",
        )
        return NewPackage(str(target), files, commands)


@operation("new game", "Make a package with a game of your own.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class NewGame(NewRequest):
    """Make a package with a game of your own: rules that work, notation, a board to touch, tests, a page, and
    what builds and publishes it.

    Example: halfmove new game my_game
    """

    def run(self, work: Work) -> Iterator[NewPackage]:
        from halfmove.games.registry import games

        yield self._make("game", games, "halfmove analyze {0}")


@operation("new algorithm", "Make a package with a search of your own.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class NewAlgorithm(NewRequest):
    """Make a package with a search of your own that can be stepped through, with tests, a page, and what
    builds and publishes it.

    Example: halfmove new algorithm my_algorithm
    """

    def run(self, work: Work) -> Iterator[NewPackage]:
        from halfmove.search.algorithms import algorithms

        yield self._make("algorithm", algorithms, "halfmove explain tictactoe --algorithm {1} --depth 3")


def split_words(name: str) -> list[str]:
    """The words of a name, in small letters: my_game and MyGame have two; `BadInput` for what is no name."""
    words = [word.lower() for word in re.findall(r"[A-Z]*[a-z0-9]+|[A-Z]+", name)]
    module = "_".join(words)
    names_a_module = all(one.isidentifier() and not iskeyword(one) for one in (name, module))
    if not (names_a_module and name.isascii() and len(name) <= LONGEST):
        raise BadInput(
            f"A name has letters from a to z, digits and underscores, begins with a letter, and has at most "
            f"{LONGEST} of them, not '{shorten(name)}'."
        )
    return words


def write_package(kind: str, words: list[str], target: Path) -> tuple[str, ...]:
    """Write the files of a template under the name that these words make, all or none; their paths."""
    if target.exists() or target.is_symlink():
        raise BadInput(f"There is '{target}' already; give another folder with --folder.")
    said = [word.capitalize() for word in words]
    names = {
        f"my_{kind}": "_".join(words),
        f"my-{kind}": "-".join(words),
        f"My{kind.capitalize()}": "".join(said),
        f"My {kind}": " ".join([said[0], *words[1:]]),
    }
    files = dict(_read(kind))
    taken = set(re.findall(r"\w+", " ".join(text for path, text in files.items() if path.endswith(".py"))))
    if names[f"My{kind.capitalize()}"] in taken:  # a class of the template has that name
        names[f"My{kind.capitalize()}"] += kind.capitalize()
    pattern = re.compile("|".join(names))
    beside = name_beside(target.absolute())
    try:
        beside.mkdir()  # its parent is there, or nothing is made
        for path, text in files.items():
            file = beside / pattern.sub(lambda found: names[found[0]], path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(pattern.sub(lambda found: names[found[0]], text), encoding="utf-8")
        written = tuple(sorted(str(file.relative_to(beside)) for file in beside.rglob("*") if file.is_file()))
        beside.rename(target)
    except OSError as error:
        raise BadInput(f"'{target}' cannot be made: {error.strerror}.") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return written


def _read(kind: str) -> Iterator[tuple[str, str]]:
    """The files of a template by their paths in a package."""
    for folder in (TEMPLATES / "shared", TEMPLATES / f"my_{kind}"):
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder)
            if file.is_file() and not any(part.endswith(("_cache", "__pycache__")) for part in path.parts):
                yield path.as_posix(), file.read_text(encoding="utf-8")
