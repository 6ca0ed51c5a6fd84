"""Wins and playouts, means and proofs as people write them: `27/35`, `0.771`, `proven win`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.search.montecarlo.choosing import worth
from halfmove.search.montecarlo.records import Candidate, Choice

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.sketch import Sketch
    from halfmove.teach.montecarlo.trace import SimulationTrace


def wins_text(wins: float) -> str:
    """A number of wins, draws counted half: `27`, `2.5`; where utilities are finer, two decimals."""
    halves = round(2 * wins)
    if abs(2 * wins - halves) < 1e-4:
        return str(halves // 2) if halves % 2 == 0 else f"{halves / 2}"
    return f"{wins:.2f}"


def ratio(wins: float, visits: int) -> str:
    """`27/35`."""
    return f"{wins_text(wins)}/{visits}"


def figure(value: float) -> str:
    """A term of the formula, with three decimals."""
    return f"{value:.3f}"


def proof_text(candidate: Candidate) -> str:
    """What is certain of an action for whoever plays it: `proven win`; empty where nothing is."""
    if not candidate.proven:
        return ""
    value = worth(candidate.low)
    return {1: "proven win", 0: "proven draw", -1: "proven loss"}.get(value, f"proven {value:+d}")


def root_label(trace: SimulationTrace, tree: Sketch) -> str:
    """Wins and playouts at the root: as in the book of the player who does not move there, where two oppose
    each other; else of whoever does (the first player where nature does)."""
    wins = tree.wins_below
    return ratio(tree.visits - wins if root_is_opponents(trace) else wins, tree.visits)


def root_is_opponents(trace: SimulationTrace) -> bool:
    """Whether the root's wins are those of the player who does not move there."""
    return trace.opposed and trace.game.to_move(trace.state) != CHANCE


def who(trace: SimulationTrace, player: int) -> str:
    """A player's name; nature's."""
    return "nature" if player == CHANCE else trace.game.player_name(player)


def move(trace: SimulationTrace, state: Any, action: Any) -> str:
    """An action in the game's notation."""
    return trace.game.action_text(state, action)


def place(trace: SimulationTrace, choices: tuple[Choice, ...]) -> str:
    """Where one is after some choices: `the root`, `a1/b1`."""
    return "/".join(move(trace, c.state, c.chosen.action) for c in choices) or "the root"
