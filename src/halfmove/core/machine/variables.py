"""Where the variables of a function are set and read, in Numba's intermediate code."""

from __future__ import annotations

from collections import Counter
from typing import Any

from numba.core import ir


def read_by(value: Any) -> list[ir.Var]:
    """The variables that a statement, or the right side of an assignment, speaks of.

    As Numba's `list_vars`, which looks through every attribute, in a fraction of the time.
    """
    if type(value) is ir.Var:
        return [value]
    if type(value) is ir.Assign:
        return [value.target, *read_by(value.value)]
    if type(value) is ir.Expr:
        found: list[ir.Var] = []
        for part in value._kws.values():
            if type(part) is ir.Var:
                found.append(part)
            elif isinstance(part, (ir.Inst, list, tuple, dict)):
                found.extend(value._rec_list_vars(part))
        return found
    if type(value) in _NONE:
        return []
    return list(value.list_vars())


_NONE = {ir.Const, ir.Global, ir.FreeVar, ir.Arg, ir.Jump, ir.Del}


def local_to_a_block(blocks: dict[int, Any]) -> set[str]:
    """The variables that are assigned once and read only after that, in the same block: values of LLVM's,
    that need no place in memory."""
    assigned: Counter[str] = Counter()
    elsewhere: set[str] = set()
    for block in blocks.values():
        own: set[str] = set()
        for statement in block.body:
            if type(statement) is ir.Assign:
                elsewhere.update(v.name for v in read_by(statement.value) if v.name not in own)
                own.add(statement.target.name)
                assigned[statement.target.name] += 1
            else:
                elsewhere.update(v.name for v in read_by(statement) if v.name not in own)
    return {name for name, times in assigned.items() if times == 1 and name not in elsewhere}
