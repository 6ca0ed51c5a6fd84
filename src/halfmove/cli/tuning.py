"""Tuning from the command line: its progress, its report, its file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.core.whole_file import check_writable, whole_file

if TYPE_CHECKING:
    from halfmove.learn.tuning.tune import Tuned


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    game: str
    games: list[str]
    output: str | None
    weights: str | None
    of_each: int
    trust: float
    steps: int
    seed: int
    json: bool


def check_game(name: str) -> None:
    """`BadInput` for a game without weights."""
    if name != "chess":
        raise BadInput(f"Only chess has weights to tune, '{name}' has none.")


def conduct(request: Request) -> None:
    """Tune, report, and write the weights if that is asked for."""
    check_game(request.game)
    target = Path(request.output).expanduser() if request.output else None
    if target is not None:
        check_writable(target)
    from halfmove.cli.live import Progress
    from halfmove.learn.tuning.tune import tune

    with Progress("tuning") as progress:
        found = tune(
            [Path(name).expanduser() for name in request.games],
            weights=Path(request.weights).expanduser() if request.weights else None,
            of_each=request.of_each,
            trust=request.trust,
            seed=request.seed,
            steps=request.steps,
            see=progress.say,
        )
    if target is not None:
        _write(target, found)
    if request.json:
        from halfmove.cli.jsons import print_json

        print_json(as_json(found))
        return
    for line in report(found):
        print(line)
    if not any(change.largest for change in found.changes):
        print("\nNothing predicted games not seen better: these are the weights that were there before.")
    if target is not None:
        print(f"\nWrote {request.output}.")


def report(found: Tuned) -> list[str]:
    """What changed, and by how much the fit improved."""
    fit = found.fit
    gain = (fit.before - fit.after) / fit.before
    left_out = f" ({found.broken:,} more cannot be read)" if found.broken else ""
    lines = [
        f"{found.games:,} games{left_out}; "
        f"{found.learnt:,} quiet positions to learn from, {found.tested:,} to test on",
        "",
        "mean error in bits     before      after",
        f"  games learnt from   {fit.learnt_before:.5f}    {fit.learnt_after:.5f}",
        f"  games not seen      {fit.before:.5f}    {fit.after:.5f}   {gain:+.2%}"[:200],
        "",
        f"{'feature':<24}{'cases':>6}{'largest':>9}{'mean':>7}   change, hundredths of a pawn",
    ]
    lines += [
        f"{change.name:<24}{change.cases:>6}{change.largest:>+9d}{change.mean:>7.1f}"
        for change in found.changes
    ]
    return lines


def as_json(found: Tuned) -> dict[str, object]:
    """The same as data."""
    fit = found.fit
    assert math.isfinite(fit.after)
    return {
        "games": found.games,
        "broken": found.broken,
        "learnt": found.learnt,
        "tested": found.tested,
        "k": fit.k,
        "steps": fit.steps,
        "bits": {
            "learnt": {"before": fit.learnt_before, "after": fit.learnt_after},
            "tested": {"before": fit.before, "after": fit.after},
        },
        "changes": [change._asdict() for change in found.changes],
    }


def _write(target: Path, found: Tuned) -> None:
    from halfmove.games.chess.evaluation.weights import written

    fit = found.fit
    heading = (
        "The weights of chess's evaluation, in hundredths of a pawn; what they mean: layout.py.\n"
        f"Tuned from {found.games:,} games ({found.learnt:,} positions): on games not seen "
        f"{fit.before:.5f} bits before, {fit.after:.5f} after."
    )
    text = written(found.words, heading)
    with whole_file(target) as out:
        out.write(text)
