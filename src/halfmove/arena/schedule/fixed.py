"""Schedules that do not depend on results: a match, a round robin, a gauntlet.

Games come in groups that share an opening: for two players a pair with the seats exchanged, for n players all
n rotations of the seats, so that nobody owes anything to where they sit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan
from halfmove.arena.schedule.base import Schedule

Meeting = tuple[int, ...]
"""The players that meet, in the order of the first game's seats."""


class FixedSchedule(Schedule):
    """All meetings once with each opening in turn, until each has had its games.

    A game's number says which it is, however many games the plan has, so that a plan for more of them goes on
    with the same ones.  Where the last opening is not played with all rotations, numbers are left out.
    """

    def __init__(self, plan: Plan, openings: Book, meetings: Sequence[Meeting]) -> None:
        super().__init__(plan, openings)
        self.meetings = meetings
        self.seats = len(meetings[0])
        self._first = 0
        """No game before this one is left to give out."""

    @property
    def games(self) -> int:
        return self.plan.games * len(self.meetings)

    def next_job(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        for number in self._list_unplayed(records):
            if number not in records and number not in given:
                return self._game(number)
        return None

    def is_finished(self, records: Mapping[int, Record]) -> bool:
        return all(number in records for number in self._list_unplayed(records))

    def _list_unplayed(self, records: Mapping[int, Record]) -> Iterator[int]:
        """The numbers of the games, from the first on that has not been played."""
        openings = -(-self.plan.games // self.seats)
        end = openings * len(self.meetings) * self.seats
        while self._first < end and (self._first in records or not self._is_planned(self._first)):
            self._first += 1
        return filter(self._is_planned, range(self._first, end))

    def _is_planned(self, number: int) -> bool:
        """Whether a number is a game of the plan: one of its meeting's first so many."""
        opening, _, turn = self._find_place(number)
        return opening * self.seats + turn < self.plan.games

    def _find_place(self, number: int) -> tuple[int, int, int]:
        """Opening, meeting and rotation of the seats: openings change slowest."""
        opening, rest = divmod(number, len(self.meetings) * self.seats)
        return opening, *divmod(rest, self.seats)

    def _game(self, number: int) -> Job:
        opening, meeting, turn = self._find_place(number)
        players = self.meetings[meeting]
        return self.make_job(
            number, number // self.seats, players[turn:] + players[:turn], opening, round=opening
        )


def schedule_match(plan: Plan, openings: Book, seats: int) -> Schedule:
    """All players at one board; in each group of games everyone has every seat once (all rotations)."""
    return FixedSchedule(plan, openings, [tuple(range(seats))])


def schedule_round_robin(plan: Plan, openings: Book, seats: int) -> Schedule:
    """Everyone meets everyone, in the rounds of Berger's tables (the circle method); in games for more than
    two, all that can sit at one board do so once."""
    players = list(range(len(plan.players)))
    if seats > 2:
        return FixedSchedule(plan, openings, list(combinations(players, seats)))
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    meetings: list[Meeting] = []
    for round_number in range(len(circle) - 1):
        for i in range(len(circle) // 2):
            a, b = circle[i], circle[-1 - i]
            if a is not None and b is not None:
                meetings.append((a, b) if round_number % 2 == 0 or i else (b, a))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return FixedSchedule(plan, openings, meetings)


def schedule_gauntlet(plan: Plan, openings: Book, seats: int) -> Schedule:
    """The first player meets each of the others; in games for more than two, each set of others that can sit
    at one board with him."""
    boards = combinations(range(1, len(plan.players)), seats - 1)
    return FixedSchedule(plan, openings, [(0, *others) for others in boards])
