"""What all results have in common: plain data, JSON text, and a table for pandas or polars.

A result says what it is as data (`to_dict`), and its rows if it has some (`to_rows`); the rest is made here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from halfmove.core.errors import BadInput

LIBRARIES = ("pandas", "polars")
"""Those that tables are made with, the first that is installed unless one is named."""

NOTEBOOK_WIDTH = 100
"""Columns of a text in a notebook."""


def finite(value: Any) -> Any:
    """A number that JSON can write: Python's own, whole where it can be; "inf" and "-inf" for the infinities,
    as in the specification of a tree; None for NaN.
    """
    if value is None or isinstance(value, bool | str):
        return value
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if math.isnan(value):
            return None
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return int(value) if value.is_integer() else value
    return value


def as_text(data: Any, indent: int | None = None) -> str:
    """Plain data as JSON text, on one line or indented by so many spaces."""
    return json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)


class Result:
    """Something that was found, as data."""

    __slots__ = ()
    is_line = False
    """Whether a command that prints JSON prints it at once, on a line: it comes before the answer."""
    grows = False
    """Whether the text of a later result begins with that of an earlier one, so that lines are printed as
    they are found."""

    def to_dict(self) -> Mapping[str, Any]:
        """Everything as plain data, ready for `json.dumps`: what `--json` prints and HTTP answers.

        Where the annotation is a `TypedDict`, the description of the HTTP API says what stands in it.
        """
        raise NotImplementedError

    def to_text(self) -> str:
        """What a terminal shows, in lines."""
        raise NotImplementedError

    def text_in(self, width: int) -> str:
        """The text for a terminal of so many columns."""
        return self.to_text()

    def growing_text(self, width: int) -> str:
        """What a terminal of so many columns shows of it, in lines, while it grows."""
        return ""

    def progress_rows(self) -> list[tuple[str, str]]:
        """What a display shows of it while better founded ones are still to come: labels with texts."""
        return []

    def to_ansi(self) -> str:
        """The text with ANSI's codes for colours; empty where it has none of its own."""
        return ""

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON text, on one line or indented by so many spaces."""
        return as_text(self.to_dict(), indent)

    def _repr_html_(self) -> str | None:
        """What a notebook shows: the picture, where there is one, or the text of a terminal."""
        from halfmove.core.display import html_picture, html_text

        picture = getattr(self, "_repr_svg_", lambda: None)()
        if picture:
            return html_picture(picture)
        has_text = type(self).to_text is not Result.to_text
        return html_text(self.text_in(NOTEBOOK_WIDTH)) if has_text else None


class Table(Result):
    """A result with rows."""

    __slots__ = ()

    def to_rows(self) -> list[dict[str, Any]]:
        """One dictionary a row, all with the same keys."""
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        """What a notebook shows: the rows as a table, where there is neither a picture nor a text."""
        from halfmove.core.display import html_table

        return super()._repr_html_() or html_table(self.to_rows())

    def to_frame(self, library: str | None = None) -> Any:
        """The rows as a DataFrame of "pandas" or "polars"; None: whichever is installed, pandas first.

        NaN and the infinities are null, so that a column of numbers stays one.  Lists are written as JSON
        text.  `BadInput` for another library, and where none is installed.
        """
        chosen = frame_library(library)
        return import_module(chosen).DataFrame(
            [{k: _cell(v) for k, v in row.items()} for row in self.to_rows()]
        )


def frame_library(library: str | None) -> str:
    """The library to make a table with; `BadInput` where there is none."""
    if library is not None and library not in LIBRARIES:
        raise BadInput(f"Tables are made with {' or '.join(LIBRARIES)}, not with '{library}'.")
    wanted = LIBRARIES if library is None else (library,)
    for name in wanted:
        if find_spec(name) is not None:
            return name
    raise BadInput(f"A table needs {' or '.join(wanted)}; install it with: pip install {wanted[0]}.")


def _cell(value: Any) -> Any:
    """A value that a column can hold."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value in ("inf", "-inf"):  # as `finite` writes them in JSON
        return None
    if isinstance(value, (list, tuple, Mapping)):
        return json.dumps(value, ensure_ascii=False)
    return value
