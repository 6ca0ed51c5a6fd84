"""A pool of workers, as a contest's runner sees it: it takes jobs and gives records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from halfmove.arena.job import Job, MoveRecord, Record


@dataclass
class GameInProgress:
    """A game in progress."""

    job: Job
    moves: list[MoveRecord] = field(default_factory=list)


class Pool(ABC):
    """What plays games, `capacity` of them at once.

    Raises `BadInput` from `wait` where a job cannot be played at all (an opening that is none, a game that
    is not there): that is no player's fault.
    """

    capacity: int = 1

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Begin a game; only while fewer than `capacity` are in progress."""

    @abstractmethod
    def wait(self, timeout: float | None = None) -> list[Record]:
        """The games that have come to an end, after waiting for one at most `timeout` seconds."""

    @abstractmethod
    def playing(self) -> Sequence[GameInProgress]:
        """The games in progress."""

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Break off the games in progress and let everything go; `at_once`: without courtesy to engines."""

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        self.close(at_once=kind is not None)
