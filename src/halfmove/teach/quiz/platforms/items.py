"""What an exercise is on a learning platform: one item for each of its questions, with the tree above it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cached_property
from html import escape

from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.response import Choice, Response
from halfmove.teach.quiz.sheets.content import Block, blocks

ALTERNATIVE = "The game tree of the exercise"


@dataclass(frozen=True)
class Item:
    """A question of an exercise."""

    block: Block
    number: int
    question: Question

    @property
    def name(self) -> str:
        """`Exercise 1.2: pruning`."""
        return f"Exercise {self.block.number}.{self.number}: {self.question.title}"

    @property
    def identifier(self) -> str:
        """The same as files and identifiers may have it: `exercise-1-2-pruned`."""
        return f"exercise-{self.block.number}-{self.number}-{self.question.kind}"

    @cached_property
    def response(self) -> Response:
        """What is asked, and what is right."""
        return self.question.response()

    @property
    def task(self) -> str:
        """What to do on the tree, and how this exercise is found again."""
        seed = f" ({self.block.seed})" if self.block.seed else ""
        return f"{self.block.exercise.task()}{seed}"

    @property
    def points(self) -> int:
        """What it brings on a sheet."""
        return self.question.points

    @property
    def picture(self) -> str:
        """The blank tree, an SVG."""
        return self.block.picture

    def html(self, picture: str) -> str:
        """Task, picture and question; `picture` is the address of the tree's."""
        return (
            f"<p>{escape(self.task)}</p>"
            f'<p><img src="{picture}" alt="{ALTERNATIVE}" style="max-width:100%"/></p>'
            f"<p>{escape(self.response.text)}</p>"
        )

    def solution(self) -> str:
        """The answer and its reasons, shown when all is answered."""
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.question.reasons())
        rest = f"<ul>{reasons}</ul>" if reasons else ""
        return f"<p><b>{escape(self.question.answer())}</b></p>{rest}"


def items(exercises: list[Exercise]) -> list[Item]:
    """The questions of the exercises, in order."""
    return [
        Item(block, number, question)
        for block in blocks(exercises, solution=False)
        for number, question in enumerate(block.exercise.questions, 1)
    ]


def base64_of(picture: str) -> str:
    """A picture as text inside a file."""
    return base64.b64encode(picture.encode()).decode()


def decimal(value: float, places: int = 6) -> str:
    """A number without an exponent and without idle zeros."""
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shares(choice: Choice) -> dict[str, str]:
    """What each option brings, in per cent as Moodle writes them: 33.33333.

    Of one, all; of several, each right one the same, and a wrong one takes as much away.
    """
    part = 100 / len(choice.right) if choice.several else 100.0
    wrong = -part if choice.several else 0.0
    return {option: decimal(part if option in choice.right else wrong, 5) for option in choice.options}
