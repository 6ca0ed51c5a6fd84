"""The game in a user's own Python file."""

from __future__ import annotations

import hashlib
import linecache
import sys
import traceback
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game

_SIX = {
    "initial": "initial()",
    "to_move": "to_move(s)",
    "actions": "actions(s)",
    "result": "result(s, a)",
    "is_terminal": "is_terminal(s)",
    "utility": "utility(s, player)",
}

_RUN = "__halfmove_code__"
"""Where the module of a file keeps the code that it has run."""


def load(path: str | Path, **parameters: Any) -> Game:
    """The game that the Python file at `path` defines: its one subclass of `Game`, or what it calls `GAME`.

    `GAME` may be a class or a game made of one.  `BadInput`, in one sentence with the line, for a file that
    is not there, is not Python, fails when it runs, or leaves open which game is meant.
    """
    file = Path(path)
    module = _module(file)
    game = _chosen(file, module)
    if isinstance(game, Game):
        return type(game)(**{**game.parameters, **parameters}) if parameters else game
    missing = [text for method, text in _SIX.items() if getattr(game, method) is getattr(Game, method)]
    if missing:
        raise BadInput(f"{game.__name__} in {file} does not define {' nor '.join(missing)}.")
    made: Game = game(**parameters)
    return made


def _module(file: Path) -> ModuleType:
    """The file run as a module under a name of its own, under which machine code finds it again."""
    code = _code(file)
    whole = file.resolve()
    stem = "".join(c if c.isalnum() else "_" for c in file.stem)
    name = f"halfmove_user_{stem}_{hashlib.sha256(str(whole).encode()).hexdigest()[:12]}"
    module = ModuleType(name)
    module.__file__ = str(whole)
    before = sys.modules.get(name)
    if before is not None and vars(before).get(_RUN) == code:
        return before  # unchanged: a game loaded twice is one game
    setattr(module, _RUN, code)
    sys.modules[name] = module  # before it runs: dataclasses and NamedTuples look their own module up
    sys.path.append(str(whole.parent))  # so that it can import its neighbours
    try:
        exec(code, vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise BadInput(f"{file}{_line(error, str(whole))} fails when it is run: {_what(error)}.") from error
    finally:
        sys.path.remove(str(whole.parent))
    return module


def _code(file: Path) -> CodeType:
    if file.is_dir():
        raise BadInput(f"'{file}' is a folder; give the path of a Python file that defines a game.")
    try:
        source = decode_source(file.read_bytes())
    except FileNotFoundError:
        raise BadInput(
            f"There is no file '{file}'; give the path of a Python file that defines a game."
        ) from None
    except OSError as error:
        raise BadInput(f"The file '{file}' cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, SyntaxError):
        raise BadInput(f"'{file}' is not a Python file: it is not text in UTF-8.") from None
    linecache.checkcache(str(file.resolve()))
    try:
        return compile(source, str(file.resolve()), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise BadInput(f"{file}, line {error.lineno}, is not Python: {error.msg}.") from None
    except ValueError as error:  # null bytes
        raise BadInput(f"'{file}' is not a Python file: {error}.") from None


def _line(error: BaseException, path: str) -> str:
    """Where in the file the error came from: `, line 7,`."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f", line {lines[-1]}," if lines else ""


def _what(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0].rstrip('.')}" if text else type(error).__name__


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
