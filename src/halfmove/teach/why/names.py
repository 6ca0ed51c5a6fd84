"""How the sentences of an explanation write players, values, lists, lines and ends of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.teach.figures import figure
from halfmove.teach.why.lines import Play

LONGEST_LINE = 24
"""Moves of a line that are written out."""


def named(game: Game, player: int) -> str:
    """What a player is called."""
    if player == CHANCE:
        return "chance"
    name = game.player_names[player] if player < len(game.player_names) else f"player {player + 1}"
    return f"the {name} player" if name in ("first", "second") else name


def listed(words: Sequence[str], most: int = 12) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def plies(number: int) -> str:
    """`1 ply`, `5 plies`."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def signed(value: float) -> str:
    """A value with its sign, three decimals at most."""
    rounded = value if math.isinf(value) else round(value, 3)
    return f"+{figure(rounded)}" if rounded > 0 else figure(rounded)


def is_decisive(game: Game) -> bool:
    """Whether the values of the game are won, drawn and lost, and nothing else."""
    explicit = hasattr(game, "root")
    return game.players == 2 and game.zero_sum and game.utility_limit == 1 and not explicit


def ending(game: Game, state: Any) -> str:
    """How a finished game ended: `X wins`, `a draw`, `MAX gets 3`."""
    utilities = [game.utility(state, player) for player in range(game.players)]
    if is_decisive(game):
        return "a draw" if utilities[0] == 0 else f"{named(game, 0 if utilities[0] > 0 else 1)} wins"
    if game.players <= 2 and game.zero_sum:
        return f"{named(game, 0)} gets {figure(utilities[0])}"
    return listed([f"{named(game, p)} gets {figure(u)}" for p, u in enumerate(utilities)])


def moves(plays: Sequence[Play], most: int = LONGEST_LINE) -> str:
    """The moves of a line in order; a long one ends with dots."""
    texts = [play.text for play in plays[:most]]
    return " ".join([*texts, "…"] if len(plays) > most else texts)
