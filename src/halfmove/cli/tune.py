"""`halfmove tune`: the weights of an evaluation fitted to the results of games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from halfmove.cli import options, usage
from halfmove.core.numbers import MOST_SEED

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.learn.tuning.tune import Tuned


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove tune`."""

    game: Annotated[str, usage.Argument(metavar="GAME", help="chess or checkers: it has weights to tune.")]
    games: Annotated[
        list[str], usage.Argument(metavar="GAMES.pgn …", help="Finished games, one file or more.")
    ]
    output: Annotated[
        str | None,
        usage.Option("--output", "-o", metavar="FILE.toml", help="Write the new weights here.", writes=True),
    ] = None
    weights: Annotated[
        str | None,
        usage.Option(metavar="FILE.toml", help="Begin with these weights, not with the built-in ones."),
    ] = None
    of_each: Annotated[str, usage.Option(metavar="N", help="Positions drawn of each game, at most.")] = "10"
    trust: Annotated[
        str,
        usage.Option(
            metavar="SHARE",
            help="How much the evaluations that the games tell, [%eval …], count beside the results, 0 to 1.",
        ),
    ] = "0"
    steps: Annotated[str, usage.Option(metavar="N", help="Steps of the fit, at most.")] = "400"
    seed: Annotated[str, usage.Option(metavar="N", help="Of what is drawn.")] = "0"
    json: options.Json = False


@options.takes(Options)
def tune(typed: Options) -> None:
    """Fit the weights of an evaluation to the results of games, by logistic regression.

    A fifth of the games is kept apart: the weights are those that predict their results best, and the report
    says by how much. Where there are no games, play some:
    `halfmove match engine engine chess --export games.pgn`. What the engines thought of each position stands
    in them too, and teaches more than the result alone: `--trust 0.8`.

    Example: halfmove tune chess games.pgn --output weights.toml
    """
    from halfmove.cli.options import fraction, whole

    assert typed.of_each is not None
    conduct(
        Request(
            typed.game,
            typed.games,
            typed.output,
            typed.weights,
            whole(typed.of_each, "--of-each", most=1000) or 10,
            fraction(typed.trust, "--trust"),
            whole(typed.steps, "--steps", most=100_000) or 400,
            whole(typed.seed, "--seed", least=0, most=MOST_SEED) or 0,
            typed.json,
        )
    )


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


def tunable_game(name: str) -> Game:
    """The registered game of that name; `BadInput` for one without weights."""
    from halfmove.core.errors import BadInput
    from halfmove.games.registry import game as named

    game = named(name)
    if game.tunable() is None:
        raise BadInput(f"'{name}' has no weights to tune.")
    return game


def conduct(request: Request) -> None:
    """Tune, report, and write the weights if that is asked for."""
    game = tunable_game(request.game)
    target = Path(request.output).expanduser() if request.output else None
    from halfmove.cli.progress import Progress
    from halfmove.learn.tuning.tune import tune

    with Progress("tuning") as progress:
        found = tune(
            game,
            [Path(name).expanduser() for name in request.games],
            weights=Path(request.weights).expanduser() if request.weights else None,
            of_each=request.of_each,
            trust=request.trust,
            seed=request.seed,
            steps=request.steps,
            see=progress.say,
        )
    if target is not None:
        _write(target, game, found)
    if request.json:
        from halfmove.cli.terminal import print_json

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
    repaired = (
        f" ({found.repaired:,} with something repaired, or results that contradict each other)"
        if found.repaired
        else ""
    )
    lines = [
        f"{found.games:,} games{left_out}{repaired}; "
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
        "repaired": found.repaired,
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


def _write(target: Path, game: Game, found: Tuned) -> None:
    from halfmove.core.atomic_file import whole_file
    from halfmove.learn.tuning.tune import weights_of

    fit = found.fit
    heading = (
        f"The weights of the evaluation of {game.title()}, in hundredths of a pawn: see layout.py.\n"
        f"Tuned from {found.games:,} games ({found.learnt:,} positions): on games not seen "
        f"{fit.before:.5f} bits before, {fit.after:.5f} after."
    )
    text = weights_of(game).written(found.words, heading)
    with whole_file(target) as out:
        out.write(text)
