"""Writes docs/misconceptions.md and its pictures: `python docs/images/draw_misconceptions.py`.

Every figure in the page is read off a run; a test compares the page with what this script would write.
"""

from __future__ import annotations

import re
from pathlib import Path

import halfmove as hm
from halfmove.teach.misconceptions import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.report import cell, heading_of, outcome_of

HERE = Path(__file__).parent
PICTURES = HERE / "misconceptions"
PAGE = HERE.parent / "misconceptions.md"

OPENING = """\
# A gallery of misconceptions

This page lists common misconceptions about game search and shows what really happens. Each entry is a belief
with runs of real searches on a small tree: the right procedure, and the wrong one too, recorded in the same
way. All figures below come from the runs: `docs/images/draw_misconceptions.py` writes this page.

    halfmove misconceptions                                   the list
    halfmove misconceptions equal-moves                       one, in the terminal
    halfmove misconceptions which-window --steps 1            its run (1), step by step
    halfmove misconceptions horizon --output horizon.html     with its pictures, as a page
    halfmove misconceptions horizon --json                    as data, with the whole traces

In a notebook `hm.misconception("equal-moves")` shows an entry with all its pictures; its figures and traces
are available separately:

```pycon
>>> import halfmove as hm
>>> found = hm.misconception("equal-moves")
>>> found.facts["drawn"], found.facts["worth"]
(['a', 'b', 'c'], [4, 4, 1])
>>> print(found.runs[0].trace.text("events", width=None))
start alphabeta: tree, dialect aima, strict False, labels before
…
finish: 4 by a
>>> wrong = found.runs[1]
>>> wrong.verdict, wrong.trace.outcome.action
('wrong', 'c')

```

The marking of [exercises](practice.md) recognises many of them: `hm.misconception` also takes the names that
marking uses. The wrong procedures are in a separate module (`halfmove.teach.misconceptions.faulty`) and are
not algorithms: `hm.trace` and `hm.analyze` do not have them. To add an entry, write it in the file of its
topic in `halfmove/teach/misconceptions/entries`, with its name in `ENTRIES` there.
"""


def page() -> str:
    """The whole document."""
    gallery = hm.misconceptions()
    parts = [OPENING, _map()]
    for topic, found in gallery.topics().items():
        parts.append(f"## {topic}\n")
        parts += [_section(entry) for entry in found]
    return "\n".join(parts)


def _map() -> str:
    rows = [
        f"| {topic} | " + ", ".join(f"[{e.name}](#{e.name})" for e in found) + " |"
        for topic, found in hm.misconceptions().topics().items()
    ]
    return "\n".join(["| | |", "|---|---|", *rows, ""])


def _section(entry: Misconception) -> str:
    exhibit = entry.exhibit
    shown = chosen(exhibit)
    parts = [
        f"### {entry.name}",
        f"> {_plain(entry.belief)}",
        f"**{_plain(entry.answer)}** {_plain(exhibit.happens)}",
    ]
    for part in exhibit.parts:
        if isinstance(part, Table):
            parts.append(_table(part))
        elif part in shown:
            parts.append(_run(part, picture(entry, part)))
    parts.append(f"*Why.* {_plain(entry.why)}")
    parts.append(f"*The right rule.* {_plain(entry.rule)}")
    parts.append(f"*Further reading.* {_plain('; '.join(entry.reading))}.")
    return "\n\n".join(parts) + "\n"


def chosen(exhibit: Exhibit) -> list[Run]:
    """Two runs an entry: the first wrong one and the first right one, or else the first two."""
    firsts = [next((r for r in exhibit.runs if r.verdict == v), None) for v in ("wrong", "right")]
    return [run for run in firsts if run] if all(firsts) else list(exhibit.runs[:2])


def picture(entry: Misconception, run: Run) -> Path:
    """Where a run's picture is kept."""
    return PICTURES / f"{entry.name}-{entry.runs.index(run) + 1}.svg"


def _run(run: Run, file: Path) -> str:
    heading = _plain(heading_of(run))
    link = f"![{heading}]({file.relative_to(PAGE.parent)})"
    marked = re.sub(r"^(WRONG|RIGHT)", r"**\1**", heading)
    return f"{marked}:\n\n{link}\n\n{_plain(run.seen)} ({_plain(outcome_of(run))}.)"


def _table(table: Table) -> str:
    numeric = [all(not isinstance(v, str) for v in column) for column in zip(*table.rows, strict=True)]
    rules = "|".join("---:" if right else "---" for right in numeric)
    rows = [f"| {' | '.join(cell(v) for v in row)} |" for row in table.rows]
    head = f"| {' | '.join(table.columns)} |"
    return "\n".join([f"{_plain(table.heading)}:", "", head, f"|{rules}|", *rows, "", _plain(table.seen)])


def _plain(text: str) -> str:
    """Text in which Markdown finds no signs of its own."""
    return re.sub(r"([*<>])", r"\\\1", text)


def draw() -> None:
    """The page and its pictures."""
    PICTURES.mkdir(exist_ok=True)
    wanted = {}
    for entry in hm.misconceptions().values():
        wanted |= {picture(entry, run): run for run in chosen(entry.exhibit)}
    for file, run in wanted.items():
        file.write_text(run.svg(title="") + "\n")
    for file in set(PICTURES.glob("*.svg")) - set(wanted):
        file.unlink()
    PAGE.write_text(page())


if __name__ == "__main__":
    draw()
