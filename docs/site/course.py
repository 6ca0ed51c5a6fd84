"""The pages of the course, with what their comments ask for in its place.

`<!-- steps: tree fig-5-2 -->` becomes a player that steps through what `halfmove tree fig-5-2` searches, and
`<!-- picture: … -->` its picture; `[text](lesson:NAME)` a link to a lesson that plays on a page of its own.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from halfmove.cli.main import main

MARK = re.compile(r"<!-- (steps|picture): (.+?) -->")
LESSON = re.compile(r"\]\(lesson:([\w-]+)\)")


def write(folder: Path) -> list[str]:
    """Fill the pages of the folder in, and say their names in order."""
    pages = sorted(folder.glob("*.md"))
    for page in pages:
        page.write_text(fill(page.read_text(encoding="utf-8"), folder), encoding="utf-8")
    return [page.name for page in pages]


def fill(text: str, folder: Path) -> str:
    """A page's text with what its comments ask for; files for it go into the folder."""
    text = MARK.sub(lambda found: embedded(folder, found[1], found[2].split()), text)
    return LESSON.sub(lambda found: f"]({lesson(folder, found[1])})", text)


def embedded(folder: Path, kind: str, words: list[str]) -> str:
    """A file that a command writes, as HTML that shows it."""
    name = re.sub(r"\W+", "-", " ".join(words)) + (".html" if kind == "steps" else ".svg")
    run([*words, "--output", str(folder / name)])
    command = f"halfmove {' '.join(words)}"
    if kind == "picture":
        return f'<img src="{name}" alt="What {command} draws" class="drawn">'
    return (
        f'<iframe src="{name}" title="Step through {command}" class="steps" loading="lazy"></iframe>\n'
        f'<small>`{command} --steps` · <a href="{name}" target="_blank">on a page of its own</a></small>'
    )


def lesson(folder: Path, name: str) -> str:
    """The file of a lesson that plays in a browser."""
    file = f"lesson-{name}.html"
    if not (folder / file).exists():
        run(["lesson", name, "--output", str(folder / file)])
    return file


def run(words: list[str]) -> None:
    """Run a command; SystemExit with what it says where it fails."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = main(words)
    if status:
        raise SystemExit(f"halfmove {' '.join(words)} ends with {status}: {said.getvalue()}")
