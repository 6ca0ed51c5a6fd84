"""Games in this very process, one at a time: for a person at the terminal, and to debug a player."""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.arena.job import Job, MoveRecord, Record
from halfmove.arena.referee import Turn, play
from halfmove.arena.workers.idle_players import IdlePlayers
from halfmove.arena.workers.pool import GameInProgress, Pool


class InProcess(Pool):
    """A game is played when it is waited for.  Nobody guards against a player that never answers."""

    capacity = 1

    def __init__(self) -> None:
        self._bench = IdlePlayers()
        self._playing: list[GameInProgress] = []

    def submit(self, job: Job) -> None:
        self._playing.append(GameInProgress(job))

    def wait(self, timeout: float | None = None) -> list[Record]:
        records = []
        while self._playing:
            game = self._playing[0]

            def watch(event: Turn | MoveRecord, moves: list[MoveRecord] = game.moves) -> None:
                if isinstance(event, MoveRecord):
                    moves.append(event)

            records.append(play(game.job, self._bench.take_seats(game.job), watch=watch))
            del self._playing[0]
        return records

    def playing(self) -> Sequence[GameInProgress]:
        return tuple(self._playing)

    def close(self, *, at_once: bool = False) -> None:
        self._playing.clear()
        self._bench.close()
