"""Numba's pages of typing errors as one sentence that names the user's method and line.

Numba nests its errors: the rejection of the kernel quotes the rejection of the method that the kernel
calls, and so on inwards.  The first line that is not such a frame is the complaint; the first place after
it is the user's.
"""

import ast
import inspect
import linecache
import re
import textwrap
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numba

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import CompileError
from halfmove.core.in_turn import own_method, rules_of
from halfmove.core.machine.reasons import out_of_reach, reason

_OURS = r"(?:(?:\w+\.<locals>\.)?typed_\w+|pick|fitted|put|replaced?|mapped\w*|member|row|cells|backwards)\b"
_FRAME = re.compile(
    r"$|None$|Failed in |\w+Error: Failed in |[- ]*Resolution failure|There (is|are) \d+ candidate|- Of which"
    r"|Overload in function|With argument|Rejected as"
    rf"|No implementation of function Function\(<function {_OURS}|>>> {_OURS}\(|raised from"
)
_PLACE = re.compile(
    r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?:at|location:|from) (?P<file2>/.+?) \((?P<line2>\d+)\)'
)
_METHOD = re.compile(r"BoundFunction\(\(<class '[^']*'>, '(\w+)'\)")
_MISTAKE = re.compile("is not defined|has no field|has no attribute|it is called with|wrong number")
"""Reasons that interpreting the game would not cure."""

_LIBRARY = f"{Path(ast.__file__).parent.resolve()}/"
_NOT_THE_USERS = (_LIBRARY, *(f"{Path(file).parent.resolve()}/" for file in (numba.__file__, __file__)))
"""Where Python's own library lies, Numba, and this package's compiler."""
_PACKAGE = f"{Path(__file__).parents[2].resolve()}/"
_LONGEST = 80
"""Characters of a line that a message quotes."""


class _Place(NamedTuple):
    path: str
    line: int


def explain(error: Exception, kernel: Any, game: Game) -> CompileError:
    """The `CompileError` for what Numba said while compiling `kernel` for `game`."""
    played, game = game, rules_of(game)
    fault = _fault_of_values(interpreted(played))
    if fault:
        return CompileError(fault)
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip(" \t") for line in text.splitlines()]
    start = next((i for i, line in enumerate(lines) if not _FRAME.match(line)), 0)
    complaint, rest = lines[start] if lines else repr(error), "\n".join(lines[start:])
    place = _place(rest, complaint, game) or _Place(*_start_of(kernel.python))
    if _is_ours(place) and not _is_ours(_Place(*_start_of(game.initial))):
        fault = _fault_of_answers(interpreted(played))
        if fault:
            return CompileError(fault)
    where = f"{_function_at(place) or kernel.__name__} {_quoted(place)}"
    why = _of_library(rest) or reason(complaint, rest, game)
    way_out = "" if _MISTAKE.search(why) else f"; {_way_out(game)}"
    return CompileError(f"{where} can't be compiled: {why}{way_out}.")


def _of_library(rest: str) -> str:
    """The function of Python's own library that is complained about; "" if it is none."""
    for match in _PLACE.finditer(rest):
        path, line = Path(match["file"] or match["file2"]).resolve(), int(match["line"] or match["line2"])
        if str(path).startswith(_LIBRARY) and path.exists():
            return out_of_reach(path.stem, (_function_at(_Place(str(path), line)) or "").split(".")[-1])
        if next(_places(match[0]), None):
            return ""
    return ""


def refusal(function: FunctionType, line: int, why: str) -> CompileError:
    """The `CompileError` for what stands on a line of a function, by the reason."""
    where = f"{function.__qualname__} {_quoted(_Place(function.__code__.co_filename, line))}"
    cls, dot, _ = function.__qualname__.rpartition(".")
    way_out = f"`compiled = False` in {cls if dot else 'the game'} runs the game interpreted"
    return CompileError(f"{where} can't be compiled: {why}; {way_out}.")


def quoted_line(path: str, line: int) -> str:
    """A line of a file, its number and what stands there."""
    return _quoted(_Place(path, line))


def _quoted(place: _Place) -> str:
    """The file, the line and what stands there."""
    text = linecache.getline(place.path, place.line).strip()
    quoted = f": `{text[: _LONGEST - 1] + '…' if len(text) > _LONGEST else text}`" if text else ""
    return f"({Path(place.path).name}, line {place.line}{quoted})"


_PROBED = 200
"""Plies of the game that is played through to find answers that machine code cannot take."""


def _fault_of_values(game: Game) -> str:
    """What is wrong with the first state or an action in it, for machine code; "" if nothing is."""
    own = rules_of(game)
    try:
        state = own.initial()
        if not isinstance(state, tuple):
            advice = (
                "the state of a compiled game is a NamedTuple of numbers, truth values and tuples of these"
            )
            return _fault(own, "initial", f"it gives {_article(state)}; {advice}")
        s = game.initial()
        strange = [] if game.is_terminal(s) else [a for a in game.actions(s) if not hasattr(a, "__index__")]
        if strange:
            advice = "the actions of a compiled game are whole numbers, such as 3 * row + column"
            return _fault(own, own_method("actions", s), f"it gives {_article(strange[0])}; {advice}")
    except Exception:  # noqa: BLE001  the rules themselves are at fault, and whoever plays them hears of it
        return ""
    return ""


