"""The report: sections of text and tables, printed as they are measured and kept as Markdown.

A file of them is written section by section: those measured now replace their elders, the others stay, so
that the long benchmarks can be run on their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from benchmarks import machine

METHOD = Path(__file__).with_name("method.md")
"""The text above the sections."""

_SECTION = re.compile(r"<!-- benchmark (\w+) -->\n(.*?)<!-- end -->\n(.*?)(?=<!-- benchmark|\Z)", re.DOTALL)


class Section:
    """One benchmark's part of the report."""

    def __init__(self, name: str, docstring: str) -> None:
        title, _, text = docstring.strip().partition("\n\n")
        self.name = name
        self.lines: list[str] = []
        self._load = machine.load()
        self.say(f"## {title.rstrip('.')}")
        if text:
            self.say(text.strip())

    def say(self, text: str) -> None:
        """A paragraph."""
        print(text + "\n", flush=True)
        self.lines += [text, ""]

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table; all columns but the first are figures and stand on the right."""
        widths = [max(3, *(len(row[i]) for row in (head, *rows))) for i in range(len(head))]
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        lines = [
            self._row(head, widths),
            f"| {' | '.join(rule)} |",
            *(self._row(row, widths) for row in rows),
        ]
        self.say("\n".join(lines))

    @staticmethod
    def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
        aligned = [cells[0].ljust(widths[0])]
        aligned += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        return f"| {' | '.join(aligned)} |"

    def close(self) -> None:
        """The small print: what it was measured on."""
        self.say(
            f"<sub>`{machine.command()}`, {date.today().isoformat()}, on {machine.machine()}; "
            f"load {self._load} at the start, {machine.load()} at the end. {machine.versions()}.</sub>"
        )


def write(path: Path, sections: Sequence[Section], order: Sequence[str]) -> None:
    """Put the sections into a file of Markdown, in the given order, beside those of earlier runs.

    What people have written behind a section stays there.
    """
    found = {name: (text, after) for name, text, after in _SECTION.findall(_text(path))}
    for section in sections:
        _, after = found.get(section.name, ("", ""))
        found[section.name] = "\n".join(section.lines), after
    parts = [METHOD.read_text().strip() + "\n"]
    for name in order:
        if name in found:
            text, after = (part.strip() for part in found[name])
            parts.append(f"\n<!-- benchmark {name} -->\n{text}\n<!-- end -->\n" + (after and f"\n{after}\n"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(parts))


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""
