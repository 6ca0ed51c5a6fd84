"""Backgammon whose positions are judged by networks that learnt from games against themselves.

    halfmove.analyze(halfmove.game("backgammon"), limit=halfmove.Limit(depth=1))

Once both bear off, the tables of `bearoff` say what the chances are, and no network.  The rules, the texts
and the states are those of `Backgammon`; only `evaluate` differs, so that every search that asks for it
(`chance-engine`, rollouts, one ply) plays by the networks.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.core.term import Term
from halfmove.games.backgammon.bearoff import at_home, bear_off, in_words
from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.knowledge import POINT
from halfmove.games.backgammon.network import OUTPUTS, Weights, chances, shipped, worth
from halfmove.games.backgammon.rules import OPENING, State

LEARNED_WORDS = {
    "wins": "the chance to win, as the network sees it",
    "gammons": "the chance to win a gammon or more",
    "backgammons": "the chance to win a backgammon",
    "score": "points ahead in the match",
}
"""Each term's name and meaning."""


class Learned(Backgammon):
    """Bring your chequers home and off before the other player."""

    first: Any
    second: Any
    ends: Any

    runtime_parameters = (*Backgammon.runtime_parameters, "bearoff_at")
    bearoff_at: int
    """Where the tables of `bearoff` are, in this process."""

    def setup(self) -> None:
        super().setup()
        if self.evaluation != "learned":
            raise BadInput(f"The 'evaluation' of `Learned` is 'learned', not '{self.evaluation}'.")
        self.bearoff_at = in_words().address
        self.use(shipped())

    def __getstate__(self) -> dict[str, Any]:
        """Without the networks that come with Halfmove, which every process has: 1.2 MB."""
        state = super().__getstate__()
        if state["first"] is shipped().first:
            for name in Weights._fields:
                del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        known = {} if "first" in state else shipped()._asdict()
        super().__setstate__({**state, **known, "bearoff_at": in_words().address})

    def use(self, weights: Weights) -> None:
        """Judge by these networks, in place of those that come with Halfmove; before anything is asked."""
        self.first, self.second, self.ends = weights

    def chances(self, s: State) -> Any:
        """The five outputs (`network`) for the player of `own`, who throws next or has thrown."""
        if at_home(s.own) and at_home(s.other):
            out = np.zeros(OUTPUTS)
            bear_off(s.own, s.other, self.bearoff_at, out)
            return out
        return chances(s.own, s.other, self.first, self.second, self.ends)

    def winning_chances(self, s: State) -> tuple[int, int, int]:
        """The same as the cube's formulas take them: wins, gammons won and gammons lost, in millionths."""
        out = self.chances(s)
        return math.floor(out[0] * POINT), math.floor(out[1] * POINT), math.floor(out[3] * POINT)

    def equity(self, s: State) -> int:
        """The equity of the player of `own`, in millionths of a point; 0 before the throw that says who
        begins."""
        if s.dice == OPENING:
            return 0
        return math.floor(worth(self.chances(s)) * POINT + 0.5)

    def terms(self, s: State) -> list[Term]:
        """What the networks expect each player to win: single games, gammons beyond them, backgammons beyond
        those; and the score."""
        scale = s.cube / (self.match or 1)
        own, other = dict.fromkeys(LEARNED_WORDS, 0.0), dict.fromkeys(LEARNED_WORDS, 0.0)
        if s.dice != OPENING:
            out = [scale * float(x) for x in self.chances(s)]
            own |= {"wins": out[0], "gammons": out[1], "backgammons": out[2]}
            other |= {"wins": scale - out[0], "gammons": out[3], "backgammons": out[4]}
        if self.match > 0:
            own["score"], other["score"] = s.own_points / self.match, s.other_points / self.match
            value = (1 - 2 * s.mover) * self.evaluate(s, 0) / POINT  # within what a match can be worth
            own["score"] += value - sum(own.values()) + sum(other.values())
        one, two = (own, other) if s.mover == 0 else (other, own)
        found = []
        for name, words in LEARNED_WORDS.items():
            parts = {self.player_name(0): one[name], self.player_name(1): two[name]}
            found.append(Term(name, words, parts, one[name] - two[name]))
        return found
