"""What stands on a sheet, whatever it is written in, and the sheet as text, Markdown and JSON."""

from __future__ import annotations

import json as jsons
import textwrap
from dataclasses import dataclass
from functools import cached_property

from halfmove.teach.drawing import svg
from halfmove.teach.drawing.compose import compose
from halfmove.teach.drawing.scene import Scene
from halfmove.teach.drawing.subject import Style, subject
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.response import plural
from halfmove.teach.quiz.text import tree_lines


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


WIDTH = 96
LINE = "_" * 60


def txt(exercises: list[Exercise], title: str, solution: bool) -> str:
    """A sheet to be printed as it is."""
    lines = (
        [title, "=" * len(title), "", "Name: " + "_" * 40, ""]
        if not solution
        else [title, "=" * len(title), ""]
    )
    for block in blocks(exercises, solution):
        lines += [block.title, "-" * len(block.title), "", *_wrapped(_task(block)), ""]
        lines += [f"    {line}" for line in tree_lines(block.exercise, solution=solution)]
        for asked in block.questions:
            lines += ["", *_wrapped(f"({asked.number}) {asked.text} [{asked.points}]", "    "), ""]
            lines += _answered(asked) if solution else _blank(asked)
        lines += ["", ""]
    return "\n".join(lines).rstrip() + "\n"


def _task(block: Block) -> str:
    return block.exercise.task() + (f" ({block.seed})" if block.seed else "")


def _wrapped(text: str, later: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=later)


def _blank(asked: Asked) -> list[str]:
    if not asked.blanks:
        return [f"    {LINE}", ""][: 2 * asked.lines] * asked.lines
    return [f"    {'   '.join(row)}" for row in _rows([f"{name} ________" for name in asked.blanks], 5)]


def _rows(words: list[str], width: int) -> list[list[str]]:
    return [words[i : i + width] for i in range(0, len(words), width)]


def _answered(asked: Asked) -> list[str]:
    lines = textwrap.wrap(asked.answer, WIDTH, initial_indent="    ", subsequent_indent="    ")
    for reason in asked.reasons:
        lines += textwrap.wrap(reason, WIDTH, initial_indent="    - ", subsequent_indent="      ")
    return lines


def md(exercises: list[Exercise], title: str, solution: bool) -> str:
    """A sheet in Markdown; the tree is a block of code."""
    lines = [f"# {title}", ""]
    for block in blocks(exercises, solution):
        lines += [f"## {block.title}", "", _task(block), "", "```text"]
        lines += [*tree_lines(block.exercise, solution=solution), "```", ""]
        for asked in block.questions:
            lines += [f"**({asked.number})** {_escaped(asked.text)} *[{asked.points}]*", ""]
            if solution:
                lines += [
                    f"**{_escaped(asked.answer)}**",
                    "",
                    *(f"- {_escaped(r)}" for r in asked.reasons),
                    "",
                ]
            elif asked.blanks:
                lines += [" | ".join(["", *asked.blanks, ""]).strip(), "|" + "---|" * len(asked.blanks)]
                lines += ["|" + "   |" * len(asked.blanks), ""]
            else:
                lines += ["\\_" * 30, ""] * asked.lines
    return "\n".join(lines).rstrip() + "\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>" else c for c in text)


def json(exercises: list[Exercise], title: str, solution: bool) -> str:
    """The exercises as data, which `Exercise.from_dict` reads."""
    content = {"title": title, "exercises": [e.to_dict(solution=solution) for e in exercises]}
    return jsons.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
