"""Claims: whether a side takes so many of the tricks left, whatever the others do.

All hands are open where a claim is judged, so the answer is that of a double dummy search.  It is what the
side that claims can have with the best play; whether it would have found it is for people to decide (*Laws of
Duplicate Bridge 2017*, laws 68 to 71, where a doubtful point goes against the side that claims).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.games.bridge.rules import State
from halfmove.games.bridge.viewpoint import OPEN
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import SEATS
from halfmove.games.tricks.solver import TrickSolver

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge


class Claim(NamedTuple):
    """A claim, judged."""

    tricks: int
    """The declarer's of all thirteen, as claimed."""
    best: int
    """The same with best play of both sides."""
    score: int
    """What the declarer's side scores with the tricks claimed."""

    def is_sound(self, by_declarer: bool = True) -> bool:
        """Whether the side that claims can have as much."""
        return self.tricks <= self.best if by_declarer else self.tricks >= self.best


def judge_claim(game: Bridge, s: State, tricks: int, solver: TrickSolver | None = None) -> Claim:
    """The claim that the declarer takes so many tricks in all; `BadInput` before and after the play, and
    where the tricks that are over say otherwise.  `solver`: one of `OPEN` that remembers the deal."""
    contract = game.contract(s)
    if contract is None or game.is_terminal(s):
        raise BadInput("Tricks are claimed while cards are played, between the auction and the last trick.")
    side = contract.declarer & 1
    mine, others = (s.won, s.lost) if side == 0 else (s.lost, s.won)
    if not mine <= tricks <= RANKS - others:
        raise BadInput(
            f"{SEATS[contract.declarer]} has {mine} tricks and the others {others}, "
            f"so he takes {mine} to {RANKS - others}, not {tricks}."
        )
    taken = s.won + (solver or TrickSolver(OPEN)).tricks(game.open_state(s))
    best = taken if side == 0 else RANKS - taken
    return Claim(tricks, best, game.deal_score(s, contract, tricks))
