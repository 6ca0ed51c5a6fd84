"""What a run of training has come to, and the commands that show it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.core.contract import Game
from halfmove.core.results import Result
from halfmove.games.reference import GameReference
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.packing import PackedRun, PackedRunData
from halfmove.learn.runs.report import Report
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.neural.network import Network


class TrainedData(TypedDict):
    """What a run has come to."""

    file: Annotated[str, "The file of its best network."]
    folder: Annotated[str, "The folder of the run."]
    game: Annotated[str, "The game's title."]
    parameters: Annotated[dict[str, Any], "The game's parameters."]
    over: Annotated[bool, "Whether the run has come to its end; else it goes on with the same request."]
    last: Annotated[dict[str, Any] | None, "Its last report."]
    packed: Annotated[PackedRunData | None, "The file that it was packed into."]


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
    packed: PackedRun | None = None
    """The file that it was packed into, where that was asked for."""
    stretched: bool = False
    """Whether it stopped because its stretch was over."""

    @property
    def interrupted(self) -> bool:
        """Whether it stopped before it was to."""
        return not self.over and not self.stretched

    def to_dict(self) -> TrainedData:
        return {
            "file": str(self.file),
            "folder": str(self.folder),
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            "over": self.over,
            "last": None if self.last is None else self.last.to_dict(),
            "packed": None if self.packed is None else self.packed.to_dict(),
        }

    def to_text(self) -> str:
        report, lines = self.last, []
        if report is not None:
            lines.append(
                f"{report.games:,} games, {report.positions:,} positions, {report.steps:,} steps of the "
                f"learner in {report.seconds / 60:.1f} minutes."
            )
        if self.packed is not None:
            lines.append(self.packed.to_text())
        if not self.over:
            going_on = f"halfmove train -o {shlex.quote(str(self.folder))}"
            return "\n".join([*lines, f"Stopped before its end; it goes on with:  {going_on}"])
        game = format_game(self.settings.game)
        lines += [
            f"The network is {self.file}",
            f'Play with it:  halfmove play {game} --against "network?file={self.file}"',
            f"See the run:   {format_watch_command(self.folder)}",
        ]
        return "\n".join(lines)

    @property
    def file(self) -> Path:
        """The file of its best network."""
        return RunFolder(self.folder).best

    @property
    def network(self) -> Network:
        """Its best network."""
        return Network.load(self.file, self.game)


def format_watch_command(folder: str | Path) -> str:
    """The command that shows a run in the browser."""
    return f"halfmove serve --runs {shlex.quote(str(folder))} --open"


def format_game(game: GameReference) -> str:
    """The game as a command line has it: its name, and `--set` for each unusual parameter."""
    words = [game.name]
    if game.parameters:
        usual = GameReference(game.name).open().parameters
        for key, value in game.parameters.items():
            if value != usual.get(key):
                words += ["--set", f"{key}={value}"]
    return shlex.join(words)
