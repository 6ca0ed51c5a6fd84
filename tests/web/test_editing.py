"""A tree changed at one node is the same tree elsewhere."""

import contextlib

import pytest

from halfmove.core.errors import BadInput
from halfmove.teach.examples import EXAMPLES
from halfmove.web.lessons.editing import edited, read

pytestmark = pytest.mark.one_speed

TREE = "[[3, 12], [2, 4]]"
NAMED = "MAX A\n  a1: MIN B\n    b1: 3\n    b2: 12\n  a2: 7"


def test_brackets_stay_brackets_and_lines_lines():
    assert edited(TREE, [0, 1], "value", "-2.5") == "[[3, -2.5], [2, 4]]"
    assert edited(NAMED, ["a1", "b2"], "value", "5") == NAMED.replace("12", "5")


def test_children_come_and_go():
    assert edited(TREE, [1], "add", "9") == "[[3, 12], [2, 4, 9]]"
    assert edited(TREE, [1, 0], "add", "9") == "[[3, 12], [[9], 4]]"
    assert edited(TREE, [1], "remove") == "[[3, 12]]"
    assert "b3: 1" in edited(NAMED, ["a1"], "add", "1")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_leaf_of_the_textbooks_can_be_changed(name):
    tree = EXAMPLES[name].tree()
    text = tree.indented()
    for leaf in (node for node in tree.root.walk() if node.is_leaf):
        value = "(7, 8, 9)" if tree.players == 3 else "77"
        changed = read(edited(text, list(leaf.path), "value", value))
        differ = [a.path for a, b in zip(tree.root.walk(), changed.root.walk()) if a.value != b.value]
        assert differ == [leaf.path]


@pytest.mark.parametrize(
    ("path", "change", "value", "says"),
    [
        ([0, 0], "value", "x", "a number such as 3"),
        ([0, 0], "value", "nan", "a number such as 3"),
        ([0, 5], "value", "1", "not in the tree any more"),
        ([], "remove", "", "root cannot be removed"),
        ([0, 0], "shout", "", "no change"),
    ],
)
def test_what_cannot_be_is_said(path, change, value, says):
    with pytest.raises(BadInput, match=says):
        edited(TREE, path, change, value)


def test_the_last_child_stays():
    with pytest.raises(BadInput, match="at least one child"):
        edited("[[1], 2]", [0, 0], "remove")


def test_a_file_is_never_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("secret.json", "7", "[1]", "[1].json", "a=b.tree"):
        (tmp_path / name).write_text("[99, 98]")
        with contextlib.suppress(BadInput):
            found = read(name)
            assert 99 not in [node.value[0] for node in found.root.walk() if node.value]
