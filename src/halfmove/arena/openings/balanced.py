"""Openings made at random for any game: legal moves by lot, kept if that leaves neither side ahead.

Whether one is, a short search says, bounded by positions and not by time, so that every machine makes the
same openings.  A position that it proves won counts as out of balance.  Two openings that lead to the same
position, or to one that mirrors it, are one.  A game that is decided anyway, such as Nim, has no even
openings: with the usual margin any will do there, as both players have each side of it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from halfmove.arena.job import Opening
from halfmove.arena.openings.book import Book
from halfmove.arena.plan import OpeningSource
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit

NODES = 20_000
"""Positions that the search of a candidate may enter."""
INTERPRETED_NODES = 300
"""The same where the game runs interpreted."""
TRIES = 400
"""Candidates looked at for one opening before giving up; the first TRIES / 4 without a twin are taken
even if they are like an earlier one, as a small game has only so many."""


class Balanced(Book):
    """Random openings of `plies` moves in which nobody is ahead by more than `margin`."""

    def __init__(self, game: Game, plies: int, margin: float, seed: int) -> None:
        if game.hidden:
            raise BadInput(f"{game.title()} hides information, so random openings would give it away.")
        self.game = game
        self.plies = plies
        self.margin = margin
        self.seed = seed
        self._made: list[Opening] = []
        self._seen: set[Any] = set()
        self._judge = _make_judge(game)
        self._judged: dict[Any, bool] = {}
        """What was found of each position: in a small game they come again and again."""

    def __getitem__(self, number: int) -> Opening:
        while len(self._made) <= number:
            self._made.append(self._make(len(self._made)))
        return self._made[number]

    def _make(self, number: int) -> Opening:
        random = Random(f"{self.seed} opening {number}")
        twin: Opening | None = None
        uneven: Opening | None = None
        for attempt in range(TRIES):
            history = self._draw_candidate(random)
            if history is None:
                continue
            name = _name_position(self.game, history.state)
            opening = Opening(tuple(history.texts()), name=f"random {number + 1}")
            if not self._is_even(history, name):
                uneven = uneven or opening
                continue
            if name not in self._seen:
                self._seen.add(name)
                return opening
            twin = twin or opening
            if attempt >= TRIES // 4:
                break
        if twin is not None:
            return twin
        if uneven is not None and self.margin == OpeningSource.margin and not self._seen:
            return uneven
        raise BadInput(
            f"No balanced opening of {self.plies} plies was found for {self.game.title()} in {TRIES} tries; "
            f"ask for another number of plies, or a wider margin than {self.margin:g} (1 is a win or a pawn)."
        )

    def _draw_candidate(self, random: Random) -> History | None:
        """`plies` random moves; None where the game ended on the way."""
        history = History(self.game)
        while len(history.actions) < self.plies:
            if history.over:
                return None
            if history.mover == CHANCE:
                actions, weights = zip(*self.game.outcomes(history.state), strict=True)
                history.play(random.choices(actions, weights)[0])
            else:
                history.play(random.choice(history.legal()))
        return None if history.over else history

    def _is_even(self, history: History, name: Any) -> bool:
        if self._judge is None:
            return True
        if name not in self._judged:
            self._judged[name] = self._judge(history.state, self.margin)
        return self._judged[name]


def _name_position(game: Game, state: Any) -> Any:
    """A name that equivalent positions share."""
    return min(int(game.symmetric_key(state, k)) for k in range(game.symmetry_count))


def _make_judge(game: Game) -> Any:
    """Whether a position is even; None for a game that nothing of ours can judge: it has chance, or more than
    two players."""
    from halfmove.core.compile import runs_compiled
    from halfmove.search.session import Session

    try:
        session = Session(game, "engine", megabytes=8)
    except Unsuitable:
        return None
    nodes = NODES if runs_compiled(game) else INTERPRETED_NODES

    def even(state: Any, margin: float) -> bool:
        session.clear()
        analysis = session.analyze(state, Limit(nodes=nodes))
        expected = analysis.score.units(game)
        return expected is not None and abs(expected) <= margin

    return even
