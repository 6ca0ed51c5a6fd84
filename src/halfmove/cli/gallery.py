"""Games described: in a table, one by one, and as data."""

from __future__ import annotations

import inspect
from typing import Any

from halfmove.cli.jsons import position_text
from halfmove.core.game import Game


def summary(game: Game) -> str:
    """The first line of the game's docstring."""
    text = type(game).__doc__ or ""
    return inspect.cleandoc(text).split("\n\n")[0].replace("\n", " ") if text else ""


def traits(game: Game) -> list[str]:
    """What decides which algorithms fit, in words: `2 players`, `zero-sum`, …"""
    said = [f"{game.players} {'player' if game.players == 1 else 'players'}"]
    if game.players > 1:
        said.append("zero-sum" if game.zero_sum else "not zero-sum")
    for trait in ("chance", "hidden", "simultaneous"):
        if getattr(game, trait):
            said.append(trait)
    if not game.compiled:
        said.append("interpreted")
    return said


def described(game: Game, name: str | None = None) -> dict[str, Any]:
    """A game as data."""
    return {
        "name": name or game.title(),
        "summary": summary(game),
        "parameters": game.parameters,
        "players": list(game.player_names) if game.players == len(game.player_names) else game.players,
        "traits": {
            "players": game.players,
            "zero_sum": game.zero_sum,
            "chance": game.chance,
            "hidden": game.hidden,
            "simultaneous": game.simultaneous,
            "compiled": game.compiled,
        },
    }


def everything() -> list[dict[str, Any]]:
    """All registered games as data, with the defaults of their parameters."""
    from halfmove.games.registry import games

    return [described(cls(), name) for name, cls in games().items()]


def table() -> None:
    """All registered games in a table."""
    from rich import box
    from rich.table import Table

    from halfmove.cli.report import console, print_table, settings
    from halfmove.games.registry import games

    out = console()
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column("game", style="bold", no_wrap=True)
    rows.add_column("parameters", style="cyan")
    rows.add_column("what it is")
    for name, cls in games().items():
        game = cls()
        rows.add_row(name, "\n".join(settings(game)), summary(game))
    print_table(out, rows)
    out.print()
    out.print("Play one:         halfmove play connect4 --set width=8", style="dim")
    out.print("Look at one:      halfmove games connect4", style="dim")
    out.print("One of your own:  halfmove play mygame.py", style="dim")


def show(game: Game) -> None:
    """One game: what it is, its board, and how positions and moves are written."""
    from halfmove.cli.report import console, print_fact, print_position, settings

    out = console()
    state = game.initial()
    print_position(out, game, state)
    out.print(inspect.cleandoc(type(game).__doc__ or "No description."))
    out.print()
    print_fact(out, "traits", ", ".join(traits(game)))
    print_fact(out, "parameters", "  ".join(settings(game)) or "none")
    legal = [] if game.is_terminal(state) or game.to_move(state) < 0 else list(game.actions(state))
    written = [game.action_text(state, action) for action in legal[:12]]
    print_fact(out, "moves", f"{' '.join(written)}{' …' if len(legal) > 12 else ''}")
    text = position_text(game, state)
    if text is not None:
        print_fact(out, "position", text)
