"""Entries of the gallery, each a belief and the runs of real searches that speak to it; and all by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from html import escape
from importlib import import_module
from pkgutil import iter_modules
from textwrap import wrap
from typing import Any, Literal

from halfmove.core.errors import BadInput
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
        from halfmove.teach.misconceptions.report import fragment

        return fragment(self)

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return self.text()


class Gallery(dict[str, Misconception]):
    """All entries by name, by topic; a list of beliefs where it is shown."""

    def topics(self) -> dict[str, list[Misconception]]:
        """The entries under their topics."""
        return {topic: [e for e in self.values() if e.topic == topic] for topic in TOPICS}

    def __repr__(self) -> str:
        longest = max(map(len, self))
        lines = []
        for topic, found in self.topics().items():
            lines.append(topic)
            for entry in found:
                beliefs = wrap(entry.belief, 80 - longest - 4)
                names = [entry.name, *[""] * (len(beliefs) - 1)]
                lines += [f"  {name:{longest}}  {line}" for name, line in zip(names, beliefs, strict=True)]
            lines.append("")
        return "\n".join(lines[:-1])

    def _repr_html_(self) -> str:
        rows = (
            f"<h4>{escape(topic)}</h4><ul>"
            + "".join(f"<li><code>{e.name}</code>: {escape(e.belief)}</li>" for e in found)
            + "</ul>"
            for topic, found in self.topics().items()
        )
        return "".join(rows)


@cache
def misconceptions() -> Gallery:
    """The gallery: every `Misconception` by name, in the order of the topics."""
    from halfmove.teach.misconceptions import entries

    modules = (import_module(found.name) for found in iter_modules(entries.__path__, f"{entries.__name__}."))
    found: list[Misconception] = [entry for module in modules for entry in module.ENTRIES]
    return Gallery((e.name, e) for e in sorted(found, key=lambda e: (TOPICS.index(e.topic), e.name)))


def misconception(name: str) -> Misconception:
    """The entry of that name, or of the name that the marking of exercises has for it; `BadInput` if none."""
    known = by_any_name()
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(misconceptions())}."
        raise BadInput(f"There is no misconception '{name}' in the gallery; {hint}")
    return known[name]


@cache
def by_any_name() -> dict[str, Misconception]:
    """Every entry under its name and under its other ones."""
    return {other: entry for entry in misconceptions().values() for other in (entry.name, *entry.also)}
