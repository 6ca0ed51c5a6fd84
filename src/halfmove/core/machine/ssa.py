"""Static single assignment: each variable assigned once, and where paths meet, a phi that takes either.

Numba's algorithm (Choi et al., in the Inria SSA book, chapters 4 and 5) with the same result, names included.
Numba goes through all statements of the function for each variable that is assigned twice; here it is noted
first where each variable is, and only these statements are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from typing import Any

from numba.core import ir, ir_utils
from numba.core import ssa as numbas
from numba.core.analysis import compute_cfg_from_blocks

from halfmove.core.machine.variables import read_by


def single_assignment(blocks: dict[int, Any]) -> dict[int, Any]:
    """These blocks, with each variable assigned once."""
    places = _Places(blocks)
    cfg = compute_cfg_from_blocks(blocks)
    names = _assigned_twice_or_too_late(places, cfg)
    if not names:
        return blocks
    function = _Function(blocks, cfg)
    for name in names:
        _Variable(name, function, places).rename()
    return {label: function.block(label) for label in blocks}


class _Places:
    """Where each variable is assigned, and where it is read: blocks and the numbers of statements there."""

    def __init__(self, blocks: dict[int, Any]) -> None:
        self.assigned: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.read: dict[str, dict[tuple[int, int], None]] = defaultdict(dict)
        self.read_elsewhere: dict[str, set[int]] = defaultdict(set)
        """The blocks where a variable is read by another statement than its own assignment."""
        for label, block in blocks.items():
            for at, statement in enumerate(block.body):
                target = None
                reader = statement
                if isinstance(statement, ir.Assign):
                    target, reader = statement.target.name, statement.value
                    self.assigned[target].append((label, at))
                for variable in read_by(reader):
                    self.read[variable.name][label, at] = None
                    if variable.name != target:
                        self.read_elsewhere[variable.name].add(label)


def _assigned_twice_or_too_late(places: _Places, cfg: Any) -> list[str]:
    """The variables to be renamed, in the order that Numba takes them in."""
    found = [name for name, assigned in places.assigned.items() if len(assigned) > 1]
    twice = set(found)
    before = cfg.dominators()
    for name, labels in places.read_elsewhere.items():
        if name not in twice:
            own = {label for label, _ in places.assigned.get(name, ())}
            if any(own.isdisjoint(before[label]) for label in labels):
                found.append(name)
    return found


class _Function:
    """What all variables share: the statements as they stand, the phis before them, the flow of control."""

    def __init__(self, blocks: dict[int, Any], cfg: Any) -> None:
        self.blocks, self.cfg = blocks, cfg
        self.body = {label: list(block.body) for label, block in blocks.items()}
        self.phis: dict[int, list[Any]] = {label: [] for label in blocks}
        self.scope = next(iter(blocks.values())).scope
        self.frontiers = numbas._iterated_domfronts(cfg)

    def block(self, label: int) -> Any:
        old = self.blocks[label]
        new = ir.Block(scope=old.scope, loc=old.loc)
        new.body = self.phis[label] + self.body[label]
        return new


_PHI = -1
"""The place of a phi: before all statements of its block."""


class _Variable:
    """One variable, that becomes several."""

    def __init__(self, name: str, function: _Function, places: _Places) -> None:
        self.name, self.function = name, function
        self.assigned, self.read = places.assigned.get(name, []), places.read.get(name, {})
        self.definitions: dict[int, list[tuple[int, Any]]] = defaultdict(list)
        self.phis: dict[int, list[Any]] = defaultdict(list)
        self.meetings: set[int] = set()
        self.where: Any = None
        """The place in the source of the block that is looked at: Numba's phis have it."""

    def rename(self) -> None:
        self._name_the_targets()
        for label in self.definitions:
            self.meetings |= self.function.frontiers[label]
        for label, at in self.read:
            self._name_where_it_is_read(label, at)
        for label, phis in self.phis.items():
            self.function.phis[label] = phis + self.function.phis[label]

    def _name_the_targets(self) -> None:
        for first, (label, at) in enumerate(self.assigned):
            body = self.function.body[label]
            old = body[at]
            target = old.target if first == 0 else self._fresh(old.loc)
            body[at] = ir.Assign(target=target, value=old.value, loc=old.loc)
            self.definitions[label].append((at, body[at]))

    def _fresh(self, loc: Any) -> Any:
        return self.function.scope.redefine(self.name, loc=loc)

    def _name_where_it_is_read(self, label: int, at: int) -> None:
        self.where = self.function.blocks[label].loc
        body = self.function.body[label]
        statement = body[at]
        target = self._definition_before(label, at, statement.loc).target
        if target is ir.UNDEFINED or target.name == self.name:
            return
        named = {self.name: target}
        if not isinstance(statement, ir.Assign):
            body[at] = copy(statement)
            ir_utils.replace_vars_stmt(body[at], named)
        else:
            value = target
            if not isinstance(statement.value, ir.Var):
                value = copy(statement.value)
                ir_utils.replace_vars_inner(value, named)
            body[at] = ir.Assign(target=statement.target, value=value, loc=statement.loc)

    def _definition_before(self, label: int, at: int, loc: Any) -> Any:
        for place, definition in reversed(self.definitions[label]):
            if place < at:
                return definition
        return self._definition_at_the_top(label, loc)

    def _definition_at_the_top(self, label: int, loc: Any) -> Any:
        cfg = self.function.cfg
        if label not in self.meetings:
            before = cfg.immediate_dominators()[label]
            if before == label:
                numbas._warn_about_uninitialized_variable(self.name, loc)
                return numbas.UndefinedVariable
            return self._definition_at_the_bottom(before, loc)
        phi = ir.Assign(target=self._fresh(self.where), value=ir.Expr.phi(loc=self.where), loc=self.where)
        self.definitions[label].insert(0, (_PHI, phi))
        self.phis[label].append(phi)
        for previous, _ in cfg.predecessors(label):
            incoming = self._definition_at_the_bottom(previous, self.where)
            phi.value.incoming_values.append(incoming.target)
            phi.value.incoming_blocks.append(previous)
        return phi

    def _definition_at_the_bottom(self, label: int, loc: Any) -> Any:
        definitions = self.definitions[label]
        return definitions[-1][1] if definitions else self._definition_at_the_top(label, loc)
