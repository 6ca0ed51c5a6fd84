"""Lists that a function fills from a tuple, changes item by item and makes a tuple of again.

    cells = list(s.board)
    cells[a] = s.turn
    return State(tuple(cells), 1 - s.turn)

Such a variable may as well hold tuples, one after the other: its length never changes, and nobody else sees
the list.  Tuples lie in registers, where a list is asked of the heap: ten times as slow.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

IsBuiltin = Callable[[ast.AST, str], bool]
"""Whether a node is the name of this function of Python's own."""

_READERS = (
    "tuple",
    "len",
    "sum",
    "any",
    "all",
    "max",
    "min",
    "sorted",
    "list",
    "enumerate",
    "zip",
    "reversed",
)
_READERS_OF_ROWS = ("tuple", "len", "sum", "any", "all", "max", "min", "sorted", "enumerate", "zip")


OnlyReads = Callable[[ast.Call, int], bool]
"""Whether what is called does no more than read its argument of this place."""


def row_variables(text: ast.FunctionDef, is_builtin: IsBuiltin, only_reads: OnlyReads) -> dict[str, ast.expr]:
    """The variables that may hold tuples instead of lists, each with the tuple that it starts with."""
    search = _Search(text, is_builtin, only_reads)
    return {name: start for name, start in search.candidates() if search.is_row(name, start)}


def is_only_read(text: ast.FunctionDef, name: str, is_builtin: IsBuiltin) -> bool:
    """Whether a function changes nothing in one of its parameters, and hands it to nobody."""
    search = _Search(text, is_builtin, lambda call, place: False)
    uses = search.names.get(name, [])
    return all(isinstance(use.ctx, ast.Load) and search.is_read(use, name) for use in uses)


