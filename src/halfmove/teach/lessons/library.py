"""Lessons by name: those that come with Halfmove, those of a lecturer's folder, and those of other packages.

A package names a folder of them, or its module that lies there.  A folder's lessons are its files `NAME.md`,
in the order of their names; a number before the name orders them and is not part of it (`03-alphabeta.md` is
`alphabeta`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.entry_points import Group, warn_once
from halfmove.core.errors import BadInput
from halfmove.teach.lessons.lesson import Lesson
from halfmove.teach.quiz.platforms import PLATFORMS

if TYPE_CHECKING:
    from halfmove.teach.lessons.lesson import Lesson

ENDING = ".md"
SHIPPED = Path(__file__).parent / "shipped"


@dataclass(frozen=True)
class Entry:
    """A lesson as a list shows it; whatever it has is made when it is opened."""

    name: str
    title: str
    about: str
    path: Path


class LessonLibrary:
    """The lessons of some folders, by name; where two have the same name, the first folder's is found."""

    def __init__(self, folders: Sequence[str | Path] = ()) -> None:
        """`BadInput` for a folder that is not there, or that has no lessons."""
        self.entries: dict[str, Entry] = {}
        for folder in folders:
            place = Path(folder)
            if not place.is_dir():
                raise BadInput(f"There is no folder '{folder}' with lessons.")
            found = [self._entry(path) for path in sorted(place.glob(f"*{ENDING}"))]
            if not found:
                raise BadInput(f"The folder '{folder}' has no lessons; a lesson is a file NAME{ENDING}.")
            for entry in found:
                self.entries.setdefault(entry.name, entry)
        self._read: dict[str, tuple[tuple[int, int], Lesson]] = {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def entry(self, name: str) -> Entry:
        """The lesson of that name, unread; `BadInput` where there is none."""
        if name not in self.entries:
            raise BadInput(f"There is no lesson '{name[:60]}'; there are: {', '.join(self.entries)}.")
        return self.entries[name]

    def open(self, name: str) -> Lesson:
        """The lesson of that name, made; again only when its file has changed."""
        entry = self.entry(name)
        try:
            found = entry.path.stat()
        except OSError as error:
            raise BadInput(f"The lesson '{entry.path}' cannot be read: {error.strerror}.") from None
        stamp = found.st_mtime_ns, found.st_size
        known = self._read.get(name)
        if known is None or known[0] != stamp:
            from halfmove.teach.lessons.reading import read

            known = self._read[name] = stamp, replace(read(entry.path), name=name)
        return known[1]

    @staticmethod
    def _entry(path: Path) -> Entry:
        title, about = _head(path)
        name = re.sub(r"^\d+[-_. ]+", "", path.stem) or path.stem
        return Entry(name, title or name, about, path)


def _head(path: Path) -> tuple[str, str]:
    """Title and sentence, from the beginning of the file alone."""
    title = about = ""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for row, _ in zip(file, range(40)):
                key, _, said = row.partition(":")
                if key == "title" and not title:
                    title = said.strip().strip("\"'")
                elif key == "about" and not about:
                    about = said.strip().strip("\"'")
                elif row.startswith("# ") and not title:
                    title = row[2:].strip()
    except OSError as error:
        raise BadInput(f"The lesson '{path}' cannot be read: {error.strerror}.") from None
    return title, about


def _read(found: Any, name: str) -> Path:
    """The folder of lessons that a package names, by its path or by a module there."""
    folder = found if isinstance(found, str | Path) else next(iter(getattr(found, "__path__", ())), None)
    if folder is None:
        raise BadInput(f"is neither a folder nor a package of Python but {found!r}.")
    try:
        theirs = LessonLibrary([folder])
    except BadInput as error:
        raise BadInput(f"cannot be read: {error}") from None
    for entry in theirs:
        if entry.name in LessonLibrary([SHIPPED]).entries:
            raise BadInput(f"has '{entry.name}', a name that a lesson of Halfmove has.")
    return Path(folder)


OTHERS = Group("halfmove.lessons", "folder of lessons", lambda name: False, _read)
"""The folders of lessons of other packages."""


def shipped_folders() -> list[Path]:
    """The folder of the lessons that come with Halfmove, then those of other packages; where two packages
    have a lesson of one name, the first one's is found, which a warning says."""
    found = OTHERS.working()
    owners: dict[str, str] = {}
    for name, folder in found.items():
        for lesson in LessonLibrary([folder]).entries:
            owner = owners.setdefault(lesson, name)
            if owner != name:
                warn_once(f"The lesson '{lesson}' of '{name}' is left out: '{owner}' has one too.")
    return [SHIPPED, *found.values()]


def open_shipped() -> LessonLibrary:
    """The lessons that come with Halfmove, in the order of a course; then those of packages."""
    return LessonLibrary(shipped_folders())


def _html(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.web import page

    return page(lesson).encode()


def _notebook(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.notebook import notebook

    return (json.dumps(notebook(lesson), ensure_ascii=False, indent=1) + "\n").encode()


def _pdf(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.print import pdf

    return pdf(lesson)


def _json(lesson: Lesson) -> bytes:
    return (json.dumps(lesson.to_dict(), ensure_ascii=False, indent=2) + "\n").encode()


def _questions(form: str, lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.print import questions_for

    return questions_for(lesson, form)


FORMATS: dict[str, Callable[[Lesson], bytes]] = {
    "html": _html,
    "ipynb": _notebook,
    "pdf": _pdf,
    "json": _json,
    **{ending: partial(_questions, form) for form, ending in PLATFORMS.items()},
}
"""What writes each, by the ending of its files."""


def form_of(path: str | Path) -> str:
    """The format that a file's name ends with; `BadInput` for another."""
    ending = Path(path).suffix.lower().lstrip(".")
    if ending not in FORMATS:
        endings = ", ".join(f".{ending}" for ending in FORMATS)
        raise BadInput(f"A lesson is written as {endings}, not '{Path(path).name}'.")
    return ending


def save(lesson: Lesson, path: str | Path) -> Path:
    """Write a lesson in the format that the file's name ends with, whole or not at all."""
    target = Path(path)
    content = FORMATS[form_of(target)](lesson)
    with whole_bytes(target) as out:
        out.write(content)
    return target
