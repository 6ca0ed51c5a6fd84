"""The page of plots: the ratios to other programs on the page of benchmarks, drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from matplotlib.figure import Figure

RATIO = re.compile(r"^(\w+'s )?ratio\b|faster by$")
NUMBER = re.compile(r"^([\d,]+(?:\.\d+)?)\s*×?$")
INTRODUCTION = """\
# Benchmarks as plots

How many times faster Halfmove is than a program that does the same, measured in the same minutes on the
same machine; the line is at 1, where both are as fast. How each was measured, with its figures, is on the
page of [benchmarks](../benchmarks.md); the plots are drawn from there.
"""


@dataclass
class Section:
    """A section of the page of benchmarks, and the ratios in its tables."""

    title: str
    bars: list[tuple[str, float]] = field(default_factory=list)


def write(folder: Path) -> None:
    """Write the page and its pictures."""
    text = [INTRODUCTION]
    page = (folder.parent / "benchmarks.md").read_text(encoding="utf-8")
    for number, section in enumerate(each for each in sections(page) if each.bars):
        draw(section, folder / f"ratios-{number}.svg")
        said = ", ".join(f"{name} {value:g} times" for name, value in section.bars)
        text.append(f'## {section.title}\n\n<img src="ratios-{number}.svg" alt="{said}">\n')
    (folder / "plots.md").write_text("\n".join(text), encoding="utf-8")


def sections(page: str) -> Iterator[Section]:
    """The sections of the page with the ratios that their tables have."""
    current = Section("")
    column: int | None = None
    for line in page.splitlines():
        if line.startswith("## "):
            yield current
            current = Section(line[3:])
        if not line.startswith("|"):
            column = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        found = [at for at, cell in enumerate(cells) if RATIO.search(cell) and "theory" not in cells]
        if found:
            column = found[0]
        elif column is not None and column < len(cells) and (value := NUMBER.match(cells[column])):
            current.bars.append((re.sub(r"[*`]", "", cells[0]), float(value[1].replace(",", ""))))
    yield current


def draw(section: Section, file: Path) -> None:
    """A bar a row, on a logarithmic scale."""
    names, values = zip(*reversed(section.bars), strict=True)
    figure = Figure(figsize=(8, 0.7 + 0.32 * len(names)), layout="constrained")
    axes = figure.subplots()
    colours = ["#2b6cb0" if value >= 1 else "#b7791f" for value in values]
    bars = axes.barh(range(len(names)), [value - 1 for value in values], left=1, color=colours)
    axes.set_xscale("log")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.bar_label(bars, [f" {value:g} ×" for value in values])
    axes.margins(x=0.15)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, metadata={"Date": None})
