"""Which lesson, and what is done with it."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from pathlib import Path

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.lesson import Lesson
from halfmove.teach.lessons.reading import read
from halfmove.teach.lessons.shelf import ENDING, Shelf, shipped
from halfmove.teach.quiz.response import plural


def run(name: str | None, *, check: bool, output: str | None, json: bool) -> None:
    """List the lessons, or play, check or write one."""
    if name is None:
        for option, given in (("--check", check), ("--output", output is not None)):
            if given:
                raise BadInput(f"{option} is about one lesson; name it: halfmove lesson alphabeta {option}.")
        show_list(shipped(), json=json)
        return
    if output is not None:
        from halfmove.teach.lessons.shelf import form_of, save

        form_of(output)  # before anything is made
        written = save(found(name), output)
        if json:
            from halfmove.cli.terminal import print_json

            print_json({"output": str(written)})
        else:
            print(f"Wrote {written}.")
        return
    lesson = found(name)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(lesson.to_dict())
    elif check:
        print(
            f"{lesson.title}: {plural(len(lesson.steps), 'step')}, "
            f"{plural(len(lesson.exhibits), 'exhibit')}, "
            f"{plural(len(lesson.questions), 'question')} for {plural(lesson.points, 'point')}. "
            "Nothing is wrong with it."
        )
    else:
        from halfmove.cli.lesson.play import play

        play(lesson)


def found(name: str) -> Lesson:
    """The lesson shipped under that name, or in that file."""
    shelf = shipped()
    if name in shelf.entries:
        return shelf.open(name)
    if name.endswith(ENDING) or Path(name).is_file():
        return read(name)
    known = ", ".join(shelf.entries)
    raise BadInput(
        f"There is no lesson '{name[:60]}'; there are: {known}; one of your own is a file NAME{ENDING}."
    )


def show_list(shelf: Shelf, *, json: bool) -> None:
    """Names, titles, and what they are about."""
    if json:
        from halfmove.cli.terminal import print_json

        print_json({"lessons": [{"name": e.name, "title": e.title, "about": e.about} for e in shelf]})
        return
    from halfmove.cli.terminal import line_width, say

    indent = max(len(entry.name) for entry in shelf) + 2
    for entry in shelf:
        about = textwrap.wrap(entry.about, (line_width() or 80) - indent)
        for label, line in zip_longest([entry.name], about, fillvalue=""):
            say(f"{label:{indent}}{line}")
    say("")
    say("Play one:         halfmove lesson games")
    say("in the browser:   halfmove serve --open, page Lessons")
