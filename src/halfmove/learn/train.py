"""Training: a game, a recipe and some minutes give a network; a folder keeps all of it.

network = train("connect4", minutes=30, folder="connect4-run").network
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import check
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import Result
from halfmove.games.reference import GameReference
from halfmove.learn.errors import measure_of
from halfmove.learn.lengths import Sampled, sample_of
from halfmove.learn.runs.expectation import measured
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.memory import Machine, Memory, refuse_what_does_not_fit
from halfmove.learn.runs.plan import outlook, plan
from halfmove.learn.runs.report import Report, See
from halfmove.learn.runs.run import Run, learns_by_torch
from halfmove.learn.runs.settings import RunSettings, usual
from halfmove.learn.selfplay import LONGEST_GAME
from halfmove.learn.solved import results_of
from halfmove.search.neural.network import Network

if TYPE_CHECKING:
    from halfmove.learn.runs.cluster import Ray

RECIPES = ("alphazero", "alphago-zero", "alphago", "exact")
"""Each a module of `learn.recipes`."""


@dataclass(frozen=True)
class Trained(Result):
    """What a run has come to."""

    folder: Path
    settings: RunSettings
    over: bool
    """Whether it has come to its end; else it goes on with the same call."""
    last: Report | None
    """Its last report."""
    game: Game

    def to_dict(self) -> dict[str, Any]:
        """The folder, the game, whether the run is over, and its last report."""
        return {
            "folder": str(self.folder),
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            "over": self.over,
            "last": None if self.last is None else self.last.as_data(),
        }

    @property
    def file(self) -> Path:
        """The file of its best network."""
        return RunFolder(self.folder).best

    @property
    def network(self) -> Network:
        """Its best network."""
        return Network.load(self.file, self.game)


@long_work("training for")
def train(
    game: Game | str | GameReference | None,
    *,
    folder: str | Path,
    recipe: str | None = None,
    minutes: float | None = None,
    positions: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    network: str | None = None,
    options: Mapping[str, str] | None = None,
    config: str | Path | None = None,
    ray: str | None = None,
    see: See | None = None,
    stop: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] | None = None,
    progress: Asked = None,
) -> Trained:
    """Train a network; in a folder that holds a run, go on with it.

    `minutes` or `positions` of self-play say how long; `network` is a preset of `search.neural.architecture`;
    `options` are settings by name (`runs.settings`); `config` is the `run.toml` of a run that is repeated.
    With `workers=0` and no minutes the seed repeats the run.  `ray` is the address of a cluster that plays
    (`core.cluster.connect`), on all of its cores where `workers` is not given.  `stop` is asked all the time.
    `tell` is given in words, before the work begins, what the run will use and what is to be expected of it
    (`runs.plan`); else the logger "halfmove" hears of it.  `see` is called with every report;
    `progress` says how it is told how far the run is (`core.reporting.Asked`).
    `BadInput`, in one sentence, for what is wrong, and for a run that takes more memory than is free.
    """
    told = {"recipe": recipe, "minutes": minutes, "positions": positions, "seed": seed, "workers": workers}
    given = {name: value for name, value in told.items() if value is not None}
    run_folder = RunFolder(folder)
    reference = None if game is None else GameReference.of(game)
    if run_folder.begun:
        settings = RunSettings.read(run_folder.settings_file)
        wanted = _changed(
            RunSettings.read(Path(config)) if config else settings, reference, given, network, options
        )
        _refuse_other(run_folder, settings, wanted)
    else:
        settings = new_settings(reference, given, network, options, config)
    check_recipe(settings.recipe)
    last: list[Report] = []

    def remember(report: Report) -> None:
        last[:] = [report]
        at(
            what=lambda: (
                f"training: {report.games:,} games, {report.positions:,} positions, {report.steps:,} steps"
            )
        )
        if see:
            see(report)

    if ray is not None and settings.recipe == "alphago":
        raise BadInput("The recipe 'alphago' plays on this machine only: leave --ray out.")
    with _cluster(ray, settings, workers) as connection:
        new = not run_folder.begun
        if new:
            _check(settings)
        machine = Machine.here(settings, ray is not None)
        sampled = sample_of(settings.game.open(), settings.play.plies or LONGEST_GAME)
        memory = refuse_what_does_not_fit(settings, sampled, machine)
        if new:
            run_folder.prepare(settings)
        errors = measure_of(settings.game.open())
        with (
            run_folder.alone(),
            Run(run_folder, settings, see=remember, stop=stop, errors=errors, ray=connection) as run,
        ):
            if tell := tell or _log():
                _say(settings, tell, machine, sampled, memory, new)
            import_module(f"halfmove.learn.recipes.{settings.recipe.replace('-', '_')}").train(run)
            over = run.share >= 1
    return Trained(run_folder.path, settings, over, last[0] if last else None, run.game)


def _say(
    settings: RunSettings,
    tell: Callable[[str], None],
    machine: Machine,
    sampled: Sampled,
    memory: Memory,
    new: bool,
) -> None:
    """Tell what a run will use, and what is to be expected of a new one."""
    tell(plan(settings, machine, memory))
    if new and settings.recipe == "alphazero" and not machine.elsewhere:
        tell(outlook(settings, sampled, measured(settings, machine), machine))


def _log() -> Callable[[str], None] | None:
    """Python's logger, where somebody hears it."""
    logger = logging.getLogger("halfmove")
    return logger.info if logger.isEnabledFor(logging.INFO) else None


