"""A run under way: its learner, its window, its counters, and all that a recipe does with them.

A recipe is a loop over these steps.  Whatever happens between two of them, the folder holds a run that goes
on: samples are in the window when they are there at all, and the rest is in the checkpoint.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.learn.batch import Batch
from halfmove.learn.learner.settings import Losses
from halfmove.learn.runs.boards import Boards, count_positions, may_serve
from halfmove.learn.runs.clock import Clock, find_shares
from halfmove.learn.runs.counters import Counters
from halfmove.learn.runs.events import Events
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.learners import make_learner, may_use_torch
from halfmove.learn.runs.matches import MatchResult, choose_opponents, may_meet, meet
from halfmove.learn.runs.play import (
    SERVER,
    FinishedGames,
    GameSource,
    InThisProcess,
    find_gpu,
    find_own_backend,
    find_processor_backend,
    list_backends,
)
from halfmove.learn.runs.publishing import Pace
from halfmove.learn.runs.report import Report, SeeTraining, scalars
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.selfplay import Throughput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.file import encoding_of
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.layers import AUXILIARY
from halfmove.search.neural.mixture import Mixture
from halfmove.search.neural.network import CALIBRATED, Network
from halfmove.search.neural.usual import name_of

if TYPE_CHECKING:
    from halfmove.learn.runs.cluster import OnCluster, Ray
    from halfmove.learn.runs.processes import Processes
    from halfmove.learn.runs.worker import Orders

CHECKPOINT = 30.0
"""Seconds between two checkpoints."""
REPORT = 2.0
"""Seconds between two reports."""
LOWEST = 0.01
"""The part of the rate below which it does not fall."""
SETTLED = 4
"""Batches from which a network's norms have their means and variances when it is played with, where so many
steps have been made since (decision 123)."""
READ = 16
"""Steps after which losses are read at the latest: reading them waits for a GPU."""
LAGGING = 0.75
"""The part of what it is to learn from that the learner may not fall below, while games are taken in."""
RATING_SHARE = 0.03
"""The part of a run's time after which no more matches of generations are played, until it is longer."""
MATCH_SHARE = 0.1
"""The part of a run's minutes after which a match of generations is given up: with a large board and a slow
network one took five minutes of a run of two."""
AVERAGED = 8
"""Steps between two networks that go into the mean of them."""


