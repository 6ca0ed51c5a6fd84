"""Good first tasks, collected from the pages: `python docs/first_tasks.py` writes the list.

A page names one where it is missed, in a line of its own: `<!-- first task: TITLE | WHAT | FILE | TEST -->`,
with a file to read beside it and a test like the one that will hold it.  Who does it removes the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
PAGE = DOCS / "first-tasks.md"
MARK = re.compile(r"^<!-- first task: (.+?) \| (.+?) \| (\S+) \| (\S+) -->$", re.MULTILINE)
HEAD = """\
# Good first tasks

Each adds one thing, has something like it to read, and a kind of test that holds it.
[CONTRIBUTING.md](../CONTRIBUTING.md) says how to begin; pages name these tasks where they are
missed, and `python docs/first_tasks.py` collects them here.

| task | what | page | read first | test like |
|---|---|---|---|---|
"""


class Task(NamedTuple):
    """A task as its page names it."""

    page: str
    title: str
    what: str
    file: str
    test: str

    def row(self) -> str:
        links = [f"[`{name}`](../{name})" for name in (self.file, self.test)]
        return " | ".join([f"| **{self.title}**", self.what, f"[{self.page}]({self.page})", *links]) + " |\n"


def tasks() -> Iterator[Task]:
    """All tasks, by pages."""
    for path in sorted(DOCS.glob("**/*.md")):
        for found in MARK.findall(path.read_text(encoding="utf-8")):
            yield Task(path.relative_to(DOCS).as_posix(), *found)


def page() -> str:
    """What the page is to hold."""
    return HEAD + "".join(task.row() for task in tasks())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
