"""A user's own Python file, run as a module; its errors are reported as errors of that file."""

from __future__ import annotations

import hashlib
import linecache
import sys
import traceback
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType

from halfmove.core.bounded_file import SOURCE, read_bounded
from halfmove.core.endless import TooLong, limit_time
from halfmove.core.errors import BadInput

_RUN = "__halfmove_code__"
"""Where the module of a file keeps the code that it has run."""


SECONDS = 120.0
"""How long a file may take to be run; it defines something, and computes a table perhaps."""
_PREFIX = "halfmove_user_"


def is_users(name: str) -> bool:
    """Whether a module of this name is a user's own file, which no other process can import by name."""
    return name.startswith(_PREFIX)


def module_of(file: Path, defines: str) -> ModuleType:
    """The file run as a module under a name of its own, under which machine code finds it again.

    An unchanged file is run once.  `BadInput`, in one sentence with the line, for a file that is not there,
    is not Python or fails when it runs; `defines` says what it should define: "a game".
    """
    code = _code(file, defines)
    whole = file.resolve()
    stem = "".join(c if c.isalnum() else "_" for c in file.stem)
    name = f"{_PREFIX}{stem}_{hashlib.sha256(str(whole).encode()).hexdigest()[:12]}"
    module = ModuleType(name)
    module.__file__ = str(whole)
    before = sys.modules.get(name)
    if before is not None and vars(before).get(_RUN) == code:
        return before  # unchanged: a game loaded twice is one game
    setattr(module, _RUN, code)
    sys.modules[name] = module  # before it runs: dataclasses and NamedTuples look their own module up
    sys.path.append(str(whole.parent))  # so that it can import its neighbours
    try:
        with limit_time(SECONDS):
            exec(code, vars(module))
    except (Exception, SystemExit, TooLong) as error:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise BadInput(f"{file}{_line(error, str(whole))} fails when it is run: {_what(error)}.") from error
    finally:
        sys.path.remove(str(whole.parent))
    return module


def _code(file: Path, defines: str) -> CodeType:
    if file.is_dir():
        raise BadInput(f"'{file}' is a folder; give the path of a Python file that defines {defines}.")
    try:
        source = decode_source(read_bounded(file, SOURCE))
    except FileNotFoundError:
        raise BadInput(
            f"There is no file '{file}'; give the path of a Python file that defines {defines}."
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
    if isinstance(error, TooLong):
        return f"it has not ended after {SECONDS:g} seconds"
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0].rstrip('.')}" if text else type(error).__name__
