"""`halfmove rollout`: the plays of a position of a game of dice, each played on many times."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from rich.table import Table

    from halfmove.core.history import History
    from halfmove.search.chance.rollouts import Goal, Rolling, Rollout

_LIMITS, _TRIALS = "Limits (whichever comes first)", "Trials"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove rollout`."""

    game: options.GameName
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    roll: options.Roll = None
    plays: Annotated[
        str | None,
        usage.Option(metavar='"P, P, …"', help="The plays to compare, separated by commas."),
    ] = None
    lines: Annotated[
        str | None,
        usage.Option(metavar="N", help="Compare the N best by the evaluation; 5."),
    ] = None
    trials: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="Of each play; 1296 unless another limit is given.", rich_help_panel=_LIMITS
        ),
    ] = None
    error: Annotated[
        str | None,
        usage.Option(metavar="E", help="Until every standard error is this small.", rich_help_panel=_LIMITS),
    ] = None
    confidence: Annotated[
        str | None,
        usage.Option(
            metavar="C",
            help="Until the best is better than each other so surely: 0.95.",
            rich_help_panel=_LIMITS,
        ),
    ] = None
    seconds: Annotated[
        str | None, usage.Option(metavar="S", help="Time to take.", rich_help_panel=_LIMITS)
    ] = None
    truncate: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="Throws after which the evaluation is asked; 7. none: to the end.",
            rich_help_panel=_TRIALS,
        ),
    ] = None
    threads: Annotated[
        str | None,
        usage.Option(metavar="N", help="Processor cores to use; all of them.", rich_help_panel=_TRIALS),
    ] = None
    seed: Annotated[
        str, usage.Option(metavar="N", help="The same seed gives the same dice.", rich_help_panel=_TRIALS)
    ] = "0"
    file: Annotated[
        str | None,
        usage.Option(
            metavar="FILE",
            help="Keep it in this file; go on with it if it is there.",
            writes=True,
            rich_help_panel=_TRIALS,
        ),
    ] = None
    json: options.Json = False


@options.takes(Options)
def rollout(typed: Options) -> None:
    """Play each play of a position on, many times, and say which is best and how surely: a rollout.

    The luck of the dice is taken out by the evaluation, every play gets the same dice, and each first
    throw comes equally often. Ctrl-C ends it: what there is is printed, and the exit status is 130; with
    --file the same command goes on.

    Example: halfmove rollout backgammon --position "4HPwATDgc/ABMA" --roll 31 --lines 3

    Example: halfmove rollout backgammon --moves "31 8/5 6/5 64" --confidence 0.95 --file 64.json
    """
    from halfmove.cli.options import processor_cores, whole
    from halfmove.cli.position import open_history
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.core.computer import usable_cores
    from halfmove.search.chance.rollouts import CANDIDATES, begin, deepened

    goal = goal_of(typed)
    threads = usable_cores() if typed.threads is None else processor_cores(typed.threads)
    target = open_history(typed.game, typed.settings, typed.position, typed.moves, roll=typed.roll)
    rolling = begin(
        target.game,
        target.state,
        actions=chosen(target, typed.plays, typed.lines),
        count=whole(typed.lines, "--lines") or CANDIDATES,
        truncate=throws(typed.truncate),
        seed=whole(typed.seed, "--seed", least=0, most=2**32 - 1) or 0,
        file=typed.file,
    )
    found = None
    with Interruption() as interruption, Progress(f"rolling {target.game.title()} out") as progress:
        try:
            for found in deepened(rolling, goal, threads=threads, file=typed.file):
                progress.say(f"{found.trials:,} trials of {len(found.plays)} plays")
                progress.show(table_of(found))
        except KeyboardInterrupt:
            found = stopped(rolling)
    if found is None:
        print("halfmove: interrupted before the first round of trials was complete.", file=sys.stderr)
        raise usage.Exit(130)
    show(found, target, as_json=typed.json)
    if interruption.happened:
        raise usage.Exit(130)


def stopped(rolling: Rolling) -> Rollout | None:
    """What is known when Ctrl-C came; None where no round is complete."""
    return rolling.found("interrupted") if rolling.sums.trials else None


def goal_of(typed: Options) -> Goal:
    """What the limits say; `BadInput` for one that cannot be."""
    from halfmove.cli.options import duration, weight, whole
    from halfmove.core.errors import BadInput
    from halfmove.search.chance.rollouts import TRIALS, Goal

    trials = whole(typed.trials, "--trials", most=10**9)
    confidence = weight(typed.confidence, "--confidence")
    if confidence is not None and not 0.5 < confidence < 1:
        raise BadInput(f"--confidence must lie between 0.5 and 1, such as 0.95, not '{typed.confidence}'.")
    error = weight(typed.error, "--error")
    if error == 0:
        raise BadInput("--error must be above zero, such as 0.005.")
    seconds = duration(typed.seconds, "--seconds")
    if trials is None:
        trials = TRIALS if (error, confidence, seconds) == (None, None, None) else 10**9
    return Goal(trials, error, confidence, seconds)


def throws(text: str | None) -> int | None:
    """After how many throws trials stop; None for "none"."""
    from halfmove.cli.options import whole
    from halfmove.search.chance.rollout import LONGEST
    from halfmove.search.chance.rollouts import THROWS

    return None if text == "none" else whole(text, "--truncate", most=LONGEST) or THROWS


def chosen(target: History, plays: str | None, lines: str | None) -> list[Any] | None:
    """The candidates that --plays names; None without it."""
    from halfmove.core.contract import CHANCE
    from halfmove.core.errors import BadInput

    if plays is None:
        return None
    if lines is not None:
        raise BadInput("--plays says which plays are compared, and --lines how many; give one of them.")
    if target.over or target.mover == CHANCE:
        raise BadInput("--plays needs a position in which somebody is to play; --roll says what was thrown.")
    words = [word.strip() for word in plays.split(",") if word.strip()]
    if not words:
        raise BadInput("--plays is empty; give plays separated by commas.")
    return [target.game.parse_action(target.state, word) for word in words]


def table_of(found: Rollout) -> Table:
    """The candidates and what is known of them."""
    from rich import box
    from rich.table import Table

    from halfmove.presentation.rollouts import headings, rows

    told = found.to_dict()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings(told)):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for row in rows(told):
        table.add_row(*row)
    return table


def show(found: Rollout, target: History, *, as_json: bool) -> None:
    """The rollout as JSON, or for a person."""
    from halfmove.presentation.rollouts import sentence

    if as_json:
        from halfmove.cli.terminal import print_json

        print_json(found.to_dict())
        return
    from halfmove.cli.report import print_position
    from halfmove.cli.terminal import console, print_fact, print_table

    out = console()
    print_position(out, found.game, found.state, target)
    if found.best is not None:
        print_fact(out, "best play", found.game.action_text(found.state, found.best), style="bold green")
    unit = found.game.estimate_unit
    print_fact(
        out, "value", f"{found.value:+.4f} {unit}".strip() + f" ± {found.plays[0].error:.4f} (standard error)"
    )
    print_fact(out, "rolled out", sentence(found.to_dict()))
    print_table(out, table_of(found))
