"""Numba's pages of typing errors as one sentence that names the method and the line."""

import inspect
import re
from pathlib import Path
from typing import Any

from halfmove.core.errors import CompileError
from halfmove.core.game import Game

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def explain(error: Exception, kernel: Any, game: Game) -> CompileError:
    """The `CompileError` for what Numba said while compiling `kernel` for `game`."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    where = _place_in_game(text, game) or _place_in_source(text, inspect.getsourcefile(kernel.python), kernel)
    reason = _reason(text)
    return CompileError(
        f"{where} can't be compiled: {reason}. Write it with numbers, tuples and bitboards, "
        f"or set `compiled = False` in {type(game).__name__} to run it interpreted."
    )


def _place_in_game(text: str, game: Game) -> str | None:
    files = {}
    for cls in type(game).__mro__:
        if cls not in (Game, object):
            files[Path(inspect.getsourcefile(cls) or "?").name] = cls
    for name, line in reversed(_PLACE.findall(text)):
        cls = files.get(Path(name).name)
        if cls is not None:
            method = _function_at(inspect.getsourcefile(cls) or "", int(line))
            return f"{method or cls.__name__} ({Path(name).name}, line {line})"
    return None


def _place_in_source(text: str, path: str | None, kernel: Any) -> str:
    for name, line in reversed(_PLACE.findall(text)):
        if path and Path(name).name == Path(path).name:
            return f"{kernel.__name__} ({Path(name).name}, line {line})"
    return str(kernel.__name__)


def _function_at(path: str, line: int) -> str | None:
    import ast

    best = None
    try:
        tree = ast.parse(Path(path).read_text())
    except (OSError, SyntaxError):
        return None
    for outer in ast.walk(tree):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or node.lineno):
                best = f"{outer.name}.{node.name}" if isinstance(outer, ast.ClassDef) else node.name
    return best


def _reason(text: str) -> str:
    """The innermost complaint: the last line that is neither a place nor Numba's advice."""
    lines = [line.strip(" -*>\t") for line in text.splitlines()]
    complaints = [
        line
        for line in lines
        if line.startswith(
            ("No implementation", "Unknown attribute", "Untyped global", "Cannot unify", "Cannot determine",
             "Use of unsupported", "Unsupported", "NameError", "cannot assign", "Invalid use", "name '",
             "The use of", "Can only", "Cannot request", "cannot ", "Type of variable", "Internal error")
        )
    ]  # fmt: skip
    pick = complaints[-1] if complaints else next((line for line in lines if line), "unsupported Python")
    return pick.rstrip(".: ")
