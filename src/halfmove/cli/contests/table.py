"""A table of players, with as many columns as the terminal has room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

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
