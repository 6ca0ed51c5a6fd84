"""`halfmove games`: which games there are."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from halfmove.cli import options

if TYPE_CHECKING:
    from halfmove.core.contract import Game


def games(
    game: options.OptionalGameName = None, settings: options.Parameters = None, json: options.Json = False
) -> None:
    """List the games with their parameters, or show one: its board, its moves, its notation.

    Example: halfmove games connect4
    """
    from halfmove.cli import lists
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput

    if game is not None:
        from halfmove.cli.position import open_game
        from halfmove.presentation.games import described

        chosen = open_game(game, settings)
        if json:
            print_json(described(chosen))
        else:
            show(chosen)
    elif settings:
        raise BadInput(
            "--set needs the game whose parameter it sets, such as: halfmove games connect4 --set width=8."
        )
    elif json:
        print_json({"games": lists.games()})
    else:
        show_all()


def show_all() -> None:
    """All registered games in a table."""
    from rich import box
    from rich.table import Table

    from halfmove.cli import lists
    from halfmove.cli.terminal import console, print_table

    out = console()
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column("game", style="bold", no_wrap=True)
    rows.add_column("parameters", style="cyan")
    rows.add_column("what it is")
    for row in lists.games():
        settings = (f"{key}={value}" for key, value in row["parameters"].items())
        rows.add_row(row["name"], "\n".join(settings), row["summary"])
    print_table(out, rows)
    out.print()
    out.print("Play one:         halfmove play connect4 --set width=8", style="dim")
    out.print("Look at one:      halfmove games connect4", style="dim")
    out.print("One of your own:  halfmove play mygame.py", style="dim")


def show(game: Game) -> None:
    """One game: what it is, its board, and how positions and moves are written."""
    from halfmove.cli.report import print_position, settings
    from halfmove.cli.terminal import console, print_fact
    from halfmove.core.analysis import position_text
    from halfmove.core.in_turn import rules_of
    from halfmove.presentation.games import traits

    out = console()
    state = game.initial()
    print_position(out, game, state)
    out.print(inspect.cleandoc(type(rules_of(game)).__doc__ or "No description."))
    out.print()
    print_fact(out, "traits", ", ".join(traits(game)))
    print_fact(out, "parameters", "  ".join(settings(game)) or "none")
    legal = [] if game.is_terminal(state) or game.to_move(state) < 0 else list(game.actions(state))
    written = [game.action_text(state, action) for action in legal[:12]]
    print_fact(out, "moves", f"{' '.join(written)}{' …' if len(legal) > 12 else ''}")
    text = position_text(game, state)
    if text is not None:
        print_fact(out, "position", text)
    for name, other in game.position_forms(state).items():
        print_fact(out, name, other)
