"""A person practising in the terminal: question, answer, marking at once, and the score."""

from __future__ import annotations

import shutil
import sys
import textwrap
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING

from halfmove.cli.terminal import ask
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.marking import verdict_lines
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.response import Verdict, number, plural
from halfmove.teach.quiz.text import tree_lines

if TYPE_CHECKING:
    from halfmove.core.operation import Work
    from halfmove.teach.quiz.request import QuizRequest

COMMANDS = {
    "hint": "something that helps; the answer then counts half",
    "skip": "leave the question, and see its answer",
    "tree": "draw the tree again",
    "help": "these words",
    "quit": "leave (so do Ctrl-D and Ctrl-C)",
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "s": "skip"}


class Quit(Exception):
    """The person has had enough."""


def show(request: QuizRequest, work: Work) -> None:
    """Ask the questions of the exercises in turn, until they are answered or the person leaves."""
    practice = Practice()
    try:
        for n, exercise in enumerate(request.exercises(), 1):
            practice.run(exercise, f"Exercise {n} of {request.number}. " if request.number > 1 else "")
    except Quit:
        pass
    except KeyboardInterrupt:
        print()
        practice.sum_up()
        sys.stdout.flush()
        raise
    practice.sum_up()


class Practice:
    """The score so far, and what went wrong."""

    def __init__(self) -> None:
        self.points, self.most = Fraction(0), 0
        self.again: list[str] = []

    def run(self, exercise: Exercise, heading: str = "") -> None:
        """One exercise."""
        seed = "" if exercise.seed is None else f" (seed {exercise.seed})"
        say(f"{heading}{exercise.task()}{seed}")
        draw(exercise)
        for n, question in enumerate(exercise.questions, 1):
            print()
            say(f"({n}) {question.ask()} [{plural(question.points, 'point')}]")
            say(f"Write, for example: {question.example}", "    ")
            self.take(question, *self.answer(question))

    def answer(self, question: Question) -> tuple[Verdict, bool]:
        """The verdict on what the person answers, and whether a hint was needed."""
        hinted = False
        while True:
            line = ask("> ")
            if line is None:
                raise Quit
            word = SHORT.get(line.lower(), line.lower())
            if word == "quit":
                raise Quit
            if word == "skip":
                return question.mark(None), hinted
            if word == "hint":
                hinted = True
                say(question.hint(), "    ")
            elif word == "tree":
                draw(question.exercise)
            elif word == "help" or not line:
                for command, meaning in COMMANDS.items():
                    print(f"    {command:5} {meaning}")
                print(f"    an answer, such as: {question.example}")
            else:
                try:
                    return question.mark(line), hinted
                except BadInput as error:
                    near = get_close_matches(word, COMMANDS, n=1, cutoff=0.75)
                    say(f"{error}{f' Did you mean {near[0]}?' if near else ''}", "    ")

    def take(self, question: Question, found: Verdict, hinted: bool) -> None:
        """Write down a verdict, and tell it."""
        points = found.points / 2 if hinted else found.points
        self.points += points
        self.most += found.most
        for line in verdict_lines(found, brief=not found.right and len(found.remarks) > 6):
            say(line, "    ")
        with_hint = ", with a hint" if hinted and found.points else ""
        say(f"{number(points)} of {plural(found.most, 'point')}{with_hint}", "  ")
        if not found.right and question.read_again not in self.again:
            self.again.append(question.read_again)

    def sum_up(self) -> None:
        """The score, and what to read again."""
        print()
        print(f"Score: {number(self.points)} of {plural(self.most, 'point')}")
        if self.again:
            print("To read again:")
            for topic in self.again:
                say(f"- {topic}", "  ", "    ")


def draw(exercise: Exercise) -> None:
    """The tree, a line a node."""
    print()
    for line in tree_lines(exercise):
        print(line)


def say(text: str, indent: str = "", later: str | None = None) -> None:
    """Print a sentence in lines that fit the terminal; what hangs over is indented a little more."""
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    own = indent + " " * (len(text) - len(text.lstrip()))
    hanging = own + "  " if later is None and own else (later or indent)
    print(textwrap.fill(text.lstrip(), width, initial_indent=own, subsequent_indent=hanging))
