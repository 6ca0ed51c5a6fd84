"""A game's tree of variations as a picture (`assets/variation_tree.js`): nodes on a grid, a column a move.

The main line is straight in the first row, each variation below the line that it leaves.
"""

from __future__ import annotations

import json
from typing import Any

from nicegui.element import Element

from halfmove.web.board.record import Node, Record
from halfmove.web.board.table import Table
from halfmove.web.pages import ASSETS
from halfmove.web.widgets import folded

COLOURS = ("#3b82f6", "#e5484d", "#2f9e62", "#c98a00", "#8b5cf6", "#0891b2")
"""Of players whose pieces have none."""


def place_nodes(record: Record) -> dict[int, tuple[int, int]]:
    """The column and the row of each node by its number.

    A variation has the first row below the line that it leaves in which all of its own first line, and the
    edge to it, meet nothing.  Those that leave a line later are placed first, so that they lie closest.
    """
    places: dict[int, tuple[int, int]] = {}
    free: list[int] = [0] * (1 + max(_depths(record.root).values()))
    """By column: the first row below all that is there."""

    def place(start: Node, column: int, row: int) -> None:
        chain = _chain(start)
        for i, node in enumerate(chain):
            places[node.number] = (column + i, row)
            free[column + i] = row + 1
        for i in range(len(chain) - 1, -1, -1):
            for other in chain[i].children[1:]:
                begin = column + i + 1
                beside = free[begin : begin + len(_chain(other))]
                down = max(row + 1, *beside)
                place(other, begin, down)
                free[column + i] = max(free[column + i], down)  # the edge comes down there

    place(record.root, 0, 0)
    return places


def _chain(node: Node) -> list[Node]:
    """A node and its main continuation."""
    chain = [node]
    while chain[-1].children:
        chain.append(chain[-1].children[0])
    return chain


def _depths(root: Node) -> dict[int, int]:
    depths, waiting = {root.number: 0}, [root]
    while waiting:
        node = waiting.pop()
        for child in node.children:
            depths[child.number] = depths[node.number] + 1
            waiting.append(child)
    return depths


class TreePicture(Element, component=ASSETS / "variation_tree.js"):
    """The picture; a click or the arrow keys lead to a node."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._props["tree"] = "[]"
        self._props["here"] = 0
        self._props["colours"] = list(table.colours or COLOURS)
        self._props["plain"] = not table.colours
        self.on("go", lambda event: self._go(event.args))

    def _go(self, number: Any) -> None:
        if isinstance(number, int):
            self.table.go_to(str(number))

    def refresh(self) -> None:
        """Show the tree as it is now; where it is the same, only another place in it."""
        tree, here = json.dumps(self._list_nodes()), self.table.record.here.number
        if tree != self._props["tree"]:
            self._props["tree"], self._props["here"] = tree, here
            self.update()
        elif here != self._props["here"]:
            with self._props.suspend_updates():
                self._props["here"] = here
            self.run_method("stand", here)

    def _list_nodes(self) -> list[list[Any]]:
        """A row a node: number, parent, column, row, player (−1 chance, −2 nobody), words, mark, comment."""
        table = self.table
        places = place_nodes(table.record)
        found: list[list[Any]] = []
        for node in table.record.nodes.values():
            player = node.mover if node.text else -2
            words = "start" if node.parent is None else "a note"
            if node.text:
                words = f"{table.move_number(node.ply)} {table.describe_move(node)}"
            parent = -1 if node.parent is None else node.parent.number
            told = int(bool(node.comment or node.paper.kept))
            found.append([node.number, parent, *places[node.number], player, words, node.mark, told])
        return found


class VariationTree:
    """The picture where it is folded away until somebody opens it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.picture: TreePicture | None = None
        if table.fixed:
            return  # moves stand once they are made: there are no variations
        with folded("Tree of variations") as self.box:
            self.box.classes("hm-variations").props("data-name=variations")
        self.box.on(
            "toggle",
            lambda event: self._turn(bool(event.args)),
            js_handler="(e) => emit(e.target.open)",
        )

    def _turn(self, opened: bool) -> None:
        told = (self.table.watchers, self.table.readers)
        if opened and self.picture is None:
            with self.box:
                self.picture = TreePicture(self.table)
            for told_of in told:
                told_of.append(self.picture.refresh)
            self.picture.refresh()
        elif not opened and self.picture is not None:
            for told_of in told:
                told_of.remove(self.picture.refresh)
            self.picture.delete()
            self.picture = None
