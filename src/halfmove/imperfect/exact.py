"""Solvers that find equilibria to the end, by name, and which suits a game of one choice each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.extras import is_installed
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.bimatrix import (
    FEW,
    LEMKE_HOWSON,
    SUPPORT_ENUMERATION,
    bimatrix,
    is_chosen_once,
    lemke_howson,
    make_policy,
    pairs,
    support_enumeration,
)
from halfmove.imperfect.layout import GameTable
from halfmove.imperfect.linear_programme import LINEAR_PROGRAMME, SCIPY, linear_programme, load_solver


@dataclass(frozen=True)
class Exact:
    """A solver that finds equilibria of some games."""

    name: str
    words: str
    """What it is called in a sentence."""
    run: Callable[[GameTable], tuple[list[Any], int]]
    """The policies of the equilibria it finds, one or more, and the steps that took."""
    load: Callable[[], object] = lambda: None
    """What is to be loaded before any clock runs."""


def _programme(table: GameTable) -> tuple[list[Any], int]:
    policy, steps = linear_programme(table)
    return [policy], steps


def _path(table: GameTable) -> tuple[list[Any], int]:
    first, second, pivots = lemke_howson(bimatrix(table))
    return [make_policy(table, first, second)], pivots


def _supports(table: GameTable) -> tuple[list[Any], int]:
    game = bimatrix(table)
    return [make_policy(table, *both) for both in support_enumeration(game)], pairs(game.height, game.width)


_EXACT = (
    Exact(LINEAR_PROGRAMME, "the linear programme", _programme, load_solver),
    Exact(LEMKE_HOWSON, "Lemke and Howson's path", _path),
    Exact(SUPPORT_ENUMERATION, "the enumeration of supports", _supports),
)
EXACT = {exact.name: exact for exact in _EXACT}
"""The solvers by name."""


def choose_exact_solver(game: Game) -> str | None:
    """The solver that suits a game in which two players choose once, at the same moment; None for others.

    All equilibria where there are few supports to try; else one, by the linear programme where one wins what
    the other loses.
    """
    if not is_chosen_once(game):
        return None
    rules = rules_of(game)
    start = rules.initial()
    height, width = (sum(1 for _ in rules.actions_of(start, player)) for player in (0, 1))
    if pairs(height, width) <= FEW:
        return SUPPORT_ENUMERATION
    return LINEAR_PROGRAMME if game.zero_sum and is_installed(SCIPY) else LEMKE_HOWSON


def find_exact_solver(game: Game) -> str | None:
    """The solver that finds equilibria of a game to the end, if it is small enough; None where none does, or
    where the linear programme's SciPy is not installed."""
    if (usual := choose_exact_solver(game)) is not None:
        return usual
    return LINEAR_PROGRAMME if game.players == 2 and game.zero_sum and is_installed(SCIPY) else None
