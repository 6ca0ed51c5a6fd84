"""The text of one function written anew for `core.machine.rewriting`, which shows what becomes of what."""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import itertools
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

from halfmove.core.contract.game import Game
from halfmove.core.digest import is_memoised
from halfmove.core.machine import rows
from halfmove.core.machine.circles import circle_around
from halfmove.core.machine.constants import ARITHMETIC, freeze, is_ragged, is_table
from halfmove.core.machine.diagnose import refusal
from halfmove.core.machine.itertools_lists import MOST_LOOPS, as_listed
from halfmove.core.machine.reasons import out_of_reach
from halfmove.core.machine.row_variables import is_only_read, row_variables
from halfmove.core.machine.tree_pieces import (
    WITH_TEST,
    Unnamed,
    addends,
    applied,
    as_list,
    fill_template,
    is_generated,
    is_name_of,
    loaded_names,
    named_at_once,
    next_places,
    placed,
    stored_names,
    variables_of,
)
from halfmove.core.syntax import compile_function, parse_function

_OWN = "_hm_"
"""How names begin that are no one's but ours."""
ITSELF = "_hm_itself"
"""The function that is rewritten, where it calls itself."""
CIRCLE = "_hm_circle_"
"""How the name of a method begins where it is called by another that it calls in turn."""


def _words_about(called: Any) -> str:
    """Why a call of something of `itertools` has no machine code."""
    name = called.__name__
    if called in (itertools.product, itertools.combinations, itertools.permutations):
        why = f"how many loops itertools.{name} is must stand in the call, as a number up to {MOST_LOOPS}"
        return f"{why}; write loops"
    return out_of_reach("itertools", name)


def name_in(scope: dict[str, Any], name: str, value: Any) -> str:
    """A global name for a value: this one, or with a number."""
    own, number = name, 1
    while own in scope and scope[own] is not value:
        number += 1
        own = f"{name}_{number}"
    scope[own] = value
    return own


def _is_record(value: Any) -> bool:
    """Whether it is a `NamedTuple` class."""
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def _name_of_itself(function: FunctionType, constants: Mapping[str, Any]) -> str:
    """The name under which a method calls itself: one that is no generator, as those cannot."""
    return function.__name__ if constants and not inspect.isgeneratorfunction(function) else ""


