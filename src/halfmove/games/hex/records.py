"""Games of Hex as SGF (`GM[11]`; Hollosi, *SGF File Format FF[4]*, 2006, and its page on Hex).

    (;FF[4]GM[11]SZ[11]PB[Ann]PW[Bob]RE[B+R];B[c2];W[swap-pieces];B[f6](;W[e8])(;W[g5]))

Black is our Red, who begins and joins top and bottom; cells are named as here.  `AB`, `AW` and `PL` set up
where a game begins.  What is not understood stays in `properties` as it stood, and is written again: also a
property that we would write otherwise, and an empty list for one that we would add.  Continuations that are
no game are kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move
from halfmove.core.sgf_charset import decoded
from halfmove.core.sgf_tree import MARKS, VALUE, Node, Part, collection, escaped, parts, tree, written
from halfmove.games.hex.notation import SWAP

if TYPE_CHECKING:
    from halfmove.games.hex import Hex
    from halfmove.games.hex.rules import State

TAGS = {
    "Event": "EV",
    "Name": "GN",
    "Site": "PC",
    "Date": "DT",
    "Round": "RO",
    "Annotator": "AN",
    "Red": "PB",
    "Blue": "PW",
}
"""What is known of a game, by PGN's names, and its property."""
SIDES = "BW"
SET_UP = ("AB", "AW", "AE", "PL")
RESULTS = {"1-0": "B+", "0-1": "W+"}
HOW = {"resignation": "R", "time": "T", "time forfeit": "T", "fault": "F"}
"""How a game ended, by `Termination`."""
DEEPEST = 200
"""Variations within variations."""


