"""Runs of training read from their folders, while they go on or after: what a page and a program are told.

Only the settings and the log are read, neither the game nor the network is opened: a run may be of a game
that this server does not have.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.toml_file import read_toml
from halfmove.games.reference import GameReference
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.report import Report
from halfmove.presentation.bottleneck import find_time, name_bottleneck
from halfmove.presentation.training import Rated, rated

SILENT = 60.0
"""Seconds without a report after which a run is not said to go on: it reports every few seconds, and seldom
plays a match as long as this."""


State = Literal["new", "running", "silent", "over"]


class RunSummary(TypedDict):
    """A run in short."""

    name: str
    game: Annotated[str, "The name of its game, which this server need not have."]
    parameters: dict[str, Any]
    recipe: str
    state: Annotated[
        State,
        "`silent`: no report for a minute, so that it was interrupted, or plays a long match.",
    ]
    share: Annotated[float, "How much of it is over, 0 to 1."]
    seconds: Annotated[float, "Of learning and playing so far."]
    games: int
    positions: int
    generation: Annotated[int, "The last network that was kept."]
    network: Annotated[bool, "Whether it has a best network yet."]


class Rating(TypedDict):
    """A generation's rating, by matches with others; the first has 0."""

    generation: int
    elo: float
    low: Annotated[float, "From here"]
    high: Annotated[float, "to here goes its interval of 95 %."]


class Errors(TypedDict):
    """A generation compared with the exact solver."""

    generation: int
    seconds: float
    share: Annotated[float, "Of positions in which the policy throws away what it has."]


class RunInFull(RunSummary):
    """A run with its settings and its course."""

    settings: Annotated[dict[str, Any], "What its run.toml has."]
    damaged: Annotated[int, "Lines of its log that cannot be read, and are left out."]
    reports: Annotated[
        list[dict[str, Any]],
        "Lines of its log, evenly spaced, the newest among them; what has no value is left out.",
    ]
    ratings: list[Rating]
    errors: list[Errors]
    learner_time: Annotated[
        dict[str, float], "Shares of the time of the process that learns, in its newest reports."
    ]
    play_time: Annotated[dict[str, float], "The same of those that play; empty in runs of older versions."]
    server_time: Annotated[dict[str, float], "The same of the process that evaluates their leaves, if any."]
    bottleneck: Annotated[str, "What holds the run up, in a sentence; empty where it was not measured."]


@dataclass(frozen=True)
class Run:
    """A run as its folder tells it."""

    folder: RunFolder
    sections: dict[str, dict[str, Any]]
    """Its settings, as run.toml has them."""
    reports: tuple[Report, ...]
    """The first to the last."""
    damaged: int
    """Lines of the log that cannot be read, and are left out."""
    told: float
    """When the log was last written, in seconds since 1970; 0: never."""

    @property
    def game(self) -> GameReference:
        """What it learns, opened by nobody yet."""
        parameters = {key: _word(value) for key, value in self.sections.get("parameters", {}).items()}
        return GameReference(str(self.sections["run"]["game"]), parameters)

    @property
    def recipe(self) -> str:
        return str(self.sections["run"].get("recipe", "alphazero"))

    @property
    def last(self) -> Report | None:
        """The newest report."""
        return self.reports[-1] if self.reports else None

    @property
    def state(self) -> State:
        """`over`, `running`, `silent` (interrupted, or in a long match), or `new` before the first report."""
        if self.last is None:
            return "new"
        if self.last.share >= 1:
            return "over"
        return "running" if time.time() - self.told < SILENT else "silent"

    def rated(self) -> list[Rated]:
        """Its generations' ratings; none where no matches were played."""
        return _rated(tuple(match for report in self.reports for match in report.matches))