class Run:
    """A run in its folder, new or gone on with; use it as a context manager, which saves it at the end."""

    def __init__(
        self,
        folder: RunFolder,
        settings: RunSettings,
        *,
        see: SeeTraining | None = None,
        stop: Callable[[], bool] = lambda: False,
        errors: Callable[[Network], float] | None = None,
        ray: Ray | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.folder, self.settings, self._tell = folder, settings, tell
        self._see, self._stop, self._errors, self._ray = see, stop, errors, ray
        self.game = settings.game.open()
        self.encoding = Encoding(self.game)
        if not settings.network.fits(self.encoding):
            raise BadInput(f"The network of this run is not for {self.game.title()} as it is encoded here.")
        self._by_torch = may_use_torch(settings)
        learning = settings.learning
        played = [settings.network, *([self.load_teacher().architecture] if learning.distil else [])]
        self._products = played[-1].products
        """Multiplications of a state's outputs in self-play."""
        self._backends = list_backends(
            learning.backend, played, self._by_torch, may_serve(settings) and ray is None
        )
        self.backend = self._backends[0]
        start = None if folder.checkpoint.exists() else settings.read_start()
        self.learner = make_learner(settings, self._by_torch, parameters=start.parameters if start else None)
        self.beside: Parameters = {}
        """Parameters of the network that the learner does not teach now."""
        self.stage = ""
        """What the recipe does now, in a word, where it has stages;"""
        self.span = 0.0, 1.0
        """the shares of the run between which it does it; and"""
        self.slowed = 1.0
        """what the learner's rate is multiplied by."""
        self.accuracy: float | None = None
        """The share of held-out positions in which the policy's likeliest move is the one that was played."""
        self._serves = settings.serves()
        self.boards = Boards(settings, folder.path)
        self.batches = self.boards.main.batches
        self.random = np.random.default_rng(settings.seed)
        self.counters = Counters()
        self.average: Parameters | None = None
        self._made_for = {"game": name_of(self.game), "encoding": encoding_of(self.game)}
        self.window = self.boards.main.window
        if start:
            self.counters.rollouts, self.counters.threshold = start.mixture
        self._go_on()
        self._running = True
        self._started = time.monotonic()
        self._saved = self._told = self._started
        self._log = folder.open_log()
        self._events = Events(folder.events)
        self.clock = Clock()
        """Where the time of this process goes."""
        self._pace = Pace(learning.publish_share)
        self._recent: list[Losses] = []
        self._recent_done = Throughput()
        self._recent_served: dict[str, float] = {}
        self._recent_results = [0, 0, 0]
        self._recent_learnt, self._recent_positions = 0, 0
        self._example: list[int] = []
        self._example_game = self.game
        self._restarted: Callable[[], int] = lambda: 0
        if start:
            self.save()  # from now on its file may change

    # ---- where it stands

    @property
    def positions(self) -> int:
        """Positions that came from self-play so far."""
        return self.boards.positions

    @property
    def seconds(self) -> float:
        """Seconds so far, interruptions left out."""
        return self.counters.seconds + (time.monotonic() - self._started if self._running else 0.0)

    @property
    def share(self) -> float:
        """How much of the run is over, 0 to 1."""
        settings, shares = self.settings, [0.0]
        if settings.minutes:
            shares.append(self.seconds / (60 * settings.minutes))
        if settings.positions:
            shares.append(self.positions / settings.positions)
        return min(max(shares), 1.0)

    def is_over(self) -> bool:
        """Whether it has come to its end, or to be stopped."""
        return self.share >= 1 or self._stop()

    def is_stopped(self) -> bool:
        """Whether it is to be stopped before its end."""
        return self._stop()

    @property
    def _in_bytes(self) -> bool:
        """Whether self-play computes in whole numbers of eight bits."""
        own = self.backend
        if self._ray and self.settings.learning.backend in ("auto", SERVER):
            own = find_processor_backend([self.settings.network], self._by_torch)  # on most machines
        elif own == SERVER:
            own = find_own_backend(self.settings.network, self._by_torch)
        return own == "int8"

    # ---- the steps of a recipe

    def teach(self, kind: str, parameters: Parameters | None = None) -> None:
        """From now on a new learner teaches a network of this kind, begun with these parameters, or with ones
        that say nothing; it learns from positions that come from now on."""
        counters = self.counters
        counters.kind, counters.stage_from, counters.learnt_from = kind, self.positions, counters.learnt
        self.learner = make_learner(self.settings, self._by_torch, kind, parameters)

    def play(self, begin_with: Path | None = None, **other: Any) -> GameSource:
        """Self-play, where the settings want it, with the learner's network or that of a file; from then on
        with what `publish` has written last.  `other` games are those of `Orders`."""
        settings, file = self.settings, self.folder.current
        self.publish(begin_with)
        # games that are played again after an interruption are others
        seed = settings.seed + 7919 * self.counters.games
        from halfmove.learn.runs.worker import Orders

        if not other:
            other["variants"] = settings.variants()
        orders = Orders(settings.game, settings.play, seed, file, self.backend, **other)
        if settings.workers == 0:
            return InThisProcess(orders.player(self.game), lambda: orders.evaluate(self.game))
        from halfmove.learn.runs.cluster import OnCluster
        from halfmove.learn.runs.served import start_processes

        made: OnCluster | Processes | None = self._try_backends(orders)
        if made is None and self._ray:
            # what computes is for each machine to choose
            made = OnCluster(self._ray, replace(orders, backend=settings.learning.backend), self._by_torch)
        elif made is None:
            made = start_processes(orders, settings.workers, self._by_torch)
        self._restarted = lambda: made.restarted
        return made

    def _try_backends(self, orders: Orders) -> Processes | None:
        """The processes of the fastest way to compute the network, where there are several and none has been
        tried yet; None where nothing is to be tried."""
        ways, self._backends = self._backends, [self.backend]
        if len(ways) < 2 or self._ray or orders.expert:
            return None
        from halfmove.learn.runs.trial import describe_trial, try_backends

        with self.clock.part("trial"):
            found = try_backends(
                orders, self.settings.workers, ways, stop=self._stop, by_torch=self._by_torch
            )
        if found is None:
            return None
        self.backend = found.backend
        if self._tell:
            gpu = find_gpu() if self._by_torch else ""
            self._tell(describe_trial(found.rates, found.backend, gpu))
        return found.source

    def receive(self, play: GameSource, wait: float) -> list[FinishedGames]:
        """The games that have ended; where there is nothing to learn from, waiting so many seconds for one,
        and none while the learner is far behind."""
        if self.is_behind():
            return []
        idle = not self.may_learn()
        part = "self-play" if self.settings.workers == 0 else "waiting for games" if idle else "games"
        with self.clock.part(part):
            return play.take_games(wait if idle else 0.0)

    def take(self, arrival: FinishedGames) -> None:
        """Put the samples of ended games into the window."""
        with self.clock.part("games"):
            self.boards.write(arrival.samples)
        self._pace.note_played(arrival.done, self.settings.play.simulations)
        self.counters.games += arrival.games
        self._recent_done += arrival.done
        for part, seconds in arrival.served.items():
            self._recent_served[part] = self._recent_served.get(part, 0.0) + seconds
        self._recent_positions += len(arrival.samples)
        self._recent_results = [a + b for a, b in zip(self._recent_results, arrival.results, strict=True)]
        self._example = arrival.example
        self._example_game = self.boards.games[int(arrival.samples.variant[-1])]

    def may_learn(self) -> bool:
        """Whether there are positions that have not been learnt from often enough."""
        learning, begun = self.settings.learning, self.span[1] - self.span[0]
        most = round(begun * self.settings.positions) or learning.first
        return self.fresh >= min(learning.first, most) and self._learnt < learning.reuse * self.fresh

    @property
    def fresh(self) -> int:
        """Positions that came since the stage began."""
        return self.positions - self.counters.stage_from

    @property
    def _learnt(self) -> int:
        """Positions that steps have read since."""
        return self.counters.learnt - self.counters.learnt_from

    def is_behind(self) -> bool:
        """Whether the learner is so far behind that games wait until it has caught up: those that play wait
        too, and leave it the processor."""
        return self.may_learn() and self._learnt < LAGGING * self.settings.learning.reuse * (
            self.fresh - self.settings.learning.first
        )

    def learn(self) -> None:
        """One step of the learner, on a batch from the window."""
        self.step(self._batch())

    def step(self, batch: Sequence[Batch]) -> None:
        """One step of the learner, on a batch of each size of board; `BadInput` where the loss is no number
        any more."""
        learning, counters = self.settings.learning, self.counters
        with self.clock.part("steps"):
            self.learner.step(batch, self.rate)
        counters.steps += 1
        learnt = count_positions(batch)
        counters.learnt += learnt
        self._recent_learnt += learnt
        if counters.steps % READ == 0:
            self._read_losses()
        if learning.average and counters.steps % AVERAGED == 0:
            self._mix(learning.average)

    def _read_losses(self) -> None:
        """The losses of the last steps; `BadInput` where one is no number any more, before anything that
        comes of it is kept."""
        with self.clock.part("steps"):
            losses = self.learner.read_losses()
        if not all(math.isfinite(sum(one)) for one in losses):
            raise BadInput(
                f"The loss is no number any more after {self.counters.steps:,} steps; '{self.folder.path}' "
                "keeps the last good state, and a lower rate (--option rate=0.0005) may do."
            )
        self._recent += losses

    def _batch(self) -> list[Batch]:
        """A batch drawn from the newest part of the windows."""
        with self.clock.part("batches"):
            return self._draw_batch()

    def _draw_batch(self) -> list[Batch]:
        learning = self.settings.learning
        newest = min(max(round(learning.newest * self.fresh), learning.first, learning.batch), self.fresh)
        replies = "reply" in self.settings.network.auxiliary
        return self.boards.draw(learning.batch, self.random, newest, replies)

    @property
    def rate(self) -> float:
        """The learner's rate now: along a cosine to (nearly) zero."""
        begun, end = self.span
        done = min(max((self.share - begun) / (end - begun), 0.0), 1.0)
        part = 0.5 * (1 + math.cos(math.pi * done))
        return self.slowed * self.settings.learning.rate * max(part, LOWEST)

    def network(self) -> Network:
        """The network as it is played with."""
        self._read_losses()
        architecture = self.learner.architecture
        if self.average is None and architecture.kind == "tower":
            self._settle()
        made = {
            "recipe": self.settings.recipe,
            "seconds": f"{self.seconds:.0f}",
            "positions": str(self.positions),
            "games": str(self.counters.games),
            "steps": str(self.counters.steps),
            "seed": str(self.settings.seed),
        }
        if self.counters.mixed:
            made["mixture"] = self.counters.mixed
        parameters = self.learner.parameters() if self.average is None else self.average
        if self.beside:
            architecture, parameters = self.settings.network, {**self.beside, **parameters}
        network = Network(
            self.game, architecture, parameters, made, serves=self._serves, mixture=self.mixture
        )
        if self._in_bytes and len(self.window):  # else each process finds its own ranges
            main, random = self.boards.main, np.random.default_rng(self.positions)
            samples = main.window.draw(CALIBRATED, random)
            network.calibrate(main.batches.make(samples, random).planes)
        return network

    def _settle(self) -> None:
        """Settle the norms, unless hardly a step has been made since they were."""
        counters = self.counters
        if counters.steps - counters.looked >= (SETTLED if counters.looked else 1):
            self.learner.settle(self._batch() for _ in range(SETTLED))
            counters.looked = counters.steps

    @property
    def mixture(self) -> Mixture:
        """The playouts that its network plays best with, as far as that is known."""
        return Mixture(self.counters.rollouts, self.counters.threshold)

    def note_mixture(self, mixture: Mixture, note: str) -> None:
        """Keep what came of trying playouts, after the run."""
        self.counters.rollouts, self.counters.threshold = mixture
        self.counters.mixed = note
        self.save()

    def load_teacher(self) -> Network:
        """The network whose searches are distilled: the copy in the folder, or the file that was named."""
        kept = self.folder.teacher
        return self.network_file(kept if kept.exists() else Path(self.settings.learning.distil).expanduser())

    def network_file(self, file: Path) -> Network:
        """The network of a file."""
        return Network.load(file, self.game)

    def publish_is_due(self) -> bool:
        """Whether self-play is to get the newest network: after positions and steps enough and, where
        processes play, so seldom that handing it over takes little time (`runs.publishing`).  One process
        alone does not ask the clock, as its seed repeats the run."""
        settings, counters = self.settings, self.counters
        publish = settings.learning.publish
        fresh = self.positions - counters.published_at >= publish
        stepped = counters.steps - counters.published_steps >= publish // settings.learning.batch
        return fresh and stepped and (settings.workers == 0 or self._pace.is_slow_enough())

    def publish(self, file: Path | None = None) -> None:
        """Write the network that self-play plays with: the learner's, or that of a file."""
        self._read_losses()  # what waits for the device is no part of publishing
        began = time.monotonic()
        with self.clock.part("publishing"):
            network = self.network() if file is None else self.network_file(file)
            network.save(self.folder.current)
        self._pace.note_published(began)
        self.counters.published += 1
        self.counters.published_at = self.positions
        self.counters.published_steps = self.counters.steps

    def generation_is_due(self) -> bool:
        """Whether a network is to be kept."""
        return self.share * self.settings.learning.generations >= self.counters.generation + 1

    def keep_generation(self) -> Network:
        """Keep the network as the next generation."""
        with self.clock.part("publishing"):
            network = self.network()
            self.counters.generation += 1
            network.save(self.folder.network_of(self.counters.generation))
        with self.clock.part("matches"):
            matches = self._matches()
            errors = self._errors(network) if self._errors else None
        self.report(errors, matches=matches)
        return network

    def _matches(self) -> list[MatchResult]:
        """The newest generation against earlier ones, for the ratings, while they do not take too long."""
        counters, games = self.counters, self.settings.learning.rating_games
        number = counters.generation
        if not games or not counters.steps or counters.kind or not may_meet(self.encoding):
            return []
        if counters.rating_seconds > RATING_SHARE * self.seconds:
            return []
        found, began = [], time.monotonic()

        def gives_up() -> bool:
            minutes = self.settings.minutes
            late = minutes > 0 and time.monotonic() - began >= 60 * minutes * MATCH_SHARE
            return late or self._stop()

        for opponent in choose_opponents(number):
            files = self.folder.network_of(number), self.folder.network_of(opponent)
            if not files[1].exists():
                continue
            result = meet(
                self.encoding, files, (number, opponent), self.settings.play, games, self.backend, gives_up
            )
            if result is not None:
                found.append(result)
        counters.rating_seconds += time.monotonic() - began
        return found

    def look_after(self) -> None:
        """Save a checkpoint and report, where it is time."""
        now = time.monotonic()
        if now - self._saved >= CHECKPOINT:
            self.save()
        if now - self._told >= REPORT:
            self.report()

    # ---- saving and going on

    def save(self) -> None:
        """Write the checkpoint."""
        self._read_losses()
        counters = {**asdict(self.counters), "seconds": self.seconds}
        told = {"counters": counters, "random": self.random.bit_generator.state, "made": self._made_for}
        state = self.learner.state()
        if self.average is not None:
            state |= {f"average/{name}": array for name, array in self.average.items()}
        self.boards.flush()
        self.folder.save(state, told)
        self._saved = time.monotonic()

    def _go_on(self) -> None:
        """Take up what the checkpoint holds."""
        found = self.folder.load()
        if found is None:
            return
        state, told = found
        if told.get("made", self._made_for) != self._made_for:
            raise BadInput(
                f"The checkpoint '{self.folder.checkpoint}' is of {told['made'].get('game')}, or of another "
                f"encoding of it, and this run is of {self._made_for['game']}; begin a new run."
            )
        try:
            self.counters = Counters(**told["counters"])
            if self.counters.kind:
                self.learner = make_learner(self.settings, self._by_torch, self.counters.kind)
            wanted = self.learner.architecture.parameters()
            shapes = {name: state[f"parameters/{name}"].shape for name in wanted
                      if f"parameters/{name}" in state}  # fmt: skip
            if shapes != wanted:
                raise ValueError("of another network")
            self.learner.restore(state)
            self.random.bit_generator.state = told["random"]
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadInput(
                f"The checkpoint '{self.folder.checkpoint}' is not of this run's network; it was made with "
                "other settings, or for another game."
            ) from None
        averaged = {n.removeprefix("average/"): a for n, a in state.items() if n.startswith("average/")}
        self.average = averaged or None

    def _mix(self, kept: float) -> None:
        newest = self.learner.parameters()
        if self.average is None:
            self.average = newest
            return
        for name, array in self.average.items():
            array += np.float32(1 - kept) * (newest[name] - array)

    # ---- reports

    def report(
        self, errors: float | None = None, gate: str = "", matches: Sequence[MatchResult] = ()
    ) -> None:
        """Tell where the run stands, to the log and to whoever looks on."""
        self._read_losses()
        now, counters, done = time.monotonic(), self.counters, self._recent_done
        seconds = max(now - self._told, 1e-9)
        losses = [float(np.mean(column)) for column in zip(*self._recent, strict=True)]
        told = dict(zip(Losses._fields, losses, strict=True)) if losses else {}
        auxiliary = self.settings.network.auxiliary
        report = Report(
            share=self.share,
            seconds=self.seconds,
            games=counters.games,
            positions=self.positions,
            steps=counters.steps,
            published=counters.published,
            generation=counters.generation,
            policy=told.get("policy"),
            value=told.get("value"),
            **{name: told.get(name) if name in auxiliary else None for name in AUXILIARY},
            rate=self.rate,
            positions_per_second=self._recent_positions / seconds,
            learnt_per_second=self._recent_learnt / seconds,
            occupancy=done.occupancy if done.batches else None,
            filled=done.filled if done.batches else None,
            length=self._recent_positions / done.games if done.games else None,
            results=(self._recent_results[0], self._recent_results[1], self._recent_results[2]),
            restarted=self._restarted(),
            errors=errors,
            gate=gate,
            matches=tuple(matches),
            stage=self.stage,
            accuracy=self.accuracy,
            evaluated_per_second=done.evaluated / seconds if done.batches else None,
            backend=self.backend,
            example=self._example_text(),
            learner_time=find_shares(self.clock.take()),
            play_time=find_shares(done.parts()),
            server_time=find_shares(self._recent_served),
            teraflops=2e-12 * self._products * done.evaluated / seconds if done.batches else None,
        )
        try:
            self._log.write((json.dumps(report.to_dict()) + "\n").encode())
            self._events.write(report.steps, scalars(report))
        except OSError as error:
            raise BadInput(f"The file '{self.folder.log}' cannot be written: {error.strerror}.") from None
        if self._see:
            self._see(report)
        self._told = now
        self._recent, self._recent_done, self._recent_results = [], Throughput(), [0, 0, 0]
        self._recent_served = {}
        self._recent_learnt = self._recent_positions = 0
        self._example = []

    def _example_text(self) -> str:
        game, texts = self._example_game, []
        state = game.initial()
        for action in self._example:
            texts.append(game.action_text(state, action))
            state = game.result(state, action)
        return " ".join(texts)

    # ---- its end

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        self.counters.seconds, self._running = self.seconds, False
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt):
                self.save()
                self.report()
        finally:
            self._log.close()
            self._events.close()
