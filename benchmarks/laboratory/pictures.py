"""Pictures of trees: seconds by size and format, beside Graphviz.

Random irregular trees (two to four children a node) searched by alpha-beta and drawn with windows, values,
cutoffs and the principal variation, from the trace to the file on disk; nothing is reused between runs.
Graphviz draws our own `.dot` of the same tree in the same minutes, as a command. The last table times whole
commands. Checked: an SVG shows every node of the tree once, and a picture made twice is the same.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.laboratory.trees import irregular
from benchmarks.measure import alternate, on_wall
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.tree import tree
from halfmove.teach.trace import Trace, trace

SIZES = (100, 500, 2000)
FORMATS = ("svg", "png", "pdf", "dot", "tex", "forest.tex", "html")


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    sizes = SIZES[:2] if settings.quick else SIZES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        columns = [column(size, folder, settings.runs) for size in sizes]
        rows = [[what, *(each.get(what, "–") for each in columns)] for what in columns[0]]
        section.table(["nodes", *(figures.count(size) for size in sizes)], rows)
        rows = [whole(size, folder, settings.runs) for size in sizes]
        section.table([f"whole commands, medians of {settings.runs}", "time", "range", "peak memory"], rows)


def column(size: int, folder: Path, runs: int) -> dict[str, str]:
    """One tree in all formats."""
    spec = irregular(size)
    found = trace(tree(spec))
    expect("nodes of the tree", sum(1 for _ in found.outline.walk()), size)
    check(found, size)
    contestants = {
        "trace, with its outline": lambda: on_wall(lambda: trace(tree(spec)).outline)[1],
        **{f".{form}": saving(spec, folder / f"tree-{size}.{form}") for form in FORMATS},
    }
    for once in contestants.values():
        once()
    dot = shutil.which("dot")
    if dot:
        command = [dot, "-Tsvg", str(folder / f"tree-{size}.dot"), "-o", str(folder / "graphviz.svg")]
        contestants["Graphviz: `dot -Tsvg`"] = lambda: run_process(command).seconds
    times = {name: median(each) for name, each in alternate(contestants, runs).items()}
    cells = {name: figures.seconds(seconds) for name, seconds in times.items()}
    if dot:
        cells["Graphviz : our .svg"] = figures.ratio(times["Graphviz: `dot -Tsvg`"], times[".svg"])
    return cells


def saving(spec: object, path: Path) -> Callable[[], float]:
    """Draw a fresh trace, of which nothing has been computed yet, into a file."""

    def once() -> float:
        fresh = trace(tree(spec))
        return on_wall(lambda: fresh.save(path))[1]

    return once


def check(found: Trace, size: int) -> None:
    """The picture has a title for each node, and is the same each time."""
    svg = found.svg()
    expect("the same picture twice", trace(found.game).svg() == svg, True)
    expect("nodes drawn", svg.count('<g data-part="n'), size)


def whole(size: int, folder: Path, runs: int) -> list[str]:
    """`halfmove tree FILE --output x.svg`."""
    source = folder / f"{size}.json"
    source.write_text(json.dumps(irregular(size)))
    command = [*HALFMOVE, "tree", str(source), "--output", str(folder / "x.svg")]
    run_process(command)
    found = [run_process(command) for _ in range(runs)]
    times = [process.seconds for process in found]
    return [
        f"`halfmove tree …`, {size:,} nodes, `--output x.svg`",
        figures.seconds(median(times)),
        figures.spread(times),
        figures.megabytes(median(process.peak for process in found)),
    ]
