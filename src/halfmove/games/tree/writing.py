"""A tree written down again: in the indented form, and as JSON in its shortest form.

Read back, both give an equal tree.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.games.tree.indented import PLAYER
from halfmove.games.tree.node import Node, player_word
from halfmove.games.tree.numerals import parse_probability, parse_value, payoffs_text, probability_text

_PLAIN = re.compile(r"[^\s\"'#:=!()\[\]{},][^\s\":=()\[\]{},]*(?: [^\s\"'#:=()\[\]{},]+)*\Z")


def format_indented(root: Node, players: int) -> str:
    """The tree below a node in the indented form (see `games.tree.indented`), without a last line end."""
    lines = []
    for depth, edge, node in _with_edges(root):
        lines.append(f"{'  ' * depth}{edge}{_node(node, players)}")
    return "\n".join(lines)


def _with_edges(root: Node) -> Iterator[tuple[int, str, Node]]:
    """Every node with its depth and what stands before it on its line."""
    waiting = [(0, "", root)]
    while waiting:
        depth, edge, node = waiting.pop()
        yield depth, edge, node
        edges = [_edge(node, i) for i in range(len(node.children))]
        below = zip(edges, node.children, strict=True)
        waiting.extend((depth + 1, edge, child) for edge, (_, child) in reversed(list(below)))


def _edge(node: Node, i: int) -> str:
    action = node.children[i][0]
    words = [_word(action)] if isinstance(action, str) else []
    if node.probabilities and not _equal(node):
        words.append(probability_text(node.probabilities[i]))
    text = " ".join(words) + ("!" if action in node.forcing else "")
    return f"{text}: " if text else ""


def _equal(node: Node) -> bool:
    """Whether all outcomes are as likely as those of a chance node that says nothing."""
    return all(probability == 1 / len(node.children) for probability in node.probabilities)


def _node(node: Node, players: int) -> str:
    value = "" if node.value is None else payoffs_text(_short(node))
    if node.is_leaf:
        return f"{_word(node.name)} = {value}" if node.name else value
    words = [player_word(node.player, players, node.origin.mins)]
    if node.name:
        words.append(_word(node.name, numbered=words[0] == "MIN"))
    return " ".join(words) + (f" = {value}" if value else "")


def _word(text: str, *, numbered: bool = False) -> str:
    """A name as it stands, or in quotation marks where it would be read as something else.

    `numbered`: it stands behind a word that takes a number: "MIN 1" is the first of several.
    """
    last = text.rsplit(None, 1)[-1] if text.strip() else text
    plain = _PLAIN.match(text) and text.isprintable() and not text.endswith("!") and not PLAYER.match(text)
    plain = plain and not (numbered and text[0].isdigit())
    if plain and parse_value(text) is None and parse_probability(last) is None:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def as_json(root: Node, players: int) -> Any:
    """The tree below a node as a specification that JSON can hold, in the shortest form."""
    specs: dict[int, Any] = {}
    above = _movers(root, players)
    for node in reversed(list(root.walk())):  # children before their parents
        children = [specs.pop(child.number) for _, child in node.children]
        specs[node.number] = _spec(node, players, children, above[node.number])
    whole = specs[root.number]
    return {"value": whole} if isinstance(whole, str) else whole  # as text of its own, "inf" would be a name


def _movers(root: Node, players: int) -> dict[int, int]:
    """Of every node, who moves there if nothing is said."""
    above = {root.number: -1}
    for node in root.walk():
        last = above[node.number] if node.player == CHANCE else node.player
        above.update((child.number, last) for _, child in node.children)
    return {number: (last + 1) % players for number, last in above.items()}


def _spec(node: Node, players: int, children: list[Any], mover: int) -> Any:
    if node.is_leaf:
        value = _value(node)
        if node.name:
            return {"name": node.name, "value": value}
        return {"value": value} if isinstance(value, list) else value
    spec: dict[str, Any] = {"name": node.name} if node.name else {}
    last = node.origin.mins and node.player == players - 1  # who says how many players there are
    if node.player != mover or last:
        word = player_word(node.player, players).lower()
        spec["player"] = node.player if players > 2 and node.player != CHANCE else word
    if node.value is not None:
        spec["value"] = _value(node)
    labels = [action for action, _ in node.children]
    named = isinstance(labels[0], str)
    spec["children"] = dict(zip(labels, children, strict=True)) if named else children
    if node.probabilities and not _equal(node):
        spec["probabilities"] = [_probability(probability) for probability in node.probabilities]
    if node.forcing:
        spec["forcing"] = list(node.forcing)
    return children if list(spec) == ["children"] and not named else spec


def _value(node: Node) -> Any:
    """A number, or a list of one a player; infinities as text."""
    assert node.value is not None, "asked for only where there is one"
    value = _short(node)
    payoffs = [payoff if math.isfinite(payoff) else "inf" if payoff > 0 else "-inf" for payoff in value]
    return payoffs[0] if len(payoffs) == 2 and value[0] == -value[1] else payoffs


def _short(node: Node) -> tuple[float, ...]:
    """A node's payoffs; those of MAX and of one MIN where all MINs share them."""
    assert node.value is not None, "asked for only where there is one"
    return (node.value[0], -node.value[0]) if node.origin.mins else node.value


def _probability(probability: float) -> float | str:
    text = probability_text(probability)
    return text if "/" in text else probability
