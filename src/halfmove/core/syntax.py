"""Functions as syntax trees, and back: for what rewrites rules and searches before they run."""

from __future__ import annotations

import ast
import copy
import linecache
from collections.abc import Iterable
from functools import lru_cache
from types import CodeType
from typing import Any


def parse_function(code: CodeType) -> ast.FunctionDef | None:
    """The syntax tree of a function, from its file; None where the file no longer says what was imported."""
    linecache.checkcache(code.co_filename)
    module, codes = _parse_file(code.co_filename, "".join(linecache.getlines(code.co_filename)))
    for each in ast.walk(module):
        if isinstance(each, ast.FunctionDef) and each.name == code.co_name:
            first = each.decorator_list[0].lineno if each.decorator_list else each.lineno
            if first == code.co_firstlineno and code in codes:
                return copy.deepcopy(each)
    return None


@lru_cache(maxsize=64)
def _parse_file(path: str, text: str) -> tuple[ast.Module, frozenset[CodeType]]:
    """The syntax tree of a file, and the code of all functions in it; nothing where it cannot be read."""
    try:
        module = ast.parse(text)
        waiting, codes = [compile(module, path, "exec", dont_inherit=True)], set()
    except (SyntaxError, ValueError):
        return ast.Module(body=[], type_ignores=[]), frozenset()
    while waiting:
        code = waiting.pop()
        codes.add(code)
        waiting.extend(each for each in code.co_consts if isinstance(each, CodeType))
    return module, frozenset(codes)


def strip_annotations(text: ast.FunctionDef) -> None:
    """Leave a function's decorators and annotations out of its tree."""
    text.decorator_list, text.returns = [], None
    for each in ast.walk(text):
        if isinstance(each, ast.arg):
            each.annotation = None


def compile_function(text: ast.FunctionDef, path: str, qualname: str, around: Iterable[str] = ()) -> CodeType:
    """The code of a function that stands inside one with the variables `around`."""
    outer: Any = ast.parse(f"def outer({', '.join(around)}): pass").body[0]
    own, text.name = text.name, "inner"  # its own name, inside it, is the module's
    outer.body = [text]
    module = ast.fix_missing_locations(ast.Module(body=[outer], type_ignores=[]))
    code = compile(module, path, "exec", dont_inherit=True)
    for name in ("outer", "inner"):
        (code,) = (each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name)
    text.name = own
    return code.replace(co_name=own, co_qualname=qualname)
