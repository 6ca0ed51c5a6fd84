"""What a lesson is: steps, each of prose, exhibits made by the code, and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from halfmove.teach.lessons.asked import Asked


@dataclass(frozen=True)
class Prose:
    """Text, as Markdown in which the figures are put in."""

    markdown: str


@dataclass(frozen=True)
class Table:
    """Figures in rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Exhibit:
    """What a fenced block shows: a picture, a search to step through, a table."""

    kind: str
    """The word after the fence: `search`."""
    name: str
    """What the text calls it in `{{name.figure}}`; empty where nobody does."""
    title: str
    """What is seen, in a few words; also what a screen reader says of the picture."""
    caption: str
    text: str
    """The same for a terminal."""
    code: str
    """Python that makes it again, for a notebook."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The figures by name."""
    svg: str = ""
    """The whole picture, an SVG document in the colours of paper; empty where there is only a table."""
    film: Mapping[str, Any] | None = None
    """What `teach.frames.player` steps through, where there are steps; its first frame is `first`."""
    first: str = ""
    sentences: tuple[str, ...] = ()
    """The steps in words."""
    table: Table | None = None
    exercise: bool = False
    """Whether its picture gives an answer away, so that on paper it stands with the answers."""


@dataclass(frozen=True)
class Step:
    """One screen of a lesson."""

    title: str
    parts: tuple[Prose | Exhibit | Asked, ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson as it was read; every figure in it is known, every question can be marked."""

    name: str
    """By which it is called: the file's name without its ending."""
    title: str
    about: str
    """What it is about, in a sentence; may be empty."""
    steps: tuple[Step, ...]
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The figures of all named blocks."""

    @property
    def questions(self) -> tuple[Asked, ...]:
        """All questions, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Asked))

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """All exhibits, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Exhibit))

    @property
    def points(self) -> int:
        """The most that the questions bring together."""
        return sum(question.points for question in self.questions)

    def parts(self) -> Iterator[Prose | Exhibit | Asked]:
        """The parts of all steps, in order."""
        for step in self.steps:
            yield from step.parts

    def to_dict(self) -> dict[str, Any]:
        """The lesson as plain data: its steps, what each has, the questions with their answers."""
        return {
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "points": self.points,
            "steps": [{"title": s.title, "parts": [_plain(p) for p in s.parts]} for s in self.steps],
        }


def _plain(part: Prose | Exhibit | Asked) -> dict[str, Any]:
    if isinstance(part, Prose):
        return {"kind": "text", "markdown": part.markdown}
    if isinstance(part, Asked):
        return {"kind": "question", **part.to_dict()}
    facts = {
        key: value if isinstance(value, (int, float)) else str(value) for key, value in part.facts.items()
    }
    return {"kind": part.kind, "name": part.name, "title": part.title, "facts": facts}
