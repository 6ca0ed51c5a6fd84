"""Exercises on paper: blank sheets and their solutions.

content   what stands on a sheet; text, Markdown and JSON
web       HTML, which prints well
latex     a LaTeX document with a TikZ picture a tree
print     PDF, set by Typst

What learning platforms read (`teach.quiz.platforms`) is written from here too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.platforms import PLATFORMS
from halfmove.teach.quiz.response import plural

FORMATS = ("pdf", "tex", "html", "md", "txt", "json")


def sheet(
    exercises: Exercise | Iterable[Exercise],
    path: str | os.PathLike[str],
    *,
    solution: bool = False,
    title: str = "Game search: exercises",
) -> Path:
    """Write exercises as a sheet, or their solution, in the format that the file's name ends with.

    `.pdf`, `.tex`, `.html`, `.md`, `.txt`, or `.json` (what `Exercise.from_dict` reads); for learning
    platforms `.xml` (Moodle), `.gift` (Moodle's GIFT) or `.zip` (a package of QTI 2.1), which hold the
    answers in any case.  A file that is there is replaced, at once and whole.  Returns the path.  `BadInput`
    for another format, for no exercises, and if PDF is wanted and Typst is not installed (the extra
    halfmove[pictures]).
    """
    chosen = [exercises] if isinstance(exercises, Exercise) else list(exercises)
    target = Path(path)
    form = form_of(target)
    if not chosen:
        raise BadInput("A sheet needs at least one exercise.")
    content = written(chosen, form, solution=solution, title=title)
    with whole_bytes(target) as out:
        out.write(content)
    return target


def form_of(path: Path) -> str:
    """The format that a file's name ends with."""
    ending = path.suffix.lower().lstrip(".")
    if ending in FORMATS:
        return ending
    for form, own in PLATFORMS.items():
        if ending == own:
            return form
    endings = ", ".join(f".{f}" for f in (*FORMATS, *PLATFORMS.values()))
    raise BadInput(f"A sheet is a file of {endings}, not '{path.name}'.")


def written(exercises: list[Exercise], form: str, *, solution: bool, title: str) -> bytes:
    """The sheet as the bytes of its file."""
    heading = f"{title}: solution" if solution else title
    if len(exercises) > 1:
        heading = f"{heading} ({plural(sum(exercise.points for exercise in exercises), 'point')})"
    if form == "pdf":
        from halfmove.teach.quiz.sheets.print import pdf

        return pdf(exercises, heading, solution)
    if form == "html":
        from halfmove.teach.quiz.sheets.web import html

        return html(exercises, heading, solution).encode()
    if form == "tex":
        from halfmove.teach.quiz.sheets.latex import tex

        return tex(exercises, heading, solution).encode()
    if form in PLATFORMS:
        return for_platform(exercises, form, title)
    from halfmove.teach.quiz.sheets import content

    return getattr(content, form)(exercises, heading, solution).encode()  # type: ignore[no-any-return]


def for_platform(exercises: list[Exercise], form: str, title: str) -> bytes:
    """The file that a learning platform reads."""
    from halfmove.teach.quiz.platforms import platform_file
    from halfmove.teach.quiz.platforms.items import items

    return platform_file(items(exercises), form, title)
