"""What is new in a board's picture: its elements, of which a move changes two or three."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

_TAG = re.compile(r"""<(/?)[a-zA-Z](?:[^"'>]|"[^"]*"|'[^']*')*?(/?)>""")
_LABEL = re.compile(r' aria-label="[^"]*"')
_WHOLE = re.compile(r"\s*(<svg\b[^>]*>)(.*)</svg>\s*", re.DOTALL)


def find_changes(before: str, now: str) -> dict[str, Any] | None:
    """How one picture becomes another: the `count` of elements of the first, and of the second its `head` and
    its `parts`, each an element or a run (start, length) of those of the first.  None where more than the
    name differs in the heads, or a picture cannot be taken apart."""
    old, new = split_picture(before), split_picture(now)
    if old is None or new is None or _LABEL.sub("", old[0]) != _LABEL.sub("", new[0]):
        return None
    parts: list[Any] = []
    same = SequenceMatcher(None, old[1], new[1], autojunk=False)
    for kind, start, end, first, last in same.get_opcodes():
        parts += [(start, end - start)] if kind == "equal" else new[1][first:last]
    return {"count": len(old[1]), "head": new[0], "parts": tuple(parts)}


@lru_cache(maxsize=64)
def split_picture(svg: str) -> tuple[str, tuple[str, ...]] | None:
    """The tag that begins a picture, and the elements in it; None where there is text between these."""
    whole = _WHOLE.fullmatch(svg)
    if whole is None:
        return None
    body, elements, depth, start, end = whole[2], [], 0, 0, 0
    for tag in _TAG.finditer(body):
        if depth == 0:
            if body[end : tag.start()].strip():
                return None
            start = tag.start()
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            end = tag.end()
            elements.append(body[start:end])
    return None if depth or body[end:].strip() else (whole[1], tuple(elements))
