"""What can be kept of machine code that Numba has made (`core.code`)."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from numba import types
from numba.core.compiler import CompileResult
from numba.core.serialize import NumbaPickler

from halfmove.core.code.files import Code
from halfmove.core.code.loader import class_named, known_outside
from halfmove.core.machine.libraries import ENVIRONMENT
from halfmove.core.machine.lowering import LARGEST


def code_of(made: CompileResult) -> Code | str:
    """A kernel's machine code as it is kept; where another process could not use it, why, in words."""
    if made.library.has_dynamic_globals:
        return f"it holds the address of an array of more than {LARGEST >> 20} MB"
    if made.lifted or made.reload_init:
        return "it needs Numba where it runs"
    if _of_a_script(made.signature.return_type):  # Numba 0.68 writes a copy of the class into the code
        return "it returns records whose class a script defines, not a module"
    module = made.library._final_module
    outside = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    unknown = [name for name in outside if not known_outside(name)]
    if unknown:
        return f"it calls {', '.join(unknown)}, which only Numba knows"
    own = made.target_context.get_env_name(made.fndesc)
    inner = [v.name for v in module.global_variables if v.name.startswith(ENVIRONMENT) and v.name != own]
    return Code(
        made.library._get_compiled_object(),
        made.fndesc.llvm_cpython_wrapper_name,
        made.fndesc.qualname,
        (own, _dumps(list(made.environment.consts))),
        tuple(inner),
    )


def _of_a_script(kind: types.Type) -> bool:
    """Whether values of this type are records whose class a script (`__main__`) defines."""
    if isinstance(kind, types.BaseNamedTuple) and kind.instance_class.__module__ == "__main__":
        return True
    return isinstance(kind, types.BaseTuple) and any(map(_of_a_script, kind))


class _Pickler(NumbaPickler):
    """Stores a class of a script (`__main__`) as its name.

    Numba's own pickler copies such a class into the file; read back, the copy is a stranger to the script.
    """

    def reducer_override(self, value):  # type: ignore[no-untyped-def]
        if isinstance(value, type) and value.__module__ == "__main__":
            with contextlib.suppress(AttributeError):
                if class_named(value.__module__, value.__qualname__) is value:
                    return class_named, (value.__module__, value.__qualname__)
        return super().reducer_override(value)


def _dumps(value: Any) -> bytes:
    with io.BytesIO() as file:
        _Pickler(file, protocol=4).dump(value)
        return file.getvalue()
