"""What `quiz` gives: exercises with their solutions, the sheets that were written, or answers marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.results import Result
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.marking import Marking
from halfmove.teach.quiz.platforms import PLATFORMS
from halfmove.teach.quiz.response import number, plural
from halfmove.teach.quiz.sheets import FORMATS, form_of, sheet


class QuestionData(TypedDict):
    """A question of an exercise."""

    kind: Annotated[str, "Which question it is."]
    text: Annotated[str, "What is asked."]
    items: Annotated[list[str], "The blanks; one without a name is a line to write on."]
    points: Annotated[int, "What it gives."]


class ExerciseData(TypedDict):
    """An exercise."""

    format: Annotated[Literal["halfmove exercise 1"], "What it is."]
    seed: Annotated[int | None, "The seed that it was made from."]
    tree: Annotated[Any, "The tree; every node has a name."]
    algorithm: Annotated[str, "The search."]
    options: Annotated[dict[str, Any], "The search's own options."]
    order: Annotated[Literal["left", "right"], "From which side children are searched."]
    task: Annotated[str, "What to do, in a sentence."]
    points: Annotated[int, "The most that can be had."]
    questions: Annotated[list[QuestionData], "What is asked."]
    solution: NotRequired[Annotated[dict[str, Any], "The answers by the kind of question."]]
    reasons: NotRequired[Annotated[dict[str, list[str]], "Why these are the answers."]]


class ExercisesData(TypedDict):
    """Exercises with their solutions."""

    exercises: Annotated[list[ExerciseData], "In order."]


@dataclass(frozen=True)
class Exercises(Result):
    """Exercises with their solutions."""

    exercises: Sequence[Exercise]

    def to_dict(self) -> ExercisesData:
        data: Any = {"exercises": [one.to_dict(solution=True) for one in self.exercises]}
        return data  # type: ignore[no-any-return]

    def to_text(self) -> str:
        return "\n\n".join(one.text(solution=True) for one in self.exercises)


@dataclass(frozen=True)
class Sheets(Exercises):
    """Exercises that were written to files."""

    files: Sequence[Path]

    def to_dict(self) -> Any:
        return {"files": [str(file) for file in self.files]}

    def to_text(self) -> str:
        if len(self.files) <= 6:
            return "\n".join(f"Wrote {file}." for file in self.files)
        with_solutions = self.files[0].suffix.lstrip(".") in PLATFORMS.values()
        what = "files" if with_solutions else "sheets and their solutions"
        many = len(self.files) if with_solutions else len(self.files) // 2
        return f"Wrote {many} {what}: {self.files[0]} … {self.files[-1]}."


@dataclass(frozen=True)
class Markings(Exercises):
    """Exercises with answers that were marked."""

    markings: Sequence[Marking]

    @property
    def points(self) -> Fraction:
        """What was got for all."""
        return sum((marking.points for marking in self.markings), Fraction(0))

    @property
    def most(self) -> int:
        """What could be got."""
        return sum(marking.most for marking in self.markings)

    def to_dict(self) -> Any:
        marked: list[Mapping[str, Any]] = [marking.to_dict() for marking in self.markings]
        return {"points": number(self.points), "most": self.most, "markings": marked}

    def to_text(self) -> str:
        if len(self.markings) == 1:
            return self.markings[0].text() + "\n"
        parts = [f"Exercise {i}: {marking.text()}\n" for i, marking in enumerate(self.markings, 1)]
        return "\n".join([*parts, f"Together: {number(self.points)} of {plural(self.most, 'point')}"])


def target_of(output: str | None, form: str | None, *, each: bool) -> Path:
    """The file, or of `each` the folder, that sheets are written to; `BadInput` for what cannot be."""
    if form is not None and form not in (*FORMATS, *PLATFORMS):
        raise BadInput(f"There is no format '{form}'; there are: {', '.join((*FORMATS, *PLATFORMS))}.")
    ending = ending_of(form)
    path = Path(f"quiz.{ending}" if output is None else output)
    if each:
        if path.exists() and not path.is_dir():
            raise BadInput(f"'{path}' is a file; --each writes into a folder.")
        return path
    named = form_of(path)
    if form not in (None, named):
        raise BadInput(f"--format {form} is a file of .{ending}, not '{path.name}'.")
    if not path.parent.is_dir():
        raise BadInput(f"There is no folder '{path.parent}' to write into.")
    return path


def ending_of(form: str | None) -> str:
    """What the names of files of a format end with."""
    return PLATFORMS.get(form or "", form or "pdf")


def write_sheets(exercises: Sequence[Exercise], path: Path, title: str) -> list[Path]:
    """Write the sheet and its solution (`week5.pdf`, `week5-solution.pdf`); a platform's file has both."""
    if form_of(path) in PLATFORMS:
        return [sheet(exercises, path, title=title)]
    solution = path.with_name(f"{path.stem}-solution{path.suffix}")
    return [
        sheet(exercises, path, title=title),
        sheet(exercises, solution, solution=True, title=title),
    ]


def write_each(exercises: Sequence[Exercise], folder: Path, ending: str, title: str) -> list[Path]:
    """Write a numbered sheet for each exercise, with its solution."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for i, exercise in enumerate(exercises, 1):
        path = folder / f"sheet-{i:0{max(2, len(str(len(exercises))))}}.{ending}"
        files += write_sheets([exercise], path, f"{title}, sheet {i}")
    return files
