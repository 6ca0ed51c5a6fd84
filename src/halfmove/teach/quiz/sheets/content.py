"""What stands on a sheet, whatever it is written in: the same blocks for every format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from halfmove.teach.drawing import svg
from halfmove.teach.drawing.compose import compose
from halfmove.teach.drawing.scene import Scene
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.subject import subject
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.verdict import plural


@dataclass(frozen=True)
class Asked:
    """One question on the sheet."""

    number: int
    text: str
    points: str
    blanks: tuple[str, ...]
    """The names of what is to be filled in; empty for a line to write on."""
    lines: int
    """How many lines that takes."""
    answer: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """One exercise on the sheet."""

    number: int
    exercise: Exercise
    solution: bool

    @property
    def title(self) -> str:
        """`Exercise 2 (12 points)`."""
        return f"Exercise {self.number} ({plural(self.exercise.points, 'point')})"

    @property
    def seed(self) -> str:
        """How the exercise is found again."""
        return "" if self.exercise.seed is None else f"seed {self.exercise.seed}"

    @property
    def _style(self) -> Style:
        if self.solution:
            return Style(title="", actions=False, theme="light")
        return Style(
            show="blank",
            windows="none",
            variation=False,
            title="",
            actions=False,
            theme="light",
        )

    @cached_property
    def picture(self) -> str:
        """The tree as an SVG: blank, or with the trace of the search."""
        options = {name: getattr(self._style, name) for name in self._style.__dataclass_fields__}
        return svg(self.exercise.trace if self.solution else self.exercise.whole, **options)

    @property
    def scene(self) -> Scene:
        """The same, to be drawn by other writers."""
        return compose(subject(self.exercise.trace if self.solution else self.exercise.whole), self._style)

    @property
    def questions(self) -> tuple[Asked, ...]:
        """What is asked."""
        return tuple(
            Asked(
                number,
                question.ask(),
                plural(question.points, "point"),
                tuple(item for item in question.items if item),
                1 if question.points < 6 else 2,
                question.answer(),
                question.reasons(),
            )
            for number, question in enumerate(self.exercise.questions, 1)
        )


def blocks(exercises: list[Exercise], solution: bool) -> list[Block]:
    """The exercises, numbered."""
    return [Block(number, exercise, solution) for number, exercise in enumerate(exercises, 1)]
