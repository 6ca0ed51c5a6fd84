"""Time controls as SGF has them, `TM[300]OT[2 fischer]`, and as PGN has them, `300+2`: so many seconds for
the game, and so many more for each move.

Of overtime SGF says only that it is a text; a word for increments is what servers and programs write.
"""

from __future__ import annotations

import re

from halfmove.core.sgf_tree import Node

TAG = "TimeControl"
_SECONDS = r"(\d{1,9}(?:\.\d{1,3})?)"
_PGN = re.compile(rf"{_SECONDS}(?:\+{_SECONDS})?")
_OVERTIME = re.compile(rf"{_SECONDS} fischer")


def header(root: Node) -> dict[str, str]:
    """What a root says of the time, by PGN's name; nothing where PGN has no word for it."""
    if [len(root.properties.get(name, [""])) for name in ("TM", "OT")] != [1, 1]:
        return {}
    base, overtime = root.raw("TM"), root.raw("OT")
    found = _OVERTIME.fullmatch(overtime)
    if not re.fullmatch(_SECONDS, base) or (overtime and not found):
        return {}
    return {TAG: f"{base}+{found[1]}" if found else base}


def properties(told: str) -> dict[str, list[str]]:
    """The properties for what PGN's tag says; none where SGF has no word for it."""
    found = _PGN.fullmatch(told)
    if found is None:
        return {}
    return {"TM": [found[1]], **({"OT": [f"{found[2]} fischer"]} if found[2] else {})}
