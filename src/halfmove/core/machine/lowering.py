"""Lowering to LLVM's intermediate code, without what only values with counted references need.

Numba counts references to what lies on the heap (arrays, lists).  For that it notes where every variable
dies, clears it there, and reads the old value of a variable before it stores a new one.  States of games,
boards and numbers hold nothing that is counted: for them all this is text to write, parse and optimise away
again, a third of what a kernel has.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from numba.core import cgutils, config, ir, lowering, types
from numba.core.cpu import CPUContext
from numba.core.datamodel.models import DeferredStructModel
from numba.core.errors import LoweringError, new_error_context  # type: ignore[attr-defined]
from numba.core.runtime.context import NRTContext
from numba.core.unsafe import eh

from halfmove.core.machine.calls import Calls
from halfmove.core.machine.variables import local_to_a_block

LARGEST = 1 << 25
"""Bytes of the largest array that is written into the code, where a megabyte takes LLVM half a second of each
kernel.  What is larger belongs into a `Buffer`, of which the game has the address in `runtime_parameters`."""


class Lower(lowering.Lower):
    """Numba's lowering, shorter for variables that hold nothing counted."""

    context: Any
    has_tries: bool
    """Whether there is a `try` in the function."""

    def init(self) -> None:
        self._singly_assigned_vars = set()
        self._blk_local_varmap: dict[str, Any] = {}
        if not self.func_ir.func_id.is_generator:
            self._singly_assigned_vars = local_to_a_block(self.func_ir.blocks)
        values = [s.value for b in self.blocks.values() for s in b.find_insts(ir.Assign)]
        self.has_tries = any(isinstance(v, ir.Global) and v.value is eh.exception_check for v in values)
        context = _Context.__new__(_Context)
        context.__dict__.update(self.context.__dict__)
        context.calls = Calls(context, self)
        if context.enable_nrt:
            context.nrt = _Counting(context)
        self.context = context

    def _lower_call_RecursiveCall(self, fnty: Any, expr: Any, signature: Any) -> Any:
        """A call of a function that is being compiled, or of the same for other types, which may have been:
        Numba finds that one among what it has made machine code of, and here it is linked in
        (`core.machine.libraries`)."""
        made = fnty.dispatcher_type.dispatcher.overloads.get(tuple(signature.args))
        if made is not None:
            self.context.add_linking_libs([made.library])
            self.library.calls_by_variable = True
        return super()._lower_call_RecursiveCall(fnty, expr, signature)

    @property
    def _as_numba_does(self) -> bool:
        return bool(self.flags.debuginfo or config.DEBUG_JIT)

    def lower_block(self, block: Any) -> None:
        self.pre_block(block)
        for inst in block.body:
            self.loc = inst.loc
            try:
                self.lower_inst(inst)
            except Exception:  # tells more of it, as Numba does for every statement
                with new_error_context(
                    'lowering "{inst}" at {loc}',
                    inst=inst,
                    loc=self.loc,
                    errcls_=partial(LoweringError, loc=self.loc),
                ):
                    raise
        self.post_block(block)

    def pre_block(self, block: Any) -> None:
        if self.has_tries:
            super().pre_block(block)
        else:
            self._cur_ir_block = block

    def lower_inst(self, inst: Any) -> Any:
        if type(inst) is not ir.Assign or self._as_numba_does:
            return super().lower_inst(inst)
        self.notify_loc(self.loc)
        value = self.lower_assign(self.typeof(inst.target.name), inst)
        argument = inst.value.index + 1 if isinstance(inst.value, ir.Arg) else None
        return self.storevar(value, inst.target.name, argidx=argument)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        kind = self.typeof(name)
        if self._as_numba_does or is_counted(self.context, kind):
            super().storevar(value, name, argidx)
        elif name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self._alloca_var(name, kind)
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        if self._as_numba_does or is_counted(self.context, self.typeof(name)):
            super().delvar(name)

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        if self._as_numba_does:
            return super().alloca_lltype(name, lltype, datamodel)
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)


class _Context(CPUContext):  # type: ignore[misc]
    """Numba's context of one function, with its own calls and counting."""

    calls: Calls

    @property
    def call_conv(self) -> Calls:
        return self.calls

    def make_constant_array(self, builder: Any, typ: Any, array: Any) -> Any:
        """An array as it stands in the code.

        Of one above a megabyte Numba takes the address, which no other process has: here larger ones are
        written out, and one with gaps as well, so that the code can be kept (`keeping`).
        """
        if array.nbytes > LARGEST:
            return super().make_constant_array(builder, typ, array)
        self.allow_dynamic_globals = False
        try:
            return super().make_constant_array(builder, typ, array if array.flags.forc else array.copy())
        finally:
            del self.allow_dynamic_globals

    def load_additional_registries(self) -> None:
        """What has come since the function began to be compiled; Numba asks for each thing that it does not
        know, and imports forty modules for it."""
        for registry in list(self._registries):
            self.install_registry(registry)


class _Counting(NRTContext):
    """Counts references; hands on what has none, without looking through its parts."""

    def __init__(self, context: Any) -> None:
        super().__init__(context, True)

    def incref(self, builder: Any, typ: types.Type, value: Any) -> None:
        if is_counted(self._context, typ):
            super().incref(builder, typ, value)

    def decref(self, builder: Any, typ: types.Type, value: Any) -> None:
        if is_counted(self._context, typ):
            super().decref(builder, typ, value)


_COUNTED: dict[types.Type, bool] = {}


def is_counted(context: Any, kind: types.Type) -> bool:
    """Whether values of this type hold counted references."""
    known = _COUNTED.get(kind)
    if known is None:
        models = context.data_model_manager[kind].traverse_models()
        known = _COUNTED[kind] = any(
            model.has_nrt_meminfo() or isinstance(model, DeferredStructModel) for model in models
        )
    return known
