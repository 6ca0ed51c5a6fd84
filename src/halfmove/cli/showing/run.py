"""From a request to what is printed or written."""

from __future__ import annotations

from collections.abc import Mapping

from halfmove.cli.showing.request import Request
from halfmove.core.errors import BadInput
from halfmove.teach.branches import BLANK, Show
from halfmove.teach.trace import Trace

STREAMS = ("--trace", "--sentences", "--events")


def show(
    request: Request,
    forms: Mapping[str, bool],
    beside: Mapping[str, bool],
    output: str | None,
    solution: str | None = None,
) -> None:
    """Show the search in the one form asked for; the tree with its answer where none is."""
    if solution is not None and (output is None or not beside["blank"]):
        raise BadInput("--solution goes with an exercise sheet: --blank --output SHEET --solution FILE.")
    chosen = [form for form, wanted in forms.items() if wanted]
    if len(chosen) > 1:
        raise BadInput(f"{chosen[0]} and {chosen[1]} exclude each other; give one of them.")
    form = chosen[0] if chosen else ""
    if output is not None:
        from halfmove.cli.showing.files import write

        print(write(request, form, beside, output))
        if solution is not None:
            print(write(request, form, {**beside, "blank": False}, solution))
    elif form in STREAMS:
        from halfmove.cli.showing import terminal
        from halfmove.cli.showing.streams import tell

        tell(request, form, terminal.say, truth=beside["truth"], width=terminal.line_width())
    elif form == "--json":
        from halfmove.cli.jsons import print_json

        print_json(traced(request).to_json())
    elif form == "--steps":
        from halfmove.cli.stepping.frame import step_through_trace

        step_through_trace(traced(request), shown(beside))
    else:
        from halfmove.cli.showing.tree import print_tree

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
    return Show(values=beside["values"], windows=beside["windows"], truth=beside["truth"])
