"""An explicit tree as text with branches, as an SVG picture, and the nodes that can be touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games.tree.node import Node, path_text, player_word
from halfmove.games.tree.numerals import payoffs_text, probability_text

MOST_LINES = 60
INK = "#808691"
FILLS = {0: "#3b82f6", 1: "#e5484d", CHANCE: "#8e6fd8"}


def text(root: Node, players: int) -> str:
    """The tree below a node, a line each, cut where it is longer than a screen."""
    lines = list(islice(_lines(root, players, "", "", ""), MOST_LINES))
    left = sum(1 for _ in root.walk()) - len(lines)
    return "\n".join([*lines, f"… and {left} more nodes"] if left else lines)


def _lines(node: Node, players: int, label: str, first: str, rest: str) -> Iterator[str]:
    yield f"{first}{label}{title(node, players)}"
    last = len(node.children) - 1
    for i, (action, child) in enumerate(node.children):
        branch, below = ("└─ ", "   ") if i == last else ("├─ ", "│  ")
        chance = f" ({_chance(node.probabilities[i])})" if node.probabilities else ""
        yield from _lines(child, players, f"{action}{chance}: ", rest + branch, rest + below)


def _chance(probability: float) -> str:
    """`1/6`, `0.25`; of a long one four digits."""
    text = probability_text(probability)
    return text if len(text) <= 6 else f"{probability:.4g}"


def title(node: Node, players: int) -> str:
    """A node in words: who moves and its name, or a leaf's value."""
    if node.is_leaf:
        return f"{node.name} = {_value(node)}" if node.name else _value(node)
    value = "" if node.value is None else f" (value {_value(node)})"
    return f"{player_word(node.player, players, node.origin.mins)} {node.name}".rstrip() + value


def _value(node: Node) -> str:
    value = node.value or ()
    return payoffs_text((value[0], -value[0]) if node.origin.mins and value else value, short=True)


def svg(root: Node, players: int) -> str:
    """The tree drawn from the root down: △ for MAX, ▽ for MIN, a circle for chance, a box for a leaf.

    Leaves stand side by side; an inner node stands over the middle of its first and last child.
    """
    places, leaves = placed(root)
    edges, nodes = [], []
    for index, node in _indexed(root, ()):
        x, y = places[index]
        for i, (action, child) in enumerate(node.children):
            cx, cy = places[(*index, i)]
            cy -= 13 if child.is_leaf else 0  # an edge ends on top of a leaf's box, which is not filled
            chance = f" {_chance(node.probabilities[i])}" if node.probabilities else ""
            label = f"{action}{chance}" if isinstance(action, str) or chance else ""
            ends = f'x1="{x:g}" y1="{y:g}" x2="{cx:g}" y2="{cy:g}"'
            edges.append(f'<line {ends} stroke="{INK}" stroke-width="1.5"/>')
            if label:
                mx, my = (x + 2 * cx) / 3, (y + 2 * cy) / 3
                edges.append(f'<text x="{mx:g}" y="{my:g}" font-size="11">{escape(label)}</text>')
        nodes.append(f"<g{at(path_text(node))}>{_shape(node, x, y, players)}</g>")
    width, height = 56 * leaves + 24, 80 * (1 + max(map(len, places))) + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="a game tree" '
        'font-family="system-ui, sans-serif" font-size="13" '
        f'text-anchor="middle" fill="{INK}">{"".join(edges)}{"".join(nodes)}</svg>'
    )


def placed(root: Node) -> tuple[dict[tuple[int, ...], tuple[float, float]], int]:
    """Where nodes stand, by the indices that lead to them, and how many leaves there are side by side."""
    places: dict[tuple[int, ...], tuple[float, float]] = {}
    return places, _place(root, (), places, 0)


def _place(
    node: Node, index: tuple[int, ...], places: dict[tuple[int, ...], tuple[float, float]], leaves: int
) -> int:
    """Give every node its place; `leaves` is how many stand to the left, the result how many after it."""
    y = 80 * len(index) + 24
    if node.is_leaf:
        places[index] = (56 * leaves + 28, y)
        return leaves + 1
    for i, (_, child) in enumerate(node.children):
        leaves = _place(child, (*index, i), places, leaves)
    places[index] = ((places[(*index, 0)][0] + places[(*index, len(node.children) - 1)][0]) / 2, y)
    return leaves


def _indexed(node: Node, index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Node]]:
    yield index, node
    for i, (_, child) in enumerate(node.children):
        yield from _indexed(child, (*index, i))


def _shape(node: Node, x: float, y: float, players: int) -> str:
    name = f'<text x="{x:g}" y="{y - 24:g}" font-weight="600">{escape(node.name)}</text>' if node.name else ""
    if node.is_leaf:
        value = _value(node)
        half = max(13, 4 * len(value) + 4)
        return (
            f'<rect x="{x - half:g}" y="{y - 13:g}" width="{2 * half}" height="26" rx="3" fill="none" '
            f'stroke="{INK}" stroke-width="1.5"/><text x="{x:g}" y="{y + 5:g}">{value}</text>{name}'
        )
    fill = FILLS.get(node.player, "#3a9d6e")
    mins = node.origin.mins
    if node.player == CHANCE or (players > 2 and not mins):
        word = "" if node.player == CHANCE else str(node.player)
        mark = f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{fill}"/>'
        return f'{mark}<text x="{x:g}" y="{y + 5:g}" fill="#fff">{word}</text>{name}'
    up = -1 if node.player == 0 else 1
    points = f"{x - 18:g},{y - 15 * up:g} {x + 18:g},{y - 15 * up:g} {x:g},{y + 16 * up:g}"
    fill = FILLS[min(node.player, 1)] if mins else fill
    number = f'<text x="{x:g}" y="{y + 2:g}" font-size="12" fill="#fff">{node.player}</text>'
    return f'<polygon points="{points}" fill="{fill}"/>{number if mins and node.player else ""}{name}'


# ---- to touch
WIDTH, ABOVE, UNDER = 52, 18, 20
"""Of a point: siblings stand 56 apart or more, whatever is written in them."""


class Children(Surface):
    """A child is called as a position is, by the way to it from the root: `a1/0`."""

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        places, _ = placed(s)
        points = []
        for i, (_, child) in enumerate(s.children):
            x, y = places[(i,)]
            points.append(Point(path_text(child), x - WIDTH / 2, y - ABOVE, WIDTH, ABOVE + UNDER))
        return points

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        return (path_text(s.child(a)),)

    def occupied(self, s: Any) -> Mapping[str, str]:
        """What each child is: `MIN A`, or a leaf's value."""
        return {path_text(child): title(child, self.game.players) for _, child in s.children}
