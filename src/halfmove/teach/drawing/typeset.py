"""An SVG document as PNG or PDF, set by Typst in the font that the pictures are measured in."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

from halfmove.core.extras import need

PPI = 144.0
"""Dots an inch of a PNG; twice the size of the SVG on a screen of 72."""
MOST_DOTS = 16_000
"""Of a PNG's longer side; larger ones are made coarser."""
_SOURCE = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: {width:.2f}pt)
"""


def typeset(svg: str, form: Literal["png", "pdf"], ppi: float = PPI) -> bytes:
    """The document as PNG or PDF.  `BadInput` if what that takes is not installed."""
    typst = need("typst", f"A picture as {form.upper()} needs", "or save it as .svg")
    opening = svg[: svg.find(">") + 1]
    wide, high = (float(found) for found in re.findall(r' (?:width|height)="([\d.]+)"', opening)[:2])
    ppi = min(ppi, 72 * MOST_DOTS / max(wide, high))
    source: Any = _SOURCE.format(width=wide).encode()  # mypy cannot tell its overloads apart
    made = typst.compile(
        source,
        format=form,
        ppi=ppi,
        font_paths=fonts(),
        sys_inputs={"svg": svg},
    )
    assert isinstance(made, bytes), "one page makes one picture"
    return made


@cache
def fonts() -> Any:
    """The fonts as Typst takes them, found once: looking for them takes longer than most pictures."""
    import typst

    return typst.Fonts(font_paths=_folders())


def _folders() -> list[Path]:
    """Where DejaVu Sans lies: matplotlib brings it; without it Typst takes what the system has."""
    from importlib.util import find_spec

    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return []
    return [Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"]
