"""Build the notebooks from their sources: `.venv/bin/python docs/notebooks/build.py [NUMBER …]`.

A source in `sources/` is a Python file in the percent format: `# %% [markdown]` opens a cell of prose, each
line of it behind `# `, and `# %%` one of code.  It is run in a kernel of the Python that runs this script,
whatever kernels are installed, and written as a notebook with its outputs.  What changes from run to run or
from machine to machine (times, counts of executions, versions) is left out, so that a notebook changes only
when what it says does.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).parent
SOURCES = sorted((HERE / "sources").glob("*.py"))
SHOWN = ("image/svg+xml", "text/html", "text/markdown")
"""Of the forms in which a cell shows the same thing the first of these is kept, else the plain text."""
SECONDS = 120
"""The most that a cell may take; the first one may compile a game."""

_MARK = re.compile(r"^# %%(?: (\[markdown\]))?\n", re.MULTILINE)


class ThisPython(KernelSpecManager):
    """One kernel, the Python that runs this: none need be installed, and none that is gets in the way."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        quiet = ["--HistoryManager.enabled=False", "--InteractiveShell.colors=nocolor"]
        return KernelSpec(argv=[*command, *quiet], display_name="Python 3", language="python")


def target(source: Path) -> Path:
    """Where the notebook of a source lies."""
    return HERE / f"{source.stem}.ipynb"


def read(source: Path) -> NotebookNode:
    """The notebook of a source, not run yet."""
    cells = [
        new_markdown_cell(_prose(text), id=f"cell-{i}") if prose else new_code_cell(text, id=f"cell-{i}")
        for i, (prose, text) in enumerate(_cells(source.read_text()), 1)
    ]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": spec, "language_info": {"name": "python"}})


def _cells(text: str) -> Iterator[tuple[bool, str]]:
    parts = _MARK.split(text)
    assert not parts[0].strip(), "a source begins with a cell"
    for kind, body in zip(parts[1::2], parts[2::2], strict=True):
        yield bool(kind), body.strip()


def _prose(text: str) -> str:
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines())


def run(notebook: NotebookNode) -> NotebookNode:
    """The notebook with its outputs; nbclient's `CellExecutionError` where a cell fails."""
    with tempfile.TemporaryDirectory() as scratch:
        kernel = AsyncKernelManager(
            kernel_spec_manager=ThisPython(),
            kernel_name="this",
            transport="ipc",  # files in `scratch`, in the place of ports
            connection_file=f"{scratch}/kernel.json",
        )
        where = {"metadata": {"path": str(HERE)}}
        client = NotebookClient(notebook, km=kernel, timeout=SECONDS, resources=where, record_timing=False)
        client.owns_km = True  # and ends it
        client.execute(env={**os.environ, "IPYTHONDIR": scratch})
    return tidy(notebook)


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Without what changes from run to run, and of a picture only the picture."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [_bare(output) for output in _joined(cell.outputs)]
    return notebook


def _joined(outputs: list[NotebookNode]) -> Iterator[NotebookNode]:
    """A kernel sends what is printed in pieces as they come; here they are one."""
    last = None
    for output in outputs:
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            last = output
            yield output


def _bare(output: NotebookNode) -> NotebookNode:
    if "execution_count" in output:
        output.execution_count = None
    if "data" in output:
        output.metadata = {}
        shown = next((kind for kind in SHOWN if kind in output.data), "text/plain")
        output.data = NotebookNode({shown: output.data[shown]})
    return output


def words(cell: Any) -> list[str]:
    """What a code cell says, an entry an output; a picture is "[picture]", or nothing where it is empty."""
    return [_words(output) for output in cell.get("outputs", [])]


def _words(output: Any) -> str:
    if output["output_type"] == "stream":
        return str(output["text"])
    data = output["data"]
    for kind in ("text/plain", "text/markdown"):
        if kind in data:
            return str(data[kind])
    picture = str(data.get("image/svg+xml") or data["text/html"])
    return "[picture]" if re.search(r"<(path|rect|text|circle|table|li)\b", picture) else ""


def main() -> None:
    wanted = sys.argv[1:]
    for source in SOURCES:
        if not wanted or source.stem.partition("-")[0].lstrip("0") in wanted:
            nbformat.write(run(read(source)), target(source))
            print(f"{target(source).relative_to(HERE)}: {target(source).stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
