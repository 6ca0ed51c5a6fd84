"""The operation `train`: a game, a recipe and some minutes give a network; a folder keeps all of it."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import check
from halfmove.core.history import History
from halfmove.core.numbers import MOST_MINUTES, MOST_SEED
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    Decimal,
    File,
    Files,
    Object,
    OptionalGameRequest,
    OutputFile,
    Settings,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.position import GameKind
from halfmove.core.progress import at
from halfmove.games.reference import GameReference
from halfmove.learn.errors import measure_of
from halfmove.learn.lengths import RandomGames, sample_games
from halfmove.learn.runs.expectation import measure_speeds
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.learners import may_use_torch
from halfmove.learn.runs.memory import Machine, Memory, refuse_what_does_not_fit
from halfmove.learn.runs.mixing import try_playouts
from halfmove.learn.runs.packing import OF_THE_MACHINE, PackedRun, pack_run, unpack_run
from halfmove.learn.runs.plan import describe_outlook, plan
from halfmove.learn.runs.report import Report, SeeTraining
from halfmove.learn.runs.run import Run
from halfmove.learn.runs.settings import OWNERS, RunSettings, find_usual_settings
from halfmove.learn.selfplay import LONGEST_GAME
from halfmove.learn.solved import find_results
from halfmove.learn.trained import Trained
from halfmove.learn.variants import check_variants
from halfmove.search.encoding import Encoding
from halfmove.search.neural.network import Network

if TYPE_CHECKING:
    from halfmove.learn.evaluation.train import LearntEvaluation
    from halfmove.learn.runs.cluster import Ray

RECIPES = ("alphazero", "alphago-zero", "alphago", "exact", "distillation")
"""Each a module of `learn.recipes`."""


@operation("train", "Train a network by self-play.", doing="training", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class TrainRequest(OptionalGameRequest):
    """Train a network by self-play, from the rules alone; in a folder that holds a run, go on with it.

    Processes play games of the network against itself, and the learner fits it to the searches and the
    results of these games. Ctrl-C stops the run cleanly; the same command continues it.

    Example: halfmove train connect4 --minutes 30 -o connect4-run

    Example: halfmove train tictactoe --lesson -o first-run
    """

    game: Game | History | str | None = field(
        GameKind(),
        "A game's name.",
        terminal="Or a .py file of your own, or the run.toml of a run to repeat.",
        default=None,
        usual="that of the run in the folder",
        place=True,
    )
    folder: str | Path = field(
        File(word="FOLDER"),
        "The folder of the run; one that holds a run already goes on where it was interrupted.",
        options=("--output", "-o"),
    )
    recipe: str | None = field(
        Choice(RECIPES),
        "The method: alphazero; alphago-zero, with a gate; alphago; exact, from the solver; distillation.",
        default=None,
        usual="alphazero",
    )
    minutes: float | None = field(
        Decimal(0, MOST_MINUTES, open=True, word="M"), "How long it learns.", default=None, usual="30"
    )
    positions: int | None = field(
        Whole(), "How many positions of self-play it learns from, instead of a time.", default=None
    )
    seed: int | None = field(
        Whole(0, MOST_SEED),
        "The seed of all random choices; without workers, and with a number of positions, the run is "
        "repeatable.",
        default=None,
    )
    workers: int | None = field(
        Whole(0, 1024),
        "Processes that play; 0: one process plays and learns in turn.",
        default=None,
        usual="one for each core",
    )
    network: str | None = field(
        Text(word="NAME"),
        "The size of the network: tiny, small, medium or large.",
        default=None,
        usual="medium, or tiny on a board of 16 points or fewer",
    )
    vary: Mapping[str, Any] = field(
        Settings(example="komi=5.5,7,7.5"),
        "Parameters of the game with all values for which the network is to be good.",
        default={},
        options=("--vary",),
        terminal="It learns from games of each; a value that stands twice is played twice as often; "
        "repeatable.",
    )
    distil: str | Path | None = field(
        File(),
        "A network whose searches a smaller one learns: it plays all games (recipe distillation).",
        default=None,
    )
    ray: str | None = field(
        Text(word="ADDRESS"),
        "Play on this Ray cluster (auto, HOST:6379, ray://HOST:10001); local starts one here.",
        default=None,
    )
    evaluation: bool = field(
        Switch(),
        "Learn a network that estimates for the engine, instead: from what its own searches estimate.",
        default=False,
        terminal="With --positions (1,000,000); settings: nodes, every, depth, width, epochs, trust …",
    )
    teacher: str | None = field(
        Text(word="PROGRAM"),
        "A UCI engine, or a file with its evaluation (chess: Stockfish 15.1's .nnue), that judges the "
        "positions for such a network, in place of our own engine.",
        default=None,
        terminal="A UCI engine by `eval`, as Stockfish has it, or by a search: --option depth=N.",
    )
    games: Sequence[str] = field(
        Files(word="GAMES.pgn"),
        "Files of recorded games for such a network, in place of games of the engine with itself.",
        default=(),
        options=("--games",),
        terminal="Judged by what they say ([%eval …]), or by --teacher or --option depth=N; repeatable.",
    )
    options: Mapping[str, Any] = field(
        Settings(example="simulations=64"),
        "Settings of the run, such as simulations=64.",
        default={},
        options=("--option",),
        terminal="All are in docs/training.md; repeatable.",
    )
    stretch: float | None = field(
        Decimal(0, MOST_MINUTES, open=True, word="M"),
        "Stop after so many minutes, as Ctrl-C does, though the run is not over.",
        default=None,
    )
    pack: str | Path | None = field(
        OutputFile(),
        "Write what the run needs to go on elsewhere to this file (60 MB at most), after a stretch; without "
        "--stretch as it stands.",
        default=None,
    )
    unpack: str | Path | None = field(
        File(),
        "Make the folder from a packed run, and go on with it, with the processes of this machine.",
        default=None,
    )
    lesson: bool = field(
        Switch(),
        "Show what each generation thinks of a few positions; one minute by default.",
        default=False,
        faces=("terminal",),
    )
    config: str | Path | None = field(
        File(), "The run.toml of a run to repeat.", default=None, faces=("python",)
    )
    see: SeeTraining | None = field(Object(), "Called with every report.", default=None, faces=("python",))
    stop: Callable[[], bool] | None = field(
        Object(), "Asked all the time whether to stop.", default=None, faces=("python",)
    )
    tell: Callable[[str], None] | None = field(
        Object(),
        "Told what the run will use, and what is to be expected of it.",
        default=None,
        usual="the logger `halfmove`",
        faces=("python",),
    )

    @property
    def config_file(self) -> str | Path | None:
        """The settings of a run that is repeated."""
        is_config = isinstance(self.game, str) and self.game.endswith(".toml")
        return Path(str(self.game)).expanduser() if is_config else self.config

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.parameters and self.config_file is not None:
            raise BadInput(
                "The parameters of the game stand in the settings of the run; leave "
                f"{name('parameters')} out."
            )
        if self.unpack is not None and (self.game is not None or self.config_file is not None):
            raise BadInput(f"A packed run names its game: with {name('unpack')} leave the game out.")
        if self.teacher is not None and not self.evaluation:
            raise BadInput(f"A teacher judges for a network that estimates: add {name('evaluation')}.")
        if self.games and not self.evaluation:
            raise BadInput(f"Recorded games are for a network that estimates: add {name('evaluation')}.")
        for other in ("pack", "unpack", "stretch"):
            if self.evaluation and getattr(self, other) is not None:
                raise BadInput(f"A network that estimates is learnt without '{other}': leave it out.")

    def run(self, work: Work) -> Iterator[Trained | LearntEvaluation | PackedRun]:
        """What the run has come to."""
        if self.pack is not None and self.stretch is None and self.unpack is None:
            folder = RunFolder(self.folder)
            if not folder.begun:
                raise BadInput(f"'{folder.path}' holds no run, so there is nothing to pack.")
            with folder.alone():
                yield pack_run(folder, self.pack)
            return
        game = self._reference(work)
        if self.evaluation:
            yield work.call_until_stopped(lambda stop: self._learn_evaluation(game, stop))
            return
        yield work.call_until_stopped(lambda stop: self._train(game, work, stop))

    def _reference(self, work: Work) -> GameReference | None:
        """The game, where it is named."""
        if self.game is None or (self.config_file is not None and self.config is None):
            return None
        if isinstance(self.game, str) and not work.is_command:
            return GameReference(self.game, self.parameters)
        return GameReference.of(work.open_game(self))

    def _learn_evaluation(self, game: GameReference | None, stop: Callable[[], bool]) -> LearntEvaluation:
        """Learn a network that estimates, or go on with what the folder has."""
        from halfmove.learn.evaluation.train import EvaluationSettings, learn_evaluation

        if game is None:
            raise BadInput("A network that estimates needs a game.")
        for name in ("recipe", "minutes", "network", "distil", "lesson"):
            if getattr(self, name):
                raise BadInput(f"A network that estimates is learnt without '{name}': leave it out.")
        settings = EvaluationSettings.read(
            self.options,
            positions=self.positions or (None if self.games else 1_000_000),
            seed=self.seed or 0,
            threads=min(self.workers or usable_cores(), usable_cores()),
            teacher=self.teacher,
            games=self.games,
        )
        workers = (0 if self.ray else usable_cores()) if self.workers is None else self.workers
        return learn_evaluation(game, self.folder, settings, stop, workers=workers, ray=self.ray)

    def _train(self, game: GameReference | None, work: Work, stop: Callable[[], bool]) -> Trained:
        """Begin a run, or go on with the one that is there, to its end or until `stop()`."""
        folder = RunFolder(self.folder)
        if self.unpack is not None:
            own = {key: str(value) for key, value in self.options.items() if key in OF_THE_MACHINE}
            unpack_run(self.unpack, folder, self.workers, own)
        settings = self._settings(folder, game)
        check_recipe(settings.recipe)
        if settings.vary:
            _check_varying(settings)
        if self.ray is not None and settings.recipe == "alphago":
            raise BadInput("The recipe 'alphago' plays on this machine only: leave --ray out.")
        tell = self.tell or _find_log()
        own_stop, last, packed = self.stop or (lambda: False), list[Report](), None
        end = math.inf if self.stretch is None else time.monotonic() + 60 * self.stretch
        with _connect_cluster(self.ray, settings, self.workers) as connection:
            new = not folder.begun
            if new:
                _check(settings)
            machine = Machine.here(settings, self.ray is not None)
            sampled = sample_games(settings.game.open(), settings.play.plies or LONGEST_GAME)
            memory = refuse_what_does_not_fit(settings, sampled, machine)
            if new:
                folder.prepare(settings)
            run = Run(
                folder,
                settings,
                see=self._viewer(settings, last, work),
                stop=lambda: stop() or own_stop() or time.monotonic() >= end,
                errors=measure_of(settings.game.open()),
                ray=connection,
                tell=tell,
            )
            with folder.alone():
                with run:
                    if tell:
                        _say(settings, tell, machine, sampled, memory, new)
                    import_module(f"halfmove.learn.recipes.{settings.recipe.replace('-', '_')}").train(run)
                    over = run.share >= 1
                if over and connection is None:
                    try_playouts(run, tell)
            if self.pack is not None:
                with folder.alone():
                    packed = pack_run(folder, self.pack)
        stretched = time.monotonic() >= end
        return Trained(folder.path, settings, over, last[0] if last else None, run.game, packed, stretched)

    def _viewer(self, settings: RunSettings, last: list[Report], work: Work) -> SeeTraining:
        """Who is given the reports; the latest is kept in `last`."""
        shown: SeeTraining = work.show
        if self.lesson:
            from halfmove.learn.lesson import Lesson

            shown = Lesson(settings.game.open(), self.folder, work.show).see

        def see(report: Report) -> None:
            last[:] = [report]
            figures = f"{report.games:,} games, {report.positions:,} positions, {report.steps:,} steps"
            at(what=f"training: {figures}")
            if self.see:
                self.see(report)
            shown(report)

        return see

    def _settings(self, folder: RunFolder, game: GameReference | None) -> RunSettings:
        """The settings of the run; `BadInput` where the folder holds another."""
        names = ("recipe", "minutes", "positions", "seed", "workers")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        if self.vary:
            values = {key: str(text).split(",") for key, text in self.vary.items()}
            given["vary"] = {key: tuple(text.strip() for text in texts) for key, texts in values.items()}
        options = {key: str(value) for key, value in self.options.items()}
        if self.distil is not None:
            given = {"recipe": "distillation", **given}
            options["distil"] = str(Path(self.distil).expanduser().absolute())
        if options.get("start"):
            options["start"] = str(Path(options["start"]).expanduser().absolute())
        config = self.config_file
        if not folder.begun:
            if self.lesson and config is None:
                from halfmove.learn.lesson import MINUTES, USUAL

                options = {**USUAL, **options}
                if not {"minutes", "positions"} & given.keys():
                    given["minutes"] = MINUTES
                if self.ray is None:
                    given = {"workers": 0, **given}
            return make_settings(game, given, self.network, options, config)
        settings = RunSettings.read(folder.settings_file)
        wanted = RunSettings.read(Path(config)) if config else settings
        _refuse_other(folder, settings, _change_settings(wanted, game, given, self.network, options))
        return settings


def _say(
    settings: RunSettings,
    tell: Callable[[str], None],
    machine: Machine,
    sampled: RandomGames,
    memory: Memory,
    new: bool,
) -> None:
    """Tell what a run will use, and what is to be expected of a new one."""
    tell(plan(settings, machine, memory))
    if new and settings.recipe == "alphazero" and not machine.elsewhere:
        tell(describe_outlook(settings, sampled, measure_speeds(settings, machine), machine))


def _find_log() -> Callable[[str], None] | None:
    """Python's logger, where somebody hears it."""
    logger = logging.getLogger("halfmove")
    return logger.info if logger.isEnabledFor(logging.INFO) else None


