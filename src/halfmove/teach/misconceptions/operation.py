"""The operation `misconceptions`: the list of the gallery, or one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, cast

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    OutputFile,
    Request,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.results import Result

if TYPE_CHECKING:
    from halfmove.teach.misconceptions.gallery import Misconception


class SummaryData(TypedDict):
    """An entry in the list."""

    name: Annotated[str, "Its name."]
    topic: Annotated[str, "What it is about."]
    belief: Annotated[str, "What is believed, in one sentence."]
    answer: Annotated[str, "What is the case, in one sentence."]


class BeliefsData(TypedDict):
    """Without a `name` the list, as `misconceptions`; with one the other fields."""

    misconceptions: NotRequired[Annotated[list[SummaryData], "The whole gallery."]]
    name: NotRequired[Annotated[str, "Its name."]]
    topic: NotRequired[Annotated[str, "What it is about."]]
    belief: NotRequired[Annotated[str, "What is believed, in one sentence."]]
    answer: NotRequired[Annotated[str, "What is the case, in one sentence."]]
    happens: NotRequired[Annotated[str, "What happens."]]
    parts: NotRequired[Annotated[list[dict[str, Any]], "Runs, each with its whole trace, and tables."]]
    facts: NotRequired[Annotated[dict[str, Any], "The figures of the texts, by name."]]
    why: NotRequired[Annotated[str, "Why it happens."]]
    rule: NotRequired[Annotated[str, "What to do instead."]]
    reading: NotRequired[Annotated[list[str], "Where to read on."]]


class Beliefs(Result):
    """One entry of the gallery, or all of them in a list."""

    def __init__(self, entry: Misconception | None) -> None:
        self.entry = entry

    def to_dict(self) -> BeliefsData:
        from halfmove.teach.misconceptions.gallery import misconceptions
        from halfmove.teach.misconceptions.report import summary_json

        if self.entry is None:
            rows: Any = [summary_json(entry) for entry in misconceptions().values()]
            return {"misconceptions": rows}
        return cast(BeliefsData, self.entry.to_dict())

    def to_text(self) -> str:
        from halfmove.teach.misconceptions.gallery import misconceptions

        if self.entry is not None:
            return self.entry.text()
        return f"{misconceptions()!r}\n\nLook at one:  halfmove misconceptions equal-moves"


@operation("misconceptions", "See common misconceptions about game search, and what really happens.")
@dataclass(frozen=True, kw_only=True)
class MisconceptionsRequest(Request):
    """List common misconceptions about game search, or show one: what happens, why, and the right rule.

    Everything shown is a run of the real search, or of the wrong one, on a small tree.

    Example: halfmove misconceptions equal-moves

    Example: halfmove misconceptions which-window --steps 1

    Example: halfmove misconceptions horizon --output horizon.html
    """

    name: str | None = field(
        Text(word="NAME"), "Which one; without a name, the list.", default=None, place=True, example="horizon"
    )
    output: str | None = field(
        OutputFile(),
        "A page with pictures: .html.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    steps: int | None = field(
        Whole(),
        "Step through run (N), also if it is the wrong one.",
        default=None,
        group=OUTPUT,
        faces=("terminal",),
    )

    def check(self, name: Callable[[str], str]) -> None:
        for one in ("output", "steps"):
            if self.name is None and getattr(self, one) is not None:
                raise BadInput(f"{name(one)} needs the NAME of a misconception; they are listed without it.")
        if self.output is not None and self.steps is not None:
            raise BadInput(STEPS_ALONE)

    def run(self, work: Work) -> Iterator[Beliefs]:
        """One result; the page is written where one is asked for."""
        from halfmove.teach.misconceptions.gallery import misconception

        if self.steps is not None:
            raise BadInput(STEPS_ALONE)
        found = Beliefs(None if self.name is None else misconception(self.name))
        if self.output is not None and found.entry is not None:
            write_page(found.entry, self.output)
        yield found


STEPS_ALONE = "--steps is for a terminal; it goes with neither --json nor --output."


def write_page(entry: Misconception, name: str) -> None:
    """Write the page to a file, whole or not at all; `BadInput` for a name that does not end in .html."""
    from halfmove.core.atomic_file import whole_file
    from halfmove.teach.misconceptions.report import document

    target = Path(name)
    if target.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"The pictures go to a page, a file that ends in .html, not '{target.name}'.")
    content = document(entry)
    with whole_file(target) as out:
        out.write(content)
