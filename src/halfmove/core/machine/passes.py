"""Numba's passes before and between typing and lowering, without what a kernel has no need of.

Numba asks for each function, up to eight times, where every variable dies.  That matters where references are
counted (`core.machine.lowering`) and in generators; for all else these subclasses leave it out.  A function
with a closure in it, a list built in it or the like goes through Numba's pass as it is.
"""

from __future__ import annotations

import functools
from typing import Any

from numba.core import ir, typed_passes, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.ir_utils import build_definitions, enforce_no_dels, enforce_no_phis
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.rewrites import rewrite_registry
from numba.core.transforms import canonicalize_cfg
from numba.stencils.stencil import StencilFunc

from halfmove.core.machine.branches import leave_out
from halfmove.core.machine.lowering import is_counted
from halfmove.core.machine.ssa import single_assignment


class Passes(PassManager):
    """Runs passes without telling anybody about each; who compiles holds Numba's lock for all of them."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:
        if self._print_after or self._print_before or self._print_wrap:
            super()._runPass(index, pss, internal_state)
            return
        pss.analysis = self._analysis
        pss.run_initialization(internal_state)
        pss.run_pass(internal_state)
        pss.run_finalizer(internal_state)


def _settle(func_ir: Any) -> None:
    """Bring what is known of a function up to date after a change of its blocks."""
    if func_ir.is_generator:
        PostProcessor(func_ir).run()
        return
    func_ir.blocks = canonicalize_cfg(func_ir.blocks)
    func_ir.variable_lifetime = VariableLifetime(func_ir.blocks)  # found out when somebody asks
    func_ir.generator_info = None


@register_pass(mutates_CFG=True, analysis_only=False)
class Processing(untyped_passes.IRProcessing):
    """Brings what is known of the function up to date."""

    _name = "halfmove_ir_processing"

    def run_pass(self, state: Any) -> bool:
        _settle(state.func_ir)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Closures(untyped_passes.InlineClosureLikes):
    """Inlines closures, stencils, `reduce` and comprehensions of arrays, where there are any."""

    _name = "halfmove_inline_closure_likes"

    def run_pass(self, state: Any) -> bool:
        return _may_inline(state.func_ir) and bool(super().run_pass(state))


def _may_inline(func_ir: Any) -> bool:
    for block in func_ir.blocks.values():
        for statement in block.find_insts(ir.Assign):
            value = statement.value
            if isinstance(value, ir.Expr):
                if value.op in ("make_function", "build_list"):
                    return True
                if value.op == "getattr" and value.attr == "reduce":
                    return True
            elif isinstance(value, (ir.Global, ir.FreeVar)) and (
                value.value is functools.reduce or isinstance(value.value, StencilFunc)
            ):
                return True
    return False


@register_pass(mutates_CFG=True, analysis_only=False)
class Rewrites(untyped_passes.GenericRewrites):
    """Numba's rewrites before typing (of constant indices, raises, prints), of what a game's constants
    leave."""

    _name = "halfmove_generic_rewrites"

    def run_pass(self, state: Any) -> bool:
        if not state.func_ir.is_generator:  # one that yields nothing any more has no type
            leave_out(state.func_ir, state.args)
        blocks = state.func_ir.blocks
        for kind in rewrite_registry.rewrites["before-inference"]:
            rewrite = kind(state)
            waiting = list(blocks.items())
            while waiting:
                label, block = waiting.pop()
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):
                    blocks[label] = rewrite.apply()
                    blocks[label].verify()
                    waiting.append((label, blocks[label]))
        _settle(state.func_ir)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class SingleAssignment(untyped_passes.ReconstructSSA):
    """Assigns each variable once (`core.machine.ssa`)."""

    _name = "halfmove_reconstruct_ssa"

    def run_pass(self, state: Any) -> bool:
        state.func_ir.blocks = single_assignment(state.func_ir.blocks)
        self._patch_locals(state)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        _settle(state.func_ir)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class StripPhis(typed_passes.PreLowerStripPhis):
    """Makes assignments of phis again, which lowering does not know."""

    _name = "halfmove_strip_phis"

    def run_pass(self, state: Any) -> bool:
        if state.func_ir.is_generator:
            return bool(super().run_pass(state))
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        _settle(state.func_ir)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class Legalization(typed_passes.IRLegalization):
    """Says where variables die, if any is counted."""

    _name = "halfmove_ir_legalization"

    def run_pass(self, state: Any) -> bool:
        kinds = set(state.typemap.values())
        if state.func_ir.is_generator or any(is_counted(state.targetctx, kind) for kind in kinds):
            return bool(super().run_pass(state))
        enforce_no_phis(state.func_ir)
        enforce_no_dels(state.func_ir)
        return True


SHORTER: dict[Any, Any] = {
    untyped_passes.IRProcessing: Processing,
    untyped_passes.InlineClosureLikes: Closures,
    untyped_passes.GenericRewrites: Rewrites,
    untyped_passes.ReconstructSSA: SingleAssignment,
    typed_passes.PreLowerStripPhis: StripPhis,
    typed_passes.IRLegalization: Legalization,
    typed_passes.AnnotateTypes: None,  # a copy of everything, for Numba's own listings
    typed_passes.NopythonRewrites: None,  # expressions of arrays and of text: not in kernels
    typed_passes.DumpParforDiagnostics: None,  # of loops made parallel by Numba: not in kernels
}
"""What stands for a pass of Numba's; None: nothing."""
