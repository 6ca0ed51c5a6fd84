"""Which algorithms fit which games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from halfmove.core.game import Game


def registered() -> dict[str, Game]:
    """All registered games, their parameters at the defaults."""
    from halfmove.games.registry import games

    return {name: cls() for name, cls in games().items()}


def rows(games: Mapping[str, Game]) -> list[dict[str, Any]]:
    """The algorithms as data: the games of `games` that each fits, and why it does not fit the others."""
    from halfmove.search.algorithms import algorithms

    found = []
    for algorithm in algorithms().values():
        reasons = {name: algorithm.unfit(game) for name, game in games.items()}
        found.append(
            {
                "name": algorithm.name,
                "summary": algorithm.summary,
                "source": algorithm.source,
                "games": [name for name, reason in reasons.items() if reason is None],
                "unfit": {name: reason for name, reason in reasons.items() if reason is not None},
            }
        )
    return found


def table(found: list[dict[str, Any]]) -> None:
    """The algorithms, their sources and their games."""
    _print(found, "games", lambda row: ", ".join(row["games"]) or "none")


def table_for_one(found: list[dict[str, Any]]) -> None:
    """The algorithms, and for one game whether each fits or why not."""
    _print(found, "fits", lambda row: "yes" if row["games"] else next(iter(row["unfit"].values())))


def _print(found: list[dict[str, Any]], column: str, cell: Any) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from halfmove.cli.report import console, print_table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("algorithm", style="bold", no_wrap=True)
    table.add_column("what it does")
    table.add_column(column)
    for row in found:
        what = Text(row["summary"]).append(f"\n{row['source']}", style="dim")
        table.add_row(row["name"], what, cell(row))
    print_table(console(), table)
