"""The trials of a tuning: pairs of games in the arena's workers, each kept in a file as soon as it is over.

What was found so far follows from the file (`trial_file`), so that the same command goes on with a run that
was stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from halfmove.arena.contest import check_plan, make_pool
from halfmove.arena.job import Adjudication, Ending, Job, Record
from halfmove.arena.openings import load_book
from halfmove.arena.plan import OpeningSource, Plan
from halfmove.arena.tuning.spsa import Gains, Search
from halfmove.arena.tuning.trial_file import TrialFile, TrialPlan
from halfmove.arena.workers.pool import Pool
from halfmove.core.errors import BadInput
from halfmove.core.progress import at
from halfmove.search.alphabeta.selective.parameters import PARAMETERS, write_parameters

MEGABYTES = 8
"""Of a player's table: enough for the nodes of a move, and cleared quickly for the next game."""
JUDGED = Adjudication(resign_value=6.0, resign_moves=3, draw_value=0.1, most_plies=400)
"""Games are given up where both sides see one of them so many units behind."""
OPENINGS = OpeningSource(plies=8)


@dataclass(frozen=True)
class Tuning(TrialPlan):
    """A tuning by pairs of games."""

    mark = "halfmove search tuning 1"
    figures = ("points",)

    def player(self, values: Mapping[str, int]) -> str:
        """The description of a player with these values."""
        text = write_parameters({**self.start, **values})
        return f"engine?nodes={self.nodes}&memory={MEGABYTES}&parameters={text}"

    def search(self) -> Search:
        """The beginning of the search."""
        tuned = [p for p in PARAMETERS if p.name in self.names]
        values = {name: float(value) for name, value in self.start.items() if name in self.names}
        return Search(tuned, Gains(self.trials), self.seed, values)

    def make_pool(self, at_once: int | None, ray: str | None) -> Pool:
        """What plays the games; `BadInput` for a game that the engine does not play."""
        plan = Plan(game=self.game, players=(self.player({}), self.player({})), games=2)
        _, players = check_plan(plan)
        return make_pool(players, plan, at_once, ray)


class Trials:
    """The trials of one run, played by a pool."""

    def __init__(self, tuning: Tuning, kept: TrialFile) -> None:
        self.tuning, self.kept = tuning, kept
        self.search = tuning.search()
        for trial, found in kept.trials.items():
            self.search.learn(trial, found["points"])
        self._openings = load_book(OPENINGS, tuning.game.open(), tuning.seed)
        self._next = 0
        self._waiting: list[Job] = []
        self._halves: dict[int, float] = {}
        """Trials of which one game is over: what the first player has more from it."""

    @property
    def done(self) -> bool:
        """Whether all have been played."""
        return self.search.done >= self.tuning.trials

    def play(self, pool: Pool) -> None:
        """Play until all are done."""
        while not self.done:
            while len(pool.playing()) < pool.capacity and (job := self._take_job()) is not None:
                pool.submit(job)
            for record in pool.wait(0.25):
                self._note(record)
            at(self.search.done, self.tuning.trials, unit="pairs of games")

    def _take_job(self) -> Job | None:
        if self._waiting:
            return self._waiting.pop(0)
        while self._next in self.kept.trials:
            self._next += 1
        if self._next >= self.tuning.trials:
            return None
        self._waiting = self._pair(self._next)
        self._next += 1
        return self._waiting.pop(0)

    def _pair(self, trial: int) -> list[Job]:
        """The two games of a trial, from one opening with the seats exchanged."""
        tuning = self.tuning
        players = [tuning.player(values) for values in self.search.propose(trial)]
        return [
            Job(
                number=2 * trial + turned,
                pair=trial,
                game=tuning.game,
                players=(turned, 1 - turned),
                descriptions=(players[turned], players[1 - turned]),
                controls=("", ""),
                opening=self._openings[trial],
                adjudication=JUDGED,
                seed=tuning.seed + trial,
            )
            for turned in (0, 1)
        ]

    def _note(self, record: Record) -> None:
        trial = record.pair
        if record.ending in (Ending.FAULT, Ending.VOID):
            raise BadInput(f"A game could not be played: {record.words}.")
        points = record.scores[record.players.index(0)] - record.scores[record.players.index(1)]
        if trial not in self._halves:
            self._halves[trial] = points
            return
        total = self._halves.pop(trial) + points
        self.search.learn(trial, total)
        self.kept.add(trial, points=total)
