"""Names for the nodes of an exercise, and what people write when they mean a node.

Inner nodes are A, B, C, … in the order of a page, top down and from left to right; an action is named by the
letter of the node it starts from and its rank, as in Russell and Norvig's fig. 5.2: a1, a2, a3 lead from A.
A leaf has the name of the action that leads to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import count
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.trace import Path
from halfmove.teach.outline import Vertex


def letters(number: int) -> str:
    """A, B, …, Z, AA, AB, … for 0, 1, …"""
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def named(spec: Any) -> Any:
    """A tree's specification (see `games.tree.spec`) in which every node and action has a name.

    Names that it has already are kept; `BadInput` if two nodes share one.
    """
    tree = _as_dict(spec)
    used = {node["name"].lower() for node in _walk(tree) if node.get("name")}
    if len(used) < sum(1 for node in _walk(tree) if node.get("name")):
        raise BadInput("Two nodes of the tree have the same name; an exercise needs to tell them apart.")
    free = (name for name in map(letters, count()) if name.lower() not in used)
    level = [tree]
    while level:
        below = []
        for node in level:
            if "children" in node:
                node["name"] = node.get("name") or next(free)
                below += _name_children(node, used)
        level = below
    return _in_order(tree)


def _in_order(node: dict[str, Any]) -> dict[str, Any]:
    """A node's keys in one order, so that equal trees are equal texts."""
    known = [key for key in ("name", "player", "value", "probabilities") if key in node]
    plain = {key: node[key] for key in [*known, *(k for k in node if k not in (*known, "children"))]}
    if "children" in node:
        plain["children"] = {action: _in_order(child) for action, child in node["children"].items()}
    return plain


def _name_children(node: dict[str, Any], used: set[str]) -> list[dict[str, Any]]:
    """Give the children the names of their actions, and leaves the same name; the children."""
    children = node["children"]
    if not isinstance(children, dict):
        stem = node["name"].lower()
        stem += "." if stem[-1].isdigit() else ""
        children = {f"{stem}{i + 1}": child for i, child in enumerate(children)}
        node["children"] = children
    for action, child in children.items():
        if "children" not in child and not child.get("name") and str(action).lower() not in used:
            child["name"] = str(action)
            used.add(str(action).lower())
    return list(children.values())


def _as_dict(spec: Any) -> dict[str, Any]:
    if isinstance(spec, Mapping):
        node = dict(spec)
        children = node.get("children")
        if isinstance(children, Mapping):
            node["children"] = {str(action): _as_dict(child) for action, child in children.items()}
        elif isinstance(children, (list, tuple)):
            node["children"] = [_as_dict(child) for child in children]
        return node
    if isinstance(spec, list):
        return {"children": [_as_dict(child) for child in spec]}
    return {"value": list(spec) if isinstance(spec, tuple) else spec}


def _walk(node: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield node
    children = node.get("children", ())
    for child in children.values() if isinstance(children, dict) else children:
        yield from _walk(child)


class Names:
    """The nodes of one exercise by name, and the names by node."""

    def __init__(self, root: Vertex) -> None:
        self.root = root
        self.vertices = root.index()

    @cached_property
    def _by_name(self) -> dict[str, Path]:
        """Every way to write a node, in small letters: its name, its action if that is unique, its path."""
        found: dict[str, Path] = {}
        edges: dict[str, list[Path]] = {}
        for vertex in self.root.walk():
            found["/".join(map(str, vertex.path)).lower() or "root"] = vertex.path
            edges.setdefault(vertex.edge.lower(), []).append(vertex.path)
        found.update({edge: paths[0] for edge, paths in edges.items() if edge and len(paths) == 1})
        found.update({v.name.lower(): v.path for v in self.root.walk() if v.name})
        return found

    def name(self, path: Path) -> str:
        """What the node is called on the sheet."""
        vertex = self.vertices[path]
        return vertex.name or vertex.edge or "/".join(map(str, path)) or "root"

    def names(self, paths: Iterable[Path]) -> str:
        """Several names in a sentence: `c2, c3 and D`."""
        return listed([self.name(path) for path in paths])

    def find(self, text: str) -> Path:
        """The node that `text` names: `C`, `c2`, `a2/c2`, `C/2` (the second child); `BadInput` if none."""
        word = text.strip().strip("'\"().,;").lower()
        if word in self._by_name:
            return self._by_name[word]
        head, slash, rank = word.rpartition("/")
        if slash and rank.isdigit() and head in self._by_name:
            children = self.vertices[self._by_name[head]].children
            if 1 <= int(rank) <= len(children):
                return children[int(rank) - 1].path
        inner = [self.name(v.path) for v in self.root.walk() if not v.is_leaf]
        leaf = self.name(next(self.root.leaves()).path)
        raise BadInput(f"There is no node '{text}'; inner nodes are {listed(inner)}, and a leaf is {leaf}.")

    def find_all(self, text: str) -> tuple[Path, ...]:
        """The nodes named in a line, in order; none for `none`, `nothing`, `-` and an empty line."""
        words = [w for w in re.split(r"[\s,;{}\[\]]+", text.strip()) if w and w.lower() not in ("and", "&")]
        if [w.lower() for w in words] in ([], ["none"], ["nothing"], ["no"], ["-"], ["–"], ["∅"]):
            return ()
        return tuple(map(self.find, words))

    def leaves(self, path: Path) -> tuple[Path, ...]:
        """The leaves below a node, from left to right; a leaf's own is itself."""
        return tuple(leaf.path for leaf in self.vertices[path].leaves())

    @cached_property
    def inner(self) -> tuple[Vertex, ...]:
        """The inner nodes, top down and from left to right."""
        found = [vertex for vertex in self.root.walk() if not vertex.is_leaf]
        return tuple(sorted(found, key=lambda vertex: len(vertex.path)))


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    items = list(words)
    if not items:
        return "nothing"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"
