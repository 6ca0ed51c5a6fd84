"""Machine code of a kernel and all that it calls, optimised and made once, as a whole.

Numba optimises every function by itself and makes machine code of it, then does both again inside each
caller.  Here a function that only compiled code calls stays what Numba's lowering wrote (LLVM's intermediate
code), and the kernel that Python calls links in all that it reaches, once.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core import codegen
from numba.core.compiler_lock import require_global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.runtime.nrt import rtsys

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the symbols of what Numba calls environments begin."""
BOARDS, STEP = "_ZN8halfmove4core4bits", "4nextE"
"""How the symbols of what `core.bits` has begin, and what those of a generator's steps have besides."""
SMALL = 100
"""Basic blocks of a kernel that is worth optimising twice."""


class _Library(codegen.JITCodeLibrary):
    calls_by_variable = False
    """Whether it calls one of its `_linking_libraries` as one that is not compiled yet."""

    def add_ir_module(self, ir_module: Any) -> None:
        super().add_ir_module(ir_module)
        _take_apart(ir_module)


class InnerLibrary(_Library):
    """A function that only compiled code calls: never machine code by itself."""

    _shared_module: Any

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = llvm.Linkage.linkonce_odr  # several callers may bring it along
        self._finalized = True

    def own_module(self) -> Any:
        """The function itself, without what it calls."""
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """For a function of Numba's own that calls this one: with all that it needs."""
        self._ensure_finalized()
        if self._shared_module is None:
            whole = self._final_module.clone()
            for library in reached(self._linking_libraries):
                whole.link_in(_to_link(library), preserve=True)
            self._shared_module = whole
        return self._shared_module


class KernelLibrary(_Library):
    """A kernel that Python calls, with all that it reaches in one module."""

    def finalize(self) -> None:
        require_global_compiler_lock()
        self._raise_if_finalized()
        for library in reached(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_to_link(library), preserve=True)
            if getattr(library, "calls_by_variable", False):
                self._close_circles()  # at once: LLVM links no function that nothing calls by its name
        self._count_references()
        self._close_circles()
        self._hide_inner_functions()
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self._set_environments()

    def _optimize_final_module(self) -> None:
        """Once in full, without the cheaper round that Numba has before it for counted references, of which
        kernels have hardly any.

        A small kernel is optimised again after it has gone through LLVM's code generator, which rewrites it
        for the processor: perft of Connect Four is half as fast again.  Large ones gain nothing by it.
        """
        self._optimize_once()
        if sum(1 for function in self._final_module.functions for _ in function.blocks) < SMALL:
            self._codegen._tm.emit_object(self._final_module)
            self._optimize_once()

    def _optimize_once(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _count_references(self) -> None:
        """Bring along what counts references (of generators, say), to be loaded without Numba."""
        if any(f.is_declaration and f.name.startswith("NRT_") for f in self._final_module.functions):
            self._final_module.link_in(rtsys.library._get_module_for_linking(), preserve=True)

    def _close_circles(self) -> None:
        """Let functions that call each other in a circle do so directly.

        Numba calls the one that is not compiled yet through a variable that is to be filled when the code is
        loaded, and forgets to fill it for code that comes from a file.
        """
        sought = codegen.RuntimeLinker.PREFIX
        variables = [v for v in self._final_module.global_variables if v.name.startswith(sought)]
        for variable in [v.name for v in variables if v.is_declaration]:
            function = variable[len(sought) :]
            filled = f'declare void @"{function}"()\n@"{variable}" = constant ptr @"{function}"\n'
            self._final_module.link_in(llvm.parse_assembly(filled))
            self._final_module.get_global_variable(variable).linkage = llvm.Linkage.internal

    def _hide_inner_functions(self) -> None:
        """Nobody else calls what was linked in: LLVM may then drop what it has inlined, and inlines more
        (chess searches a tenth more nodes a second)."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
                if function.name.startswith(BOARDS) and STEP in function.name:
                    function.add_function_attribute("alwaysinline")

    def _set_environments(self) -> None:
        """An inner function has no machine code of its own that was told of its constants: it is here."""
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and not variable.is_declaration:
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)


def _take_apart(module: Any) -> None:
    """Break the circles in what has become a module of LLVM's, so that its memory is free at once."""
    for function in module.functions:
        for block in function.blocks:
            block.instructions.clear()
        function.blocks.clear()
        function.args, function.return_value = (), None
    module.globals.clear()


def _to_link(library: Any) -> Any:
    return library.own_module() if isinstance(library, InnerLibrary) else library._get_module_for_linking()


def reached(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they call in turn, each once; Numba's own bring along what they need."""
    found: dict[Any, None] = {}
    waiting = list(reversed(libraries))
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            library._ensure_finalized()
            if isinstance(library, InnerLibrary):
                waiting.extend(reversed(library._linking_libraries))
    return list(found)