_rated = lru_cache(maxsize=16)(rated)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def find(folders: Iterable[str]) -> dict[str, Path]:
    """The runs in some folders, each of which is one or holds some, by names that differ; `BadInput` where
    there is none."""
    found: dict[str, Path] = {}
    for text in folders:
        folder = Path(text).expanduser().absolute()
        try:
            inside = [folder] if RunFolder(folder).begun else sorted(folder.iterdir())
        except OSError as error:
            raise BadInput(f"The folder '{text}' cannot be read: {error.strerror}.") from None
        runs = [path for path in inside if RunFolder(path).begun and path not in found.values()]
        if not runs and not any(RunFolder(path).begun for path in inside):
            raise BadInput(
                f"'{text}' is no run and holds none; give a folder that 'halfmove train … -o FOLDER' made, "
                "or one that holds such folders."
            )
        for path in runs:
            name, number = path.name, 1
            while name in found:
                number += 1
                name = f"{path.name}-{number}"
            found[name] = path
    return found


def read(path: Path) -> Run:
    """A run as it stands; `BadInput`, in one sentence, where its settings or its log cannot be read."""
    folder = RunFolder(path)
    sections = read_toml(folder.settings_file, "settings")
    tables = all(isinstance(part, dict) for part in sections.values())
    if not tables or not isinstance(sections.get("run", {}).get("game"), str):
        raise BadInput(f"The settings '{folder.settings_file}' name no game, so they are no run's.")
    try:
        json.dumps(sections, allow_nan=False)
    except (TypeError, ValueError):
        raise BadInput(f"The settings '{folder.settings_file}' hold what no run has.") from None
    try:
        stamp = folder.log.stat()
        reports, damaged = _reports(folder.log, stamp.st_size, stamp.st_mtime_ns)
    except FileNotFoundError:
        return Run(folder, sections, (), 0, 0.0)
    except OSError as error:
        raise BadInput(f"The log '{folder.log}' cannot be read: {error.strerror}.") from None
    return Run(folder, sections, reports, damaged, stamp.st_mtime)


@lru_cache(maxsize=8)
def _reports(log: Path, size: int, changed: int) -> tuple[tuple[Report, ...], int]:
    """What a log of this size and time says.  A line that is being written, or was cut short by the end of
    its process, is left out like one that is damaged."""
    lines = log.read_bytes().split(b"\n")
    found, damaged = [], 0
    for line in lines:
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ValueError("it is no object")
            found.append(Report.of_data(data))
        except (ValueError, RecursionError):
            damaged += 1
    return tuple(found), damaged


def thinned(reports: tuple[Report, ...], most: int) -> list[Report]:
    """At most so many of them, evenly spaced, the last among them."""
    if len(reports) <= most:
        return list(reports)
    step = (len(reports) - 1) / (most - 1)
    return [reports[round(number * step)] for number in range(most)]


def as_data(name: str, run: Run) -> RunSummary:
    """A run in short, as JSON has it."""
    last = run.last
    return {
        "name": name,
        "game": run.game.name,
        "parameters": dict(run.game.parameters),
        "recipe": run.recipe,
        "state": run.state,
        "share": last.share if last else 0.0,
        "seconds": last.seconds if last else 0.0,
        "games": last.games if last else 0,
        "positions": last.positions if last else 0,
        "generation": last.generation if last else 0,
        "network": run.folder.best.exists(),
    }


def in_full(name: str, run: Run, most: int) -> RunInFull:
    """A run with its settings, its course in at most so many reports, and its generations' ratings."""
    spent = find_time(run.reports)
    return {
        **as_data(name, run),
        "settings": run.sections,
        "damaged": run.damaged,
        "reports": [report.to_dict() for report in thinned(run.reports, most)],
        "ratings": [
            {"generation": one.generation, "elo": one.elo, "low": one.low, "high": one.high}
            for one in run.rated()
        ],
        "errors": [
            {"generation": report.generation, "seconds": report.seconds, "share": report.errors}
            for report in run.reports
            if report.errors is not None
        ],
        "learner_time": spent.learner,
        "play_time": spent.play,
        "server_time": spent.server,
        "bottleneck": name_bottleneck(spent),
    }


def networks(folders: Iterable[str]) -> list[str]:
    """The runs' best networks that can be played with, the newest first."""
    from halfmove.search.neural.usual import game_of

    found = []
    for path in find(folders).values():
        best = RunFolder(path).best
        try:
            game_of(best)
            found.append((best.stat().st_mtime, str(best)))
        except (BadInput, OSError):
            continue  # the run's page says that there is none to play with
    return [file for _, file in sorted(found, reverse=True)]
