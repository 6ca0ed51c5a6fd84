"""A table of players, with as many columns as the terminal has room for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from halfmove.arena.statistics.elo import Interval

if TYPE_CHECKING:
    from rich.table import Table

NOTHING = "–"
NAME = 24
"""Columns of a player's name, if it is as long as that, before others give way to it."""


def table_of(rows: Sequence[Mapping[str, str]], dropped: Sequence[str], width: int) -> Table:
    """Players and what is said of them, by column; one of which there is nothing to say is left out, and of
    those in `dropped` as many as it takes to fit into the width."""
    from rich.table import Table

    wide = {head: max(len(head), *(len(row[head]) for row in rows)) for head in rows[0]}
    wide["player"] = min(wide["player"], NAME)
    heads = [head for head in rows[0] if any(row[head] != NOTHING for row in rows)]
    for head in dropped:
        if head in heads and sum(wide[h] + 2 for h in heads) - 2 > width:
            heads.remove(head)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        if head == "player":
            table.add_column(head, overflow="fold")
        else:
            table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*(row[head] for head in heads))
    return table


def mean_text(found: Interval | None, *, signed: bool = False) -> str:
    """`+0.39 ± 0.07`, with as many decimals as matter; without an interval where it has no end."""
    if found is None:
        return NOTHING
    places = digits(max(abs(found.value), found.error or 0.0))
    told = f"{found.value:+,.{places}f}" if signed else f"{found.value:,.{places}f}"
    return told if found.error is None else f"{told} ± {found.error:,.{places}f}"


def digits(value: float) -> int:
    """Decimals that matter beside a number of this size."""
    return max(0, 2 - math.floor(math.log10(abs(value)))) if 0 < abs(value) < 100 else 0