class Sgf(FormatByParts):
    """SGF of Hex."""

    name = "SGF"
    suffixes = (".sgf",)
    game: Hex

    def begins(self, text: str) -> bool:
        return text.lstrip().startswith("(") and "GM[11]" in text[:2000]

    def decoded(self, data: bytes) -> str:
        """In the charset that each game's `CA` names, or its bytes tell."""
        return decoded(data)

    # ---- reading
    def parts(self, text: str) -> Iterator[str]:
        number = 0
        for number, part, _ in collection(text):  # noqa: B007  counted for the sentence below
            yield "\n" * (part.line - 1) + part.text
        if not number:
            raise BadInput("there is no game in it; one begins with '(;' and its properties.")

    def record(self, part: str) -> GameRecord:
        repairs: list[str] = []
        root = tree(Part(1, part), repairs.append)
        if self.bound is not None:
            self.bound.count(sum(1 for _ in root.below()))
        if root.raw("GM") not in ("11", ""):
            raise BadInput(f"it is of another game than Hex: GM[{root.raw('GM')[:10]}] and not GM[11].")
        rules = self._rules(root)
        record = GameRecord(rules, self._start(rules, root), comment=root.text("C"))
        for sentence in repairs:
            self.repair(record, sentence)
        names = {key: name for name, key in TAGS.items()}
        record.headers = {names[key]: root.text(key) for key in root.properties if key in names}
        if "Date" in record.headers:
            record.headers["Date"] = record.headers["Date"].replace("-", ".")
        self._read_result(record, root)
        self._read_moves(record, root)
        record.properties = left(root.properties, root_properties(record))
        return record

    def _rules(self, root: Node) -> Hex:
        """The game that a file is of."""
        size = re.fullmatch(r"(\d{1,2})(?::(\d{1,2}))?", root.raw("SZ").strip() or "11")
        if size is None or size[2] not in (None, size[1]):
            raise BadInput(f"its board has equal sides, as SZ[11] says, and not SZ[{root.raw('SZ')[:10]}].")
        swaps = any(word.lower().startswith(SWAP) for node in root.below() for word in moves_of(node))
        if int(size[1]) == self.game.size and (self.game.swap or not swaps):
            return self.game
        rules = type(self.game)(size=int(size[1]), swap=self.game.swap or swaps)
        rules.compiled = self.game.compiled
        return rules

    def _start(self, rules: Hex, root: Node) -> State | None:
        """Where the game begins; None where nothing is set up."""
        if not any(name in root.properties for name in SET_UP):
            return None
        sides = []
        for name in ("AB", "AW"):
            cells = [rules.cell_named(value) for value in root.properties.get(name, [])]
            if None in cells:
                raise BadInput(f"{name}[{']['.join(root.properties[name])[:40]}] are not cells of the board.")
            sides.append(rules.cells_of([cell for cell in cells if cell is not None]))
        if not bits.wide_empty(bits.wide_and(*sides)):
            raise BadInput("two stones are set up on one cell.")
        mover = SIDES.find(root.raw("PL")[:1].upper() or SIDES[0])
        return rules.parse(rules.position_text(rules.state_of(sides[0], sides[1], max(mover, 0))))

    def _read_result(self, record: GameRecord, root: Node) -> None:
        """Who has won by what the file says."""
        told = re.fullmatch(r"([BW])\+(.*)", root.text("RE").strip(), re.IGNORECASE)
        if told:
            record.headers["Result"] = "1-0" if told[1].upper() == "B" else "0-1"
            how = next((how for how, sign in HOW.items() if told[2][:1].upper() == sign), "")
            if how:
                record.headers["Termination"] = how

    def _read_moves(self, record: GameRecord, root: Node) -> None:
        """The moves below the root: main continuations one after the other, the others beside them."""
        rules: Any = record.rules
        waiting: list[tuple[Node, Any, list[Move], Any, int]] = [
            (root, record.first, record.moves, record, 0)
        ]
        while waiting:
            node, state, line, above, depth = waiting.pop()
            while node.children:
                fit: list[tuple[Node, Move]] = []
                for child in node.children:
                    move = read_move(rules, child, state)
                    if move is None:
                        above.kept.append(written(child))
                        if child is node.children[0] and line is record.moves:
                            self._say_end(record, child)
                    else:
                        fit.append((child, move))
                if not fit:
                    break
                (main, move), *others = fit
                if others and depth == DEEPEST:
                    raise BadInput(f"its variations are nested more than {DEEPEST} deep.")
                for other, instead in others:
                    beside = [instead]
                    move.variations.append(beside)
                    waiting.append((other, then(rules, state, instead), beside, instead, depth + 1))
                line.append(move)
                node, state, above = main, then(rules, state, move), move
        last = record.first
        for action in filter(lambda a: a is not None, record.actions):
            last = rules.result(last, action)
        if rules.is_terminal(last):
            record.headers["Result"] = record.by_rules = "1-0" if rules.utility(last, 0) > 0 else "0-1"

    def _say_end(self, record: GameRecord, node: Node) -> None:
        """The main line ends before a node: nothing to say where a player resigns in it."""
        words = [word.lower() for word in moves_of(node)]
        if not any(word in ("resign", "forfeit") for word in words):
            said = ", ".join(words)[:20] or "it sets up stones or says nothing of a move"
            self.repair(
                record, f"line {node.line}: '{said}' cannot be played; what follows is no part of it."
            )

    # ---- writing
    def text(self, record: Any) -> str:
        root = Node(properties=together(root_properties(record), record.properties))
        waiting = [(root, record.moves, record.first, record.kept)]
        last: list[tuple[Node, list[str]]] = []
        while waiting:
            node, moves, state, kept = waiting.pop(0)
            for move in moves:
                made = node.child()
                usual = node_properties(record.rules, move, state)
                made.properties = together(usual, move.properties)
                if move.action is not None and read_move(record.rules, made, state) is None:
                    raise BadInput(f"What it says of '{move.text}' would be another move in SGF.")
                waiting += [(node, line, state, []) for line in move.variations]
                last.append((node, kept))
                node, kept, state = made, move.kept, then(record.rules, state, move)
            last.append((node, kept))
        for node, kept in last:
            keep(node, kept)
        return written(root) + "\n"


