"""Numba's compiler for kernels: its own passes, but for the two that cost most (inference, libraries).

The parts are subclasses, made for the versions of Numba that `core.code.names` knows; with any other version
Numba's own compiler does the work, and only the time differs.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core import compiler, typed_passes
from numba.core.compiler_machinery import register_pass
from numba.core.targetconfig import ConfigStack

from halfmove.core.code.names import numba_is_known
from halfmove.core.machine.inference import infer
from halfmove.core.machine.libraries import InnerLibrary, KernelLibrary
from halfmove.core.machine.lowering import Lower
from halfmove.core.machine.passes import SHORTER, Passes


class _CallersFlags(compiler.Flags):
    """What all callers show to the functions that they call, equal to itself alone.

    Numba keeps the machine code of an overload by the flags of who called it first, and hands some of them
    on: callers with different flags (a kernel, a method, a step) would each have a copy made.
    """

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def _callers_flags() -> _CallersFlags:
    flags = _CallersFlags()
    flags.nrt = True
    flags.error_model = "python"
    flags.release_gil = True
    return flags


_CALLERS_FLAGS = _callers_flags()


@register_pass(mutates_CFG=True, analysis_only=False)
class _Inference(typed_passes.BaseTypeInference):
    _name = "halfmove_type_inference"

    def run_pass(self, state: Any) -> bool:
        what = f'Function "{state.func_id.func_name}" failed type inference'
        with typed_passes.fallback_context(state, what), ConfigStack().enter(_CALLERS_FLAGS):
            state.typemap, state.return_type, state.calltypes = infer(state)
        state.typing_errors = []
        return True


class _Lowering(typed_passes.BaseNativeLowering):
    library_class: Any

    @property
    def lowering_class(self) -> Any:
        return Lower

    def run_pass(self, state: Any) -> bool:
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with ConfigStack().enter(_CALLERS_FLAGS):
            super().run_pass(state)
        state.cr.fndesc.typemap = state.cr.fndesc.calltypes = None  # of use for lowering only, and large
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(_Lowering):
    _name = "halfmove_kernel_lowering"
    library_class = KernelLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(_Lowering):
    _name = "halfmove_inner_lowering"
    library_class = InnerLibrary

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True  # no machine code; what follows is what Numba does after making it
        super().run_pass(state)
        made = state.cr
        module, name = made.fndesc.lookup_module(), made.fndesc.qualname.split(".")[-1]
        inner = _dynfunc.make_function(module, name, "only for compiled code", 0, made.env, (state.library,))
        state.targetctx.insert_user_function(inner, made.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = made._replace(cfunc=inner)
        return True


class _Compiler(compiler.CompilerBase):
    lowering_pass: Any

    def define_pipelines(self) -> list[Any]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        own = {
            **SHORTER,
            typed_passes.NopythonTypeInference: _Inference,
            typed_passes.NativeLowering: self.lowering_pass,
        }
        chosen = [(own.get(each, each), what) for each, what in passes.passes]
        shorter = Passes(passes.pipeline_name)
        shorter.passes = [(each, what) for each, what in chosen if each is not None]
        shorter.finalize()
        return [shorter]


class _KernelCompiler(_Compiler):
    lowering_pass = _KernelLowering


class _InnerCompiler(_Compiler):
    lowering_pass = _InnerLowering


KERNEL: dict[str, Any] = {"pipeline_class": _KernelCompiler} if numba_is_known() else {}
"""What `njit` takes for a function that Python calls."""
INNER: dict[str, Any] = {"pipeline_class": _InnerCompiler} if numba_is_known() else {}
"""What `njit` and Numba's overloads take for a function that only compiled code calls."""
