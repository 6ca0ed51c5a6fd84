"""Who makes the files of judged positions: this process, processes of this machine, or a Ray cluster.

What a file holds depends on its number alone, so it does not matter who makes it, and a worker that is lost
costs no more than its file's time: another begins the file anew.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.games.reference import GameReference
from halfmove.learn.evaluation.games import EstimatedStates, SelfPlay
from halfmove.learn.evaluation.judges import UNJUDGED, EngineJudge, Judgements, leave_out_won, open_judge
from halfmove.learn.evaluation.positions import JudgedStates
from halfmove.learn.runs.processes import LOSSES, WorkerProcess, receive

if TYPE_CHECKING:
    from halfmove.learn.evaluation.train import EvaluationSettings
    from halfmove.learn.runs.cluster import Ray

AT_ONCE = 2_000
"""States that are judged before it is asked again whether to stop."""
SEEDS = 1_000_003
"""Between the seeds of two files of one run."""


class FileTask(NamedTuple):
    """A file that is to be made."""

    number: int
    recorded: EstimatedStates | None = None
    """States of games that were played elsewhere; None: the engine plays."""
    scores: Judgements | None = None
    """What these games say of them; None: they are to be judged."""


class FileMaker:
    """Makes files one after another."""

    def __init__(self, game: Game, settings: EvaluationSettings) -> None:
        self._game, self._settings = game, settings
        at_rest = EngineJudge(game, 1, settings.evaluation) if settings.by_games else None
        """What says which states are at rest, where others have judged."""
        self._judge = at_rest or open_judge(game, settings.teacher, settings.plies, settings.evaluation)

    def make(self, task: FileTask, stop: Callable[[], bool]) -> JudgedStates:
        """Play, unless the games are there, and judge, until it is done or `stop()`."""
        found = task.recorded or self._play(task.number, stop)
        scores = np.full(len(found.states), UNJUDGED, np.int16)
        self._judge.forget()  # so that the judgements, too, depend on the file alone
        for first in range(0, len(scores), AT_ONCE):
            if stop():
                break
            part = slice(first, first + AT_ONCE)
            scores[part] = self._judge.judge(found.states[part])
        if task.scores is not None:
            scores = np.where(scores == UNJUDGED, UNJUDGED, leave_out_won(self._game, task.scores))
        kept = scores != UNJUDGED
        return JudgedStates(found.states[kept], scores[kept].astype(np.int16), found.results[kept])

    def _play(self, number: int, stop: Callable[[], bool]) -> EstimatedStates:
        how = self._settings
        seed = how.seed * SEEDS + number
        play = SelfPlay(self._game, nodes=how.nodes, seed=seed, evaluation=how.evaluation, every=how.every)
        return play.play(how.file_states, stop)

    def close(self) -> None:
        """Let the judge go."""
        self._judge.close()


@dataclass(frozen=True)
class JudgingOrders:
    """What a worker is to make files of."""

    game: GameReference
    settings: EvaluationSettings

    def work(self, line: Connection, parent: int) -> None:
        """Make each file that is asked for, in a process (`runs.worker`)."""
        maker = FileMaker(self.game.open(), self.settings)
        try:
            while True:
                task: FileTask = line.recv()
                line.send(("made", (task.number, maker.make(task, lambda: os.getppid() != parent))))
        finally:
            maker.close()


MadeFile = tuple[int, JudgedStates]


class FileSource(Protocol):
    """Where files come from."""

    at_once: int
    """How many files it makes at a time."""

    def ask(self, task: FileTask) -> None:
        """Have a file made."""
        ...

    def take(self, seconds: float) -> list[MadeFile]:
        """The files that have been made, waiting at most so long; `BadInput` where they cannot be."""
        ...

    def close(self) -> None:
        """Drop what is not made yet."""
        ...


class InThisProcess:
    """`FileSource` without workers."""

    at_once = 1

    def __init__(self, orders: JudgingOrders, stop: Callable[[], bool]) -> None:
        self._maker, self._stop = FileMaker(orders.game.open(), orders.settings), stop
        self._tasks: deque[FileTask] = deque()

    def ask(self, task: FileTask) -> None:
        self._tasks.append(task)

    def take(self, seconds: float) -> list[MadeFile]:
        task = self._tasks.popleft()
        made = self._maker.make(task, self._stop)
        return [] if self._stop() else [(task.number, made)]

    def close(self) -> None:
        self._maker.close()


class InProcesses:
    """`FileSource` in `count` processes."""

    def __init__(self, orders: JudgingOrders, count: int) -> None:
        self._orders, self.at_once, self._lost = orders, count, 0
        self._idle = [WorkerProcess(orders) for _ in range(count)]
        self._busy: dict[WorkerProcess, FileTask] = {}
        self._tasks: deque[FileTask] = deque()

    def ask(self, task: FileTask) -> None:
        self._tasks.append(task)
        self._hand_out()

    def take(self, seconds: float) -> list[MadeFile]:
        found = []
        for worker, told in receive(self._busy, seconds, self._replace):
            self._lost = 0
            del self._busy[worker]
            self._idle.append(worker)
            found.append(told)
        self._hand_out()
        return found

    def close(self) -> None:
        for worker in (*self._idle, *self._busy):
            worker.close()
        self._idle.clear()
        self._busy.clear()

    def _hand_out(self) -> None:
        """Give tasks to those that have none."""
        while self._tasks and self._idle:
            worker, task = self._idle.pop(), self._tasks.popleft()
            self._busy[worker] = task
            try:
                worker.line.send(task)
            except OSError:
                self._replace(worker)

    def _replace(self, worker: WorkerProcess) -> None:
        """Another worker for one that has died, for the same file; `BadInput` where all of them die."""
        self._lost += 1
        words = worker.last_words()
        worker.close()
        self._tasks.appendleft(self._busy.pop(worker))
        if self._lost > LOSSES:
            told = f": {words}" if words else ""
            raise BadInput(f"The processes that judge positions end before they have made a file{told}.")
        self._idle.append(WorkerProcess(self._orders))


class Actor:
    """What runs on the cluster; on one core."""

    def __init__(self, orders: JudgingOrders) -> None:
        self._orders = orders
        self._maker: FileMaker | None = None

    def make(self, task: FileTask) -> tuple[str, Any]:
        """("made", the file), or ("refused", why it cannot be made)."""
        try:
            if self._maker is None:
                self._maker = FileMaker(self._orders.game.open(), self._orders.settings)
            return "made", (task.number, self._maker.make(task, lambda: False))
        except HalfmoveError as error:
            return "refused", str(error)


class OnCluster:
    """`FileSource` by actors of a Ray cluster, each with a file of its own."""

    def __init__(self, orders: JudgingOrders, connection: Ray) -> None:
        self._ray, self._orders, self.at_once, self._lost = connection.ray, orders, connection.workers, 0
        self._idle = [self._start() for _ in range(connection.workers)]
        self._calls: dict[Any, tuple[Any, FileTask]] = {}
        self._tasks: deque[FileTask] = deque()

    def ask(self, task: FileTask) -> None:
        self._tasks.append(task)
        self._hand_out()

    def take(self, seconds: float) -> list[MadeFile]:
        finished, _ = self._ray.wait(list(self._calls), timeout=seconds)
        found = []
        for reference in finished:
            actor, task = self._calls.pop(reference)
            try:
                kind, told = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._replace(actor, task, error)
                continue
            if kind == "refused":
                raise BadInput(told)
            self._lost = 0
            self._idle.append(actor)
            found.append(told)
        self._hand_out()
        return found

    def close(self) -> None:
        for actor in (*self._idle, *(actor for actor, _ in self._calls.values())):
            self._ray.kill(actor)
        self._idle.clear()
        self._calls.clear()

    def _start(self) -> Any:
        return self._ray.remote(num_cpus=1)(Actor).remote(self._orders)

    def _hand_out(self) -> None:
        while self._tasks and self._idle:
            actor, task = self._idle.pop(), self._tasks.popleft()
            self._calls[actor.make.remote(task)] = actor, task

    def _replace(self, actor: Any, task: FileTask, error: Exception) -> None:
        self._lost += 1
        if self._lost > LOSSES:
            words = str(error).strip().splitlines()[-1:] or ["no reason given"]
            raise BadInput(f"The cluster's workers end before they have made a file: {words[0]}") from None
        self._ray.kill(actor)  # one that has raised an exception is still there
        self._tasks.appendleft(task)
        self._idle.append(self._start())


@contextmanager
def open_source(
    orders: JudgingOrders, workers: int, ray: str | None, stop: Callable[[], bool]
) -> Iterator[FileSource]:
    """So many processes, or actors on the Ray cluster at an address (0: one for each of its cores); this
    process without either."""
    with ExitStack() as stack:
        source: FileSource
        if ray is not None:
            from halfmove.learn.runs.cluster import Ray

            connection = Ray(ray, workers or None)
            stack.callback(connection.close)
            source = OnCluster(orders, connection)
        elif workers:
            source = InProcesses(orders, workers)
        else:
            source = InThisProcess(orders, stop)
        stack.callback(source.close)
        yield source
