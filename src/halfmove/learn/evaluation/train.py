"""A network that estimates, learnt from judged positions: games, as many as are wanted, and the fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.evaluation_network import AUTO, WIDEST, EvaluationNetwork
from halfmove.core.formats import Broken
from halfmove.core.numbers import read_decimal_option, read_whole_option
from halfmove.core.progress import at
from halfmove.core.results import Result
from halfmove.core.vectors import LANES
from halfmove.games.reference import GameReference
from halfmove.learn.evaluation.fit import Epoch, Fit
from halfmove.learn.evaluation.games import EVERY, knows_estimates
from halfmove.learn.evaluation.passes import Passes
from halfmove.learn.evaluation.positions import JudgedFolder, JudgedStates
from halfmove.learn.evaluation.records import read_chunks
from halfmove.learn.evaluation.workers import FileTask, JudgingOrders, open_source
from halfmove.learn.trained import format_game

FILE = "evaluation.npz"
STATES, FEWEST_STATES = 20_000, 500
"""Of a file: at most, and at least where few positions are asked for."""
RECORDED_STATES = 2_000
"""Of a file, of recorded games that are read to their end."""
HELD_OUT = 20
"""One file in so many, and at least one, is held out of the fit."""


class LearntEvaluationData(TypedDict):
    """What a fit has come to."""

    file: Annotated[str, "The file of the network."]
    positions: Annotated[int, "The judged positions that it was fitted to."]
    held_out: Annotated[int, "Those that were held out."]
    epochs: Annotated[
        list[dict[str, float]], "The root mean square error after each pass, learnt and held out."
    ]
    broken: Annotated[int, "Recorded games left out because something in them cannot be read."]
    over: Annotated[bool, "Whether it has come to its end; else the same request goes on."]


@dataclass(frozen=True)
class LearntEvaluation(Result):
    """What a fit has come to."""

    file: Path
    game: GameReference
    positions: int
    held_out: int
    epochs: tuple[Epoch, ...]
    over: bool
    broken: int = 0
    """Recorded games left out because something in them cannot be read."""

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before its end."""
        return not self.over

    def to_dict(self) -> LearntEvaluationData:
        return {
            "file": str(self.file),
            "positions": self.positions,
            "held_out": self.held_out,
            "epochs": [{"training": e.training, "held_out": e.held_out} for e in self.epochs],
            "broken": self.broken,
            "over": self.over,
        }

    def to_text(self) -> str:
        if not self.epochs:
            return f"{self.positions:,} judged positions in '{self.file.parent}'; the same command goes on."
        last = self.epochs[-1]
        opponent = f"engine?evaluation={self.file}"
        lines = [
            f"{self.positions:,} positions, {len(self.epochs)} passes: error of the expected score "
            f"{last.training:.4f}, on {self.held_out:,} held-out positions {last.held_out:.4f}.",
            f"The network is {self.file}",
            f'Play with it:  halfmove play {format_game(self.game)} --against "{opponent}"',
        ]
        if self.broken:
            lines.append(f"{self.broken:,} of the games cannot be read and were left out.")
        return "\n".join(lines if self.over else ["Interrupted.", *lines])


