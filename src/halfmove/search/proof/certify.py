"""Certificates written: the checker's own walk, with a search to choose the actions.

A `Strategist` says what the player does in a position of the proof; what is written is thereby checked once
already.  Small proofs are found greedily: of the actions that prove enough, first one to a position that the
proof has anyway, then the quickest, then the one that the search would try first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim, Part, Tally, Walk, check_kind, parts_of
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.score import WIN, one_ply_on
from halfmove.search.alphabeta.memory import HORIZON, MAX_PLY
from halfmove.search.alphabeta.plain import final_score
from halfmove.search.alphabeta.variation import child_value, find_stored_action
from halfmove.search.proof.solver import Solver


class Strategist(Protocol):
    """Knows by which action a player gets what a part of a claim promises him."""

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: Walk) -> Any:
        """One of the actions; `Unsuitable` if it knows none."""


def certify(file: str | Path, game: Game, state: Any, claim: Claim, strategist: Strategist) -> Tally:
    """Write a certificate of a claim that the strategist can prove; how large the proof is."""
    check_kind(game)
    numbers: list[int] = []
    positions = 0
    for part in parts_of(game, state, claim):

        def choose(state: Any, ply: int, actions: list[Any], part: Part = part) -> int:
            number = actions.index(strategist.choose(state, ply, actions, part, walk))
            numbers.append(number)
            return number

        walk = Walk(game, part, choose)
        positions += walk.run(state)
    data = certificate_file.write(game, state, claim, numbers)
    with whole_bytes(file) as out:
        out.write(data)
    return Tally(positions, len(numbers), len(data))


class ByAlphaBeta:
    """A strategist that asks the engine as a solver, whose table answers most questions."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.game = solver, solver.game
        self.engine = solver.engine
        self.memory = self.engine.memories[0]
        self.memory.counters[HORIZON] = 0

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: Walk) -> Any:
        """The action, as the game names it."""
        game = self.game
        children = [(action, game.result(state, action)) for action in actions]
        if part.within is not None or part.until is not None:
            return max(children, key=lambda pair: self._score(pair[1], part.player))[0]
        over, known, open_ = [], [], []
        for action, child in children:
            if game.is_terminal(child):
                over.append((action, child))
            elif child in walk.ranks or (walk.may_repeat and child in walk.on_path):
                known.append(action)
            else:
                open_.append((action, child))
        for action, child in over:
            if game.utility(child, part.player) >= part.least:
                return action
        if known:
            return known[0]
        return self._quickest(state, open_, part)

    def _quickest(self, state: Any, children: list[tuple[Any, Any]], part: Part) -> Any:
        """Of the actions that prove enough that which wins soonest, or else the one to be tried first."""
        game, player = self.game, part.player
        first = find_stored_action(self.engine.subject, self.engine.table, state)
        ranked = sorted(children, key=lambda pair: (pair[0] != first, -self._order(state, pair[0])))
        good = (action for action, child in ranked if self._is_enough(child, part))
        if part.least <= 0:
            found = next(good, None)
        else:
            enough = set(good)
            found = max(
                (pair for pair in ranked if pair[0] in enough),
                key=lambda pair: self._score(pair[1], player),
                default=(None, None),
            )[0]
        if found is None:
            raise Unsuitable(f"No action of {game.title()} proves the claim here: {game.text(state)}")
        return found

    def _order(self, state: Any, action: Any) -> int:
        return int(self.game.order(state, action))

    def _is_enough(self, child: Any, part: Part) -> bool:
        """Whether the player gets enough behind a child that is not over."""
        score = part.least * WIN - (MAX_PLY + 2 if part.least > 0 else 0)
        value = child_value(self.engine.subject, child, part.player, score, self.memory)
        self.solver.check_horizon()
        return bool(value >= score)

    def _score(self, child: Any, player: int) -> int:
        """The exact score of a child to a player."""
        game = self.game
        if game.is_terminal(child):
            return one_ply_on(final_score(game, child, player))
        score = self.solver.score(child)
        return one_ply_on(score if game.to_move(child) == player else -score)
