"""Numbers as people and programs write them, read strictly: plain decimal digits, within a stated range.

Python's own `int` and `float` take `1_000`, digits of any script, blanks around, `1e10`, `nan` and whole
numbers of any length; what they read may then be beyond machine words, clocks or memory.  The command line,
HTTP, UCI, GTP, descriptions of players and time controls all read through here.
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.errors import BadInput

MOST = 10**9
"""What may be counted where nothing else is said: games, samples, positions, iterations."""
MOST_STEPS = 10**18
"""Nodes and simulations: two of these still fit in a machine word of 64 bits, with its sign."""
MOST_PLIES = 10_000
"""How deep a search may be told to look."""
MOST_SECONDS = 10**9
"""Thirty years.  Clocks of the system end at 292."""
MOST_MINUTES = MOST_SECONDS // 60
MOST_CORES = 10_000
"""What an engine may be said to keep busy, here or on a cluster."""
MOST_SEED = 2**63 - 1
"""What databases keep as a whole number."""

_DIGITS = 40
"""No number that is taken has so many; a longer one is not read at all, which would take long."""
_SHOWN = 40
_WHOLE = re.compile(rf"-?[0-9]{{1,{_DIGITS}}}")
_DECIMAL = re.compile(rf"-?(?:[0-9]{{1,{_DIGITS}}}(?:\.[0-9]{{0,{_DIGITS}}})?|\.[0-9]{{1,{_DIGITS}}})")


def read_whole(text: str, least: int, most: int) -> int | None:
    """The whole number that `text` writes in plain digits; None where it writes none, or one out of range.

    A minus is read where the range has negative numbers; there is no plus.
    """
    if not _WHOLE.fullmatch(text) or (least >= 0 and text.startswith("-")):
        return None
    value = int(text)
    return value if least <= value <= most else None


def read_decimal(text: str, least: float, most: float) -> float | None:
    """The same for a number that may have a point: `0.5`, `.5`, `2.`, `2`."""
    if not _DECIMAL.fullmatch(text) or (least >= 0 and text.startswith("-")):
        return None
    value = float(text)
    return value if least <= value <= most else None


def shorten(value: Any) -> str:
    """What was typed, or a number, as a sentence shows it: in one line, and the beginning of what is long."""
    text = _written(value)
    if len(text) > _SHOWN:
        return f"{text[:16]}… ({len(text):,} characters)"
    return text if text.isprintable() else repr(text)[1:-1]


def _written(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > 4096:
        return "a number of more than a thousand digits"  # to write it in decimal takes long, or is refused
    return str(value)


def read_whole_option(name: str, key: str, text: str, least: int = 0, most: int = MOST) -> int:
    """The whole number that option `key` of `name` has; `BadInput` for anything else, with the range."""
    number = read_whole(text, least, most)
    if number is None:
        raise BadInput(
            f"{name}'s option '{key}' must be a whole number from {least} to {most}, not '{shorten(text)}'."
        )
    return number


def read_decimal_option(name: str, key: str, text: str, least: float = 0, most: float = MOST) -> float:
    """The same for a number that may have a point."""
    number = read_decimal(text, least, most)
    if number is None:
        raise BadInput(
            f"{name}'s option '{key}' must be a number from {least:.10g} to {most:.10g}, "
            f"not '{shorten(text)}'."
        )
    return number


def check_whole(value: Any, what: str, least: int, most: int) -> int:
    """`value` where it is a whole number in its range; `BadInput`, which names it `what`, otherwise."""
    import operator

    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise BadInput(f"{what} must be a whole number from {least} to {most}, not {shorten(value)}.")
    return number
