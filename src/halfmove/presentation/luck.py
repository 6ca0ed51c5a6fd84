"""Luck and skill of a game in the words of a report."""

from __future__ import annotations

from halfmove.core.contract import Game
from halfmove.teach.luck import Luck


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
