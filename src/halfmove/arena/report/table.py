"""A table of players, with as many columns as there is room for; and means with their intervals in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from halfmove.arena.statistics.elo import Interval

NOTHING = "–"
NAME = 24
"""Columns of a player's name, if it is as long as that, before others give way to it."""


def table_lines(rows: Sequence[Mapping[str, str]], dropped: Sequence[str], width: int) -> list[str]:
    """Players and what is said of them, by column; one of which there is nothing to say is left out, and of
    those in `dropped` as many as it takes to fit into the width.  A name that is too long is folded."""
    wide = {head: max(len(head), *(len(row[head]) for row in rows)) for head in rows[0]}
    heads = [head for head in rows[0] if any(row[head] != NOTHING for row in rows)]
    longest, wide["player"] = wide["player"], min(wide["player"], NAME)
    for head in dropped:
        if head in heads and sum(wide[h] + 2 for h in heads) - 2 > width:
            heads.remove(head)
    others = [head for head in heads if head != "player"]
    name = max(len("player"), min(longest, width - sum(wide[head] + 2 for head in others)))
    lines = []
    for row in (dict(zip(heads, heads, strict=True)), *rows):
        first, *rest = (row["player"][at : at + name] for at in range(0, len(row["player"]), name))
        lines += [first.ljust(name) + "".join(f"  {row[head]:>{wide[head]}}" for head in others), *rest]
    return lines


def mean_text(found: Interval | None, *, signed: bool = False) -> str:
    """`+0.39 ± 0.07`, with as many decimals as matter; without an interval where it has no end."""
    if found is None:
        return NOTHING
    places = digits(max(abs(found.value), found.error or 0.0))
    text = f"{found.value:+,.{places}f}" if signed else f"{found.value:,.{places}f}"
    return text if found.error is None else f"{text} ± {found.error:,.{places}f}"


def digits(value: float) -> int:
    """Decimals that matter beside a number of this size."""
    return max(0, 2 - math.floor(math.log10(abs(value)))) if 0 < abs(value) < 100 else 0