def _check(settings: RunSettings) -> None:
    """`BadInput` for a new run that cannot be."""
    if settings.recipe == "exact" or settings.play.solved_plies:
        find_results(settings.game.open())  # refuses a game that has no solver
    if settings.recipe == "exact":
        if settings.workers:
            raise BadInput("The recipe 'exact' works in one process: leave --workers out, or 0.")
        if "reply" in settings.network.auxiliary:
            raise BadInput(
                "The head 'reply' learns from games, and the recipe 'exact' plays none: leave it out."
            )
    if (settings.recipe == "alphago") != (settings.network.kind == "alphago"):
        raise BadInput(
            "The recipe 'alphago' trains a policy and a value network apart: with it, and only with it, "
            "--network is alphago, alphago-small or alphago-tiny."
        )
    if (settings.recipe == "distillation") != bool(settings.learning.distil):
        raise BadInput(
            "The recipe 'distillation' learns from the searches of a network, and no other recipe does: with "
            "it, and only with it, --distil names the network's file."
        )
    if settings.learning.distil:
        Network.load(Path(settings.learning.distil).expanduser(), settings.game.open())
    if settings.learning.reanalyse and settings.recipe not in ("alphazero", "alphago-zero"):
        raise BadInput(
            f"The recipe '{settings.recipe}' searches no positions, so none anew: leave 'reanalyse' out."
        )
    if {"owners", "score"} & set(settings.network.auxiliary) and not Encoding(
        settings.game.open()
    ).has_owners:
        raise BadInput(
            f"The heads 'owners' and 'score' learn who holds the points of a board, and {settings.game.name} "
            "does not say (write_owners): leave them out."
        )
    if settings.recipe == "alphago":
        from halfmove.learn.recipes.alphago import refuse

        refuse(settings)
    if may_use_torch(settings):
        check("torch", "Learning needs", "or learn with --option learner=numpy, which is slow")


