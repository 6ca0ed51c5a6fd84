"""The picture of the folders and the lists of them are those of the import rules."""

import importlib.util
import re

import pytest
from documents import ROOT

pytestmark = pytest.mark.one_speed


@pytest.fixture(scope="module")
def draw_house():
    spec = importlib.util.spec_from_file_location("draw_house", ROOT / "docs/images/draw_house.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_what_its_script_draws(draw_house):
    assert (ROOT / "docs/images/house.svg").read_text() == draw_house.house()


def test_every_folder_stands_in_the_picture_once(draw_house):
    shown = sorted(name for layer in draw_house.layers() for name in layer)
    folders = sorted(path.parent.name for path in (ROOT / "src/halfmove").glob("*/__init__.py"))
    assert shown == sorted(draw_house.FOLDERS) == folders


def test_contributing_lists_the_layers_in_order(draw_house):
    listed = re.search(
        r"## The house.*?\n\n((?:    [^\n]*\n)+)", (ROOT / "CONTRIBUTING.md").read_text(), re.S
    )[1]
    lines = [line[4:24].split() for line in listed.splitlines()]
    assert [names for names in lines if names] == draw_house.layers()


def test_files_that_the_architecture_names_are_there():
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`", text))
    inside = {name for name in named if not name.startswith(("docs/", "tests/"))}
    assert len(inside) > 20
    assert [name for name in sorted(inside) if not (ROOT / "src/halfmove" / name).is_file()] == []
