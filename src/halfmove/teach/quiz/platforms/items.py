"""What a learning platform asks, whatever the format: a question with its picture, its answer and reasons."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape

from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.response import Choice, Response
from halfmove.teach.quiz.sheets.content import blocks

ALTERNATIVE = "The game tree of the exercise"


@dataclass(frozen=True)
class Item:
    """A question; all its texts but the name and the picture are HTML."""

    name: str
    """`Exercise 1.2: pruning`."""
    identifier: str
    """The same as files and identifiers may have it: `exercise-1-2-pruned`."""
    response: Response
    """How it is answered, and what is right."""
    points: int
    """What it brings."""
    text: str
    """What is asked: whole paragraphs."""
    solution: str
    """The answer and its reasons, shown when all is answered."""
    task: str = ""
    """What stands above the picture: whole paragraphs."""
    picture: str = ""
    """An SVG; empty without one."""
    drawing: str = ""
    """What a file with the picture is called, without its ending; several items may have the same."""
    options: Mapping[str, str] = field(default_factory=dict)
    """How options of a choice are written that are more than their plain text."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """What is said of an option to who has chosen it."""

    def html(self, picture: str) -> str:
        """Task, picture and question; `picture` is the picture's address."""
        shown = f'<p><img src="{picture}" alt="{ALTERNATIVE}" style="max-width:100%"/></p>'
        return f"{self.task}{shown if self.picture else ''}{self.text}"

    def option(self, option: str) -> str:
        """An option as HTML."""
        return self.options.get(option, escape(option))


def items(exercises: list[Exercise]) -> list[Item]:
    """The questions of the exercises, in order, each with the blank tree above it."""
    found = []
    for block in blocks(exercises, solution=False):
        seed = f" ({block.seed})" if block.seed else ""  # so that the exercise is found again
        for number, question in enumerate(block.exercise.questions, 1):
            response = question.response()
            found.append(
                Item(
                    name=f"Exercise {block.number}.{number}: {question.title}",
                    identifier=f"exercise-{block.number}-{number}-{question.kind}",
                    response=response,
                    points=question.points,
                    text=f"<p>{escape(response.text)}</p>",
                    solution=solution(escape(question.answer()), map(escape, question.reasons())),
                    task=f"<p>{escape(block.exercise.task() + seed)}</p>",
                    picture=block.picture,
                    drawing=f"exercise-{block.number}",
                )
            )
    return found


def solution(answer: str, reasons: Iterable[str]) -> str:
    """The answer and its reasons, all of them HTML, as an item has them."""
    listed = "".join(f"<li>{reason}</li>" for reason in reasons)
    return f"<p><b>{answer}</b></p>" + (f"<ul>{listed}</ul>" if listed else "")


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
