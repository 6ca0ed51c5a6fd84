"""How one compiled function calls another: Numba's convention, in half as many instructions.

Every function returns a code (0: all went well) and leaves its value, and what it raises, where the caller
says.  Numba gives each call a place of its own for what is raised, sorts the code into seven kinds and asks
whether a `try` stands around.  Where none does, as in nearly all functions, a caller that raises the same as
its callee needs nothing of this: the callee writes where the caller would, and the code is handed on.
"""

from __future__ import annotations

from typing import Any

from llvmlite.ir import Constant, IntType
from numba import types
from numba.core import callconv, cgutils


class Calls(callconv.CPUCallConv):
    """The calls that `lower` writes."""

    def __init__(self, context: Any, lower: Any) -> None:
        super().__init__(context)
        self._lower = lower

    def call_function(  # type: ignore[no-untyped-def]
        self, builder, callee, resty, argtys, args, attrs=None
    ):
        if attrs or not self._is_plain(builder, resty, argtys):
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        place = cgutils.alloca_once(builder, self.get_return_type(resty).pointee)
        raised = self._get_excinfo_argument(builder.function)
        packed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [place, raised, *packed])
        no = Constant(IntType(1), 0)
        status = callconv.Status(
            code=code,
            is_ok=builder.icmp_signed("==", code, callconv.RETCODE_OK),
            is_error=builder.icmp_signed("!=", code, callconv.RETCODE_OK),
            is_none=no,  # of values that may be None only
            is_python_exc=builder.icmp_signed("==", code, callconv.RETCODE_EXC),
            is_user_exc=builder.icmp_signed(">=", code, callconv.RETCODE_USEREXC),
            is_stop_iteration=no,  # of generators only
            excinfoptr=raised,
        )
        return status, self.context.get_returned_value(builder, resty, builder.load(place))

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if self._lower.has_tries or status.excinfoptr is not self._get_excinfo_argument(builder.function):
            super().return_status_propagate(builder, status)
        else:
            self._return_errcode_raw(builder, status.code)

    def _is_plain(self, builder: Any, result: types.Type, arguments: Any) -> bool:
        return not (
            self._lower.has_tries
            or builder.function is not self._lower.function
            or isinstance(result, types.Optional)
            or any(isinstance(kind, types.Generator) for kind in arguments)
        )
