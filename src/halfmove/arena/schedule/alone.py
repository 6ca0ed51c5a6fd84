"""Players that are judged one by one, over the same games: the k-th game of each has the same opening and the
same seed, so that luck which does not depend on what they do is the same for all."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan
from halfmove.arena.schedule.base import Schedule


class SoloSchedule(Schedule):
    """In turn the first game of each player, the second of each, and so on.

    A game's number says which it is, however many games the plan has, so that a plan for more of them goes on
    with the same ones.
    """

    def __init__(self, plan: Plan, openings: Book, seats: int) -> None:
        super().__init__(plan, openings)
        self.seats = seats
        self.soloists = plan.count_soloists(seats)
        self._first = 0
        """No game before this one is left to give out."""

    @property
    def games(self) -> int:
        return self.plan.games * self.soloists

    def next_job(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        while self._first in records:
            self._first += 1
        for number in range(self._first, self.games):
            if number not in records and number not in given:
                return self._game(number)
        return None

    def is_finished(self, records: Mapping[int, Record]) -> bool:
        return all(number in records for number in range(self._first, self.games))

    def _game(self, number: int) -> Job:
        opening, player = divmod(number, self.soloists)
        others = (len(self.plan.players) - 1,) * (self.seats - 1)
        return self.make_job(number, opening, (player, *others), opening, round=opening)
