"""Schedules that do not depend on results: a match, a round robin, a gauntlet.

Games come in groups that share an opening: for two players a pair with the seats exchanged, for n players all
n rotations of the seats, so that nobody owes anything to where they sit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan
from halfmove.arena.schedule.base import Schedule

Meeting = tuple[int, ...]
"""The players that meet, in the order of the first game's seats."""


class Fixed(Schedule):
    """All meetings once with each opening in turn, until each has had its games."""

    def __init__(self, plan: Plan, openings: Book, meetings: Sequence[Meeting]) -> None:
        super().__init__(plan, openings)
        self.meetings = meetings
        self.seats = len(meetings[0])
        self._first = 0
        """No game before this one is left to give out."""

    @property
    def games(self) -> int:
        return self.plan.games * len(self.meetings)

    def next(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        while self._first < self.games and self._first in records:
            self._first += 1
        for number in range(self._first, self.games):
            if number not in records and number not in given:
                return self._game(number)
        return None

    def finished(self, records: Mapping[int, Record]) -> bool:
        while self._first < self.games and self._first in records:
            self._first += 1
        return self._first >= self.games

    def _game(self, number: int) -> Job:
        """Game `number`: openings change slowest, then the meeting, then the rotation of the seats."""
        cycle = len(self.meetings) * self.seats
        opening, rest = divmod(number, cycle)
        meeting, turn = divmod(rest, self.seats)
        players = self.meetings[meeting]
        return self.job(
            number,
            number // self.seats,
            players[turn:] + players[:turn],
            opening,
            round=opening,
        )


def match(plan: Plan, openings: Book, seats: int) -> Schedule:
    """All players at one board; in each group of games everyone has every seat once (all rotations)."""
    return Fixed(plan, openings, [tuple(range(seats))])


def round_robin(plan: Plan, openings: Book) -> Schedule:
    """Everyone meets everyone, in the rounds of Berger's tables (the circle method)."""
    players = list(range(len(plan.players)))
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    meetings: list[Meeting] = []
    for round_number in range(len(circle) - 1):
        for i in range(len(circle) // 2):
            a, b = circle[i], circle[-1 - i]
            if a is not None and b is not None:
                meetings.append((a, b) if round_number % 2 == 0 or i else (b, a))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return Fixed(plan, openings, meetings)


def gauntlet(plan: Plan, openings: Book) -> Schedule:
    """The first player meets each of the others."""
    return Fixed(plan, openings, [(0, other) for other in range(1, len(plan.players))])
