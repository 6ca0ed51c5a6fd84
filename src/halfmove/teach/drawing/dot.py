"""A tree as Graphviz source: the same signs, values, cuts and variation, laid out by `dot` (graphviz.org).

MAX is a triangle, MIN an inverted one, chance a circle, a leaf a box; what is written beside a node is its
outer label.  A cut edge is dashed and ends in a double bar, the principal variation is bold.  Of a tree that
was written down each node says in attributes of its own, which Graphviz reads over, what it means (`name`,
`player`, `value`; `action`, `probability`, `forcing` of an edge), so that `games.tree.dot` reads it back.
"""

from __future__ import annotations

from halfmove.core.contract import CHANCE
from halfmove.games.tree.node import Node
from halfmove.games.tree.numerals import payoffs_text, probability_text
from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.scene import LIGHT, pen

_SHAPES = {"max": "triangle", "min": "invtriangle", "chance": "circle", "leaf": "box"}
_MOVERS = {CHANCE: "chance", 0: "max"}
_PLAYERS = ("triangle", "diamond", "pentagon", "hexagon")
_DASHES = {"pruned": "dashed", "beyond": "dashed", "passed": "dotted"}


def draw(root: Item, title: str) -> str:
    """The source of a graph; `dot -Tsvg` and its like make a picture of it."""
    lines = [
        "graph tree {",
        f"  graph [label={quote(title)}, labelloc=t, ordering=out, forcelabels=true, ranksep=0.7];",
        '  node [fontname="DejaVu Sans, Verdana, sans-serif", fontsize=12, style=filled, label=""];',
        '  edge [fontname="DejaVu Sans, Verdana, sans-serif", fontsize=10, dir=both, arrowtail=none, '
        "arrowhead=none];",
    ]
    for item in root.walk():
        lines.append(f"  n{item.number} [{_format_attributes(_node(item) | _meaning(item))}];")
        lines += [
            f"  n{item.number} -- n{child.number} "
            f"[{_format_attributes(_edge(child) | _edge_attributes(item, child))}];"
            for child in item.children
        ]
    return "\n".join([*lines, "}", ""])


def _node(item: Item) -> dict[str, str]:
    ink = pen(item.kind if item.drawn else "faint")
    beside = [item.name, item.value, *item.notes, item.order]
    if item.to_fill:
        beside += ["value: ____" if what == "value" else "(____, ____)" for what in item.to_fill]
    made = {
        "shape": _shape(item),
        "color": LIGHT[ink.stroke],
        "fillcolor": LIGHT[ink.fill],
        "tooltip": item.told,
    }
    if item.status not in ("plain", "visited", "waiting"):
        made |= {"style": "filled,dashed", "fontcolor": LIGHT["faint"]}
    if item.current:
        made |= {"color": LIGHT["ring"], "penwidth": "4"}
    if item.text_board:  # the board stands in the node, and all else with it
        sign = {"max": "△", "min": "▽", "chance": "○"}.get(item.kind, "")
        mover = f"{sign}{'' if item.rank is None else item.rank} {item.static}".strip()
        lines = [*item.text_board.splitlines(), mover, *beside]
        return made | {"shape": "box", "label": _lines(lines, r"\l"), "fontname": "monospace"}
    if item.kind == "leaf":
        made |= {"label": item.static, "height": "0.3", "width": "0.4", "margin": "0.06,0.03"}
    else:
        made |= {"fixedsize": "true", "width": "0.5", "height": "0.45"}
        made["label"] = "" if item.rank is None else str(item.rank)
        beside += [f"[{item.static}]"] if item.static else []
    if item.rank and item.rank > 1 and item.kind in ("max", "min"):
        made["peripheries"] = str(min(item.rank, 4))
    if any(beside):
        made["xlabel"] = _lines(beside, r"\n")
    return made


def _meaning(item: Item) -> dict[str, str]:
    """What a node of a tree that was written down says of itself."""
    node = item.vertex.state
    if not isinstance(node, Node):
        return {}
    made = {"name": node.name, "value": ""}
    if node.value is not None:
        worth = (node.value[0], -node.value[0]) if node.origin.mins else node.value
        made["value"] = payoffs_text(worth)
    if not node.is_leaf:
        made["player"] = _MOVERS.get(node.player, str(node.player))
    return made


def _edge_attributes(above: Item, item: Item) -> dict[str, str]:
    """What the edge to a node of such a tree is."""
    node = above.vertex.state
    if not isinstance(node, Node):
        return {}
    action = item.vertex.path[-1]
    made = {"action": action} if isinstance(action, str) else {}
    if node.probabilities:
        made["probability"] = probability_text(node.probabilities[list(node.below).index(action)])
    return made | ({"forcing": "true"} if action in node.forcing else {})


def _shape(item: Item) -> str:
    if item.kind == "player":
        rank = item.rank or 0
        return _PLAYERS[rank] if rank < len(_PLAYERS) else "octagon"
    return _SHAPES[item.kind]


def _edge(item: Item) -> dict[str, str]:
    made = {"color": LIGHT["line"]}
    label = " ".join(text for text in (item.label, item.extended) if text)
    if label:
        made["label"] = label
    if item.variation:
        made |= {"style": "bold", "penwidth": "3", "color": LIGHT["ink"]}
    elif item.status in _DASHES:
        made |= {"style": _DASHES[item.status], "color": LIGHT["faint"]}
    if item.cut:
        made |= {"arrowhead": "teetee", "color": LIGHT["bar"]}
    return made


def _lines(texts: list[str], end: str) -> str:
    """Several lines, each ended by Graphviz's own sign for it, kept through quoting."""
    return _LINE.join(text for text in texts if text) + (_LINE if end == r"\l" else "")


_LINE = "\x01"


def _format_attributes(attributes: dict[str, str]) -> str:
    return ", ".join(
        f"{key}={_quote_verbatim(value) if key in _OUTRIGHT else quote(value, key)}"
        for key, value in attributes.items()
    )


_OUTRIGHT = ("name", "value", "player", "action", "probability", "forcing")


def _quote_verbatim(text: str) -> str:
    """A string that is no label, so that it is read back as it is."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote(text: str, key: str = "") -> str:
    """A string of the DOT language; in labels `&` begins an entity, and a backslash an escape."""
    plain = "".join(c if c.isprintable() or c == _LINE else " " for c in text)
    plain = plain.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain.replace(_LINE, chr(92) + ("n" if key == "xlabel" else "l"))}"'
