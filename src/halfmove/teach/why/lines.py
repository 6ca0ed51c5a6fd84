"""Lines of play for an explanation: followed move by move, brought to their end; what is forced on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import runs_compiled
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.search.session import Session

CLOSE = 1e-9
"""Values that differ by less are equal."""

COMPLETING, COMPLETING_INTERPRETED = (200_000, 2_000_000), (3_000, 30_000)
"""Nodes spent to bring one proven line to its end, and all of them."""

MEGABYTES = 16
"""The table for that."""


@dataclass(frozen=True)
class Play:
    """One move of a line."""

    player: int
    """Who makes it: 0, 1, …, or CHANCE."""
    action: Any
    text: str
    """The action in the game's notation."""
    state: Any
    """What it leads to."""
    forced: bool
    """Whether it is the only legal one."""


def count_actions(game: Game, state: Any) -> int:
    """How many legal actions a state has; 0 where the game is over."""
    return 0 if game.is_terminal(state) else sum(1 for _ in game.actions(state))


def follow(game: Game, state: Any, actions: tuple[Any, ...]) -> Iterator[Play]:
    """The moves of a line, one after the other."""
    for action in actions:
        player, text = game.to_move(state), game.action_text(state, action)
        forced = count_actions(game, state) == 1
        state = game.result(state, action)
        yield Play(player, action, text, state, forced)


def is_same(one: float, other: float) -> bool:
    """Whether two values are equal, as far as floating point can tell."""
    return one == other or math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def finishing(game: Game, state: Any, winner: int) -> Any | None:
    """The first action of `winner`, who is to move, that ends the game with a win for him."""
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child) and game.utility(child, winner) > 0:
            return action
    return None


def no_escape(game: Game, state: Any, winner: int) -> dict[str, list[str]] | None:
    """How `winner` wins with his next move whatever the other player does: his move for which of the other's.

    The texts of the other's moves by the text of the move that finishes them; None where there is an escape.
    """
    answers: dict[str, list[str]] = {}
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child) or game.to_move(child) != winner:
            return None
        last = finishing(game, child, winner)
        if last is None:
            return None
        answers.setdefault(game.action_text(child, last), []).append(game.action_text(state, action))
    return answers


class Completion:
    """Brings the lines that the engine has proven to the end of the game, where that is soon found.

    Only an engine leaves proofs unfinished: its lines come from a table that forgets.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis, self.game = analysis, analysis.game
        compiled = runs_compiled(self.game)
        self.a_line, self.left = COMPLETING if compiled else COMPLETING_INTERPRETED
        self.session: Session | None = None

    def line(self, line: Line) -> Line:
        """The line, with play on to the end of the game if that is found."""
        game, state = self.game, self.analysis.state
        child = game.result(state, line.action)
        if not line.proven or line.raw is None or game.is_terminal(child) or self.left <= 0:
            return line
        self.session = self.session or Session(game, "engine", megabytes=MEGABYTES)
        found = self.session.analyze(child, Limit(nodes=min(self.a_line, self.left)))
        self.left -= found.nodes
        sign = 1 if game.to_move(child) == game.to_move(state) else -1
        if not found.proven or not is_same(sign * found.value, line.value):
            return line
        score = line.score.ending_in(None if found.distance is None else found.distance + 1)
        return replace(line, score=score, variation=(line.action, *found.variation))
