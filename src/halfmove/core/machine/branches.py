"""Branches that a game's own constants decide, left out before anything is typed.

`if game.probcut_checks > 0 …` costs a game that has none of it nothing at run time, as LLVM leaves it out,
but the time to type and lower what stands behind it, and every overload that is called there only.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.ir_utils import GuardException, build_definitions, get_definition

_DECIDED = (bool, int)
"""Types of constants that compare alike in Python and in machine code: signed words, and truth values."""


class _Unknown(Exception):
    """Not known before the code runs."""


def leave_out(func_ir: Any, arguments: Any) -> bool:
    """Replace every branch of a function that is decided by constants of its games, whose types are among
    those of its `arguments`, by a jump; whether there was any.  Before variables are assigned once each (no
    phis)."""
    decided = False
    for block in func_ir.blocks.values():
        last = block.body[-1]
        if isinstance(last, ir.Branch):
            try:
                taken = _value(func_ir, last.cond, arguments)
            except (_Unknown, GuardException):
                continue
            block.body[-1] = ir.Jump(last.truebr if taken else last.falsebr, last.loc)
            decided = True
    if decided:
        for label in compute_cfg_from_blocks(func_ir.blocks).dead_nodes():
            del func_ir.blocks[label]
        func_ir._definitions = build_definitions(func_ir.blocks)
    return decided


def _value(func_ir: Any, what: Any, arguments: Any) -> Any:
    """What a variable or expression is, if only constants make it."""
    if isinstance(what, ir.Var):
        what = get_definition(func_ir, what)
    if isinstance(what, (ir.Const, ir.Global, ir.FreeVar)):
        return _plain(what.value)
    if not isinstance(what, ir.Expr):
        raise _Unknown
    if what.op == "getattr":
        of = get_definition(func_ir, what.value)
        constants = getattr(arguments[of.index], "constants", {}) if isinstance(of, ir.Arg) else {}
        return _plain(constants.get(what.attr))
    if what.op == "binop":
        left, right = (_value(func_ir, side, arguments) for side in (what.lhs, what.rhs))
        return _plain(what.fn(left, right))
    if what.op == "unary":
        return _plain(what.fn(_value(func_ir, what.value, arguments)))
    if what.op == "call" and len(what.args) == 1 and not what.kws:  # each condition is `bool(…)`
        called = get_definition(func_ir, what.func)
        if isinstance(called, ir.Global) and called.value is bool:
            return bool(_value(func_ir, what.args[0], arguments))
    raise _Unknown


def _plain(value: Any) -> Any:
    if type(value) not in _DECIDED or not -(2**62) < value < 2**62:
        raise _Unknown
    return value
