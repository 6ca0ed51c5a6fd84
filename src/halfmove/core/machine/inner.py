"""Numba's overloads for functions that only machine code calls.

Numba makes two wrappers for every function it compiles, one to be called by Python and one by C.  Functions
that only other compiled ones call need neither, and there are hundreds of them: without the wrappers a first
compile takes a fifth less (docs/decisions/0020).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from numba import extending

from halfmove.core.machine.pipeline import INNER

NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **INNER}

overload: Any = partial(extending.overload, jit_options=NO_WRAPPERS)
overload_method: Any = partial(extending.overload_method, jit_options=NO_WRAPPERS)
