"""Numbers from the command line: read strictly, refused in a sentence."""

from __future__ import annotations

import math
import sys

from halfmove.core.cores import usable_cores
from halfmove.core.errors import BadInput


def whole(text: str | None, option: str, *, least: int = 1, most: int | None = None) -> int | None:
    """The whole number that `text` writes, within its range; None for None; `BadInput` otherwise."""
    if text is None:
        return None
    wanted = (
        f"a whole number from {least} to {most}" if most is not None else f"a whole number, {least} or more"
    )
    try:
        value = int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise BadInput(f"{option} must be {wanted}, not '{text}'.") from None
    if value < least or (most is not None and value > most):
        raise BadInput(f"{option} must be {wanted}, not {value}.")
    return value


def processor_cores(text: str) -> int:
    """How many threads `--threads` writes: no more than there are processor cores, and a word about it."""
    wanted = whole(text, "--threads", most=256) or 1
    here = usable_cores()
    if wanted > here:
        there = "is one processor core" if here == 1 else f"are {here} processor cores"
        print(f"halfmove: of --threads {wanted} only {here} can be used: there {there}.", file=sys.stderr)
    return min(wanted, here)


def duration(text: str | None, option: str) -> float | None:
    """The seconds that `text` writes, above zero and finite; None for None; `BadInput` otherwise."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise BadInput(f"{option} must be a number of seconds above zero, such as 2 or 0.5, not '{text}'.")
    return value


def fraction(text: str, option: str) -> float:
    """The share that `text` writes, from 0 to 1; `BadInput` otherwise."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:  # also where it is no number
        raise BadInput(f"{option} must be a number from 0 to 1, such as 0.8, not '{text}'.")
    return value
