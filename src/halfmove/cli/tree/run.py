"""From a request to what is shown: the whole tree, or a line after the other while the search runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from halfmove.cli.tree.request import Request
from halfmove.core.errors import BadInput
from halfmove.search.trace import Event
from halfmove.teach.trace import Trace
from halfmove.teach.tree_text import BLANK, Show

STREAMS = ("--trace", "--sentences", "--events")


def show(
    request: Request,
    forms: Mapping[str, bool],
    beside: Mapping[str, bool],
    output: str | None,
    solution: str | None = None,
    picture: Mapping[str, Any] | None = None,
) -> None:
    """Show the search in the one form asked for; the tree with its answer where none is."""
    if solution is not None and (output is None or not beside["blank"]):
        raise BadInput("--solution goes with an exercise sheet: --blank --output SHEET --solution FILE.")
    chosen = [form for form, wanted in forms.items() if wanted]
    if len(chosen) > 1:
        raise BadInput(f"{chosen[0]} and {chosen[1]} exclude each other; give one of them.")
    form = chosen[0] if chosen else ""
    if output is not None:
        from halfmove.cli.tree.write import write

        print(write(request, form, beside, output, picture))
        if solution is not None:
            print(write(request, form, {**beside, "blank": False}, solution, picture))
    elif form in STREAMS:
        from halfmove.cli.terminal import line_width, say

        tell(request, form, say, truth=beside["truth"], width=line_width())
    elif form == "--json":
        from halfmove.cli.terminal import print_json

        print_json(traced(request).to_dict())
    elif form == "--steps":
        from halfmove.cli.steps.players import step_through_trace

        step_through_trace(traced(request), shown(beside))
    else:
        from halfmove.cli.tree.show import print_tree

        print_tree(traced(request), shown(beside), blank=beside["blank"])


def traced(request: Request) -> Trace:
    """The search with every step kept; refused before it begins where its tree is too large to draw."""
    try:
        request.refuse_if_large()
    except BadInput as error:
        raise BadInput(f"{error} (--trace, --sentences and --events tell a search of any size.)") from None
    return request.trace()


def shown(beside: Mapping[str, bool]) -> Show:
    """What is written beside the nodes of the text tree."""
    if beside["blank"]:
        return BLANK
    return Show(
        values=beside["values"],
        windows=beside["windows"],
        intervals=beside["intervals"],
        truth=beside["truth"],
    )


def tell(request: Request, form: str, sink: Callable[[str], None], *, truth: bool, width: int | None) -> None:
    """Hand the lines of a search to `sink` as they come, in the form --trace, --sentences or --events.

    Where the whole tree is small, or `truth` is asked for, true values stand beside what is returned.
    """
    from halfmove.teach.jsons import Encoder
    from halfmove.teach.text import Writer, write_events

    lesson = request.algorithm.lesson
    assert lesson is not None, "only algorithms with a lesson are requested"
    if form == "--events":
        encoder = Encoder(lesson)
        request.stream(lambda event: sink(encoder.line(event)))
        return
    if truth or request.small():
        for line in write_events(
            request.trace(), sentences=form == "--sentences", width=width, truth=truth or None
        ):
            sink(line)
        return
    writer = Writer(lesson, sentences=form == "--sentences", width=width)

    def say(event: Event) -> None:
        for line in writer.lines(event):
            sink(line)

    request.stream(say)
