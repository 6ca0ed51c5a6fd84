"""Every dotted name of the package that the documents speak of is there."""

import ast
import importlib
import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from documents import DOCUMENTS, ROOT

from halfmove.core.errors import BadInput
from halfmove.presentation.packages import GROUPS

pytestmark = pytest.mark.one_speed

NOT_NAMES = {"halfmove.ini", *(group.group for group in GROUPS)}
"""A file of XBoard's adapter, and groups of entry points, which no module need share its name with."""

_NAME = re.compile(r"(?<![\w./-])(?:halfmove|hm)(?:\.[A-Za-z_]\w*)+")
_IMPORT = re.compile(r"^(?:>>> |\.\.\. )?\s*from (halfmove(?:\.\w+)*) import ([\w, ]+)", re.MULTILINE)


def spoken_of(text):
    """The names in a text, as dotted paths from `halfmove`."""
    names = {re.sub("^hm", "halfmove", name) for name in _NAME.findall(text)}
    for module, imported in _IMPORT.findall(text):
        words = (name.split() for name in imported.split(","))
        names |= {f"{module}.{word[0]}" for word in words if word}
    return names - NOT_NAMES


def resolve(name):
    """What a dotted name names; ImportError or AttributeError where it names nothing."""
    found = importlib.import_module("halfmove")
    path = "halfmove"
    for part in name.split(".")[1:]:
        path = f"{path}.{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            found = imported(path)
    return found


def imported(path):
    """A module; where a package of an extra is missing, names as its source has them."""
    try:
        return importlib.import_module(path)
    except BadInput:
        tree = ast.parse(Path(importlib.util.find_spec(path).origin).read_text(encoding="utf-8"))
        return SimpleNamespace(**{node.name: node for node in tree.body if hasattr(node, "name")})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_in_the_documents_resolve(path):
    missing = []
    for name in sorted(spoken_of(path.read_text())):
        try:
            resolve(name)
        except (AttributeError, ImportError):
            missing.append(name)
    assert not missing


def test_names_are_found_and_refused():
    text = ">>> from halfmove.bits import Bitboard, left as up\n`hm.Game`, `a/hm.py`, hm.growth.mean_case()"
    assert spoken_of(text) == {
        "halfmove.bits",
        "halfmove.bits.Bitboard",
        "halfmove.bits.left",
        "halfmove.Game",
        "halfmove.growth.mean_case",
    }
    with pytest.raises(ImportError):
        resolve("halfmove.bits.nonsense")
