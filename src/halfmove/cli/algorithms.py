"""`halfmove algorithms`: which searches there are, and which games they fit."""

from __future__ import annotations

from collections.abc import Mapping
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
    from halfmove.cli.position import open_game
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput

    if game is None and settings:
        raise BadInput(
            "--set needs the game whose parameter it sets, such as: halfmove algorithms nim --set heap=30."
        )
    candidates = registered() if game is None else {game: open_game(game, settings)}
    found = rows(candidates)
    if json:
        print_json({"algorithms": found})
    else:
        show(found)


def registered() -> dict[str, Game]:
    """All registered games, their parameters at the defaults."""
    from halfmove.games.registry import games

    return {name: cls() for name, cls in games().items()}


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
    from halfmove.cli.report import console, print_fact

    out = console()
    indent = max(12, 2 + max(len(row["name"]) for row in found))
    for number, row in enumerate(found):
        if number:
            out.print()
        print_fact(out, row["name"], row["summary"], style="bold", indent=indent)
        print_fact(out, "", f"Source: {row['source']}", indent=indent)
        if len(row["games"]) + len(row["unfit"]) > 1:
            print_fact(out, "", f"Fits: {', '.join(row['games']) or 'none of the games'}", indent=indent)
        else:
            fits = f"Fits {row['games'][0]}" if row["games"] else next(iter(row["unfit"].values()))
            print_fact(out, "", fits, indent=indent)
        if row["features"] and len(row["games"]) == 1:
            print_fact(out, "", "Features that --without can leave out:", indent=indent)
            for name, summary in row["features"].items():
                print_fact(out, "", f"{name}: {summary}", indent=indent)
        elif row["features"]:
            print_fact(out, "", f"--without: {', '.join(row['features'])}", indent=indent)
