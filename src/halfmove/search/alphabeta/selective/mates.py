"""Mates by checks at the root of a selective search, by proof numbers.

A mate in which every move gives check is a narrow line and a deep one: df-pn (`search.proof.dfpn`) finds it
long before the levels reach it.  Between levels it is asked whether the mover mates, and whether the opponent
would after the best move so far.  It gets a share of the search's nodes, and its table goes on from level to
level.  It is asked in games that list their checks (`Game.checking`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.search.proof.by_numbers import proof_line
from halfmove.search.proof.prover import Prover, Question

SLICE = 10_000
"""Nodes between two looks at whether the search is to stop: some hundredths of a second."""

MEGABYTES = 32
"""Of the prover's table, or a quarter of the engine's where that is smaller."""


class Mate(NamedTuple):
    """A root action that leads to a mate, of the opponent or of the mover himself."""

    action: Any
    score: int
    """To the mover, at worst where he mates, at best where he is mated."""
    line: tuple[Any, ...]
    """What follows the action."""


def new_prover(game: Game, megabytes: float) -> Prover:
    """A prover beside an engine with so many megabytes."""
    return Prover(game, megabytes=min(MEGABYTES, megabytes / 4))


class MateSearch:
    """The questions about one root; `is_stopped` tells whether its search is to end."""

    def __init__(self, prover: Prover, state: Any, is_stopped: Callable[[], bool]) -> None:
        self._prover, self._state, self._is_stopped = prover, state, is_stopped
        game = prover.game
        self._mover, self._limit = game.to_move(state), int(game.utility_limit)
        self._attack = Question(self._mover, self._limit, checks=True)
        self._defence = Question(1 - self._mover, self._limit, checks=True)
        self._answered = False
        """Whether the mover's own mate is proven or refuted."""
        self._safe: set[Any] = set()
        """Actions after which there is no mate."""
        self.nodes = 0

    def find(self, best: Any, room: int) -> Mate | None:
        """A mate by the mover, or one that the action `best` allows, with at most `room` nodes; None if none
        is proven."""
        end, mate = self.nodes + room, None
        if not self._answered:
            mate = self._find_own(end)
        if mate is None and best not in self._safe:
            mate = self._find_reply(best, end)
        return mate

    def _find_own(self, end: int) -> Mate | None:
        answer = self._ask(self._state, self._attack, end)
        self._answered = answer is not None
        line = proof_line(self._prover, self._state, self._attack, effort=0) if answer else ()
        if not line:
            return None
        plies = self._prover.plies(self._state, self._attack) or len(line)
        return Mate(line[0], self._limit * WIN - plies, line[1:])

    def _find_reply(self, action: Any, end: int) -> Mate | None:
        child = self._prover.game.result(self._state, action)
        if self._prover.game.to_move(child) == self._mover or self._prover.ends_game(child):
            return None
        answer = self._ask(child, self._defence, end)
        if answer is False:
            self._safe.add(action)
        if not answer:
            return None
        line = proof_line(self._prover, child, self._defence, effort=0)
        plies = self._prover.plies(child, self._defence) or len(line)
        return Mate(action, plies + 1 - self._limit * WIN, line)

    def _ask(self, state: Any, question: Question, end: int) -> bool | None:
        """The prover's answer, with what is left of the nodes."""
        answer = None
        while answer is None and self.nodes < end and not self._is_stopped():
            before = self._prover.nodes
            answer = self._prover.prove(state, question, nodes=min(SLICE, end - self.nodes))
            self.nodes += max(self._prover.nodes - before, 1)
        return answer