def moves_of(node: Node) -> list[str]:
    """What the players move in a node."""
    return [node.raw(name).strip() for name in SIDES if name in node.properties]


def then(rules: Any, state: Any, move: Move) -> Any:
    """The state after a move, if it is one."""
    return state if move.action is None else rules.result(state, move.action)


def read_move(rules: Any, node: Node, state: Any) -> Move | None:
    """What a node says; None where its move is not legal, not of the side to move, or stones are set up."""
    if any(name in node.properties for name in SET_UP) or len(moves_of(node)) > 1:
        return None
    move = Move(None, "")
    if moves_of(node):
        if SIDES[state.mover] not in node.properties:
            return None
        try:
            move.action = rules.parse_action(state, moves_of(node)[0])
        except BadInput:
            return None
        move.text = rules.action_text(state, move.action)
    move.comment, move.nags = node.text("C"), node.nags
    move.properties = left(node.properties, node_properties(rules, move, state))
    return move


def node_properties(rules: Any, move: Move, state: Any) -> dict[str, list[str]]:
    """A move, and what is said of it."""
    found: dict[str, list[str]] = {}
    if move.action is not None:
        text = rules.action_text(state, move.action)
        found[SIDES[state.mover]] = ["swap-pieces" if text == SWAP else text]
    if move.comment:
        found["C"] = [escaped(move.comment)]
    for name, value in (MARKS[glyph] for glyph in move.nags if glyph in MARKS):
        found[name] = [value]
    return found


def root_properties(record: GameRecord) -> dict[str, list[str]]:
    """What a game says at its root."""
    game: Any = record.rules
    found = {"FF": ["4"], "GM": ["11"], "CA": ["UTF-8"], "SZ": [f"{game.size}"]}
    for name, key in TAGS.items():
        told = record.headers.get(name, "?")
        if name == "Date":
            told = "?" if "?" in told else told.replace(".", "-")
        if told not in ("?", "*", ""):
            found[key] = [escaped(told)]
    if record.headers.get("Result") in RESULTS:
        how = HOW.get(record.headers.get("Termination", ""), "")
        found["RE"] = [RESULTS[record.headers["Result"]] + how]
    if record.start is not None:
        for name, cells in (("AB", record.start.red), ("AW", record.start.blue)):
            if not bits.wide_empty(cells):
                found[name] = [game.cell_text(cell) for cell in bits.wide_squares(cells)]
        found["PL"] = [SIDES[record.start.mover]]
    if record.comment:
        found["C"] = [escaped(record.comment)]
    return found


def left(there: dict[str, list[str]], usual: dict[str, list[str]]) -> dict[str, list[str]]:
    """What would not be written again just so."""
    other = {name: list(values) for name, values in there.items() if usual.get(name) != values}
    return other | {name: [] for name in usual if name not in there}


def together(usual: dict[str, list[str]], said: dict[str, list[str]]) -> dict[str, list[str]]:
    """The usual properties, and what is said besides or otherwise."""
    for name in said:
        if not re.fullmatch("[A-Z]+", name):
            raise BadInput(f"'{name[:20]}' cannot be the name of a property of SGF; that is capital letters.")
    clean = {
        name: [value if VALUE.fullmatch(value) else escaped(value) for value in values]
        for name, values in said.items()
    }
    return {name: values for name, values in {**usual, **clean}.items() if values}


def keep(node: Node, kept: list[str]) -> None:
    """The continuations that are no game, after the others; one that is no SGF, as another format may have
    it, becomes a comment of a node."""
    for text in kept:
        try:
            child = tree(Part(1, text)) if [part.text for part in parts(text)] == [text] else None
        except BadInput:
            child = None
        child = Node(properties={"C": [escaped(text)]}) if child is None else child
        child.parent = node
        node.children.append(child)
