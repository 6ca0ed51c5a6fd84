"""Arrays in a file of NumPy's (`.npz`) that says what it holds, and of what: checkpoints, strategies, tables.

The array `told` has two texts: the form of the file, with its version, and a line of JSON, its head.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.errors import BadInput
from halfmove.core.sealed_zip import check_seal, seal

TOLD = "told"
ANEW = "; delete it to begin anew, or give another file"
"""What can be done about the checkpoint of another run."""


def write_arrays(
    file: str | Path, form: str, head: Mapping[str, Any], *, compressed: bool = False, **arrays: Any
) -> None:
    """Write such a file, whole or not at all; `BadInput` where it cannot be written."""
    with whole_bytes(Path(file).expanduser()) as out:
        (np.savez_compressed if compressed else np.savez)(
            out, **{TOLD: np.array([form, json.dumps(head)]), **arrays}
        )
        seal(out)


@contextmanager
def open_arrays(file: str | Path, form: str, refused: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """The head and the arrays by name, while it is open; `BadInput` in the words `refused` for a file of
    another form, for one that is damaged, and where an array is missing or the reader raises `ValueError`."""
    try:
        check_seal(Path(file).expanduser())
        with np.load(Path(file).expanduser(), allow_pickle=False) as kept:
            told = [str(text) for text in kept[TOLD]]
            head = json.loads(told[1]) if told[0] == form else None
            if not isinstance(head, dict):
                raise ValueError
            yield head, kept
    except BadInput:
        raise
    except OSError as error:
        if error.strerror is None:
            raise BadInput(refused) from None
        raise BadInput(f"'{file}' cannot be read: {error.strerror}.") from None
    except (
        KeyError,
        ValueError,
        TypeError,
        IndexError,
        EOFError,
        BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,  # an archive that says it is encrypted
    ):
        raise BadInput(refused) from None


def check_same(told: Mapping[str, Any], mine: Mapping[str, Any], what: str, advice: str = "") -> None:
    """`BadInput` where what a file tells is not ours: `The checkpoint 'x' has seed 5, and here it is 6`."""
    for key, value in json.loads(json.dumps(mine)).items():
        if told.get(key) != value:
            raise BadInput(f"{what} has {key} {told.get(key)}, and here it is {value}{advice}.")
