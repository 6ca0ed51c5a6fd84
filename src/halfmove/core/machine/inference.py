"""Type inference that does not do the same work twice.

Numba's algorithm with three short cuts, none of which changes what is inferred:

- What a function that calls itself returns is inferred once, not anew at every such call in every round
  (where a later round would have found another type, the whole function is inferred again without).
- What an operator gives for plain numbers is remembered.
- A constraint is looked at again only when the type of a variable that it speaks of has changed.
"""

from __future__ import annotations

from typing import Any

import numba.core.errors as numba_errors
from numba.core import ir, typeinfer, types, utils

_NUMBERS = (types.Integer, types.Float, types.Boolean)


class Inferer(typeinfer.TypeInferer):
    """Numba's type inferer with the short cuts."""

    def __init__(self, context, func_ir, warnings, *, returns_once: bool = True) -> None:  # type: ignore[no-untyped-def]
        super().__init__(context, func_ir, warnings)
        self.constraints = _Constraints(_assigned(func_ir))
        self._returns_once = returns_once
        self._returned: types.Type | None = None
        self.relied = False
        """Whether what it returns was remembered from an earlier round."""

    def copy(self, skip_recursion: bool = False) -> Inferer:
        clone = Inferer(self.context, self.func_ir, self.warnings)
        clone.arg_names = self.arg_names.copy()
        clone._skip_recursion = skip_recursion
        for name, variable in self.typevars.items():
            if not variable.locked and variable.defined:
                clone.typevars[name].add_type(variable.getone(), loc=variable.define_loc)
        return clone

    def return_types_from_partial(self) -> types.Type | None:
        if self._returned is None or not self._returns_once:
            self._returned = super().return_types_from_partial()
        else:
            self.relied = True
        return self._returned

    def resolve_call(self, fnty, pos_args, kw_args):  # type: ignore[no-untyped-def]
        if kw_args or type(fnty) is not types.Function or not all(isinstance(a, _NUMBERS) for a in pos_args):
            return super().resolve_call(fnty, pos_args, kw_args)
        known = _KNOWN_OPERATORS.setdefault(self.context, {})
        key = fnty, len(fnty.templates), tuple(pos_args)
        found = known.get(key)
        if found is None:
            found = super().resolve_call(fnty, pos_args, kw_args)
            if found is not None:
                known[key] = found
        return found


_KNOWN_OPERATORS: dict[Any, dict[Any, Any]] = {}


class _Constraints(typeinfer.ConstraintNetwork):
    """The constraints of a function; one that is settled waits until something that it speaks of changes."""

    def __init__(self, variables: set[str]) -> None:
        super().__init__()
        self._variables = variables
        self._speaks_of: list[tuple[str, ...]] = []
        self._seen: list[tuple[types.Type | None, ...] | None] = []

    def append(self, constraint: Any) -> None:
        super().append(constraint)
        names = dict.fromkeys(_names(list(vars(constraint).values())))
        self._speaks_of.append(tuple(name for name in names if name in self._variables))
        self._seen.append(None)

    def propagate(self, typeinfer: Any) -> list[Exception]:
        found: list[Exception] = []
        variables = typeinfer.typevars
        for i, constraint in enumerate(self.constraints):
            names, seen = self._speaks_of[i], self._seen[i]
            if seen is not None and all(variables[n].type is kind for n, kind in zip(names, seen)):
                continue
            place = constraint.loc
            settled = False
            with typeinfer.warnings.catch_warnings(filename=place.filename, lineno=place.line):
                try:
                    constraint(typeinfer)
                    settled = True
                except numba_errors.ForceLiteralArg as error:
                    found.append(error)
                except numba_errors.TypingError as error:
                    new = numba_errors.TypingError(str(error), loc=place, highlighting=False)
                    found.append(utils.chain_exception(new, error))
            kinds = tuple(variables[n].type if n in variables else None for n in names)
            # what a call of the function itself gives hangs on all that it may return
            recursive = any(isinstance(kind, types.RecursiveCall) for kind in kinds)
            self._seen[i] = kinds if settled and None not in kinds and not recursive else None
        return found


def _assigned(func_ir: Any) -> set[str]:
    """The variables of a function, its arguments among them under the name that the inferer gives them."""
    statements = (s for block in func_ir.blocks.values() for s in block.find_insts(ir.Assign))
    return {s.target.name for s in statements} | {f"arg.{name}" for name in func_ir.arg_names}


def _names(values: list[Any]) -> list[str]:
    """All names that a constraint holds, in any depth: of variables, but of attributes as well."""
    names = []
    while values:
        value = values.pop()
        if isinstance(value, str):
            names.append(value)
        elif isinstance(value, ir.Var):
            names.append(value.name)
        elif isinstance(value, (list, tuple)):
            values.extend(value)
        elif isinstance(value, dict):
            values.extend(value.values())
    return names


def infer(state: Any, *, returns_once: bool = True) -> tuple[Any, Any, Any]:
    """The types of the variables, the returned value and the calls of the function that is being compiled."""
    warnings = numba_errors.WarningsFixer(numba_errors.NumbaWarning)  # type: ignore[attr-defined]
    inferer = Inferer(state.typingctx, state.func_ir, warnings, returns_once=returns_once)
    frame = state.typingctx.callstack.register(
        state.targetctx.target, inferer, state.func_ir.func_id, state.args
    )
    try:
        with frame, warnings:
            for index, (name, kind) in enumerate(zip(state.func_ir.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, index, kind)
            if state.return_type is not None:
                inferer.seed_return(state.return_type)
            for name, kind in (state.locals or {}).items():
                inferer.seed_type(name, kind)
            inferer.build_constraint()
            inferer.propagate()
            found: tuple[Any, Any, Any] = inferer.unify()
    except numba_errors.TypingError:
        if not inferer.relied:
            raise
        return infer(state, returns_once=False)
    if inferer.relied and found[1] != inferer._returned:
        return infer(state, returns_once=False)
    return found
