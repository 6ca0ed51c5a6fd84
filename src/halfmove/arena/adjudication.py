"""Scoring a game before its end, where both sides agree about it: saves time, changes few results.

As engine matches do it: a game is given up once both players have said for several moves that one of them is
far behind, and drawn once both have said for long that neither is ahead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from halfmove.arena.job import Adjudication, Ending


@dataclass(frozen=True)
class Verdict:
    """How a game is scored: lost by a seat, or drawn (`loser` None)."""

    ending: Ending
    loser: int | None
    words: str


class Adjudicator:
    """What the players of one game have said so far."""

    def __init__(self, rule: Adjudication, seats: int) -> None:
        self.rule = rule
        self.seats = seats
        self.said: list[float | None] = []
        """What each move's player expected, to the first seat."""

    def note(self, seat: int, value: float | None, mate: int | None) -> None:
        """A move was made, and its player said this of the position."""
        if mate is not None:
            value = math.copysign(math.inf, mate)
        self.said.append(value if value is None or seat == 0 else -value)

    def verdict(self, plies: int) -> Verdict | None:
        """Whether the game is scored after so many plies, and how."""
        rule = self.rule
        if rule.most_plies is not None and plies >= rule.most_plies:
            return Verdict(Ending.LENGTH, None, f"draw: {rule.most_plies} plies have been played")
        if self.seats != 2:
            return None
        if rule.resign_value is not None:
            recent = self._latest(2 * rule.resign_moves)
            for loser, sign in ((0, -1), (1, 1)):
                if recent and all(sign * value >= rule.resign_value for value in recent):
                    return Verdict(Ending.ADJUDICATION, loser, "both sides see it lost")
        if rule.draw_value is not None and plies >= rule.draw_after:
            recent = self._latest(2 * rule.draw_moves)
            if recent and all(abs(value) <= rule.draw_value for value in recent):
                return Verdict(Ending.ADJUDICATION, None, "draw: neither side sees itself ahead")
        return None

    def _latest(self, moves: int) -> list[float]:
        """The last so many values; empty if there are not so many, or one of them is not known."""
        recent = self.said[-moves:]
        if len(recent) < moves or any(value is None for value in recent):
            return []
        return [value for value in recent if value is not None]
