"""`match` as `if` and `elif`, before anything else looks at the text: Numba knows patterns of one value only.

    match s.heap, s.mover:      _hm_subject_0, _hm_subject_1 = s.heap, s.mover
        case 0, x:              if _hm_subject_0 == 0:
            …                       x = _hm_subject_1; …
        case 1 | 2, _ if c:     elif (_hm_subject_0 == 1 or _hm_subject_0 == 2) and c:
            …                       …
        case _:                 else:
            …                       …

A value that is matched with a tuple goes through `core.machine.number_or_row`, which is typed for numbers as
well: the same text is compiled for a number and for a tuple, where an action may be either.
The patterns are those of PEP 634.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from halfmove.core.machine import number_or_row
from halfmove.core.machine.tree_pieces import placed

Refuse = Callable[[int, str], NoReturn]
"""Says what stands on a line that has no machine code."""
Name = Callable[[str, Any], str]
"""The name under which the text may call a function."""
_COMPILES = "numbers, names, `_`, `|` and tuples of fixed length do; write `if` and `elif` for the rest"


class _Found(NamedTuple):
    """What a pattern means: tests that all hold, and the names that it gives values."""

    tests: list[ast.expr]
    names: dict[str, ast.expr]


_NEVER = _Found([ast.Constant(False)], {})


def write_out_matches(text: ast.FunctionDef, refuse: Refuse, name: Name) -> bool:
    """Replace each `match` in a function; whether there was any."""
    writer = _Matches(refuse, name)
    writer.visit(text)
    return writer.changed


class _Matches(ast.NodeTransformer):
    def __init__(self, refuse: Refuse, name: Name) -> None:
        self.refuse, self.name = refuse, name
        self.numbers = itertools.count()
        self.changed = False
        self.rows: set[str] = set()
        """The values that some pattern of this `match` takes for a tuple."""

    def visit_Match(self, node: ast.Match) -> Any:
        self.changed = True
        first, subject = self._subject(node.subject)
        self.rows = {row for case in node.cases for row in self._rows(case.pattern, subject)}
        cases = [(case, self._pattern(case.pattern, subject)) for case in node.cases]
        rest: list[ast.stmt] = []
        for case, found in reversed(cases):
            if found is not _NEVER:
                rest = [placed(each, case.pattern) for each in self._case(case, found, rest)]
        visited = [self.visit(placed(each, node)) for each in (first, *rest)]
        return [one for each in visited for one in (each if isinstance(each, list) else [each])]

    def _subject(self, node: ast.expr) -> tuple[ast.stmt, ast.expr]:
        """The statement that evaluates what is matched, and what it is from then on: of a tuple that is
        written out, a tuple of variables."""
        number = next(self.numbers)
        if isinstance(node, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts):
            names = [f"_hm_subject_{number}_{i}" for i in range(len(node.elts))]
            targets = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            items: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
            return ast.Assign([targets], node), ast.Tuple(items, ast.Load())
        own = f"_hm_subject_{number}"
        return ast.Assign([ast.Name(own, ast.Store())], node), ast.Name(own, ast.Load())

    def _case(self, case: ast.match_case, found: _Found, rest: list[ast.stmt]) -> list[ast.stmt]:
        bound: list[ast.stmt] = [
            ast.Assign([ast.Name(name, ast.Store())], copy.deepcopy(value))
            for name, value in found.names.items()
        ]
        tests = found.tests
        if case.guard is not None:
            if bound:  # the names stay bound where the guard does not hold
                rest = [*_if(copy.deepcopy(tests), copy.deepcopy(bound), []), *rest]
            tests = [*tests, self._guard(case.guard, found.names)]
        return _if(tests, [*bound, *case.body], rest)

    def _guard(self, guard: ast.expr, names: dict[str, ast.expr]) -> ast.expr:
        """A guard that says what is in the place of each name of its pattern."""
        for each in ast.walk(guard):
            if isinstance(each, (ast.Name, ast.arg)) and not isinstance(getattr(each, "ctx", None), ast.Load):
                name = each.id if isinstance(each, ast.Name) else each.arg
                if name in names:
                    self.refuse(guard.lineno, f"its `if` gives '{name}' another value; write `if` and `elif`")
        return _Named(names).visit(guard)  # type: ignore[no-any-return]

    def _pattern(self, pattern: ast.pattern, value: ast.expr) -> _Found:
        """What it means that a value matches a pattern."""
        if isinstance(pattern, ast.MatchAs):
            inner = _Found([], {}) if pattern.pattern is None else self._pattern(pattern.pattern, value)
            if pattern.name is None or inner is _NEVER:
                return inner
            return _Found(inner.tests, {**inner.names, pattern.name: value})
        if isinstance(pattern, ast.MatchOr):
            ways = [way for each in pattern.patterns if (way := self._pattern(each, value)) is not _NEVER]
            return _any_of(ways) if ways else _NEVER
        if isinstance(pattern, ast.MatchSequence) and not any(map(_is_star, pattern.patterns)):
            return self._sequence(pattern.patterns, value)
        if not isinstance(pattern, (ast.MatchValue, ast.MatchSingleton)):
            self.refuse(pattern.lineno, f"`{ast.unparse(pattern)}` is no pattern that compiles; {_COMPILES}")
        if isinstance(value, ast.Tuple):
            return _NEVER
        known, value = ast.dump(value) in self.rows, copy.deepcopy(value)
        if isinstance(pattern, ast.MatchValue):
            if known:
                equal = self.name("_hm_equal", number_or_row.typed_equal)
                return _Found([ast.Call(ast.Name(equal, ast.Load()), [value, pattern.value], [])], {})
            return _Found([ast.Compare(value, [ast.Eq()], [pattern.value])], {})
        if pattern.value is None:
            return _Found([ast.Compare(value, [ast.Is()], [ast.Constant(None)])], {})
        truth = self.name(f"_hm_is_{pattern.value}", number_or_row.is_truth(pattern.value))
        return _Found([ast.Call(ast.Name(truth, ast.Load()), [value], [])], {})

    def _sequence(self, inside: list[ast.pattern], value: ast.expr) -> _Found:
        tests: list[ast.expr] = []
        names: dict[str, ast.expr] = {}
        if isinstance(value, ast.Tuple):
            if len(inside) != len(value.elts):
                return _NEVER
        else:
            own = self.name(f"_hm_is_row_of_{len(inside)}", number_or_row.is_row_of(len(inside)))
            tests = [ast.Call(ast.Name(own, ast.Load()), [copy.deepcopy(value)], [])]
        for i, each in enumerate(inside):
            found = self._pattern(each, self._part(value, i))
            if found is _NEVER:
                return _NEVER
            tests += found.tests
            names |= found.names
        return _Found(tests, names)

    def _part(self, value: ast.expr, at: int) -> ast.expr:
        if isinstance(value, ast.Tuple):
            return value.elts[at]
        own = self.name(f"_hm_part_{at}", number_or_row.part(at))
        return ast.Call(ast.Name(own, ast.Load()), [copy.deepcopy(value)], [])

    def _rows(self, pattern: ast.pattern, value: ast.expr) -> Iterator[str]:
        """The values that a pattern takes for tuples, as `ast.dump` writes them."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
            yield from self._rows(pattern.pattern, value)
        elif isinstance(pattern, ast.MatchOr):
            for each in pattern.patterns:
                yield from self._rows(each, value)
        elif isinstance(pattern, ast.MatchSequence):
            if not isinstance(value, ast.Tuple):
                yield ast.dump(value)
            elif len(value.elts) != len(pattern.patterns):
                return
            for i, each in enumerate(pattern.patterns):
                yield from self._rows(each, self._part(value, i))


class _Named(ast.NodeTransformer):
    """Expressions in the place of names."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        return copy.deepcopy(self.names.get(node.id, node))


def _is_star(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchStar)


def _all_of(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _any_of(ways: list[_Found]) -> _Found:
    """Patterns of which one is enough: a name has the value that the first of them gives it."""
    if len(ways) == 1 or not ways[0].tests:
        return ways[0]
    names = ways[-1].names
    for way in reversed(ways[:-1]):
        test = _all_of(way.tests)
        names = {name: ast.IfExp(copy.deepcopy(test), way.names[name], names[name]) for name in names}
    tests: list[ast.expr] = [_all_of(way.tests) for way in ways]
    return _Found([] if not ways[-1].tests else [ast.BoolOp(ast.Or(), tests)], names)


def _if(tests: list[ast.expr], body: list[ast.stmt], rest: list[ast.stmt]) -> list[ast.stmt]:
    return [ast.If(_all_of(tests), body, rest)] if tests else body
