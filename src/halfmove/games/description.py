"""Games described: what they are, what they can be set to, which algorithms may fit."""

from __future__ import annotations

import inspect
import re
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game, Payoffs
from halfmove.core.in_turn import rules_of


def summary(game: Game) -> str:
    """The first line of the game's docstring."""
    text = type(rules_of(game)).__doc__ or ""
    return inspect.cleandoc(text).split("\n\n")[0].replace("\n", " ") if text else ""


def name_game(game: Game) -> str:
    """What to call the game over a board: as its board says, or the name of its class in words, `Connect
    Four`."""
    from halfmove.games.registry import games

    surface = rules_of(game).surface()
    if surface is not None and surface.title:
        return surface.title
    known = games()
    name = (known[game.name] if game.name in known else type(rules_of(game))).__name__
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def as_pictured(game: Game) -> Game:
    """The game, interpreted, with its players called as one who sees its picture calls them: red and yellow,
    not X and O."""
    surface = game.surface()
    if surface is None or not surface.player_names:
        return game
    twin = interpreted(game)
    twin.player_names = surface.player_names
    return twin


def traits(game: Game) -> list[str]:
    """What decides which algorithms fit, in words: `2 players`, `zero-sum`, …"""
    said = [f"{game.players} {'player' if game.players == 1 else 'players'}"]
    if game.players > 1:
        against = game.payoffs is Payoffs.ONE_AGAINST_ALL
        said.append(Payoffs(game.payoffs).value if game.zero_sum or against else "not zero-sum")
    rules = rules_of(game)
    known = {"chance": rules.has_chance, "hidden": rules.hidden, "simultaneous": rules.simultaneous}
    said += [trait for trait, has in known.items() if has]
    if not game.compiled:
        said.append("interpreted")
    return said


def describe(game: Game, name: str | None = None) -> dict[str, Any]:
    """A game as data."""
    return {
        "name": name or game.title(),
        "summary": summary(game),
        "parameters": game.parameters,
        "players": list(game.player_names) if game.players == len(game.player_names) else game.players,
        "traits": {
            "players": game.players,
            "zero_sum": game.zero_sum,
            "chance": game.has_chance,
            "hidden": game.hidden,
            "simultaneous": game.simultaneous,
            "compiled": game.compiled,
        },
    }
