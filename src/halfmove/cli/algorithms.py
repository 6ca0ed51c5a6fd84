"""`halfmove algorithms`: which searches there are, and which games they fit."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from halfmove.cli import options

if TYPE_CHECKING:
    from halfmove.core.contract import Game


def algorithms(
    game: options.OptionalGameName = None, settings: options.Parameters = None, json: options.Json = False
) -> None:
    """List the algorithms for --algorithm, with the games they fit; or say which fit one game, and why not.

    Example: halfmove algorithms connect4
    """
    from halfmove.cli import lists
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput

    if game is None and settings:
        raise BadInput(
            "--set needs the game whose parameter it sets, such as: halfmove algorithms nim --set heap=30."
        )
    if game is None:
        found = lists.algorithms()
    else:
        from halfmove.cli.position import open_game

        found = rows({game: open_game(game, settings)})
    if json:
        print_json({"algorithms": found})
    elif game is None:
        show(found)
    else:
        show_of(game, found)


def rows(games: Mapping[str, Game]) -> list[dict[str, Any]]:
    """The algorithms as data: the games of `games` that each fits, and why it does not fit the others."""
    from halfmove.search.algorithms import algorithms

    found = []
    only = next(iter(games.values())) if len(games) == 1 else None
    for algorithm in algorithms().values():
        reasons = {name: algorithm.refusal(game) for name, game in games.items()}
        found.append(
            {
                "name": algorithm.name,
                "summary": algorithm.summary,
                "source": algorithm.source,
                "games": [name for name, reason in reasons.items() if reason is None],
                "features": {f.name: f.summary for f in algorithm.features(only).values()},
                "unfit": {name: reason for name, reason in reasons.items() if reason is not None},
            }
        )
    return found


def show(found: list[dict[str, Any]]) -> None:
    """Each algorithm: what it does, where it comes from, and what it fits."""
    from halfmove.cli.terminal import console, print_fact

    out = console()
    indent = 2 + max(len(row["name"]) for row in found)
    for number, row in enumerate(found):
        if number:
            out.print()
        print_fact(out, row["name"], row["summary"], style="bold", indent=indent)
        print_fact(out, "", f"Source: {row['source']}", indent=indent)
        print_fact(out, "", f"Fits: {', '.join(row['games']) or 'none of the games'}", indent=indent)
        if row["features"]:
            print_fact(out, "", f"--without: {', '.join(row['features'])}", indent=indent)


def show_of(game: str, found: list[dict[str, Any]]) -> None:
    """Which algorithms fit one game, a line each; then which do not, and why; then what can be left out."""
    from halfmove.cli.terminal import console, print_fact

    out = console()
    indent = 4 + max(len(row["name"]) for row in found)
    fit = [row for row in found if row["games"]]
    out.print(f"Fits {game}, the strongest first:" if fit else f"None fits {game}.", style="bold")
    for row in fit:
        line = shorten(row["summary"], max(20, out.width - indent), placeholder=" …")
        print_fact(out, f"  {row['name']}", line, indent=indent)
    if len(fit) < len(found):
        out.print("\nDoes not fit:", style="bold")
    for row in found:
        for reason in row["unfit"].values():
            print_fact(out, f"  {row['name']}", reason, indent=indent)
    for row in fit:
        if row["features"]:
            out.print(f"\nWhat --without leaves out of {row['name']}:", style="bold")
        for name, summary in row["features"].items():
            print_fact(out, "", f"{name}: {summary}", indent=2)
