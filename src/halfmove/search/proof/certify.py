"""Certificates written: the checker's own walk, with a search to choose the actions.

A `Strategist` says what the player does in a position of the proof; what is written is thereby checked once
already.  Small proofs are found greedily: of the actions that prove enough, first one to a position that the
proof has anyway, then the quickest, then the one that the search would try first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from halfmove.core.analysis import Analysis
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.buffer import Buffer
from halfmove.core.certificates import compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim, Part, Tally, Walk, check_kind, parts_of
from halfmove.core.certificates.compiled import GIVEN
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.score import WIN, one_ply_on
from halfmove.search.alphabeta.memory import HORIZON, MAX_PLY
from halfmove.search.alphabeta.plain import final_score
from halfmove.search.alphabeta.variation import child_value, find_stored_action
from halfmove.search.proof.drafts import Draft
from halfmove.search.proof.prover import Prover, Question
from halfmove.search.proof.solver import Solver
from halfmove.search.proof.strategies import UNABLE, find_numbers


class AnyWalk(Protocol):
    """A walk through a proof, compiled or not."""

    def has(self, state: Any, ply: int) -> bool:
        """Whether the proof has a position already that may be gone to."""


class Strategist(Protocol):
    """Knows by which action a player gets what a part of a claim promises him."""

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: AnyWalk) -> Any:
        """One of the actions; `Unsuitable` if it knows none."""


def claim_of(found: Analysis) -> Claim:
    """What a solver's answer claims; `Unsuitable` where it has none."""
    score = found.score
    if not score.proven:
        raise Unsuitable("Nothing is proven of the position, so there is nothing to certify.")
    value = int(score.value)
    if score.distance is not None and abs(value) == found.game.utility_limit:
        return Claim("=", value, score.distance)
    if score.plies is not None and value:
        return Claim(">=" if value > 0 else "<=", value, score.plies)
    return Claim("=", value)


def certify(file: str | Path, game: Game, state: Any, claim: Claim, strategist: Strategist) -> Tally:
    """Write a certificate of a claim that the strategist can prove; how large the proof is.

    What is found is kept beside the file (`drafts`), so that after Ctrl-C the same call goes on.
    """
    check_kind(game, claim)
    with Draft(file, game, state, claim) as draft:
        positions = 0
        for part in parts_of(game, state, claim):
            walk = _CompiledWalk if compiled.is_fit(game, state) else _PlainWalk
            positions += walk(game, part, strategist, draft).run(state)
        data = certificate_file.write(game, state, claim, draft.numbers)
        with whole_bytes(file) as out:
            out.write(data)
        draft.remove()
    return Tally(positions, len(draft.numbers), len(data))


class _PlainWalk(Walk):
    """The checker's walk, which asks the draft and then the strategist for each action."""

    def __init__(self, game: Game, part: Part, strategist: Strategist, draft: Draft) -> None:
        def choose(state: Any, ply: int, actions: list[Any]) -> int:
            kept = draft.take(1)
            if kept:
                return kept[0]
            number = actions.index(strategist.choose(state, ply, actions, part, self))
            draft.append(number)
            draft.save_when_due()
            return number

        super().__init__(game, part, choose)


class _CompiledWalk(compiled.CompiledWalk):
    """The same for the compiled one."""

    def __init__(self, game: Game, part: Part, strategist: Strategist, draft: Draft) -> None:
        super().__init__(game, part, self._more)
        self.strategist, self.draft = strategist, draft

    def advance(self, steps: int) -> int:
        """Go on; why it came back.  A strategist with `find_numbers(walk, steps)` finds many numbers at
        once, by a kernel that goes on with the walk itself."""
        find = getattr(self.strategist, "find_numbers", None)
        if find is None or self.draft.waiting:
            return super().advance(steps)
        given = self.c[GIVEN]
        why: int = find(self, steps)
        for number in self.memory.numbers.array[given : self.c[GIVEN]]:
            self.draft.append(int(number))
        self.draft.save_when_due()
        return why

    def _more(self, _: compiled.CompiledWalk) -> Any:
        """The draft's next numbers, or one that the strategist chooses."""
        block = self.draft.take(compiled.BLOCK)
        if block or hasattr(self.strategist, "find_numbers"):
            return block
        actions = list(self.game.actions(self.pending))
        number = actions.index(self.strategist.choose(self.pending, self.ply, actions, self.part, self))
        self.draft.append(number)
        return (number,)


class ByAlphaBeta:
    """A strategist that asks the engine as a solver, whose table answers most questions."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.game = solver, solver.game
        self.engine = solver.engine
        self.memory = self.engine.memories[0]
        self.memory.counters[HORIZON] = 0
        self._costs = Buffer(2 * compiled.MOST_ACTIONS)

    def find_numbers(self, walk: compiled.CompiledWalk, steps: int) -> int:
        """Go on with a walk, and find the numbers that it asks for; `Unsuitable` if no action is enough."""
        why = find_numbers(
            self.engine.subject, walk.start, walk.words, walk.memory, steps, self._costs, self.memory
        )
        self.solver.check_horizon()
        if why == UNABLE:
            raise self._unable(walk.pending)
        return why

    def _unable(self, state: Any) -> Unsuitable:
        return Unsuitable(
            f"No action of {self.game.title()} proves the claim here: {self.game.position_text(state)}"
        )

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: AnyWalk) -> Any:
        """One of the actions; `Unsuitable` if none proves the part."""
        game = self.game
        children = [(action, game.result(state, action)) for action in actions]
        if part.within is not None or part.until is not None:
            return max(children, key=lambda pair: self._score(pair[1], part.player))[0]
        open_ = []
        for action, child in children:
            if game.is_terminal(child):
                if game.utility(child, part.player) >= part.least:
                    return action
            elif walk.has(child, ply + 1):
                return action
            else:
                open_.append((action, child))
        return self._quickest(state, open_, part)

    def _quickest(self, state: Any, children: list[tuple[Any, Any]], part: Part) -> Any:
        """Of the actions that prove enough that which wins soonest, or else the one to be tried first."""
        game, player = self.game, part.player
        first = find_stored_action(self.engine.subject, self.engine.table, state)
        ranked = sorted(children, key=lambda pair: (pair[0] != first, -game.order(state, pair[0])))
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
            raise self._unable(state)
        return found

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


class ByProofNumbers:
    """A strategist that asks proof-number search, with its questions about mates by checks if so wanted."""

    def __init__(self, prover: Prover, *, checks: bool = False, limited: bool = False) -> None:
        self.prover, self.checks, self.limited = prover, checks, limited

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: AnyWalk) -> Any:
        """One of the actions; `Unsuitable` if none is found that proves the part."""
        if part.until is None:
            left = part.within - ply if self.limited and part.within is not None else None
            question = Question(part.player, part.least, self.checks, left)
        elif part.until - ply == 1:
            return actions[0]  # what comes then does not count
        else:
            question = Question(1 - part.player, 1 - part.least, False, part.until - 1 - ply)
        found = self.prover.action(state, question)
        if found is None:
            raise Unsuitable(f"No action proves the claim here: {self.prover.game.position_text(state)}")
        return found
