"""What an entry of the gallery is: a belief, and the runs of real searches that speak to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from halfmove.core.results import Result
from halfmove.teach.trace import Trace

Verdict = Literal["right", "wrong", "plain"]
"""Of a run: whether it is done as it should be, or as the belief has it; "plain" where neither is meant."""

TOPICS = (
    "Values and bounds",
    "Cuts",
    "Windows",
    "Cost",
    "Several players and chance",
    "Depth and horizon",
    "Hidden information",
)
"""In the order of the gallery, which is roughly that of a course."""

WORDS: dict[Verdict, str] = {"right": "RIGHT", "wrong": "WRONG", "plain": ""}


@dataclass(frozen=True)
class Run:
    """One search on one tree, and what is to be seen in it."""

    heading: str
    trace: Trace
    seen: str
    """What to look at, in a sentence or two with this run's own figures."""
    verdict: Verdict = "plain"
    picture: Mapping[str, Any] = field(default_factory=dict)
    """Options of its picture (`drawing.Style`)."""

    def svg(self, **options: Any) -> str:
        """The picture, titled with the heading."""
        chosen = {"truth": self.verdict == "wrong", "title": self.heading, **self.picture, **options}
        return self.trace.svg(**chosen)


@dataclass(frozen=True)
class Table:
    """Figures of several runs side by side."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    """Numbers, or words."""
    seen: str


@dataclass(frozen=True)
class Exhibit:
    """What happens: the runs, and the figures read off them."""

    happens: str
    parts: tuple[Run | Table, ...]
    facts: Mapping[str, Any]
    """What the text claims, as data: numbers, texts and lists by name."""

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(part for part in self.parts if isinstance(part, Run))


@dataclass(frozen=True, eq=False, repr=False)
class Misconception(Result):
    """One entry.  Printed it is the whole text, in a notebook the same with pictures."""

    name: str
    topic: str
    """One of `TOPICS`."""
    belief: str
    """What is believed, in one sentence."""
    answer: str
    """What is the case, in one sentence."""
    show: Callable[[], Exhibit]
    """Runs the searches."""
    why: str
    rule: str
    """What to do instead."""
    reading: tuple[str, ...]
    """Where to read on."""
    also: tuple[str, ...] = ()
    """Other names: those under which the marking of exercises knows it."""

    @cached_property
    def exhibit(self) -> Exhibit:
        """The runs, made when first asked for."""
        return self.show()

    @property
    def runs(self) -> tuple[Run, ...]:
        """The searches, each with its `trace`."""
        return self.exhibit.runs

    @property
    def facts(self) -> Mapping[str, Any]:
        """The figures of the runs by name."""
        return self.exhibit.facts

    def text(self, *, width: int | None = 100) -> str:
        """Everything as text, wrapped to `width` columns (None: not at all)."""
        from halfmove.teach.misconceptions.report import text

        return text(self, width=width)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data for `json.dumps`; of each run the whole trace."""
        from halfmove.teach.misconceptions.report import to_dict

        return to_dict(self)

    def html(self) -> str:
        """A fragment of HTML with the pictures inside; no scripts."""
        from halfmove.teach.misconceptions.page import fragment

        return fragment(self)

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return self.text()
