"""Running a contest: jobs from the schedule to the pool, records to the store, until all is decided.

Whatever stops it, what has been played is kept: a record goes to the store before anything else is done with
it, and running the same plan again goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from halfmove.arena.clock import parse_time_control
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication, Ending, Job, Record
from halfmove.arena.plan import Format, Plan
from halfmove.arena.player import Player
from halfmove.arena.results import Results
from halfmove.core.computer import usable_cores
from halfmove.core.errors import BadInput
from halfmove.core.objects import is_object
from halfmove.core.progress import at

if TYPE_CHECKING:
    from halfmove.arena.schedule import Schedule
    from halfmove.arena.workers.pool import GameInProgress, Pool
    from halfmove.core.contract import Game

AGAIN = 3
"""How often a game that does not count is played again before its fault counts after all."""


class ContestStore(Protocol):
    """What keeps the records: `arena.store.Store`, or nothing but memory."""

    def contest(self, plan: Plan) -> int: ...
    def records(self, contest: int) -> Mapping[int, Record]: ...
    def add(self, contest: int, record: Record) -> None: ...
    def faults(self, contest: int) -> int: ...


class MemoryStore:
    """A keeper that forgets everything with the process."""

    def __init__(self) -> None:
        self._records: dict[int, Record] = {}
        self._faults = 0

    def contest(self, plan: Plan) -> int:
        return 0

    def records(self, contest: int) -> Mapping[int, Record]:
        return dict(self._records)

    def add(self, contest: int, record: Record) -> None:
        self._faults += len(record.faults)
        if record.counts:
            self._records[record.number] = record

    def faults(self, contest: int) -> int:
        return self._faults


SeeContest = Callable[[Results, "tuple[GameInProgress, ...]"], None]
"""Called after each game, and a few times a second: the results, and the games in progress."""


def run(
    plan: Plan,
    *,
    store: ContestStore | None = None,
    at_once: int | None = None,
    pool: Pool | None = None,
    ray: str | None = None,
    see: SeeContest | None = None,
    enough: Callable[[Results], bool] | None = None,
) -> Results:
    """Play the games of the plan that are missing, and return the results.

    `at_once` games at a time (as many as have cores of their own, by default); on the Ray cluster at the
    address `ray`, if given, or by `pool`.  It ends early when `enough(results)`, called after each game, is
    true; the games in progress are dropped.  Ctrl-C ends it in order and returns the results
    so far, not `done`.  `BadInput` or `Unsuitable`, before anything has been started, for a plan that
    cannot be played.
    """
    game, players = check_plan(plan)
    runner = _Runner(plan, game, store or MemoryStore())
    if runner.results.done:
        return runner.results
    made = pool or make_pool(players, plan, at_once, ray)
    try:
        runner.play(made, see, enough)
    except KeyboardInterrupt:
        made.close(at_once=True)
        runner.handle_interrupt()
    finally:
        if pool is None:
            made.close(at_once=not runner.results.done)
    return runner.results


def check_plan(plan: Plan) -> tuple[Game, list[Player]]:
    """The game and the players of a plan, none of them started; `BadInput` or `Unsuitable` says what is wrong
    with it."""
    from halfmove.arena.players.registry import player

    game = plan.game.open()
    if len(plan.controls) not in (1, len(plan.players)):
        raise BadInput(
            f"There are {len(plan.controls)} time controls for {len(plan.players)} players; give one for "
            "all, or one for each."
        )
    if plan.format == Format.ALONE:
        _refuse_alone(plan, game)
    elif len(plan.players) < 2:
        raise BadInput("A contest needs at least two players.")
    elif game.players < 2:
        raise BadInput(f"{game.title()} is for one player, so there is nobody to play against.")
    sides = len(set(game.partnerships()))
    if plan.format == Format.MATCH and len(plan.players) != sides:
        who = "players" if sides == game.players else "sides"
        raise BadInput(
            f"A match of {game.title()} is between {sides} {who}, not {len(plan.players)}; "
            "for more, play a tournament."
        )
    if plan.games < 1:
        raise BadInput(f"The number of games must be at least 1, not {plan.games}.")
    if plan.on_fault not in ("loss", "void"):
        raise BadInput(f"A fault is scored as 'loss' or 'void', not '{plan.on_fault}'.")
    players = []
    for number, text in enumerate(plan.players):
        control = parse_time_control(plan.control(number))
        one = player(describe(text))
        if one.unbounded and not control.bounded:
            raise BadInput(f"Nothing bounds the thinking of '{text}': give it a depth, or a time control.")
        one.start_patience = plan.start_patience
        one.check(game)
        players.append(one)
    return game, players


def _refuse_alone(plan: Plan, game: Game) -> None:
    """`BadInput` for a plan whose players cannot be judged one by one."""
    if plan.count_soloists(game.players) < 1:
        raise BadInput(
            "At least one player is to be judged"
            + (f", and one to have the other seats of {game.title()}." if game.players > 1 else ".")
        )
    if plan.adjudication != Adjudication():
        raise BadInput("Games of players that are judged one by one are played to their end.")


def count_cores(players: list[Player], seats: int) -> int:
    """Cores that one game keeps busy: those of the player to move, and of all who ponder."""
    threads = sorted((p.threads for p in players), reverse=True)
    if any(p.ponders for p in players):
        return sum(threads[:seats])
    return threads[0]


def count_games_at_once(players: list[Player], seats: int) -> int:
    """How many games of these players this machine has cores for at once; at least one."""
    return max(usable_cores() // count_cores(players, seats), 1)


def make_pool(players: list[Player], plan: Plan, at_once: int | None, ray: str | None) -> Pool:
    """What plays games of these players: this process, others, or the Ray cluster at an address."""
    if any(p.in_person for p in players) or any(map(is_object, (plan.game.name, *plan.players))):
        _refuse_processes(at_once, ray)
        from halfmove.arena.workers.in_process import InProcess

        return InProcess()
    if ray is not None:
        from halfmove.arena.workers.cluster import Cluster

        return Cluster(ray, count_cores(players, 2), at_once)
    from halfmove.arena.workers.processes import Processes

    return Processes(at_once or count_games_at_once(players, 2))


def _refuse_processes(at_once: int | None, ray: str | None) -> None:
    """`BadInput` where games that only this process can play are to be played elsewhere."""
    if ray is not None or (at_once or 1) > 1:
        raise BadInput(
            "People at this terminal, and players and games that are objects of this program, play in this "
            "process, one game at a time; put a player or a game into a file to play more at once."
        )


class _Runner:
    """One run of a contest."""

    def __init__(self, plan: Plan, game: Game, store: ContestStore) -> None:
        from halfmove.arena.schedule import schedule_plan

        self.plan = plan
        self.schedule: Schedule = schedule_plan(plan, game)
        self.store = store
        self.contest = store.contest(plan)
        self.records = dict(store.records(self.contest))
        self.faults = store.faults(self.contest)
        self.again: dict[int, int] = {}
        self.waiting: list[Job] = []
        self.given: dict[int, Job] = {}
        self.heard: list[Record] = []
        """Games that have ended and are not kept yet."""
        self.ahead: Job | None = None
        """The next job, got ready while the pool is busy: a random opening can take a second to find."""
        self.results = self._collect_results()

    def play(
        self, pool: Pool, see: SeeContest | None, enough: Callable[[Results], bool] | None = None
    ) -> None:
        """Keep the pool busy until there is nothing left to play, or enough has been."""
        while not self.results.done and not (enough is not None and enough(self.results)):
            while len(self.given) < pool.capacity and (job := self.ahead or self._take_job()) is not None:
                self.ahead = None
                self.given[job.number] = job
                pool.submit(job)
            if not self.given:
                raise BadInput("The schedule has games left to play, but offers none of them.")
            if self.ahead is None:
                self.ahead = self._take_job()
            self._keep_all(pool.wait(0.25))
            at(len(self.results.records), self.schedule.games, unit="games")
            if see is not None:
                see(self.results, tuple(pool.playing()))

    def _take_job(self) -> Job | None:
        if self.waiting:
            return self.waiting.pop(0)
        return self.schedule.next_job(self.records, self.given)

    def handle_interrupt(self) -> None:
        """Set right what Ctrl-C broke off in the middle: what has been played is kept, and counted."""
        heard, self.heard = self.heard, []
        self.records = dict(self.store.records(self.contest))
        self.faults = self.store.faults(self.contest)
        self.results = self._collect_results()
        self._keep_all([r for r in heard if r.number in self.given and r.number not in self.records])

    def _keep_all(self, records: list[Record]) -> None:
        self.heard = records
        while self.heard:
            self._keep(self.heard[0])
            self.heard = self.heard[1:]

    def _keep(self, record: Record) -> None:
        job = self.given[record.number]
        void = record.ending == Ending.VOID or (
            record.ending == Ending.FAULT and self.plan.on_fault == "void"
        )
        if void:
            self.again[job.number] = self.again.get(job.number, 0) + 1
            if self.again[job.number] <= AGAIN:
                record = replace(record, ending=Ending.VOID)
                self.waiting.append(job)
            elif record.ending == Ending.VOID:
                raise BadInput(f"Game {job.number + 1} was lost {AGAIN + 1} times: {record.words}.")
        self.store.add(self.contest, record)
        del self.given[record.number]  # it is kept from here on
        self.faults += len(record.faults)
        if record.counts:
            self.records[record.number] = record
        self.results = self._collect_results()

    def _collect_results(self) -> Results:
        played = Results(self.plan, dict(sorted(self.records.items())), self.faults)
        done = self.schedule.is_finished(self.records) or is_decided(played)
        return replace(played, done=done)


def is_decided(results: Results) -> bool:
    """Whether the plan's sequential test has come to a verdict, on pairs in the schedule's order."""
    if results.plan.stop is None:
        return False
    from halfmove.arena.report.sequential_test import find_verdict

    return find_verdict(results) is not None
