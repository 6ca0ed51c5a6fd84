"""Luck and skill of a game as JSON, and in the words of a report."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game
from halfmove.teach.luck import Balance, Choice, Luck, Throw


def luck_json(found: Luck) -> dict[str, Any]:
    """The whole report; a player's figures are his own, `result` and `adjusted` the first player's."""
    game = found.history.game
    return {
        "game": game.title(),
        "parameters": game.parameters,
        "plies": len(found.history.actions),
        "over": found.history.over,
        "result": round(found.result, 6),
        "adjusted": round(found.adjusted, 6),
        "players": [{"name": game.player_name(p), **_balance_json(found.balance(p))} for p in (0, 1)],
        "choices": [_choice_json(choice) for choice in found.choices],
        "throws": [_throw_json(throw) for throw in found.throws],
    }


def _balance_json(balance: Balance) -> dict[str, Any]:
    return {
        "choices": balance.choices,
        "error": round(balance.error, 6),
        "error_per_choice": round(balance.error_per_choice, 6),
        "throws": balance.throws,
        "luck": round(balance.luck, 6),
        "luck_per_throw": round(balance.luck_per_throw, 6),
    }


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {
        "ply": choice.ply,
        "player": choice.player,
        "rolled": choice.rolled or None,
        "played": choice.text,
        "best": choice.best,
        "error": round(choice.error, 6),
    }


def _throw_json(throw: Throw) -> dict[str, Any]:
    return {"ply": throw.ply, "player": throw.player, "throw": throw.text, "luck": round(throw.luck, 6)}


def summary(found: Luck) -> list[list[str]]:
    """A row for each figure: its name, and what it is for each player."""
    both = [found.balance(player) for player in (0, 1)]
    return [
        ["choices", *(str(one.choices) for one in both)],
        ["error, together", *(f"{one.error:.3f}" for one in both)],
        ["error, a choice", *(f"{one.error_per_choice:.4f}" for one in both)],
        ["throws", *(str(one.throws) for one in both)],
        ["luck, together", *(f"{one.luck:+.3f}" for one in both)],
        ["luck, a throw", *(f"{one.luck_per_throw:+.4f}" for one in both)],
    ]


def worst(found: Luck, count: int) -> list[list[str]]:
    """The choices that cost most: the ply from 1, who, the throw, what was played and best, the cost."""
    order = sorted(found.choices, key=lambda choice: -choice.error)[:count]
    return [
        [str(one.ply + 1), _name(found, one.player), one.rolled, one.text, one.best, f"{one.error:.3f}"]
        for one in order
        if one.error >= 0.0005
    ]


def luckiest(found: Luck, count: int) -> list[list[str]]:
    """The throws that mattered most: the ply from 1, whose, the throw, and its luck."""
    order = sorted(found.throws, key=lambda throw: -abs(throw.luck))[:count]
    return [[str(one.ply + 1), _name(found, one.player), one.text, f"{one.luck:+.3f}"] for one in order]


def sentence(found: Luck) -> str:
    """What the game came to, and what without the luck."""
    game = found.history.game
    came = "came to" if found.history.over else "stands at"
    return (
        f"The game {came} {_unit(game, found.result)} to {game.player_name(0)}; "
        f"less the luck of both, {_unit(game, found.adjusted)}."
    )


def _unit(game: Game, value: float) -> str:
    return f"{value:+.3f} {game.estimate_unit}".strip()


def _name(found: Luck, player: int) -> str:
    return found.history.game.player_name(player)