@dataclass(frozen=True, kw_only=True)
class EvaluationSettings:
    """How a network that estimates is learnt."""

    positions: int | None
    """How many judged positions the folder is to have; None: all of the recorded games."""
    seed: int
    threads: int
    """Of the fit."""
    games: tuple[str, ...] = ()
    """Files of recorded games, in place of games of the engine with itself."""
    teacher: str | None = None
    """Who judges the positions: the command line of a UCI engine, or a file with an evaluation; None: our own
    engine does."""
    depth: int | None = None
    """How deep the judge searches; None: our own engine five plies, a teacher not at all."""
    nodes: int = 150
    """Of the searches whose positions are judged: few, since a million positions of many games teach more
    than a million of few."""
    every: int = EVERY
    """About one in so many states that these searches estimate is judged."""
    width: int = 256
    """Numbers of the first layer for each player: a multiple of 64."""
    epochs: int = 12
    """Passes over the positions."""
    evaluation: str = AUTO
    """What our own engine estimates by, to play and to judge: see `core.evaluation_network.open_network`."""
    trust: float | None = None
    """How much judgements count for what the network is to say, and results of games the rest; None: 1, or 0
    where the judge is our own engine and the game has no evaluation for it."""

    start: str | None = None
    """The file of a network to begin from: of this width, or one that divides it."""

    def open_start(self, game: Game) -> EvaluationNetwork | None:
        """The network to begin from; `BadInput` for a file of another game's, or of a width that does not
        divide this one."""
        if self.start is None:
            return None
        network = EvaluationNetwork.read(Path(self.start).expanduser())
        network.fit_to(game)
        if self.width % network.width:
            raise BadInput(
                f"A network of width {network.width} can't begin one of width {self.width}; give a multiple."
            )
        return network

    @property
    def by_games(self) -> bool:
        """Whether recorded games say what their positions are worth: where no judge is named."""
        return bool(self.games) and self.teacher is None and self.depth is None

    @property
    def plies(self) -> int:
        """How deep the judge searches."""
        return (5 if self.teacher is None else 0) if self.depth is None else self.depth

    def trust_in(self, game: Game) -> float:
        """How much judgements count."""
        if self.trust is not None:
            return self.trust
        return (
            1.0
            if self.by_games or self.teacher is not None or knows_estimates(game, self.evaluation)
            else 0.0
        )

    @property
    def file_states(self) -> int:
        """States of a file."""
        if self.positions is None:
            return RECORDED_STATES
        return min(STATES, max(self.positions // HELD_OUT, FEWEST_STATES))

    @property
    def judge(self) -> str:
        """Who judges, in words, and which recorded games."""
        if self.by_games:
            return f"the players of {self._recorded}"
        return f"{self._judge} (games of {self._recorded})" if self.games else self._judge

    @property
    def _recorded(self) -> str:
        return ", ".join(Path(each).name for each in self.games)

    @property
    def _judge(self) -> str:
        who = "the engine" if self.teacher is None else self.teacher
        if self.evaluation != AUTO:
            who += f" (evaluation={self.evaluation})"
        return f"{who}, {self.plies} plies" if self.plies else f"{who}, without a search"

    @classmethod
    def read(
        cls,
        options: Mapping[str, Any],
        *,
        positions: int | None,
        seed: int,
        threads: int,
        teacher: str | None,
        games: Sequence[str] = (),
    ) -> EvaluationSettings:
        """The settings with options as texts; `BadInput` for one that there is not, or out of its range."""
        least = 1 if teacher is None else 0  # our own engine's evaluation is what is to be bettered
        ranges = {
            "depth": (least, 20),
            "width": (LANES, WIDEST),
            "epochs": (1, 10_000),
            "nodes": (10, 1_000_000),
            "every": (1, 1_000_000),
        }
        found: dict[str, int | float | str] = {}
        for name, text in options.items():
            if name in ("evaluation", "start"):
                found[name] = str(text)
            elif name == "trust":
                found[name] = read_decimal_option("evaluation", name, str(text), 0, 1)
            elif name in ranges:
                found[name] = read_whole_option("evaluation", name, str(text), *ranges[name])
            else:
                known = ", ".join([*ranges, "trust", "evaluation", "start"])
                raise BadInput(f"A network that estimates has no setting '{name}'; there are: {known}.")
        if int(found.get("width", LANES)) % LANES:
            raise BadInput(f"The setting 'width' must be a multiple of {LANES}.")
        shared = cls(positions=positions, seed=seed, threads=threads, teacher=teacher, games=tuple(games))
        return replace(shared, **found)  # type: ignore[arg-type]


def learn_evaluation(
    reference: GameReference,
    folder: str | Path,
    settings: EvaluationSettings,
    stop: Callable[[], bool],
    *,
    workers: int = 0,
    ray: str | None = None,
) -> LearntEvaluation:
    """Have positions judged until the folder has enough, fit a network to them, write it beside them.

    `workers` processes play and judge, or on the Ray cluster at the address `ray` so many actors (0: one for
    each of its cores); without either this process does.
    """
    game = reference.open()
    if game.evaluation_words == 0:
        raise Unsuitable(
            f"{game.title()} names no inputs of an evaluation network (`evaluation_inputs`) for the engine."
        )
    start = settings.open_start(game)
    judged = JudgedFolder(folder, game, settings.judge)
    broken: list[BadInput] = []
    number = judge_positions(
        reference, judged, settings, stop, workers=workers, ray=ray, broken=broken.append
    )
    files = judged.files
    if len(files) < 2 or stop():
        if not stop():
            refuse_few(settings, number)
        return LearntEvaluation(judged.path / FILE, reference, number, 0, (), False, len(broken))
    held = max(len(files) // HELD_OUT, 1)
    learnt, tested = Passes(judged, files[:-held]), Passes(judged, files[-held:])
    fit = Fit(
        game,
        learnt,
        tested.all(),
        width=settings.width,
        epochs=settings.epochs,
        seed=settings.seed,
        trust=settings.trust_in(game),
        threads=settings.threads,
        start=start,
    )
    epochs: list[Epoch] = []

    def see(epoch: Epoch) -> None:
        epochs.append(epoch)
        at(epoch.number, settings.epochs, unit="passes", what=f"error {epoch.held_out:.4f}")
        fit.network(describe_origin(game, judged, learnt.number, settings)).write(judged.path / FILE)

    fit.run(see, stop)
    over = len(epochs) == settings.epochs
    counts = learnt.number, tested.number
    return LearntEvaluation(judged.path / FILE, reference, *counts, tuple(epochs), over, len(broken))


def judge_positions(
    reference: GameReference,
    judged: JudgedFolder,
    settings: EvaluationSettings,
    stop: Callable[[], bool],
    *,
    workers: int = 0,
    ray: str | None = None,
    broken: Broken = lambda fault: None,
) -> int:
    """Add files to the folder until it has enough positions, or until `stop()`; how many it has.

    A file depends on its number alone: a run that was interrupted goes on as if it had not been, with other
    workers too.
    """
    number, following = judged.count(), len(judged.files)

    def is_enough() -> bool:
        wanted = settings.positions
        return wanted is not None and number >= wanted and following > 1  # one file is held out

    if is_enough():
        return number
    made: dict[int, JudgedStates] = {}
    asked, tasks = following, list_tasks(judged.game, settings, following, broken)
    with open_source(JudgingOrders(reference, settings), workers, ray, stop) as source:
        while not (is_enough() or stop()):
            for task in islice(tasks, max(following + 2 * source.at_once - asked, 0)):
                source.ask(task)
                asked += 1
            if asked == following:  # no more games
                break
            at(number, settings.positions, unit="positions")
            made.update(source.take(0.2))
            while following in made and not is_enough():
                found = made.pop(following)
                judged.add(found)
                number += len(found.scores)
                following += 1
    return number


def list_tasks(game: Game, settings: EvaluationSettings, first: int, broken: Broken) -> Iterator[FileTask]:
    """The files from number `first` on: endlessly many, or as many as there are recorded games for."""
    if not settings.games:
        yield from map(FileTask, count(first))
        return
    paths = [Path(each).expanduser() for each in settings.games]
    chunks = read_chunks(game, paths, settings.file_states, settings.by_games, broken)
    for number, (states, scores) in enumerate(chunks):
        if number >= first:
            yield FileTask(number, states, scores)


def refuse_few(settings: EvaluationSettings, number: int) -> None:
    """`BadInput` about recorded games that are not enough."""
    if number == 0 and settings.by_games:
        raise BadInput(
            "No finished game says what its positions are worth ([%eval …]); have them judged, by "
            "--option depth=5 or by --teacher."
        )
    raise BadInput(
        f"The games have {number:,} positions to learn from; a network needs more than "
        f"{settings.file_states:,}."
    )


def describe_origin(game: Game, judged: JudgedFolder, number: int, settings: EvaluationSettings) -> str:
    """How a network was made, in words."""
    begun = "" if settings.start is None else f" from {Path(settings.start).name}"
    source = "recorded games" if settings.games else f"searches of {settings.nodes} nodes"
    return (
        f"{game}: fitted{begun} to {number} positions, of {source}, judged by "
        f"{judged.judge}; width {settings.width}, {settings.epochs} passes, "
        f"trust {settings.trust_in(game):g}, seed {settings.seed}"
    )
