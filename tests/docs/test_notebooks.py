"""The notebooks of docs/notebooks run, say what their outputs say, and are what their sources make them."""

import json
from importlib.util import module_from_spec, spec_from_file_location

import nbformat
import pytest
from documents import ROOT
from usual import some

NOTEBOOKS = ROOT / "docs" / "notebooks"
LARGEST = 300_000
"""Bytes of a notebook with its pictures."""


def _builder():
    spec = spec_from_file_location("build_notebooks", NOTEBOOKS / "build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _builder()
every_source = pytest.mark.parametrize("source", build.SOURCES, ids=lambda source: source.stem)


def kept(source):
    return nbformat.read(build.target(source), as_version=4)


def test_there_is_a_notebook_for_every_source_and_no_other():
    assert sorted(NOTEBOOKS.glob("*.ipynb")) == [build.target(source) for source in build.SOURCES]
    assert len(build.SOURCES) == 15


@every_source
def test_the_notebook_is_what_its_source_says(source):
    made = build.read(source)
    assert [(c.cell_type, c.source, c.id) for c in kept(source).cells] == [
        (c.cell_type, c.source, c.id) for c in made.cells
    ]


OFTEN = ("01", "03", "06", "12")
"""Notebooks that every run runs: rules, growth, chance, learning.  The others are for a run of all tests."""


@pytest.mark.slow_interpreted  # takes too long
@pytest.mark.parametrize(
    "source", some(build.SOURCES, lambda source: source.stem[:2] in OFTEN), ids=lambda source: source.stem
)
def test_it_runs_and_says_the_same(source):
    found = build.run(build.read(source))
    for cell, before in zip(found.cells, kept(source).cells, strict=True):
        assert build.words(cell) == build.words(before), cell.source
        assert all(build.words(cell)), f"an empty picture: {cell.source}"


@every_source
def test_it_is_small_and_carries_nothing_of_the_machine(source):
    path = build.target(source)
    text = path.read_text()
    assert len(text.encode()) < LARGEST
    for trace_of_a_machine in ("/home/", "/root/", "/tmp/", "Traceback", str(ROOT), " object at 0x"):
        assert trace_of_a_machine not in text
    nbformat.validate(json.loads(text), version=4)
    notebook = kept(source)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert not any(cell.metadata or cell.get("execution_count") for cell in notebook.cells)


@every_source
def test_it_is_written_to_be_read(source):
    notebook = build.read(source)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert prose[0].startswith(f"# {int(source.stem[:2])}. ")
    assert any("**Predict:**" in text for text in prose)
    assert any(text.startswith("## Exercises") or "\n## Exercises" in text for text in prose)
    assert any("[picture]" in build.words(cell) for cell in kept(source).cells)


@pytest.mark.slow_interpreted  # a kernel, too
def test_another_output_is_noticed():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(1 + 1)\nprint(3)")])
    (cell,) = build.run(notebook).cells
    assert build.words(cell) == ["2\n3\n"]
    empty = {"output_type": "display_data", "data": {"image/svg+xml": "<svg></svg>"}}
    assert build.words({"outputs": [empty]}) == [""]
