"""A game on paper: its tree of nodes, the main line as moves, and what is said of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.scale import LINE, Scale
from halfmove.core.scores import share_of
from halfmove.core.sgf_tree import MARKS, Node
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


class WinRate(NamedTuple):
    """What a position is said to be worth."""

    black: float
    """Black's chance to win, 0 to 1; on paper with two decimals of a percent."""


@dataclass
class SgfMove:
    """A move of the main line or of a variation."""

    node: Node = field(repr=False)
    action: int
    """As the game counts its actions."""
    text: str
    """As GTP writes it: `D4`, `pass`."""
    rules: Go = field(repr=False)
    """The game that is played."""

    @property
    def comment(self) -> str:
        """What is said of it, `C`."""
        return self.node.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        if text:
            self.node.put("C", text)
        else:
            self.node.properties.pop("C", None)

    @property
    def evaluation(self) -> WinRate | None:
        """Of the position after it: `SBKV`, the percentage for Black, as Sabaki reads and writes it."""
        try:
            percent = float(self.node.raw("SBKV"))
        except ValueError:
            return None
        return WinRate(percent / 100) if 0 <= percent <= 100 else None

    @evaluation.setter
    def evaluation(self, worth: WinRate | None) -> None:
        if worth is not None:
            self.node.properties["SBKV"] = [rate_text(worth)]
        else:
            self.node.properties.pop("SBKV", None)

    @property
    def nags(self) -> tuple[int, ...]:
        """How it is judged, by PGN's glyphs: 1 to 6 are ! ? !! ?? !? ?!."""
        return self.node.nags

    @nags.setter
    def nags(self, glyphs: tuple[int, ...]) -> None:
        for name in {name for name, _ in MARKS.values()}:
            self.node.properties.pop(name, None)
        self.node.properties |= {name: [value] for name, value in (MARKS[glyph] for glyph in glyphs)}

    @property
    def variations(self) -> list[list[tuple[str, str]]]:
        """Lines that might have been played instead of it, each as (`b` or `w`, vertex); what stands in them
        is not checked."""
        assert self.node.parent is not None
        return [_line(other, self.rules) for other in self.node.parent.children if other is not self.node]

    def add_variation(self, game: Go, actions: list[int], worth: WinRate | None = None) -> None:
        """Add a line that might have been played instead, with what the position after its first move is
        worth."""
        assert self.node.parent is not None
        colour = "B" if "B" in self.node.properties else "W"
        node = self.node.parent
        for number, action in enumerate(actions):
            node = node.child()
            node.properties[colour] = [game.sgf_text(action)]
            if number == 0:
                SgfMove(node, action, "", game).evaluation = worth
            colour = "W" if colour == "B" else "B"


def rate_text(worth: WinRate) -> str:
    """As `SBKV` has it: in percent."""
    return f"{100 * worth.black:.2f}"


def move_of(node: Node, rules: Go) -> tuple[str, int] | None:
    """Whose move a node has, `b` or `w`, and its action; None where it has none.  `BadInput` where the board
    has no such point, or both sides move."""
    if "B" in node.properties and "W" in node.properties:
        raise BadInput(f"line {node.line}: both sides move at once.")
    for name in ("B", "W"):
        if name in node.properties:
            try:
                return name.lower(), rules.parse_sgf(node.raw(name))
            except BadInput as error:
                raise BadInput(f"line {node.line}: {error}") from None
    return None


def _line(node: Node, rules: Go) -> list[tuple[str, str]]:
    """The main line from a node on."""
    moves = [move_of(later, rules) for later in node.main_line()]
    return [(move[0], vertex(rules, move[1])) for move in moves if move is not None]


def vertex(rules: Go, action: int) -> str:
    """An action as GTP writes it, whatever the position."""
    return "pass" if action == rules.points else rules.point_text(action)


@dataclass
class SgfGame:
    """A game: its board and rules, where it begins, its main line, and the tree with all the rest."""

    tree: Node = field(repr=False)
    """Its root."""
    rules: Go
    """The game that is played: size, komi, rules, and handicap where its stones stand where GTP puts them."""
    start: State | None
    """Where it begins; None for the initial position of `rules`."""
    headers: dict[str, str]
    """What is known of it, by the names in `TAGS`; written back to the root."""
    moves: list[SgfMove]
    place: str = field(default="", compare=False)
    """Where it stands in its file: `game 3`."""
    repairs: list[str] = field(default_factory=list, compare=False)
    """As of `core.formats.GameRecord`."""
    opening: list[Node] = field(default_factory=list, compare=False, repr=False)
    """Nodes behind the root that set up the position before the first move."""
    end: Node | None = field(default=None, compare=False, repr=False)
    """The first node of the tree's main line that is no part of the game."""
    charset: str = field(default="utf-8", compare=False)
    """Of its file, as Python names it."""

    @property
    def result(self) -> str:
        """As SGF has it: `B+3.5`, `W+R`, `0`, or `?` where nothing is known."""
        return self.headers.get("Result", "?")

    @property
    def comment(self) -> str:
        """What is said before the first move."""
        return self.tree.text("C")

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


# ---- what positions of Go are worth on paper: Black's chance to win, as playouts see it

BLACK = 0


class Chances(Scale):
    """In shares of a point."""

    def worth(self, analysis: Analysis) -> WinRate:
        return WinRate(share_of(analysis.game, analysis.score.of(BLACK).value))

    def at_end(self, record: SgfGame, history: History) -> WinRate:
        """As the file says who won; without that, as the board stands."""
        if told := re.match(r"\s*([BW])\+", record.result, re.IGNORECASE):
            return WinRate(float(told[1].upper() == "B"))
        return WinRate(share_of(record.rules, history.utility(0)))

    def points(self, worth: WinRate) -> float:
        return worth.black

    def vary(self, record: SgfGame, move: SgfMove, state: Any, analysis: Analysis) -> None:
        best = record.rules.action_text(state, analysis.best)
        if not any(line and line[0][1] == best for line in move.variations):
            move.add_variation(record.rules, list(analysis.variation[:LINE]), self.worth(analysis))

    def text(self, worth: WinRate | None) -> str:
        return "" if worth is None else f"{worth.black:.0%}"

    def json(self, worth: WinRate | None) -> dict[str, Any]:
        return {"black": worth and round(worth.black, 4)}
