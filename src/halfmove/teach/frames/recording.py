"""A search that was recorded, as frames: what there is to be seen before the first step and after each."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from halfmove.core.atomic_file import whole_file
from halfmove.core.display import EmbeddedPage
from halfmove.core.errors import BadInput
from halfmove.teach.frames.text import align

if TYPE_CHECKING:
    from halfmove.teach.drawing.scene import Group, Scene

FORMATS = (".html", ".svg")


@dataclass(frozen=True, slots=True)
class Frame:
    """What a step changes."""

    step: int
    groups: list[Group]
    """The parts of the picture that may look different now; the first frame has all parts."""
    at: str | None
    """The part in which the step happens."""
    sentence: str
    stop: bool = False
    """Whether a player can go to this step at once."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """What stands beside the picture, as HTML by its name."""


State = TypeVar("State")


class Fold(Generic[State]):
    """What events make of a state, one after the other; a later step goes on from the last one asked for."""

    def __init__(
        self, begin: Callable[[], State], apply: Callable[[State, Any], object], events: Sequence[Any]
    ) -> None:
        self.events = events
        self._begin, self._apply = begin, apply
        self._state, self._done = begin(), 0

    def at(self, steps: int) -> State:
        """The state after so many events; it changes with the next call."""
        if steps < self._done:
            self._state, self._done = self._begin(), 0
        for event in self.events[self._done : steps]:
            self._apply(self._state, event)
        self._done = steps
        return self._state


class Frames(ABC):
    """The frames of a search, over one layout: a part keeps its place in all of them."""

    first: ClassVar[int] = 0
    """The step of the first frame."""
    stop: tuple[str, str] = ("next iteration", "i")
    """The button that goes on to the next stop: what it is called, and its key."""
    style: ClassVar[str] = ""
    """Rules of CSS that a page needs for what stands beside the picture."""

    @abstractmethod
    def frames(self) -> Iterator[Frame]:
        """All frames in order."""

    @abstractmethod
    def scene(self, steps: int) -> Scene:
        """The whole picture after so many steps."""

    def below(self) -> str:
        """HTML below the picture of a page of its own."""
        return ""

    def facts(self) -> dict[str, Any]:
        """More that the player in a browser is given."""
        return {}


class Recording(ABC):
    """A recorded search that is drawn, saved and stepped through."""

    written: ClassVar[str]
    """The subject and the verb of "… written as .html or .svg": what is recorded."""

    @property
    @abstractmethod
    def last(self) -> int:
        """How many steps there are."""

    @abstractmethod
    def frames(self) -> Frames:
        """What is seen after each step."""

    def svg(self, steps: int | None = None) -> str:
        """The picture after so many steps (None: all of them), as an SVG document."""
        from halfmove.teach.drawing.svg import draw

        return draw(self.frames().scene(self.last if steps is None else steps))

    def html(self) -> str:
        """A page to step through, in one file."""
        from halfmove.teach.frames.player import page

        return page(self.frames())

    def step_through(self) -> EmbeddedPage:
        """In a notebook: the page to step through, in the cell."""
        return EmbeddedPage(self.html())

    @classmethod
    def check_format(cls, file: str | os.PathLike[str]) -> str:
        """How the name of a file ends; `BadInput` where nothing is written so."""
        ending = Path(file).suffix.lower()
        if ending not in FORMATS:
            raise BadInput(f"{cls.written} written as {' or '.join(FORMATS)}, not as '{os.fspath(file)}'.")
        return ending

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write .html, a page to step through, or .svg, the picture at the end; `BadInput` otherwise."""
        content = self.svg() if self.check_format(file) == ".svg" else self.html()
        with whole_file(Path(file)) as out:
            out.write(content)

    def _repr_svg_(self) -> str | None:
        return self.svg()


class TableRecording(Recording):
    """A recorded search whose steps change a table."""

    written = "Steps are"
    right: ClassVar[Collection[int]] = ()
    """The columns of the table that are flush right, from 0."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What was searched."""

    @abstractmethod
    def sentence(self, steps: int) -> str:
        """What the last of so many steps did."""

    @abstractmethod
    def cells(self, steps: int) -> list[list[str]]:
        """The table after so many steps; the first row is its head."""

    @abstractmethod
    def text(self, *, width: int | None = 100) -> str:
        """Every step in a sentence, with the table."""

    @property
    @abstractmethod
    def stops(self) -> list[int]:
        """The steps that one can go to at once."""

    def row(self, steps: int) -> int | None:
        """The row of the table that the last of so many steps is about; None where it is about all."""
        return None

    def lines(self, steps: int) -> list[str]:
        """The table after so many steps, as lines of text."""
        return align(self.cells(steps), self.right)