def _check(settings: RunSettings) -> None:
    """`BadInput` for a new run that cannot be."""
    if settings.recipe == "exact" or settings.play.solved_plies:
        results_of(settings.game.open())  # refuses a game that has no solver
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
    if settings.learning.reanalyse and settings.recipe not in ("alphazero", "alphago-zero"):
        raise BadInput(
            f"The recipe '{settings.recipe}' searches no positions, so none anew: leave 'reanalyse' out."
        )
    if settings.recipe == "alphago":
        from halfmove.learn.recipes.alphago import refuse

        refuse(settings)
    if learns_by_torch(settings):
        check("torch", "Learning needs", "or learn with --option learner=numpy, which is slow")


@contextmanager
def _cluster(address: str | None, settings: RunSettings, workers: int | None) -> Iterator[Ray | None]:
    """The connection to the cluster whose machines play; None where this one does."""
    if address is None:
        yield None
        return
    if settings.recipe not in ("alphazero", "alphago-zero"):
        raise BadInput(f"The recipe '{settings.recipe}' does not play on a cluster: leave --ray out.")
    if settings.workers == 0:
        raise BadInput("On a cluster --workers is 1 or more: a run with 0 plays and learns in one process.")
    from halfmove.learn.runs.cluster import Ray

    connection = Ray(address, workers)
    try:
        yield connection
    finally:
        connection.close()


def new_settings(
    reference: GameReference | None,
    given: Mapping[str, object],
    network: str | None,
    options: Mapping[str, str] | None,
    config: str | Path | None,
) -> RunSettings:
    """The settings of a new run."""
    if config is not None:
        return _changed(RunSettings.read(Path(config)), reference, given, network, options)
    if reference is None:
        raise BadInput("A new run needs a game.")
    workers = 0 if given.get("recipe") == "exact" else usable_cores()
    chosen = {"workers": workers, **given}
    if not chosen.get("minutes") and not chosen.get("positions"):
        chosen["minutes"] = USUAL_MINUTES
    return usual(reference, network=network or "", **chosen).with_settings(options or {})


USUAL_MINUTES = 30.0


def check_recipe(name: str) -> None:
    """`BadInput` for a recipe that is not there."""
    if name not in RECIPES:
        raise BadInput(f"There is no recipe '{name}'; there are: {', '.join(RECIPES)}.")


def _changed(
    settings: RunSettings,
    reference: GameReference | None,
    given: Mapping[str, object],
    network: str | None,
    options: Mapping[str, str] | None,
) -> RunSettings:
    """Settings with what was said besides."""
    if reference is not None and not _same(reference, settings.game):
        return usual(reference, minutes=settings.minutes or 1.0)
    changed = replace(settings, **given)  # type: ignore[arg-type]
    if network:
        changed = replace(changed, network=usual(settings.game, network=network, minutes=1.0).network)
    return changed.with_settings(options or {})


def _refuse_other(folder: RunFolder, there: RunSettings, wanted: RunSettings) -> None:
    """`BadInput` where a folder's run is another than the one that is asked for."""
    old, new = there.sections(), wanted.sections()
    if not _same(there.game, wanted.game):
        raise BadInput(
            f"'{folder.path}' holds a run of {_title(there.game)}, not of {_title(wanted.game)}; give "
            "another folder."
        )
    for section, values in old.items():
        for name, value in values.items():
            if new[section].get(name) != value:
                raise BadInput(
                    f"'{folder.path}' holds a run whose {name} is {value}, not {new[section].get(name)}; "
                    "give another folder, or leave it out to go on."
                )


def _same(game: GameReference, other: GameReference) -> bool:
    """Whether it is one game, whichever of its usual parameters are said."""
    return game == other or GameReference.of(game.open()) == GameReference.of(other.open())


def _title(game: GameReference) -> str:
    settings = ", ".join(f"{key}={value}" for key, value in game.parameters.items())
    return f"{game.name} ({settings})" if settings else game.name
