"""A book expanded from the command line: its progress, Ctrl-C, and what it has come to."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from halfmove.cli import usage
from halfmove.cli.book.make import INTERRUPTED
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.books.dropout.evaluation import Searching
    from halfmove.books.dropout.expanding import Expanded
    from halfmove.books.dropout.expanding import Progress as Seen
    from halfmove.core.contract import Game


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    file: str
    game: Game | None
    """None: as the book says."""
    positions: int
    searching: Searching
    weight: float | None
    json: bool


def conduct(request: Request) -> None:
    """Expand the book and tell about it; exit status 130 where Ctrl-C ended it early."""
    from halfmove.books.dropout.expanding import expand_book
    from halfmove.cli.progress import Progress, Stopping

    game = request.game or _game_of(request.file)
    with Stopping() as stopping, Progress("opening the book") as progress:
        made = expand_book(
            request.file,
            game,
            request.positions,
            request.searching,
            weight=request.weight,
            see=lambda seen: progress.say(_doing(seen)),
            stop=lambda: stopping.asked,
        )
    if request.json:
        from halfmove.cli.terminal import print_json

        print_json(made.to_dict())
    else:
        print("\n".join(told(made)))
    if made.expansion.interrupted:
        print(
            "halfmove: stopped before all positions were expanded; the book has those before, and the same "
            "command goes on.",
            file=sys.stderr,
        )
        raise usage.Exit(INTERRUPTED)


def _game_of(file: str) -> Game:
    """The game of the book that is there, or of the work that was ended before it was."""
    from pathlib import Path

    from halfmove.books.dropout.expanding import game_of_book

    game = game_of_book(Path(file).expanduser())
    if game is None:
        raise BadInput(f"There is no book '{file}' yet; say with --game which game it is to be of.")
    return game


def _doing(seen: Seen) -> str:
    line = " ".join(seen.line[-12:])
    after = f", after {'… ' if len(seen.line) > 12 else ''}{line}" if line else ""
    return f"{seen.expanded:,} of {seen.wanted:,} positions expanded, {seen.positions:,} searched{after}"


def told(made: Expanded) -> list[str]:
    """What was made, for a person."""
    expansion, facts = made.expansion, made.facts
    new = expansion.positions - made.begun
    lines = [
        f"{expansion.positions:,} positions expanded, {new:,} of them now",
        f"{facts.moves:,} moves in {facts.positions:,} positions",
        f"The initial position: {made.value.words(made.game)}",
        f"Wrote {made.path}.",
    ]
    if expansion.complete:
        lines.insert(1, "Nothing is left to expand: whoever follows the book knows how the game ends.")
    return lines
