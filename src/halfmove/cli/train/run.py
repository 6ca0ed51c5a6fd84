"""A run from the command line: what was typed is checked, the run is shown, and its end is told."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.cli.options import pairs, read_settings, whole
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_MINUTES, MOST_SEED, read_decimal, shorten
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.cli.train import Options
    from halfmove.learn.runs.report import See
    from halfmove.learn.train import Trained

LESSON = 1.0
"""Minutes."""
MOST_WORKERS = 1024


def conduct(typed: Options) -> None:
    """Train, show it, and say what came of it."""
    from halfmove.cli.progress import Stopping
    from halfmove.cli.terminal import print_json
    from halfmove.learn.train import train

    asked = request(typed)
    if sys.stderr.isatty() and not typed.json:
        print(f"Watch it in the browser:  {watched(typed.output)}", file=sys.stderr)
    with Stopping() as stopping, _watching(typed, asked) as see:
        trained = train(**asked, see=see, stop=lambda: stopping.asked, tell=_tell)
    if typed.json:
        print_json({"file": str(trained.file), "over": trained.over})
    else:
        print("\n".join(closing(trained)))
    if not trained.over:
        raise KeyboardInterrupt


def _tell(plan: str) -> None:
    print(plan, file=sys.stderr, flush=True)


def request(typed: Options) -> dict[str, Any]:
    """What `hm.train` is called with; `BadInput` for what is wrong."""
    config = Path(typed.game).expanduser() if typed.game.endswith(".toml") else None
    if config is not None and typed.parameters:
        raise BadInput("The parameters of the game stand in the settings of the run; leave --set out.")
    game = None if config is not None else GameReference(typed.game, _parameters(typed)).open()
    return {
        "game": None if game is None else GameReference.of(game),
        "config": config,
        "folder": typed.output,
        "recipe": typed.recipe,
        "minutes": _minutes(typed.minutes),
        "positions": whole(typed.positions, "--positions"),
        "seed": whole(typed.seed, "--seed", least=0, most=MOST_SEED),
        "workers": whole(typed.workers, "--workers", least=0, most=MOST_WORKERS),
        "network": typed.network,
        "ray": typed.ray,
        "options": dict(pairs(typed.option)),
    }


@contextmanager
def _watching(typed: Options, asked: dict[str, Any]) -> Iterator[See]:
    """Who sees the reports: the live table, or the lesson."""
    from halfmove.cli.train.show import Display

    if not typed.lesson:
        with Display(typed.json) as display:
            yield display.see
        return
    from halfmove.learn.lesson import USUAL, Lesson
    from halfmove.learn.runs.folder import RunFolder
    from halfmove.learn.runs.settings import RunSettings

    if typed.json:
        raise BadInput("--lesson is for reading, and --json for programs; leave one of them out.")
    if not RunFolder(typed.output).begun and asked["config"] is None:
        asked["options"] = {**USUAL, **asked["options"]}
        if asked["minutes"] is None and asked["positions"] is None:
            asked["minutes"] = LESSON
        if asked["workers"] is None and asked["ray"] is None:
            asked["workers"] = 0
    game = asked["game"] or RunSettings.read(asked["config"]).game
    yield Lesson(game.open(), typed.output, lambda look: print(look, end="\n\n", flush=True)).see


def closing(trained: Trained) -> list[str]:
    """What is said at the end."""
    report = trained.last
    lines = []
    if report is not None:
        lines.append(
            f"{report.games:,} games, {report.positions:,} positions, {report.steps:,} steps of the learner "
            f"in {report.seconds / 60:.1f} minutes."
        )
    if not trained.over:
        return [*lines, f"Interrupted; the same command goes on with '{trained.folder}'."]
    game = typed_as(trained.settings.game)
    return [
        *lines,
        f"The network is {trained.file}",
        f'Play with it:  halfmove play {game} --against "network?file={trained.file}"',
        f"See the run:   {watched(trained.folder)}",
    ]


def watched(folder: str | Path) -> str:
    """The command that shows a run in the browser."""
    return f"halfmove serve --runs {shlex.quote(str(folder))} --open"


def typed_as(game: GameReference) -> str:
    """The game as a command line has it: its name, and `--set` for each unusual parameter."""
    words = [game.name]
    if game.parameters:
        usual = GameReference(game.name).open().parameters
        for key, value in game.parameters.items():
            if value != usual.get(key):
                words += ["--set", f"{key}={value}"]
    return shlex.join(words)


def _parameters(typed: Options) -> dict[str, str]:
    return read_settings(typed.parameters or [])


def _minutes(text: str | None) -> float | None:
    if text is None:
        return None
    value = read_decimal(text, 0, MOST_MINUTES)
    if not value:
        raise BadInput(
            f"--minutes must be a number above zero, such as 30 or 0.5, and at most {MOST_MINUTES}, "
            f"not '{shorten(text)}'."
        )
    return value