def _check_varying(settings: RunSettings) -> None:
    """`BadInput` for variants that cannot be."""
    if settings.recipe not in ("alphazero", "alphago-zero", "distillation"):
        raise BadInput(f"The recipe '{settings.recipe}' plays one game: leave --vary out.")
    if settings.learning.reanalyse or settings.play.solved_plies:
        raise BadInput("With --vary nothing is searched anew and nothing solved: leave --vary out, or these.")
    main = Encoding(settings.game.open())
    check_variants(settings.network, main, [reference.open() for reference in settings.variants()])


@contextmanager
def _connect_cluster(address: str | None, settings: RunSettings, workers: int | None) -> Iterator[Ray | None]:
    """The connection to the cluster whose machines play; None where this one does."""
    if address is None:
        yield None
        return
    if settings.recipe not in ("alphazero", "alphago-zero", "distillation"):
        raise BadInput(f"The recipe '{settings.recipe}' does not play on a cluster: leave --ray out.")
    if settings.workers == 0:
        raise BadInput("On a cluster --workers is 1 or more: a run with 0 plays and learns in one process.")
    from halfmove.learn.runs.cluster import Ray

    connection = Ray(address, workers)
    try:
        yield connection
    finally:
        connection.close()


def make_settings(
    reference: GameReference | None,
    given: Mapping[str, object],
    network: str | None,
    options: Mapping[str, str] | None,
    config: str | Path | None,
) -> RunSettings:
    """The settings of a new run."""
    options = options or {}
    if config is not None:
        before = RunSettings.read(Path(config))
        return _begin_with(_change_settings(before, reference, given, network, options), network, options)
    if reference is None:
        raise BadInput("A new run needs a game.")
    workers = 0 if given.get("recipe") == "exact" else usable_cores()
    chosen = {"workers": workers, **given}
    if not chosen.get("minutes") and not chosen.get("positions"):
        chosen["minutes"] = USUAL_MINUTES
    settings = find_usual_settings(reference, network=network or "", **chosen).with_settings(options)
    return _begin_with(settings, network, options)


