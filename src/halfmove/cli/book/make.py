"""A book made from the command line: its progress, Ctrl-C, and what it has come to."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from halfmove.cli import usage

if TYPE_CHECKING:
    from halfmove.books.making import Made
    from halfmove.core.contract import Game

INTERRUPTED = 130


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    sources: list[str]
    output: str
    plies: int
    least_games: int
    variations: bool
    json: bool
    game: Game | None = None
    """None: as the sources say."""


def conduct(request: Request) -> None:
    """Make the book and tell about it; exit status 130 where Ctrl-C ended it early."""
    from halfmove.books.making import make_book
    from halfmove.cli.progress import Progress, Stopping

    with Stopping() as stopping, Progress("reading games") as progress:
        made = make_book(
            request.sources,
            request.output,
            plies=request.plies,
            least_games=request.least_games,
            variations=request.variations,
            see=lambda games, part: progress.say(_doing(games, part)),
            stop=lambda: stopping.asked,
            game=request.game,
        )
    if request.json:
        from halfmove.cli.terminal import print_json

        print_json(made.to_dict())
    else:
        print("\n".join(told(made)))
    if made.interrupted:
        print("halfmove: stopped before all games were read; the book has those before.", file=sys.stderr)
        raise usage.Exit(INTERRUPTED)


def _doing(games: int, part: float) -> str:
    """How far it has come; a format that is read as a whole does not say which part that is."""
    return f"{games:,} games{f', {part:.0%} of the files' if part else ''}"


def told(made: Made) -> list[str]:
    """What was made, for a person."""
    facts = made.facts
    broken = f", {facts.broken:,} of them broken and used up to there" if facts.broken else ""
    left_out = f"; {facts.left_out:,} more left out: broken, or of other parameters" if facts.left_out else ""
    repaired = (
        f"; {facts.repaired:,} with something repaired, or results that contradict each other"
        if facts.repaired
        else ""
    )
    return [
        f"{facts.games:,} game{'' if facts.games == 1 else 's'}{broken}{left_out}{repaired}",
        f"{facts.moves:,} moves in {facts.positions:,} positions",
        f"Wrote {made.path}.",
    ]
