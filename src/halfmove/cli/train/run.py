"""A run from the command line: what was typed is checked, the run is shown, and its end is told."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.cli.options import read_settings, whole
from halfmove.core.errors import BadInput
from halfmove.core.extras import command, installed

if TYPE_CHECKING:
    from halfmove.cli.train import Options
    from halfmove.learn.train import Trained

MOST_WORKERS = 1024
SLOW = "NumPy learnt, as PyTorch, which is faster, is not installed; install it with"


def conduct(typed: Options) -> None:
    """Train, show it, and say what came of it."""
    from halfmove.cli.progress import Stopping
    from halfmove.cli.terminal import print_json
    from halfmove.cli.train.show import Display
    from halfmove.learn.train import train

    asked = request(typed)
    with Stopping() as stopping, Display(typed.json) as display:
        trained = train(**asked, see=display.see, stop=lambda: stopping.asked)
    if trained.last and not installed("torch") and trained.settings.learning.learner == "auto":
        print(f"halfmove: {SLOW}: {command('train')}.", file=sys.stderr)
    if typed.json:
        print_json({"file": str(trained.file), "over": trained.over})
    else:
        print("\n".join(closing(trained)))
    if not trained.over:
        raise KeyboardInterrupt


def request(typed: Options) -> dict[str, Any]:
    """What `hm.train` is called with; `BadInput` for what is wrong."""
    from halfmove.games.reference import GameReference

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
        "seed": whole(typed.seed, "--seed", least=0),
        "workers": whole(typed.workers, "--workers", least=0, most=MOST_WORKERS),
        "network": typed.network,
        "options": read_settings(typed.option or []),
    }


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
    return [
        *lines,
        f"The network is {trained.file}",
        f'Play with it:  halfmove play {trained.settings.game.name} --against "network?file={trained.file}"',
    ]


def _parameters(typed: Options) -> dict[str, str]:
    return read_settings(typed.parameters or [])


def _minutes(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise BadInput(f"--minutes must be a number above zero, such as 30 or 0.5, not '{text}'.")
    return value