def _methods_of_records(scope: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The methods, and the properties, that the `NamedTuple`s of a module have of their own."""
    members = [
        (name, value)
        for cls in list(scope.values())
        if _is_record(cls)
        for name, value in vars(cls).items()
        if not name.startswith("_")
    ]
    methods = {name for name, value in members if isinstance(value, FunctionType)}
    return methods, {name for name, value in members if isinstance(value, property)}


# ---- the function that is rewritten
_LOOPS: dict[str, tuple[str, str, str]] = {
    "any": ("", "if ITEM: return True", "return False"),
    "all": ("", "if not ITEM: return False", "return True"),
    "sum": ("_hm_total = START", "_hm_total += ITEM", "return _hm_total"),
    "next": ("", "return ITEM", "return DEFAULT"),
    "tuple": ("_hm_row = []", "_hm_row.append(ITEM)", "return _hm_row"),
    "sorted": (
        "_hm_items = []\n_hm_keys = []",
        "_hm_item = ITEM\n_hm_value = KEY\n_hm_at = len(_hm_items)\n"
        "_hm_items.append(_hm_item)\n_hm_keys.append(_hm_value)\n"
        "while _hm_at > 0 and BEFORE:\n"
        "    _hm_items[_hm_at] = _hm_items[_hm_at - 1]\n    _hm_keys[_hm_at] = _hm_keys[_hm_at - 1]\n"
        "    _hm_at -= 1\n"
        "_hm_items[_hm_at] = _hm_item\n_hm_keys[_hm_at] = _hm_value",
        "return _hm_items",
    ),
    **{
        name: (
            "_hm_found = False",
            "_hm_item = ITEM\n_hm_value = KEY\n"
            "if not _hm_found:\n    _hm_best, _hm_best_value, _hm_found = _hm_item, _hm_value, True\n"
            f"elif _hm_value {sign} _hm_best_value:\n    _hm_best, _hm_best_value = _hm_item, _hm_value",
            "if not _hm_found: {empty}\nreturn _hm_best",
        )
        for name, sign in (("max", ">"), ("min", "<"))
    },
}
"""What a function of a generator does before its loop, for each ITEM, and after.  Rules sort a handful of
items: what Numba has for that takes seconds to compile."""
_BEFORE = "_hm_value {} _hm_keys[_hm_at - 1]"
_TEMPLATE_NAMES = ("_hm_item", "_hm_value", "_hm_keys", "_hm_at")


def _unplaced(text: str) -> ast.expr:
    """An expression without places of its own."""
    (statement,) = fill_template(text, {})
    assert isinstance(statement, ast.Expr)
    return statement.value


class Writer(ast.NodeTransformer):
    """Rewrites one function; `changed` says whether there was anything."""

    def __init__(
        self,
        function: FunctionType,
        text: ast.FunctionDef,
        scope: dict[str, Any],
        constants: Mapping[str, Any],
    ) -> None:
        self.function, self.scope, self.constants = function, scope, constants
        self.variables = variables_of(text) | set(function.__code__.co_freevars)
        self.parameters = [each.arg for each in (*text.args.posonlyargs, *text.args.args)]
        self.owner = self.parameters[0] if self.parameters else ""
        self.itself = _name_of_itself(function, constants)
        self.circle = circle_around(function, constants)
        self.methods, self.properties = _methods_of_records(function.__globals__)
        self.numbers = itertools.count()
        self.changed = False
        self.rows = row_variables(text, lambda node, name: self._builtin(node) == name, self._only_reads)

    def _only_reads(self, call: ast.Call, place: int) -> bool:
        """Whether a method of the game, or a plain function, reads the argument at this place and no more."""
        called: Any = self._global(call.func)
        if isinstance(call.func, ast.Attribute) and is_name_of(call.func.value, self.owner):
            called = inspect.getattr_static(self.constants.get("__class__"), call.func.attr, None)
            place += 1
        text = parse_function(called.__code__) if isinstance(called, FunctionType) else None
        if text is None or place >= len(text.args.args) or any(isinstance(a, ast.Starred) for a in call.args):
            return False
        scope = called.__globals__
        return is_only_read(
            text, text.args.args[place].arg, lambda node, name: is_name_of(node, name) and name not in scope
        )

    # -- statements
    def visit(self, node: ast.AST) -> Any:
        """`if (n := e) > 0` as `n = e` and `if n > 0`: Numba loses a value that is used twice."""
        test = WITH_TEST.get(type(node))
        named = named_at_once(getattr(node, test, None)) if test else []
        if not named:
            return super().visit(node)
        self.changed = True
        first = [ast.copy_location(ast.Assign([each.target], each.value), node) for each in named]
        setattr(node, test, Unnamed().visit(getattr(node, test)))  # type: ignore[arg-type]
        if isinstance(node, ast.While):
            leave = placed(ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], []), node)
            node.test, node.body = placed(ast.Constant(True), node), [*first, leave, *node.body]
            return super().visit(node)
        found = [super(Writer, self).visit(each) for each in (*first, node)]
        return [one for each in found for one in (each if isinstance(each, list) else [each])]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.rows:
            node.value = placed(self.rows[target.id], node)
            return self.generic_visit(node)
        if len(node.targets) == 1 and self._row_of(target):
            return self._put(target, self.visit(node.value), node)
        if isinstance(target, (ast.Tuple, ast.List)) and len(node.targets) == 1:
            stars = [i for i, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
            if stars:
                return self._unpack_rest(target.elts, stars[0], node)
        if isinstance(target, ast.Tuple) and any(map(self._row_of, target.elts)):
            return self._put_all(target, node)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Name) and isinstance(node.value, (ast.List, ast.ListComp)):
            self.changed = True  # the same list goes on, and so does its type
            extend = ast.Attribute(ast.Name(node.target.id, ast.Load()), "extend", ast.Load())
            return placed(ast.Expr(ast.Call(extend, [self.visit(node.value)], [])), node)
        if not self._row_of(node.target):
            return self.generic_visit(node)
        before = copy.deepcopy(node.target)
        before.ctx = ast.Load()
        return self._put(node.target, self.visit(ast.BinOp(before, node.op, node.value)), node)

    def _row_of(self, target: ast.AST) -> str:
        """The variable in `rows` of which this is an item, or an item of an item; "" if it is none."""
        while isinstance(target, ast.Subscript):
            target = target.value
            if isinstance(target, ast.Name):
                return target.id if target.id in self.rows else ""
        return ""

    def _put(self, target: Any, value: ast.expr, node: ast.AST) -> ast.stmt:
        """`cells[i] = e` as `cells = put(cells, i, e)`, and `rows[i][j] = e` likewise."""
        while isinstance(target, ast.Subscript):
            row = copy.deepcopy(target.value)
            for each in ast.walk(row):
                if isinstance(each, (ast.Name, ast.Subscript)):
                    each.ctx = ast.Load()
            value = self._helper("put", rows.put, node, [self.visit(row), self.visit(target.slice), value])
            target = target.value
        return placed(ast.Assign([ast.Name(target.id, ast.Store())], value), node)  # type: ignore[no-any-return]

    def _put_all(self, target: ast.Tuple, node: ast.Assign) -> list[ast.stmt]:
        """`cells[i], cells[j] = …`: all values first, then one after the other."""
        names = [f"{_OWN}value_{i}" for i in range(len(target.elts))]
        stored = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        found: list[ast.stmt] = [placed(ast.Assign([stored], self.visit(node.value)), node)]
        for name, each in zip(names, target.elts, strict=True):
            value = placed(ast.Name(name, ast.Load()), node)
            if self._row_of(each):
                found.append(self._put(each, value, node))
            else:
                found.append(placed(ast.Assign([self.visit(each)], value), node))
        return found

    def _unpack_rest(self, targets: list[ast.expr], star: int, node: ast.Assign) -> list[ast.stmt]:
        """`a, *b, c = e` item by item."""
        self.changed = True
        own, after = f"_hm{next(self.numbers)}_items", len(targets) - star - 1
        end = f"len({own})" + (f" - {after}" if after else "")
        parts = [f"{own}[{i}]" for i in range(star)]
        parts.append(f"list({own}[{star}:{end}])")
        parts += [f"{own}[{i - after}]" for i in range(after)]
        found: list[ast.stmt] = [ast.Assign([ast.Name(own, ast.Store())], node.value)]
        for target, part in zip(targets, parts, strict=True):
            to = target.value if isinstance(target, ast.Starred) else target
            found.append(ast.Assign([to], _unplaced(part)))
        visited = [self.visit(placed(each, node)) for each in found]
        return [one for each in visited for one in (each if isinstance(each, list) else [each])]

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            self.changed = True
            loop = ast.parse(f"for {_OWN}each in 0: yield {_OWN}each").body[0]
            assert isinstance(loop, ast.For)
            loop.iter = self.visit(as_list(node.value.value))
            return placed(loop, node)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """`if not isinstance(…)` the other way round: Numba leaves out the branch of another type so."""
        test = node.test
        asked = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else None
        if isinstance(asked, ast.Call) and self._builtin(asked.func) == "isinstance":
            self.changed = True
            node.test, node.body, node.orelse = asked, node.orelse, node.body
            node.body = node.body or [placed(ast.Pass(), node)]
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> Any:
        for handler in node.handlers:
            kind = handler.type
            if kind is not None and self._builtin(kind) != "Exception":
                why = "`except` can name only Exception, or nothing; an `if` before asks for one kind"
                raise refusal(self.function, handler.lineno, why)
            if handler.name is not None:
                why = f"it gives an exception a name; write `except Exception:` without '{handler.name}'"
                raise refusal(self.function, handler.lineno, why)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.GeneratorExp):
            self.changed = True
            node.value = as_list(node.value)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._iterated(as_list(node.iter))
        return self.generic_visit(node)

    def _iterated(self, node: ast.expr) -> ast.expr:
        """What is iterated over: rows of different lengths, of which Numba makes no loop, one by one."""
        table = self._constant(node)
        if not is_ragged(table):
            return node
        name = f"_hm{next(self.numbers)}_row"
        count = ast.Call(ast.Name("range", ast.Load()), [ast.Constant(len(table))], [])
        loop = ast.comprehension(ast.Name(name, ast.Store()), count, [], 0)
        row = ast.Subscript(node, ast.Name(name, ast.Load()), ast.Load())
        return placed(ast.ListComp(row, [loop]), node)  # type: ignore[no-any-return]

    def _within_comprehension(self, node: Any) -> Any:
        """A comprehension that stays one, whose variables are known inside it."""
        outside = self.variables
        for loop in node.generators:
            loop.iter = self._iterated(loop.iter)
        self.variables = outside | {name for loop in node.generators for name in stored_names(loop.target)}
        self.generic_visit(node)
        self.variables = outside
        return node

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        self.changed = True
        listed = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return placed(ast.Call(ast.Name("set", ast.Load()), [self.visit(listed)], []), node)

    def visit_Set(self, node: ast.Set) -> Any:
        self.changed = True  # Numba's set of a literal number is of another type than of other numbers
        listed = placed(ast.List(node.elts, ast.Load()), node)
        return placed(ast.Call(ast.Name("set", ast.Load()), [self.visit(listed)], []), node)

    visit_ListComp = visit_DictComp = visit_GeneratorExp = _within_comprehension

    # -- calls
    def visit_Call(self, node: ast.Call) -> Any:
        name = self._builtin(node.func)
        if name in _LOOPS and name != "tuple":
            written = self._looped(name, node)
            if written is not None:
                return written
        elif name == "tuple" and len(node.args) == 1 and not node.keywords:
            return self._tuple_of(node)
        elif name == "list" and len(node.args) == 1 and not node.keywords:
            argument = as_list(self._generated(node.args[0]))
            if isinstance(argument, ast.ListComp):
                self.changed = True
                return self.visit(argument)
        elif name == "reversed" and len(node.args) == 1:
            return self._helper("backwards", rows.backwards, node, [self.visit(node.args[0])])
        elif (called := self._of_itertools(node.func)) is not None:
            node.args = [self._iterated(argument) for argument in node.args]
            listed = as_listed(node, called, self._constant, self._helper)
            if listed is None:
                raise refusal(self.function, node.lineno, _words_about(called))
            self.changed = True
            return self.visit(placed(listed, node))
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            return self._replace(node)
        elif isinstance(node.func, ast.Attribute) and (called := self._method(node)):
            return called
        elif _is_record(self._global(node.func)):
            state: ast.expr = self.generic_visit(node)  # type: ignore[assignment]
            return self._helper("fitted", rows.fitted, node, [self._likes(), state])
        node.args = [as_list(argument) for argument in node.args]
        if name in ("enumerate", "zip"):
            node.args = [self._iterated(argument) for argument in node.args]
        return self.generic_visit(node)

    def _of_itertools(self, node: ast.expr) -> Any:
        """What a node names of `itertools`; None for anything else."""
        found = self._global(node)
        if isinstance(node, ast.Attribute) and self._global(node.value) is itertools.chain:
            found = getattr(itertools.chain, node.attr, None)
        of_chain = found == itertools.chain.from_iterable if callable(found) else False
        known = of_chain or (isinstance(found, type) and found.__module__ == "itertools")
        return found if known else None

    def _builtin(self, node: ast.AST) -> str:
        """The name of the function of Python's own that a node calls; "" for any other."""
        if not isinstance(node, ast.Name) or node.id in self.variables or not hasattr(builtins, node.id):
            return ""
        own = getattr(builtins, node.id)
        return node.id if self.scope.get(node.id, own) is own else ""

    def _method(self, call: ast.Call) -> ast.expr | None:
        """A call of a method that is known without the object: of a base class, of a class that is named, of
        a state, of the method itself; None for any other call."""
        assert isinstance(call.func, ast.Attribute)
        of, name = call.func.value, call.func.attr
        first: list[ast.expr] = [ast.Name(self.owner, ast.Load())]
        if isinstance(of, ast.Call) and self._builtin(of.func) == "super" and not of.args:
            found = self._of_base(name)
        elif isinstance(cls := self._global(of), type) and issubclass(cls, Game):
            found, first = inspect.getattr_static(cls, name, None), []
        elif is_name_of(of, self.owner) and (name == self.itself or name in self.circle):
            own = CIRCLE + name if name in self.circle else ITSELF
            if own == ITSELF:
                self.scope[ITSELF] = self.function
            written = self._call(own, [*first, *call.args], call)
            written.keywords = call.keywords
            return self.generic_visit(written)  # type: ignore[return-value]
        elif name in self.methods and all(word.arg for word in call.keywords):
            named = tuple(str(word.arg) for word in call.keywords)
            values = [word.value for word in call.keywords]
            called = self._named(f"{_OWN}{name}", rows.method_of(name, len(call.args), named))
            return self.generic_visit(self._call(called, [of, *call.args, *values], call))  # type: ignore[return-value]
        else:
            return None
        found = found.__wrapped__ if is_memoised(found) else found
        if not isinstance(found, FunctionType):
            return None
        written = self._call(self._named(_OWN + name, found), [*first, *call.args], call)
        written.keywords = call.keywords
        return self.generic_visit(written)  # type: ignore[return-value]

    def _call(self, name: str, arguments: list[ast.expr], node: ast.AST) -> ast.Call:
        self.changed = True
        return placed(ast.Call(ast.Name(name, ast.Load()), arguments, []), node)  # type: ignore[no-any-return]

    def _of_base(self, name: str) -> Any:
        """What `super()` finds under a name, in the class of the game that is compiled."""
        code = self.function.__code__
        cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
        cls: Any = self.constants.get("__class__")
        if cls is None or "__class__" not in cells:
            return None
        order = cls.__mro__
        later = order[order.index(cells["__class__"].cell_contents) + 1 :]
        return next((vars(base)[name] for base in later if name in vars(base)), None)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """A property of a state; a change of the game itself is refused."""
        owned = self.constants and isinstance(node.value, ast.Name) and node.value.id == self.owner
        if owned and isinstance(node.ctx, ast.Store):
            why = "rules change nothing, and what changes is part of the state"
            raise refusal(self.function, node.lineno, f"it changes self.{node.attr}; {why}")
        if node.attr in self.properties and isinstance(node.ctx, ast.Load) and not self._global(node):
            return self._helper(
                f"get_{node.attr}", rows.property_of(node.attr), node, [self.visit(node.value)]
            )
        return self.generic_visit(node)

    def _global(self, node: ast.expr) -> Any:
        """What a global name, or one of a module, means; None for anything else."""
        if isinstance(node, ast.Name) and node.id not in self.variables:
            return self.scope.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(module := self._global(node.value), ModuleType):
            return getattr(module, node.attr, None)
        return None

    def _generated(self, node: ast.expr) -> ast.expr:
        """`map` and `filter` as the generator expressions that they are."""
        name = self._builtin(node.func) if isinstance(node, ast.Call) else ""
        if name not in ("map", "filter") or len(node.args) != 2:  # type: ignore[attr-defined]
            return node
        called, over = node.args  # type: ignore[attr-defined]
        item = ast.Name(f"_hm{next(self.numbers)}_each", ast.Load())
        value = applied(called, item)
        loop = ast.comprehension(ast.Name(item.id, ast.Store()), over, [] if name == "map" else [value], 0)
        return placed(ast.GeneratorExp(value if name == "map" else item, [loop]), node)

    def _looped(self, name: str, node: ast.Call) -> ast.expr | None:
        """`any(… for …)` and its like as a call of a function with a loop; None where it is nothing of it."""
        if not node.args:
            return None
        words = {word.arg: word.value for word in node.keywords}
        over = self._generated(node.args[0])
        more = node.args[1:]
        filled: dict[str, ast.expr] = {}
        before, each, after = _LOOPS[name]
        if name in ("max", "min"):
            if more or not words.keys() <= {"key", "default"}:
                return None
            if not words and not is_generated(over):
                return None  # Numba's own
            filled["KEY"] = applied(words.get("key"), ast.Name("_hm_item", ast.Load()))
            after = after.format(
                empty="return DEFAULT" if "default" in words else f"raise ValueError('{name}() of nothing')"
            )
            filled["DEFAULT"] = words.get("default", ast.Constant(0))
        elif name == "sorted":
            falls = words.pop("reverse", ast.Constant(False))
            if not isinstance(falls, ast.Constant) or not words.keys() <= {"key"}:
                return None
            filled["KEY"] = applied(words.get("key"), ast.Name("_hm_item", ast.Load()))
            filled["BEFORE"] = ast.parse(_BEFORE.format(">" if falls.value else "<"), mode="eval").body
        elif name == "sum":
            if not is_generated(over):
                return None
            filled["START"] = words.get("start", more[0] if more else ast.Constant(0))
        elif name == "next":
            of_python = not isinstance(over, ast.Call) or self._builtin(over.func)
            if of_python and not is_generated(over):
                return None  # an iterator goes on where it is
            if not more:
                after = "raise ValueError('next() of nothing')"
            filled["DEFAULT"] = more[0] if more else ast.Constant(0)
        if not is_generated(over):
            item = ast.Name(f"_hm{next(self.numbers)}_each", ast.Load())
            loop = ast.comprehension(ast.Name(item.id, ast.Store()), over, [], 0)
            over = placed(ast.GeneratorExp(item, [loop]), node)
        return self._lifted(name, over, (before, each, after), filled, node)

    def _lifted(
        self,
        name: str,
        over: Any,
        parts: tuple[str, str, str],
        filled: dict[str, ast.expr],
        node: ast.AST,
    ) -> ast.expr:
        """A call of a new function that runs the loops of a comprehension."""
        self._refuse_named(over)
        number = next(self.numbers)  # one such function may stand in another
        parts = tuple(part.replace("_hm_", f"_hm{number}_") for part in parts)  # type: ignore[assignment]
        for value in filled.values():
            for each in ast.walk(value):
                if isinstance(each, ast.Name) and each.id in _TEMPLATE_NAMES:
                    each.id = each.id.replace("_hm_", f"_hm{number}_")
        body: list[ast.stmt] = fill_template(parts[1], {**filled, "ITEM": over.elt})
        for loop in reversed(over.generators):
            for condition in reversed(loop.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(loop.target, loop.iter, body, [])]
        first = over.generators[0]
        targets = {n for loop in over.generators for n in stored_names(loop.target)}
        passed: list[ast.expr] = []
        if targets & loaded_names(first.iter):  # `for x in x`: the second is the one outside
            passed = [self.visit(first.iter)]
            body[0].iter = ast.Name(f"{_OWN}over", ast.Load())  # type: ignore[attr-defined]
        body = [*fill_template(parts[0], filled), *body, *fill_template(parts[2], filled)]
        return self._called(name, [f"{_OWN}over"] if passed else [], passed, body, targets, node)

    def _refuse_named(self, over: ast.expr) -> None:
        for each in ast.walk(over):
            if isinstance(each, ast.NamedExpr):
                why = "it gives a value a name (`:=`) inside a comprehension; write a loop"
                raise refusal(self.function, each.lineno, why)

    def _called(
        self,
        name: str,
        parameters: list[str],
        arguments: list[ast.expr],
        body: list[ast.stmt],
        targets: set[str],
        node: ast.AST,
    ) -> ast.expr:
        """A call of a new function with this body, which is handed the variables that it reads as well."""
        own, read = self._function(name, parameters, body, targets, node)
        names = [ast.Name(variable, ast.Load()) for variable in read]
        return placed(ast.Call(ast.Name(own, ast.Load()), [*arguments, *names], []), node)

    def _function(
        self, name: str, parameters: list[str], body: list[ast.stmt], targets: set[str], node: ast.AST
    ) -> tuple[str, list[str]]:
        """A new function: its name, and the variables of this one that it takes after its own parameters."""
        self.changed = True
        loaded = {n for statement in body for n in loaded_names(statement)}
        read = sorted((loaded & self.variables) - targets - set(parameters))
        text: Any = ast.parse(f"def {_OWN}{name}({', '.join([*parameters, *read])}): pass").body[0]
        text.body = body
        placed(text, node)
        inner = Writer(self.function, text, self.scope, self.constants)
        inner.variables = variables_of(text)
        inner.owner, inner.numbers = self.owner if self.owner in read else "", self.numbers
        code = compile_function(
            inner.visit(text), self.function.__code__.co_filename, self.function.__qualname__
        )
        own = self._named(text.name, FunctionType(code, self.scope))
        return own, read

    def _named(self, name: str, value: Any) -> str:
        """A global name for a value, of the function that is rewritten."""
        return name_in(self.scope, name, value)

    def _helper(self, name: str, function: Any, node: ast.AST, arguments: list[ast.expr]) -> ast.expr:
        self.changed = True
        return self._call(self._named(_OWN + name, function), arguments, node)

    # -- tuples
    def _tuple_of(self, node: ast.Call) -> ast.expr:
        over: Any = self._generated(node.args[0])
        if not is_generated(over):
            return self._helper("row", rows.row, node, [self.visit(over)])
        loop = over.generators[0]
        simple = len(over.generators) == 1 and not loop.ifs
        if not simple:
            return self._lifted("tuple", over, _LOOPS["tuple"], {}, node)
        self._refuse_named(over)
        targets, given = set(stored_names(loop.target)), f"_hm{next(self.numbers)}_item"
        body: list[ast.stmt] = [
            ast.Assign([loop.target], ast.Name(given, ast.Load())),
            ast.Return(over.elt),
        ]
        own, read = self._function("item", [given], body, targets, node)
        iterable = loop.iter
        helper: Any = rows.mapped
        name = "mapped"
        if self._builtin(getattr(iterable, "func", iterable)) == "range" and len(iterable.args) == 1:
            (end,) = iterable.args
            count = self._constant(end)
            if type(count) is int and 0 <= count <= rows.LONGEST:
                helper, name = rows.mapped_times(count), f"mapped_{count}"
            elif self._builtin(getattr(end, "func", end)) == "len":
                helper, name, iterable = rows.mapped_places, "mapped_places", end.args[0]
        names: list[ast.expr] = [ast.Name(variable, ast.Load()) for variable in read]
        captured = ast.Tuple(names, ast.Load())
        called = ast.Name(own, ast.Load())
        return self._helper(name, helper, node, [called, self.visit(as_list(iterable)), captured])

    def _constant(self, node: ast.expr) -> Any:
        """The value of an expression of numbers, global names and the game's constants; None of any other."""
        if isinstance(node, ast.Constant):
            return node.value
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == self.owner
        ):
            return self.constants.get(node.attr)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._global(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._constant(node.operand)
            return -value if type(value) is int else None
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            left, right = self._constant(node.left), self._constant(node.right)
            if type(left) is int and type(right) is int:
                return ARITHMETIC[type(node.op)](left, right)
        return None

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """An item of a constant that Numba has no type for: a dict, or rows of different lengths."""
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            table = self._constant(node.value)
            if is_ragged(table):
                own = f"row_of_{ast.unparse(node.value).replace('.', '_')}"
                return self._helper(own, rows.row_of(freeze(table)), node, [self.visit(node.slice)])
            if is_table(table):
                own = f"item_of_{ast.unparse(node.value).replace('.', '_')}"
                items = tuple((key, freeze(value)) for key, value in table.items())
                return self._helper(own, rows.item_of(items), node, [self.visit(node.slice)])
        return self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> Any:
        """Places that the game's constants tell: such a part of a tuple has a length."""
        for name in ("lower", "upper", "step"):
            bound = getattr(node, name)
            value = None if bound is None else self._constant(bound)
            if type(value) is int and not isinstance(bound, ast.Constant):
                setattr(node, name, placed(ast.Constant(value), bound))
                self.changed = True
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        parts = addends(node)
        if len(parts) == 3 and isinstance(parts[1], (ast.Tuple, ast.List)) and len(parts[1].elts) == 1:
            replaced = self._replaced(parts[0], parts[1].elts[0], parts[2], node)
            if replaced is not None:
                return replaced
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        if not any(isinstance(each, ast.Starred) for each in node.elts) or isinstance(node.ctx, ast.Store):
            return self.generic_visit(node)
        first, *_, last = node.elts
        if len(node.elts) == 3 and isinstance(first, ast.Starred) and isinstance(last, ast.Starred):
            replaced = self._replaced(first.value, node.elts[1], last.value, node)
            if replaced is not None:
                return replaced
        return self._joined(node.elts, node, rows.row)

    def visit_List(self, node: ast.List) -> Any:
        if not any(isinstance(each, ast.Starred) for each in node.elts) or isinstance(node.ctx, ast.Store):
            return self.generic_visit(node)
        return self._joined(node.elts, node, rows.cells)

    def _joined(self, items: list[ast.expr], node: ast.AST, kind: Any) -> ast.expr:
        """A display with stars as a sum of rows."""
        name = kind.__name__
        found: list[ast.expr] = []
        plain: list[ast.expr] = []

        def close() -> None:
            if plain:
                group = [self.visit(item) for item in plain]
                tuple_ = ast.Tuple(group, ast.Load())
                found.append(tuple_ if kind is rows.row else ast.List(group, ast.Load()))
                plain.clear()

        for item in items:
            if isinstance(item, ast.Starred):
                close()
                found.append(self._helper(name, kind, node, [self.visit(as_list(item.value))]))
            else:
                plain.append(item)
        close()
        total = found[0]
        for part in found[1:]:
            total = ast.BinOp(total, ast.Add(), part)
        return placed(total, node)

    def _replaced(self, before: ast.expr, item: ast.expr, after: ast.expr, node: ast.AST) -> Any:
        """`b[:i] + (x,) + b[i + 1:]` as `replaced(b, i, x)`; None for anything else."""
        if not all(
            isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice) for part in (before, after)
        ):
            return None
        low, high = before.slice, after.slice  # type: ignore[attr-defined]
        if low.lower or low.step or high.upper or high.step or not low.upper or not high.lower:
            return None
        at, row = low.upper, before.value  # type: ignore[attr-defined]
        if ast.dump(row) != ast.dump(after.value):  # type: ignore[attr-defined]
            return None
        if ast.dump(high.lower) not in next_places(at):
            return None
        return self._helper(
            "replaced", rows.replaced, node, [self.visit(row), self.visit(at), self.visit(item)]
        )

    # -- states
    def _replace(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Attribute)
        fields = [word.arg for word in node.keywords if word.arg is not None]
        if node.args or not fields or len(fields) < len(node.keywords):
            return self.generic_visit(node)
        values = [self.visit(word.value) for word in node.keywords]
        arguments = [self._likes(), self.visit(node.func.value), *values]
        return self._helper(f"replace_{'_'.join(fields)}", rows.replacing(tuple(fields)), node, arguments)

    def _likes(self) -> ast.expr:
        """The parameters, of whose types the length of a state's tuples is learnt."""
        return ast.Tuple([ast.Name(name, ast.Load()) for name in self.parameters], ast.Load())
