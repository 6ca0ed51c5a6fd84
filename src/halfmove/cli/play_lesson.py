"""A lesson in the terminal: a step at a time; a search is stepped through when one asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.markdown import Markdown

from halfmove.cli.terminal import console
from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole
from halfmove.teach.lessons.lesson import Exhibit, Lesson, Prose, Question
from halfmove.teach.quiz.response import Choice, Pick, number, plural

if TYPE_CHECKING:
    from halfmove.core.operation import Work
    from halfmove.teach.lessons.request import LessonRequest

HELP = "Enter: on   b: back   s: step through the search   number: that step   q: quit"
WIDEST = 100


def show(request: LessonRequest, work: Work) -> None:
    """Play the lesson that is asked for."""
    play(request.open())


def play(lesson: Lesson) -> None:
    """Play it to its end, or until `q` or the end of the input."""
    out = console()
    width = min(out.width, WIDEST)
    out.print(lesson.title, style="bold", markup=False, highlight=False)
    if lesson.about:
        out.print(lesson.about, style="dim", highlight=False)
    got: dict[str, Fraction] = {}
    at = 0
    while at < len(lesson.steps):
        step = lesson.steps[at]
        heading = f"\n{at + 1} / {len(lesson.steps)}  {step.title}"
        out.print(heading, style="bold", markup=False, highlight=False)
        for part in step.parts:
            if isinstance(part, Prose):
                out.print(Markdown(part.markdown), width=width)
            elif isinstance(part, Exhibit):
                _exhibit(out, part)
            elif not _ask(out, part, got, width):
                return _end(out, lesson, got)
        films = [p for p in step.parts if isinstance(p, Exhibit) and p.sentences]
        wanted = _move(out, at, len(lesson.steps), films)
        if wanted is None:
            return _end(out, lesson, got)
        at = wanted
    return _end(out, lesson, got)


def _end(out: Any, lesson: Lesson, got: dict[str, Fraction]) -> None:
    if lesson.questions:
        points = sum(got.values(), Fraction(0))
        out.print(f"{number(points)} of {plural(lesson.points, 'point')}.", highlight=False)


def _exhibit(out: Any, part: Exhibit) -> None:
    out.print()
    out.print(part.text, markup=False, highlight=False, soft_wrap=True)
    if part.caption:
        out.print(part.caption, style="dim", markup=False, highlight=False)
    out.print()


def _line(prompt: str) -> str | None:
    from halfmove.core.progress import resting

    try:
        with resting():
            return input(prompt).strip()
    except EOFError:
        print()
        return None


def _move(out: Any, at: int, last: int, films: Sequence[Exhibit]) -> int | None:
    """The step to go to; None to leave."""
    while True:
        said = _line("[Enter: on, ?: keys] " if at + 1 < last else "[Enter: the end, ?: keys] ")
        if said is None or said in ("q", "quit"):
            return None
        if said == "":
            return at + 1
        if said == "b":
            return max(at - 1, 0)
        page = read_whole(said, 1, last)
        if page is not None:
            return page - 1
        if said == "s" and films:
            for film in films:
                if not _steps(out, film):
                    break
        elif said == "s":
            out.print("There is no search to step through here.")
        else:
            out.print(HELP)


def _steps(out: Any, film: Exhibit) -> bool:
    """The sentences of a search, one after the other; whether to go on with what follows it."""
    out.print(film.title, style="bold", markup=False, highlight=False)
    for place, sentence in enumerate(film.sentences, 1):
        out.print(f"{place:>4}  {sentence}", markup=False, highlight=False)
        if place < len(film.sentences) and place % 8 == 0:
            said = _line("[Enter: on, q: enough] ")
            if said is None or said == "q":
                return False
    return True


# ---- questions


def _ask(out: Any, part: Question, got: dict[str, Fraction], width: int) -> bool:
    """Ask until it is answered; whether to go on."""
    out.print("Question", style="bold")
    if part.picture_text:
        out.print(part.picture_text, markup=False, highlight=False, soft_wrap=True)
    out.print(Markdown(part.text), width=width)
    response = part.response
    if isinstance(response, Choice):
        for place, option in enumerate(response.options, 1):
            out.print(f"  {place}) {option}", markup=False, highlight=False)
    while True:
        said = _line(_prompt(part))
        if said is None or said in ("q", "quit"):
            return False
        if said in ("", "skip"):
            _tell(out, part, list(part.solution()) if isinstance(response, Choice) else [])
            return True
        try:
            given = _read(part, said)
            mark = part.marked(given)
        except BadInput as error:
            out.print(str(error), style="red", markup=False, highlight=False)
            continue
        got[part.name] = mark.points
        if mark.right:
            out.print("Right.", style="bold green")
        else:
            partly = f"{number(mark.points)} of {mark.most} right." if mark.points else "Not right."
            out.print(partly, style="bold red")
        _tell(out, part, given, answer=not mark.right)
        return True


def _prompt(part: Question) -> str:
    response = part.response
    if isinstance(response, Choice):
        return (
            "Your answer (numbers, all that are right): " if response.several else "Your answer (a number): "
        )
    labels = [f"{row.label} {name}".strip() for row in response.rows for name, _ in row.fields]
    if len(labels) == 1:
        return "Your answer: "
    fields = response.fields
    among = {o for one in fields if isinstance(one, Pick) for o in one.options}
    hint = f" (of {', '.join(sorted(among))})" if 0 < len(among) < 6 else ""
    return f"Your answers for {', '.join(labels)}, separated by commas{hint}: "


def _read(part: Question, said: str) -> list[str]:
    response = part.response
    if isinstance(response, Choice):
        chosen = []
        for word in said.replace(",", " ").split():
            number = read_whole(word, 1, len(response.options))
            if word in response.options:
                chosen.append(word)
            elif number is not None:
                chosen.append(response.options[number - 1])
            else:
                raise BadInput(
                    f"The answer is a number from 1 to {len(response.options)}, not '{word[:40]}'."
                )
        return chosen
    fields = response.fields
    if len(fields) == 1:
        return [said]
    given = [word.strip() for word in said.split(",")]
    if len(given) != len(fields):
        given = said.split()
    if len(given) != len(fields):
        raise BadInput(f"There are {len(fields)} blanks; separate {len(fields)} answers by commas.")
    return given


def _tell(out: Any, part: Question, given: Sequence[str], *, answer: bool = True) -> None:
    if answer:
        out.print(f"The answer: {part.answer()}", markup=False, highlight=False)
    response = part.response
    reasons = list(part.reasons)
    if isinstance(response, Choice):
        wrong = set(given) ^ set(response.right)
        about = [o for o in response.options if o in wrong] or ([] if response.several else list(given))
        reasons = [*(part.remarks[o] for o in about if o in part.remarks), *reasons]
    for reason in dict.fromkeys(reasons):
        out.print(f"  · {reason}", markup=False, highlight=False)
    out.print()
