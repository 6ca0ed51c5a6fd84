"""From SGF's tree to plain data and back, losing nothing.

What a `Move` has a place for goes there: the move, its comment, marks, evaluation and clock.  A property that
these would not write again just so stays in `properties` as it stood, and is written as it stood; one that
they would add stays there as an empty list.  A continuation that is no game (a move that is not legal, or
after two passes, stones set up) stays in `kept`, as text; one that is no SGF, as other formats may have it,
is written as a value of the private property `KEPT`.

Plain data may come from a stranger's text: what it says is written as names and values that SGF reads again
as they are, or refused.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.sgf_charset import UTF8, has_kept_bytes
from halfmove.core.sgf_tree import MARKS, VALUE, Node, Part, escaped, parts, tree, unescaped, written
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State
from halfmove.games.go.sgf.beginning import game_of, start_of, turns
from halfmove.games.go.sgf.game import TAGS, SgfGame, SgfMove, WinRate, move_of, rate_text, vertex
from halfmove.games.go.sgf.root import SETUP, pass_over

DEEPEST = 200
"""Variations within variations."""
RULES = {"tromp-taylor": "Tromp-Taylor", "chinese": "Chinese", "aga": "AGA", "japanese": "Japanese"}
KEPT = "KEPT"
_CLOCKS = ("BL", "WL")
_NAME = re.compile("[A-Z]+")
_OTHER = "What it says of '{}' would be another move in SGF."
_LONGEST = 1e9
"""Seconds that a clock may show."""


# ---- from the tree
def plain(game: SgfGame) -> GameRecord:
    """A game with its variations."""
    found = GameRecord(
        game.rules, game.start, dict(game.headers), game.comment, place=game.place, repairs=game.repairs
    )
    found.headers |= time_header(game.tree)
    _lines(game, found)
    found.properties, kept = _split_kept(_list_unwritten(game.tree.properties, root_properties(found)))
    if game.charset != UTF8 and not has_kept_bytes(written(game.tree)):
        found.properties.pop("CA", None)  # it is written in UTF-8
    found.kept += kept
    return found


def _lines(game: SgfGame, record: GameRecord) -> None:
    """Fill in the moves below the root: main continuations one after the other, the others beside them.

    Beside what sets up the beginning, and where the game ends before its tree, nothing is a move of the game.
    """
    rules, begins = game.rules, len(game.opening)
    waiting: list[tuple[Node, State, list[Move], Any, int]] = [
        (game.tree, game.first, record.moves, record, 0)
    ]
    while waiting:
        node, state, line, above, depth = waiting.pop()
        while node.children:
            fit: list[tuple[Node, Move]] = []
            ends = game.end is not None and node.children[0] is game.end
            opens = begins > 0 and node.children[0] in game.opening
            begins -= opens
            for number, child in enumerate(node.children):
                move = None if ends or (opens and number) else _move(rules, child, state, opens)
                if move is None:
                    above.kept.append(written(child))
                else:
                    fit.append((child, move))
            if not fit:
                break
            (main, move), *others = fit
            if others and depth == DEEPEST:
                raise BadInput(f"line {main.line}: its variations are nested more than {DEEPEST} deep.")
            for other, instead in others:
                beside = [instead]
                move.variations.append(beside)
                waiting.append((other, _then(rules, state, instead), beside, instead, depth + 1))
            line.append(move)
            node, state, above = main, _then(rules, state, move), move


def _then(rules: Go, state: State, move: Move) -> State:
    return state if move.action is None else rules.result(state, move.action)


def _move(rules: Go, node: Node, state: State, opens: bool = False) -> Move | None:
    """What a node says; None where its move is not legal, or not the turn of its side, or it sets up, unless
    it `opens` the game: then a move that is not the turn of its side is a handicap stone."""
    if not opens and any(name in node.properties for name in (*SETUP, "PL")):
        return None
    try:
        told = move_of(node, rules)
        if opens and told is not None and told[0] != "bw"[state.mover]:
            told = None
        text = "" if told is None else vertex(rules, told[1])
        if told is not None:
            if told[0] != "bw"[state.mover]:
                return None
            rules.parse_action(state, text)
    except BadInput:
        return None
    action = None if told is None else told[1]
    said = SgfMove(node, -1 if action is None else action, text, rules)
    found = Move(action, text, said.comment, nags=said.nags, evaluation=said.evaluation)
    if action is not None:
        found.clock = _seconds(node.raw(_CLOCKS[state.mover]))
    found.properties, found.kept = _split_kept(
        _list_unwritten(node.properties, node_properties(rules, found, state.mover))
    )
    return found


def _split_kept(properties: dict[str, list[str]]) -> tuple[dict[str, list[str]], list[str]]:
    """The properties, and apart from them the continuations that are no SGF."""
    values = properties.get(KEPT, [])
    texts = [unescaped(value) for value in values]
    if not values or any(
        escaped(text) != value or _parse_continuation(text) for text, value in zip(texts, values, strict=True)
    ):
        return properties, []
    return {name: there for name, there in properties.items() if name != KEPT}, texts


def _seconds(text: str) -> float | None:
    """A clock; None for what no clock shows, which stays a property as it stood."""
    try:
        seconds = float(text) if text.strip().replace(".", "", 1).isdecimal() else -1.0
    except ValueError:
        return None
    return seconds if 0 <= seconds <= _LONGEST else None


def _list_unwritten(there: dict[str, list[str]], usual: dict[str, list[str]]) -> dict[str, list[str]]:
    """What would not be written again just so."""
    left = {
        name: list(values)
        for name, values in there.items()
        if usual.get(name) != values and not (name == "C" and name in usual and len(values) == 1)
    }
    return left | {name: [] for name in usual if name not in there}


# ---- to the tree
def new_tree(record: GameRecord) -> Node:
    """The root of a game of plain data.  Headers that SGF has no property for, and those that say nothing
    (`?`), are left out."""
    sets_up = False
    root = Node(properties=_all(root_properties(record), record.properties))
    if not {"B", "W"}.isdisjoint(root.properties):
        raise BadInput("It says that the root of its SGF has a move; moves come after it.")
    waiting = [(root, record.moves, record.first.mover, record.kept)]
    while waiting:
        node, moves, mover, kept = waiting.pop(0)
        begins = moves is record.moves
        for move in moves:
            made = node.child()
            made.properties = _all(node_properties(record.rules, move, mover), move.properties)
            if not _is_meant(record.rules, made, move, mover):
                if not begins:
                    raise BadInput(_OTHER.format(move.text or "no move"))
                sets_up = True
            begins = begins and move.action is None
            for line in move.variations:
                waiting.append((node, line, mover, []))
            _keep(node, kept)
            node, kept = made, move.kept
            mover = mover if move.action is None else 1 - mover
        _keep(node, kept)
    if sets_up:
        _check_beginning(root, record)
    return root


def _check_beginning(root: Node, record: GameRecord) -> None:
    """`BadInput` where what is set up behind the root leads to another game."""
    meant = [action for action in record.actions if action is not None]
    try:
        rules, begins = game_of(root, record.rules.compiled, pass_over)
        start = start_of(rules, begins)
        actions = [action for _, action in islice(turns(root, rules, begins), len(meant))]
    except BadInput as error:
        raise BadInput(_OTHER.format("its beginning")) from error
    if actions != meant or (rules.initial() if start is None else start) != record.first:
        raise BadInput(_OTHER.format("its beginning"))


def _keep(node: Node, kept: list[str]) -> None:
    """The continuations that are no game, after the others."""
    for text in kept:
        child = _parse_continuation(text)
        if child is None:
            node.properties.setdefault(KEPT, []).append(escaped(text))
        else:
            child.parent = node
            node.children.append(child)


def _parse_continuation(text: str) -> Node | None:
    """A continuation; None for what is not one of SGF, and nothing else."""
    try:
        return tree(Part(1, text)) if [part.text for part in parts(text)] == [text] else None
    except BadInput:
        return None


def _all(usual: dict[str, list[str]], said: dict[str, list[str]]) -> dict[str, list[str]]:
    """The usual properties, and what is said besides or otherwise."""
    for name in said:
        if not _NAME.fullmatch(name):
            raise BadInput(f"'{name[:20]}' cannot be the name of a property of SGF; that is capital letters.")
    clean = {name: [_value(value) for value in values] for name, values in said.items()}
    return {name: values for name, values in {**usual, **clean}.items() if values}


def _value(raw: str) -> str:
    """As it stands, where it is read as one value; else as a text."""
    return raw if VALUE.fullmatch(raw) else escaped(raw)


def _is_meant(rules: Any, node: Node, move: Move, mover: int) -> bool:
    """Whether a node has the move that it should, and sets up no stones."""
    try:
        told = move_of(node, rules)
    except BadInput:
        told = ("", -1)
    meant = None if move.action is None else ("bw"[mover], move.action)
    return told == meant and not any(name in node.properties for name in (*SETUP, "PL"))


def node_properties(rules: Any, move: Move, mover: int) -> dict[str, list[str]]:
    """A move, and what is said of it."""
    found: dict[str, list[str]] = {}
    if move.action is not None:
        found["BW"[mover]] = [rules.sgf_text(move.action)]
    if move.comment:
        found["C"] = [escaped(move.comment)]
    for name, value in (MARKS[glyph] for glyph in move.nags if glyph in MARKS):
        found[name] = [value]
    if isinstance(move.evaluation, WinRate):
        found["SBKV"] = [rate_text(move.evaluation)]
    if move.clock is not None and move.action is not None:
        found[_CLOCKS[mover]] = [f"{move.clock:.12g}"]
    return found


def root_properties(record: GameRecord) -> dict[str, list[str]]:
    """What a game of plain data says at its root."""
    game: Any = record.rules
    square = game.width == game.height
    found = {
        "GM": ["1"],
        "FF": ["4"],
        "CA": ["UTF-8"],
        "SZ": [f"{game.width}" if square else f"{game.width}:{game.height}"],
        "KM": [f"{float(game.komi):g}"],
        "RU": [RULES.get(game.rules, game.rules)],
    }
    for name, key in TAGS.items():
        told = record.headers.get(name, "?")
        if name == "Date":
            told = "?" if "?" in told else told.replace(".", "-")
        if told != "?" and told != "*":
            found[key] = [escaped(told)]
    found |= time_properties(record.headers.get(TIME_CONTROL, ""))
    if record.comment:
        found["C"] = [escaped(record.comment)]
    return found | _set_up(game, record.first)


def _set_up(game: Any, start: State) -> dict[str, list[str]]:
    """Stones that are on the board before the first move."""
    found = {}
    for name, side in (("AB", start.black), ("AW", start.white)):
        points = sorted(game.point(place) for place in bits.wide_squares(side))
        if points:
            found[name] = [game.sgf_text(point) for point in points]
    if found or start != game.initial():
        found["PL"] = ["BW"[start.mover]]
    if game.handicap and start == game.initial():
        found["HA"] = [str(game.handicap)]
    return found


# ---- time controls, `TM[300]OT[2 fischer]` and PGN's `300+2`: seconds for the game, and more for each move
#
# Of overtime SGF says only that it is a text; a word for increments is what servers and programs write.

TIME_CONTROL = "TimeControl"
_SECONDS = r"(\d{1,9}(?:\.\d{1,3})?)"
_PGN = re.compile(rf"{_SECONDS}(?:\+{_SECONDS})?")
_OVERTIME = re.compile(rf"{_SECONDS} fischer")


def time_header(root: Node) -> dict[str, str]:
    """What a root says of the time, by PGN's name; nothing where PGN has no word for it."""
    if [len(root.properties.get(name, [""])) for name in ("TM", "OT")] != [1, 1]:
        return {}
    base, overtime = root.raw("TM"), root.raw("OT")
    found = _OVERTIME.fullmatch(overtime)
    if not re.fullmatch(_SECONDS, base) or (overtime and not found):
        return {}
    return {TIME_CONTROL: f"{base}+{found[1]}" if found else base}


def time_properties(told: str) -> dict[str, list[str]]:
    """The properties for what PGN's tag says; none where SGF has no word for it."""
    found = _PGN.fullmatch(told)
    if found is None:
        return {}
    return {"TM": [found[1]], **({"OT": [f"{found[2]} fischer"]} if found[2] else {})}
