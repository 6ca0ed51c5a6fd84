"""A search told while it runs: a line after the other, as many as it takes, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable

from halfmove.cli.showing.request import Request
from halfmove.search.trace import Event


def tell(request: Request, form: str, sink: Callable[[str], None], *, truth: bool, width: int | None) -> None:
    """Hand the lines of a search to `sink` as they come, in the form --trace, --sentences or --events.

    Where the whole tree is small, or `truth` is asked for, true values stand beside what is returned.
    """
    from halfmove.teach.jsons import Encoder
    from halfmove.teach.text import Writer, told

    lesson = request.algorithm.lesson
    assert lesson is not None, "only algorithms with a lesson are requested"
    if form == "--events":
        encoder = Encoder(lesson)
        request.stream(lambda event: sink(encoder.line(event)))
        return
    if truth or request.small():
        for line in told(request.trace(), sentences=form == "--sentences", width=width, truth=truth or None):
            sink(line)
        return
    writer = Writer(lesson, sentences=form == "--sentences", width=width)

    def say(event: Event) -> None:
        for line in writer.lines(event):
            sink(line)

    request.stream(say)
