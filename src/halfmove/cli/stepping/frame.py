"""One screen of the stepper through an alpha-beta search and its like: the tree, the sentence, the counts."""

from __future__ import annotations

from rich.text import Text

from halfmove.cli.stepping.layout import Page, lay_out, picture
from halfmove.cli.stepping.player import Player
from halfmove.cli.stepping.session import step_through
from halfmove.teach.branches import Rows, Show
from halfmove.teach.summary import in_words
from halfmove.teach.trace import Trace

KEYS = ["→ next", "← back", "c cut", "g go to", "/ find", "o out", "s start", "e end"]


def step_through_trace(trace: Trace, show: Show) -> None:
    """Step through a textbook search until the person has enough of it."""
    player = Player(trace)
    step_through(player, lambda *screen: frame(player, show, *screen))


def frame(player: Player, show: Show, width: int, height: int | None, message: str = "") -> list[Text]:
    """The lines of a screen; without a `height` the whole tree, for a transcript."""
    trace, told, here = player.trace, player.told(), player.at
    marks = player.board.marks
    page = Page(
        title=f"{trace.algorithm.name} on {trace.game.title()}",
        place=f"step {player.step} of {player.last}",
        rows=Rows(trace, player.board, show).lines(),
        here=here,
        sentence=told.sentence if told else "The beginning: nothing has happened yet.",
        keys=KEYS,
        board=picture(trace.game, marks[here].state if here in marks else trace.state),
        notes=f"so far: {in_words(told.counts, trace.lesson)}" if told else "",
    )
    return lay_out(page, width, height, message)