def _fault_of_answers(game: Game) -> str:
    """What one of the rules answers in a game that is played through, where the complaint is about a search
    that took the answer; "" if nothing is found."""
    own = rules_of(game)
    try:
        s = game.initial()
        for _ in range(_PROBED):
            over = game.is_terminal(s)
            for method in ("is_terminal", "utility" if over else "to_move", "evaluate"):
                answer = getattr(game, method)(*(s, 0)[: 2 if method in ("utility", "evaluate") else 1])
                if answer is None:
                    return _fault(own, method, "it gives None; in every case it must `return` something")
            if over:
                return ""
            s = game.result(s, next(iter(game.actions(s))))
    except Exception as error:  # noqa: BLE001  any
        frames = [
            _Place(each.filename, each.lineno or 0) for each in traceback.extract_tb(error.__traceback__)
        ]
        place = next((each for each in reversed(frames) if not _is_ours(each)), None)
        if place is None:
            return ""
        why = f"it raises {type(error).__name__} ({error})"
        return f"{_function_at(place)} {_quoted(place)} can't be compiled: {why}; {_way_out(own)}."
    return ""


def _way_out(game: Game) -> str:
    return f"`compiled = False` in {type(game).__name__} runs the game interpreted"


def _fault(game: Game, name: str, why: str) -> str:
    where = f"{type(game).__name__}.{name} {_quoted(_Place(*_start_of(getattr(game, name))))}"
    return f"{where} can't be compiled: {why}; {_way_out(game)}."


def _article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _place(rest: str, complaint: str, game: Game) -> _Place | None:
    """Where the user wrote what the complaint is about."""
    method = _METHOD.search(rest)
    functions = [getattr(type(game), method[1], None)] if method else []
    places = list(_places(rest))
    nearest = next((place for place in places if not _is_ours(place)), places[0] if places else None)
    if complaint.startswith("Can't unify return"):  # it lists the returns in no certain order
        nearest = max(_places(rest.partition("During:")[0]), key=lambda place: place.line, default=nearest)
    if nearest is not None and not _names_no_place(complaint):
        written = [
            f for f in functions if isinstance(f, FunctionType) and not _is_ours(_Place(*_start_of(f)))
        ]
        return _Place(*_start_of(written[0])) if written and _is_ours(nearest) else nearest
    for function in [*functions, *_rules(game)]:
        if isinstance(function, FunctionType):
            for line in _lines_about(complaint, function, game):
                return _Place(function.__code__.co_filename, line)
    if functions and isinstance(functions[0], FunctionType):
        return _Place(*_start_of(functions[0]))
    return nearest


def _names_no_place(complaint: str) -> bool:
    return complaint.startswith(("NameError", "TypingError: too many", "TypingError: missing a"))


def _is_ours(place: _Place) -> bool:
    """Whether it is in this package, so that whoever wrote the game can do nothing there."""
    return str(Path(place.path).resolve()).startswith(_PACKAGE)


def _places(rest: str) -> Iterator[_Place]:
    """The places named, in order, outside Numba and this package."""
    for match in _PLACE.finditer(rest):
        path = str(Path(match["file"] or match["file2"]).resolve())
        if not path.startswith(_NOT_THE_USERS) and Path(path).exists():
            yield _Place(path, int(match["line"] or match["line2"]))


def _start_of(function: Any) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno


def _rules(game: Game) -> list[Any]:
    """The methods that this game and its bases, up to `Game`, define."""
    classes = [cls for cls in type(game).__mro__ if cls not in (Game, object)]
    return [value for cls in classes for value in vars(cls).values()]


def _lines_about(complaint: str, function: FunctionType, game: Game) -> Iterator[int]:
    """Lines of `function` that a complaint without a place is about."""
    try:
        source, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(source)))
    except (OSError, TypeError, SyntaxError):
        return
    name = re.match(r"NameError: name '(\w+)'", complaint)
    record = re.match(r"In '<class '([\w.]+)'>'", complaint)
    for node in ast.walk(tree):
        if (
            (name and isinstance(node, ast.Name) and node.id == name[1])
            or ("'with (context" in complaint and isinstance(node, ast.With))
            or (record and isinstance(node, ast.Call) and _miscalls(node, function, record[1].split(".")[-1]))
        ):
            yield first + node.lineno - 1


def _miscalls(node: ast.Call, function: FunctionType, name: str) -> bool:
    cls = function.__globals__.get(name)
    given = len(node.args) + len(node.keywords)
    called = isinstance(node.func, ast.Name) and node.func.id == name
    return called and cls is not None and given != len(getattr(cls, "_fields", ()))


def _function_at(place: _Place) -> str | None:
    """The function or method around a line, as people call it."""
    best = None
    try:
        tree = ast.parse(Path(place.path).read_text())
    except (OSError, SyntaxError):
        return None
    for outer in ast.walk(tree):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, ast.FunctionDef) and node.lineno <= place.line <= (node.end_lineno or 0):
                best = f"{outer.name}.{node.name}" if isinstance(outer, ast.ClassDef) else node.name
    return best