class _Search:
    def __init__(self, text: ast.FunctionDef, is_builtin: IsBuiltin, only_reads: OnlyReads) -> None:
        self.text, self.is_builtin, self.only_reads = text, is_builtin, only_reads
        self.parents = {child: node for node in ast.walk(text) for child in ast.iter_child_nodes(node)}
        self.names: dict[str, list[ast.Name]] = {}
        for node in ast.walk(text):
            if isinstance(node, ast.Name):
                self.names.setdefault(node.id, []).append(node)

    def candidates(self) -> Iterator[tuple[str, ast.expr]]:
        parameters = {each.arg for each in ast.walk(self.text.args) if isinstance(each, ast.arg)}
        for node in ast.walk(self.text):
            if (
                isinstance(node, ast.Assign)
                and len(node.targets) == 1
                and isinstance(node.targets[0], ast.Name)
            ):
                name, start = node.targets[0].id, self.as_tuple(node.value)
                stores = [n for n in self.names[name] if isinstance(n.ctx, ast.Store)]
                if start is not None and name not in parameters and stores == [node.targets[0]]:
                    yield name, start

    def as_tuple(self, value: ast.expr) -> ast.expr | None:
        """A new list as a tuple; None for anything else, or a list with a condition."""
        over = self._new_list(value)
        if over is None:
            return None
        if isinstance(over, ast.ListComp):
            if len(over.generators) > 1 or over.generators[0].ifs:
                return None
            over = ast.ListComp(self.as_tuple(over.elt) or over.elt, over.generators)
        return ast.Call(ast.Name("tuple", ast.Load()), [over], [])

    def _new_list(self, value: ast.expr) -> ast.expr | None:
        """What a new list is made of: `e` of `list(e)` and `[*e]`, a comprehension."""
        if isinstance(value, ast.ListComp):
            return value
        if isinstance(value, ast.List) and len(value.elts) == 1 and isinstance(value.elts[0], ast.Starred):
            return value.elts[0].value
        if isinstance(value, ast.Call) and self.is_builtin(value.func, "list") and len(value.args) == 1:
            (over,) = value.args
            if isinstance(over, ast.Call) and self.is_builtin(over.func, "map") and len(over.args) == 2:
                each = ast.Name("_hm_each", ast.Load())
                loop = ast.comprehension(ast.Name(each.id, ast.Store()), over.args[1], [], 0)
                return ast.ListComp(ast.Call(over.args[0], [each], []), [loop])
            if isinstance(over, ast.GeneratorExp):
                return ast.ListComp(over.elt, over.generators)
            return over
        return None

    def is_row(self, name: str, start: ast.expr) -> bool:
        """Whether all that is done with a variable can be done with tuples."""
        over = start.args[0]  # type: ignore[attr-defined]
        of_rows = isinstance(over, ast.ListComp) and self._is_tuple(over.elt)
        uses = [node for node in self.names[name] if isinstance(node.ctx, ast.Load)]
        return all(self._is_plain(node, name, of_rows) for node in uses)

    def is_read(self, node: ast.AST, name: str) -> bool:
        """Whether a use reads the row."""
        above = self.parents[node]
        return self._is_plain(node, name, False) and not isinstance(getattr(above, "ctx", None), ast.Store)

    def _is_tuple(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.is_builtin(node.func, "tuple")

    def _is_plain(self, node: ast.AST, name: str, of_rows: bool) -> bool:
        """Whether a use of a row reads it, or replaces an item; of a row of rows, an item of one of them."""
        above = self.parents[node]
        if self._within(node, (ast.FunctionDef, ast.Lambda)) is not self.text:
            return False
        if (
            isinstance(above, ast.Subscript)
            and above.value is node
            and not isinstance(above.slice, ast.Slice)
        ):
            if of_rows:
                return isinstance(above.ctx, ast.Load) and self._is_plain_row(above, name)
            return isinstance(above.ctx, ast.Load) or self._is_assigned(above)
        if isinstance(above, ast.Starred):
            called = self.parents[above]
            return isinstance(called, ast.Call) and self.is_builtin(called.func, "zip")
        if isinstance(above, ast.comprehension):
            return True
        if isinstance(above, ast.For) and above.iter is node:
            return not of_rows and not self._stores(above, name)
        if isinstance(above, ast.Call) and node is not above.func:
            called = above.func
            if of_rows:
                return self.is_builtin(called, "len") or self.is_builtin(called, "map")
            if any(self.is_builtin(called, each) for each in _READERS):
                return not self._is_looped(above, name)
            return node in above.args and self.only_reads(above, above.args.index(node))  # type: ignore[arg-type]
        return self._is_sought(above, node)

    def _is_plain_row(self, node: ast.AST, name: str) -> bool:
        """The same of one row in a row of rows."""
        above = self.parents[node]
        if (
            isinstance(above, ast.Subscript)
            and above.value is node
            and not isinstance(above.slice, ast.Slice)
        ):
            return isinstance(above.ctx, ast.Load) or self._is_assigned(above)
        if isinstance(above, ast.Call) and node is not above.func:
            readers = any(self.is_builtin(above.func, each) for each in _READERS_OF_ROWS)
            return readers and not self._is_looped(above, name)
        return isinstance(above, ast.comprehension) or self._is_sought(above, node)

    def _is_sought(self, above: ast.AST, node: ast.AST) -> bool:
        return (
            isinstance(above, ast.Compare)
            and node in above.comparators
            and all(isinstance(op, (ast.In, ast.NotIn)) for op in above.ops)
        )

    def _is_assigned(self, node: ast.AST) -> bool:
        """Whether an item is the target of an assignment, alone or in a tuple of targets."""
        above = self.parents[node]
        if isinstance(above, ast.Tuple):
            above = self.parents[above]
        return isinstance(above, ast.AugAssign) or (isinstance(above, ast.Assign) and len(above.targets) == 1)

    def _is_looped(self, call: ast.Call, name: str) -> bool:
        """Whether a loop runs over a call while it replaces items."""
        above = self.parents[call]
        return isinstance(above, ast.For) and above.iter is call and self._stores(above, name)

    def _stores(self, loop: ast.For, name: str) -> bool:
        for node in ast.walk(loop):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                inner: ast.AST = node
                while isinstance(inner, ast.Subscript):
                    inner = inner.value
                if isinstance(inner, ast.Name) and inner.id == name:
                    return True
        return False

    def _within(self, node: ast.AST, kinds: tuple[type, ...]) -> ast.AST:
        while not isinstance(node, kinds):
            node = self.parents[node]
        return node
