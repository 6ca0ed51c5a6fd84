"""`halfmove equity`: what hands or ranges of hold'em win of the pot, all in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.games.holdem.equity import Equity

_COUNTING = "Counting"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove equity`."""

    ranges: Annotated[
        list[str],
        usage.Argument(metavar="RANGE RANGE …", help="A hand (AhKh) or a range (QQ+,AKs) for each player."),
    ]
    board: Annotated[
        str | None, usage.Option(metavar="CARDS", help="Three to five cards on the table: Kc7d2h.")
    ] = None
    dead: Annotated[str | None, usage.Option(metavar="CARDS", help="Cards that are out of the deck.")] = None
    grid: Annotated[
        bool,
        usage.Option("--grid", help="What each hand of the first range wins, in a table of 13 by 13."),
    ] = False
    samples: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="Draw so many deals, instead of counting all.", rich_help_panel=_COUNTING
        ),
    ] = None
    seed: Annotated[str, usage.Option(metavar="N", help="Of what is drawn.", rich_help_panel=_COUNTING)] = "0"
    threads: Annotated[
        str | None,
        usage.Option(metavar="N", help="Processor cores to use; all of them.", rich_help_panel=_COUNTING),
    ] = None
    json: options.Json = False


@options.takes(Options)
def equity(typed: Options) -> None:
    """Say what part of the pot each hand or range wins when all are all in: Texas hold'em.

    Two players are counted exactly, and more of them where each has one hand; otherwise a million deals are
    drawn, and the standard error is said.

    Example: halfmove equity AKs QQ

    Example: halfmove equity "QQ+, AKs, A5s-A2s:0.5" random --board Kc7d2h --grid
    """
    from halfmove.cli.options import processor_cores, whole
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.core.computer import usable_cores
    from halfmove.core.errors import BadInput
    from halfmove.games.holdem.cards import read_cards
    from halfmove.games.holdem.equity import equity as counted
    from halfmove.games.holdem.ranges import read_range

    ranges = [read_range(text) for text in typed.ranges]
    board, dead = read_cards(typed.board or ""), read_cards(typed.dead or "")
    samples = whole(typed.samples, "--samples", most=10**10)
    if typed.grid and (samples is not None or len(ranges) != 2):
        raise BadInput("--grid shows what is counted for two players; without --samples.")
    threads = usable_cores() if typed.threads is None else processor_cores(typed.threads)
    seed = whole(typed.seed, "--seed", least=0, most=2**32 - 1) or 0
    with Stopping() as stopping, Progress("counting boards") as progress:
        try:
            found = counted(
                ranges,
                board=board,
                dead=dead,
                samples=samples,
                seed=seed,
                threads=threads,
                progress=lambda part: progress.say(f"{part:.0%} of the boards"),
                stop=lambda: stopping.asked,
            )
        except KeyboardInterrupt:
            raise usage.Exit(130) from None
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(content(typed, found))
    else:
        show(typed, found, ranges)
    if stopping.asked:
        raise usage.Exit(130)


def content(typed: Options, found: Equity) -> dict[str, Any]:
    """What `--json` prints."""
    players = [
        {
            "range": text,
            "equity": found.shares[at],
            "wins": found.wins[at],
            "ties": found.ties[at],
            "standard_error": None if found.errors is None else found.errors[at],
        }
        for at, text in enumerate(typed.ranges)
    ]
    told = {"board": typed.board, "dead": typed.dead, "exact": found.errors is None}
    return {**told, "boards": found.boards, "players": players}


def show(typed: Options, found: Equity, ranges: list[Any]) -> None:
    """What a person reads."""
    from halfmove.cli.terminal import console, say
    from halfmove.cli.value_table import value_table
    from halfmove.games.holdem.ranges import class_text, grid, grid_means

    width = min(max(map(len, typed.ranges)), 40)
    for at, text in enumerate(typed.ranges):
        error = "" if found.errors is None else f" ± {100 * found.errors[at]:.2f}"
        say(
            f"{text:<{width}}  {100 * found.shares[at]:6.2f} %{error}"
            f"   wins {100 * found.wins[at]:5.2f} %   ties {100 * found.ties[at]:5.2f} %"
        )
    if found.errors is None:
        say(f"exact: all {found.boards:,} boards")
    else:
        say(f"{found.boards:,} deals drawn; ± is one standard error")
    if typed.grid:
        labels = [[class_text(kind) for kind in row] for row in grid()]
        say("")
        console().print(value_table(labels, grid_means(found.hands[0], ranges[0])))
