"""Tables that are made on the spot and kept in the user's cache folder, beside machine code.

A table that takes less than a second to make need not be shipped, nor made twice.
"""

from __future__ import annotations

import hashlib
import inspect
import uuid
import zlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any
from zipfile import BadZipFile

import numpy as np

from halfmove.core.code.files import cache_folder
from halfmove.core.sealed_zip import check_seal, save_sealed


def kept_arrays(
    name: str, makers: tuple[ModuleType, ...], make: Callable[[], Mapping[str, Any]]
) -> Mapping[str, Any]:
    """The arrays that `make` makes, by their names: read from the cache if they are there.

    The file's name has a digest of the source of the modules that make them, so that arrays of another
    version are never met.  Where the folder cannot be written, they are made in each process.
    """
    source = "".join(inspect.getsource(module) for module in makers)
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    file = cache_folder() / "tables" / f"{name}-{digest}.npz"
    try:
        check_seal(file)
        with np.load(file, allow_pickle=False) as kept:
            return {key: kept[key] for key in kept.files}
    except (OSError, ValueError, EOFError, BadZipFile, KeyError, zlib.error):
        pass  # not there, or cut short by a full disk or a crash: made anew
    arrays = make()
    beside = file.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as out:
            save_sealed(out, **arrays)
        beside.replace(file)
    except OSError:  # said once, by whoever keeps machine code there
        beside.unlink(missing_ok=True)
    return arrays
