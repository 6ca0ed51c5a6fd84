"""Recorded steps as a file: .html, a page to step through, or .svg, the picture at the end."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from halfmove.core.atomic_file import whole_file
from halfmove.core.errors import BadInput

FORMATS = (".html", ".svg")


class Drawn(Protocol):
    """Steps that can be drawn."""

    def svg(self) -> str:
        """The picture at the end."""
        ...

    def html(self) -> str:
        """A page to step through."""
        ...


def check_format(file: str | os.PathLike[str], what: str) -> str:
    """How the name of a file ends; `BadInput` where `what` (a subject and its verb) is not written so."""
    ending = Path(file).suffix.lower()
    if ending not in FORMATS:
        raise BadInput(f"{what} written as {' or '.join(FORMATS)}, not as '{os.fspath(file)}'.")
    return ending


def save(steps: Drawn, file: str | os.PathLike[str], what: str) -> None:
    """Write the steps, whole or not at all; `BadInput` for another name."""
    content = steps.svg() if check_format(file, what) == ".svg" else steps.html()
    with whole_file(Path(file)) as out:
        out.write(content)
