"""The estimate of a position on the screen: each term of the weighed sum, and what it is worth."""

from __future__ import annotations

from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.term import unit_of
from halfmove.faces import words


def explain_estimate(game: Game, state: Any, *, json: bool) -> None:
    """Print the terms of the evaluation; `BadInput` where there are none."""
    if game.is_terminal(state):
        raise BadInput(
            f"The game is over ({words.result(game, state).rstrip('.')}), so there is no estimate."
        )
    terms = game.terms(state)
    total = game.evaluate(state, 0) / unit_of(game)
    if json:
        from halfmove.cli.jsons import print_json

        print_json(
            {
                "game": game.name,
                "position": game.position_text(state),
                "estimate": total,
                "terms": [
                    {"name": t.name, "words": t.words, "parts": dict(t.parts), "worth": t.worth}
                    for t in terms
                ],
            }
        )
        return
    from rich.table import Table

    from halfmove.cli.report import console, print_position

    out = console()
    print_position(out, game, state)
    columns = list(dict.fromkeys(part for term in terms for part in term.parts))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("term", overflow="fold")
    for column in (*columns, "worth"):
        table.add_column(column, justify="right")
    places = 2 if game.selective else 3
    for term in terms:
        if any(term.parts.values()) or term.worth:
            parts = [f"{term.parts[c]:+.{places}f}" if c in term.parts else "" for c in columns]
            table.add_row(term.name, *parts, f"{term.worth:+.{places}f}")
    table.add_section()
    table.add_row("the whole", *("" for _ in columns), f"{total:+.{places}f}", style="bold")
    out.print(table)
    first = game.player_name(0)
    unit = "units of a small advantage (a pawn)" if game.selective else "shares of a win"
    out.print(f"\nIn {unit}, to {first}; what is the same for both sides is shown too.")
