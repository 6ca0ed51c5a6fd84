"""Sheets to files: one with its solution, or one for each exercise in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from halfmove.cli.quiz.request import Request
from halfmove.cli.terminal import print_json
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.platforms import PLATFORMS
from halfmove.teach.quiz.sheets import FORMATS, form_of, sheet


def write(
    request: Request, output: str | None, *, each: bool, form: str | None, title: str, as_json: bool
) -> None:
    """Write the sheet and its solution, and say which files they are."""
    if form is not None and form not in (*FORMATS, *PLATFORMS):
        raise BadInput(f"There is no format '{form}'; there are: {', '.join((*FORMATS, *PLATFORMS))}.")
    if each and output is None:
        raise BadInput("--each writes into a folder; name it with --output.")
    ending = PLATFORMS.get(form or "", form or "pdf")
    path = Path(f"quiz.{ending}" if output is None else output)
    if each:
        written = _each(request, path, ending, title)
    else:
        named = form_of(path)  # before anything is made
        if form not in (None, named):
            raise BadInput(f"--format {form} is a file of .{ending}, not '{path.name}'.")
        _refuse_folder(path.parent)
        written = _pair(request.exercises(), path, title)
    if as_json:
        content: dict[str, Any] = {"files": [str(p) for p in written]}
        print_json(content)
    elif len(written) > 6:
        what = "files" if ending in PLATFORMS.values() else "sheets and their solutions"
        many = len(written) if ending in PLATFORMS.values() else len(written) // 2
        print(f"Wrote {many} {what}: {written[0]} … {written[-1]}.")
    else:
        for file in written:
            print(f"Wrote {file}.")


def _refuse_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(f"There is no folder '{folder}' to write into.")


def _pair(exercises: list[Exercise], path: Path, title: str) -> list[Path]:
    """The sheet, and its solution (`week5.pdf`, `week5-solution.pdf`); a platform's file has both."""
    if form_of(path) in PLATFORMS:
        return [sheet(exercises, path, title=title)]
    solution = path.with_name(f"{path.stem}-solution{path.suffix}")
    sheet(exercises, path, title=title)
    sheet(exercises, solution, solution=True, title=title)
    return [path, solution]


def _each(request: Request, folder: Path, ending: str, title: str) -> list[Path]:
    """A numbered sheet for each exercise, with its solution."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"'{folder}' is a file; --each writes into a folder.")
    exercises = request.exercises()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for i, exercise in enumerate(exercises, 1):
        path = folder / f"sheet-{i:0{max(2, len(str(len(exercises))))}}.{ending}"
        written += _pair([exercise], path, f"{title}, sheet {i}")
    return written
