"""A search as a file to take along: a picture of one of its steps, or the page to step through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.core.extras import check, installed, missing
from halfmove.teach.drawing.picture import FORMATS
from halfmove.web.lessons.searches import Request, whole

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
    "html": "text/html",
}
"""What can be taken along, with its media type."""
NEED_TYPST = ("png", "pdf")
NEED = "Pictures as PNG and PDF need"


def available() -> list[str]:
    """The endings that this installation can write."""
    return [ending for ending in TYPES if ending not in NEED_TYPST or installed("typst")]


def unavailable() -> str:
    """What the others need, as a sentence; "" if this installation can write all."""
    return "" if installed("typst") else missing("typst", NEED)


def stage(fields: Mapping[str, str], link: Link) -> bytes:
    """The file's content; `ending` and `step` are fields as well, without a step it is the end's."""
    ending = fields.get("ending", "")
    if ending not in TYPES:
        raise BadInput(f"Pictures are written as {', '.join(TYPES)}, not '{ending[:20]}'.")
    if ending in NEED_TYPST:
        check("typst", NEED)
    asked = Request.read(fields, link.catalogue)
    made = asked.trace()
    step = whole(fields.get("step", ""), "The step", 0, len(made.events))
    return FORMATS[ending](made, asked.style, step, None)