def _begin_with(settings: RunSettings, network: str | None, options: Mapping[str, str]) -> RunSettings:
    """The settings with the network of the file that the run begins with; `BadInput` where another is asked
    for."""
    if not settings.learning.start:
        return settings
    if settings.recipe == "alphago":
        raise BadInput("The recipe 'alphago' begins with networks of its own: leave 'start' out.")
    found = settings.read_start()
    assert found is not None
    described = network or any(name in settings.network_settings() for name in options)
    if described and settings.network != found.architecture:
        raise BadInput(
            f"The run begins with {found.architecture.title}, and another network is asked for: leave "
            "--network and its settings out."
        )
    return replace(settings, network=found.architecture)


USUAL_MINUTES = 30.0


def check_recipe(name: str) -> None:
    """`BadInput` for a recipe that is not there."""
    if name not in RECIPES:
        raise BadInput(f"There is no recipe '{name}'; there are: {', '.join(RECIPES)}.")


def _change_settings(
    settings: RunSettings,
    reference: GameReference | None,
    given: Mapping[str, object],
    network: str | None,
    options: Mapping[str, str] | None,
) -> RunSettings:
    """Settings with what was said besides."""
    if reference is not None and not _is_same_game(reference, settings.game):
        return find_usual_settings(reference, minutes=settings.minutes or 1.0)
    changed = replace(settings, **given)  # type: ignore[arg-type]
    if network:
        usual = find_usual_settings(settings.game, network=network, minutes=1.0, recipe=settings.recipe)
        kept = {name: getattr(settings.network, name) for name in OWNERS}
        changed = replace(changed, network=usual.network.with_changes(**kept))
    return changed.with_settings(options or {})


def _refuse_other(folder: RunFolder, there: RunSettings, wanted: RunSettings) -> None:
    """`BadInput` where a folder's run is another than the one that is asked for."""
    old, new = there.sections(), wanted.sections()
    if not _is_same_game(there.game, wanted.game):
        raise BadInput(
            f"'{folder.path}' holds a run of {_title(there.game)}, not of {_title(wanted.game)}; give "
            "another folder."
        )
    for section, values in old.items():
        for name, value in {**dict.fromkeys(new[section]), **values}.items():
            if new[section].get(name) != value:
                raise BadInput(
                    f"'{folder.path}' holds a run whose {name} is {value}, not {new[section].get(name)}; "
                    "give another folder, or leave it out to go on."
                )


def _is_same_game(game: GameReference, other: GameReference) -> bool:
    """Whether it is one game, whichever of its usual parameters are said."""
    return game == other or GameReference.of(game.open()) == GameReference.of(other.open())


def _title(game: GameReference) -> str:
    settings = ", ".join(f"{key}={value}" for key, value in game.parameters.items())
    return f"{game.name} ({settings})" if settings else game.name
