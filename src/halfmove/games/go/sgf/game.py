"""A game on paper: sgfmill's tree, its main line as moves, and what is said of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from halfmove.core.extras import need
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State

TAGS = {
    "Event": "EV",
    "Name": "GN",
    "Place": "PC",
    "Date": "DT",
    "Round": "RO",
    "Black": "PB",
    "White": "PW",
    "Result": "RE",
    "Annotator": "AN",
}
"""What is known of a game, by the names that PGN has for it, and its property in the root."""

MARKS = {1: ("TE", "1"), 2: ("BM", "1"), 3: ("TE", "2"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", "")}
"""PGN's glyphs ! ? !! ?? !? ?! as SGF has them: tesuji, bad move, interesting, doubtful."""


class WinRate(NamedTuple):
    """What a position is said to be worth."""

    black: float
    """Black's chance to win, 0 to 1; on paper with two decimals of a percent."""


@dataclass
class SgfMove:
    """A move of the main line or of a variation."""

    node: Any = field(repr=False)
    """Its node, as sgfmill has it."""
    action: int
    """As the game counts its actions."""
    text: str
    """As GTP writes it: `D4`, `pass`."""

    @property
    def comment(self) -> str:
        """What is said of it, `C`."""
        return str(self.node.get("C")) if self.node.has_property("C") else ""

    @comment.setter
    def comment(self, text: str) -> None:
        if text:
            self.node.set("C", text)
        elif self.node.has_property("C"):
            self.node.unset("C")

    @property
    def evaluation(self) -> WinRate | None:
        """Of the position after it: `SBKV`, the percentage for Black, as Sabaki reads and writes it."""
        if not self.node.has_property("SBKV"):
            return None
        try:
            percent = float(self.node.get_raw("SBKV"))
        except ValueError:
            return None
        return WinRate(percent / 100) if math.isfinite(percent) else None

    @evaluation.setter
    def evaluation(self, worth: WinRate | None) -> None:
        if worth is not None:
            self.node.set_raw("SBKV", f"{100 * worth.black:.2f}".encode())
        elif self.node.has_property("SBKV"):
            self.node.unset("SBKV")

    @property
    def nags(self) -> tuple[int, ...]:
        """How it is judged, by PGN's glyphs: 1 to 6 are ! ? !! ?? !? ?!."""
        return tuple(
            glyph
            for glyph, (name, value) in MARKS.items()
            if self.node.has_property(name) and (value != "2") == (self.node.get_raw(name) != b"2")
        )

    @nags.setter
    def nags(self, glyphs: tuple[int, ...]) -> None:
        for name in {name for name, _ in MARKS.values()}:
            if self.node.has_property(name):
                self.node.unset(name)
        for name, value in (MARKS[glyph] for glyph in glyphs):
            self.node.set_raw(name, value.encode())

    @property
    def variations(self) -> list[list[tuple[str, str]]]:
        """Lines that might have been played instead of it, each as (`b` or `w`, vertex); what stands in them
        is not checked."""
        parent = self.node.parent
        return [_line(other) for other in parent if other is not self.node]

    def add_variation(self, game: Go, actions: list[int], worth: WinRate | None = None) -> None:
        """Add a line that might have been played instead, with what the position after its first move is
        worth."""
        colour = self.node.get_move()[0]
        node = self.node.parent
        for number, action in enumerate(actions):
            node = node.new_child()
            node.set_move(colour, point_of(game, action))
            if number == 0:
                SgfMove(node, action, "").evaluation = worth
            colour = "w" if colour == "b" else "b"


def _line(node: Any) -> list[tuple[str, str]]:
    """The main line from a node on."""
    line = []
    while True:
        colour, point = node.get_move()
        if colour is not None:
            line.append((colour, vertex_of(point)))
        if not len(node):
            return line
        node = node[0]


@dataclass
class SgfGame:
    """A game: its board and rules, where it begins, its main line, and the tree with all the rest."""

    tree: Any = field(repr=False)
    """As sgfmill has it."""
    rules: Go
    """The game that is played: size, komi, rules, and handicap where its stones stand where GTP puts them."""
    start: State | None
    """Where it begins; None for the initial position of `rules`."""
    headers: dict[str, str]
    """What is known of it, by the names in `TAGS`; written back to the root."""
    moves: list[SgfMove]
    place: str = field(default="", compare=False)
    """Where it stands in its file: `game 3`."""

    @property
    def result(self) -> str:
        """As SGF has it: `B+3.5`, `W+R`, `0`, or `?` where nothing is known."""
        return self.headers.get("Result", "?")

    @property
    def comment(self) -> str:
        """What is said before the first move."""
        root = self.tree.get_root()
        return str(root.get("C")) if root.has_property("C") else ""

    @property
    def actions(self) -> list[int]:
        """What was played."""
        return [move.action for move in self.moves]

    @property
    def first(self) -> State:
        """Where it begins."""
        return self.rules.initial() if self.start is None else self.start

    def states(self) -> list[State]:
        """The positions that were on the board, the first and the last included."""
        states = [self.first]
        for action in self.actions:
            states.append(self.rules.result(states[-1], action))
        return states


# ---- points: sgfmill's are (row from below, column), its pass is None

_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def vertex_of(point: tuple[int, int] | None) -> str:
    """Sgfmill's point as GTP writes it."""
    return "pass" if point is None else f"{_LETTERS[point[1]]}{point[0] + 1}"


def point_of(game: Go, action: int) -> tuple[int, int] | None:
    """An action as sgfmill's point."""
    if action == game.points:
        return None
    row, column = divmod(action, game.width)
    return game.height - 1 - row, column


def sgfmill() -> Any:
    """Sgfmill's module `sgf`; `BadInput` where it is not installed."""
    return need("sgfmill.sgf", "SGF files need")
