"""How many threads NumPy's matrix products take: one, unless told.

NumPy's wheels bring OpenBLAS, which splits a product among all cores and has its threads wait in a loop for
the next; beside other work they wait for each other, and a network's small products take many times as long.
The library is told by the names of its functions, as NumPy has none for it; another one is left as it is.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

NAMES = ("scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads", "openblas_set_num_threads")


def use_threads(number: int) -> bool:
    """Have matrix products of this process take so many threads; whether the library could be told."""
    tell = _teller()
    if tell is None:
        return False
    tell(number)
    return True


@cache
def _teller() -> Any:
    """The library's function; None where there is no such library."""
    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            library = ctypes.CDLL(str(path))  # it is loaded already: this only finds it
            for name in NAMES:
                if hasattr(library, name):
                    return getattr(library, name)
    return None
