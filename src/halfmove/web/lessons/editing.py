"""A tree changed at one node, as text again: in brackets where it was written so, else indented."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.tree import Tree, tree
from halfmove.games.tree.numerals import parse_value
from halfmove.games.tree.read import SUFFIXES, is_there

Spec = Any
"""A node as JSON has it, see `games.tree.spec`."""


def read(text: str, root: str | None = None) -> Tree:
    """The tree that a text is; never a file's, whatever the text says."""
    name = "\n" not in text and (
        text.lstrip()[:1] not in ("[", "{") or text.endswith(SUFFIXES) or is_there(text)
    )
    return tree(f"{text}\n" if name else text, root=root)  # text with a line end is no file's name


def edited(text: str, path: list[Any], change: str, value: str = "") -> str:
    """The text of the tree after a change at the node that the actions of `path` lead to.

    `change` is "value" (the leaf is worth that now), "add" (a leaf of that value as its last child) or
    "remove" (the node with all below it).  `BadInput` for what cannot be.
    """
    game = read(text)
    spec: Spec = json.loads(game.parameters["spec"])
    holder: dict[str, Spec] = {"root": spec}
    above: Spec = None
    where: tuple[Any, Any] = (holder, "root")
    for action in path:
        above = _at(where)
        where = _child(above, action)
    if change == "value":
        _put(where, _worth(_at(where), _number(value)))
    elif change == "add":
        _put(where, _with_child(_at(where), _number(value)))
    elif change != "remove":
        raise BadInput(f"There is no change '{change[:40]}'; there are: value, add, remove.")
    elif above is None:
        raise BadInput("The root cannot be removed.")
    else:
        _without(above, where)
    made = tree(holder["root"])
    bracketed = text.lstrip()[:1] in ("[", "{")
    return json.dumps(holder["root"], ensure_ascii=False) if bracketed else made.indented()


def _at(where: tuple[Any, Any]) -> Spec:
    return where[0][where[1]]


def _put(where: tuple[Any, Any], spec: Spec) -> None:
    where[0][where[1]] = spec


def _children(spec: Spec) -> Any:
    found = spec.get("children") if isinstance(spec, dict) else spec
    return found if isinstance(found, (list, dict)) else None


def _child(spec: Spec, action: Any) -> tuple[Any, Any]:
    """Where in a node's specification the child stands that an action leads to."""
    children = _children(spec)
    known = isinstance(children, dict) and action in children
    known = known or (isinstance(children, list) and type(action) is int and 0 <= action < len(children))
    if not known:
        raise BadInput("This node is not in the tree any more.")
    return children, action


def _number(text: str) -> Any:
    value = parse_value(text)
    if value is None or (isinstance(value, float) and math.isnan(value)):
        raise BadInput(
            f"A leaf is worth a number such as 3 or -2.5, or payoffs such as (1, 2, 3), not '{text}'."
        )
    if isinstance(value, tuple):
        return [_plain(payoff) for payoff in value]
    return _plain(value)


def _plain(value: float) -> Any:
    return value if math.isfinite(value) else "inf" if value > 0 else "-inf"


def _worth(spec: Spec, value: Any) -> Spec:
    if isinstance(spec, dict):
        return {**spec, "value": value}
    return {"value": value} if isinstance(value, (list, str)) else value


def _with_child(spec: Spec, value: Any) -> Spec:
    leaf = _worth(0, value)
    children = _children(spec)
    if children is None:  # a leaf becomes an inner node
        return (
            {"name": spec["name"], "children": [leaf]}
            if isinstance(spec, dict) and "name" in spec
            else [leaf]
        )
    if isinstance(children, dict):
        children[_next(list(children))] = leaf
    else:
        children.append(leaf)
    if isinstance(spec, dict):
        spec.pop("probabilities", None)  # they would have to be shared out anew: all are equal
    return spec


def _next(names: list[str]) -> str:
    """A name like the last one: b4 after b3."""
    found = re.fullmatch(r"(.*?)(\d+)", names[-1])
    number = int(found[2]) + 1 if found else 2
    stem = found[1] if found else names[-1]
    while f"{stem}{number}" in names:
        number += 1
    return f"{stem}{number}"


def _without(above: Spec, where: tuple[Any, Any]) -> None:
    children, action = where
    if len(children) == 1:
        raise BadInput("A node keeps at least one child; remove the node itself, or change what is below it.")
    del children[action]
    if isinstance(above, dict):
        above.pop("probabilities", None)
        if "forcing" in above:
            kept = [other for other in above["forcing"] if other != action and isinstance(other, str)]
            above["forcing"] = kept
