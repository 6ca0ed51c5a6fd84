"""SciPy left alone until somebody multiplies matrices.

Numba 0.68 imports SciPy's linear algebra with its array functions, to see whether it is there: 0.14 s of
every process that makes machine code, a tenth of what it takes until a game is refused.  Here it only looks
for the package; what needs it imports it then, as Numba itself does (`numba.np.linalg.ensure_blas`).
"""

from __future__ import annotations

from importlib.util import find_spec

from numba.np import linalg

from halfmove.core.code.names import numba_is_known


def _look_for_blas() -> None:
    if find_spec("scipy") is None:
        raise ImportError("SciPy is not installed")


if numba_is_known():
    _imported = linalg.ensure_blas
    linalg.ensure_blas = _look_for_blas
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = _imported
    arraymath.ensure_blas = _imported
