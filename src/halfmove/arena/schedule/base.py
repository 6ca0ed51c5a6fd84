"""What every schedule can be asked, and how a game of it becomes a job."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from hashlib import blake2b

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan


class Schedule(ABC):
    """The games of a contest."""

    sides: tuple[int, ...] | None = None
    """For each seat the side of it, where several play for one; None: the seats are the sides."""
    same_deals: bool = False
    """Whether luck is the same in all games with the same opening, not only in those of one pair."""

    def __init__(self, plan: Plan, openings: Book) -> None:
        self.plan = plan
        self.openings = openings

    @abstractmethod
    def next_job(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        """The first game that is neither played (in `records`) nor being played (its number in `given`); None
        if there is none to give out now."""

    @abstractmethod
    def is_finished(self, records: Mapping[int, Record]) -> bool:
        """Whether all games have been played."""

    @property
    @abstractmethod
    def games(self) -> int:
        """How many games there are in all."""

    def make_job(
        self, number: int, pair: int, players: tuple[int, ...], opening: int, *, round: int = 0
    ) -> Job:
        """A game: which player has each side, and which opening of the book it begins with."""
        plan = self.plan
        if self.sides is not None:
            players = tuple(players[side] for side in self.sides)
        return Job(
            number=number,
            pair=pair,
            game=plan.game,
            players=players,
            descriptions=tuple(plan.players[p] for p in players),
            controls=tuple(plan.control(p) for p in players),
            opening=self.openings[opening],
            adjudication=plan.adjudication,
            seed=seed_of(plan.seed, opening if self.same_deals else pair),
            grace=plan.grace,
            patience=plan.patience,
            start_patience=plan.start_patience,
            round=round,
        )


def seed_of(seed: int, pair: int) -> int:
    """The seed of a pair's games, 32 bits: as far from those of other pairs as a hash can make it."""
    return int.from_bytes(blake2b(f"{seed} {pair}".encode(), digest_size=4).digest(), "big")
