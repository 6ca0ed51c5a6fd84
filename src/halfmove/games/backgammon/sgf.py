"""Games of backgammon as SGF (`GM[6]`), as GNU Backgammon reads and writes them (`sgf.c` of its 1.07).

    (;FF[4]GM[6]MI[length:5][game:1][ws:2][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+2]
    ;B[31qtst] ;W[52mhxv] ;B[double] ;W[take])

A point is a letter, `a` for White's 1 point to `x` for his 24 point, whoever moves; `y` is the bar, `z` off.
A play is its dice and two letters for each of them.  Who beavers doubles a double.  `MI` has the points to
which the match is and those that both had before the game, `RU` whether there is no cube (`NoCube`), the
Crawford rule, whether this is its game, and Jacoby's.  `AE`, `AW`, `AB`, `PL`, `DI`, `CV` and `CP` set a
position up, before anything is played.

What else stands there, GNU Backgammon's analysis for instance, is kept as it is written, and written again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import Broken, GameRecord, Move
from halfmove.core.sgf_charset import decoded
from halfmove.core.sgf_tree import MARKS, Node, Part, collection, placed, tree, written
from halfmove.games.backgammon.chequers import CHEQUERS
from halfmove.games.backgammon.notation import BAR, OFF
from halfmove.games.backgammon.plays import NO_PLAY as BLOCKED
from halfmove.games.backgammon.rules import (
    AFTER,
    BEAVER,
    BEAVERED,
    CENTRED,
    CHOICE,
    CRAWFORD,
    CUBE_LIMIT,
    DOUBLE,
    DROP,
    OFFERED,
    OPENING,
    OTHER,
    OVER,
    OWN,
    ROLL,
    TAKE,
    THROW,
    State,
    standing,
)
from halfmove.games.backgammon.sgf_writing import (
    HEADERS,
    ON_BAR,
    OURS,
    POINTS,
    SEATS,
    SET_UP,
    Writer,
    keep_order,
    length_of_game,
    point,
    scorer,
)

if TYPE_CHECKING:
    from halfmove.games.backgammon.game import Backgammon

_PLAY = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_RESULT = re.compile(r"([WB])\+(\d{1,5})?((?:R(?:esign)?)?)\.?", re.IGNORECASE)


class SgfFile(FormatByParts):
    """SGF of backgammon."""

    name = "SGF"
    suffixes = (".sgf",)
    game: Backgammon

    def begins(self, text: str) -> bool:
        return text.lstrip().startswith("(") and "GM[6]" in text[:2000]

    # ---- reading
    def decoded(self, data: bytes) -> str:
        """In the charset that each game's `CA` names, or its bytes tell."""
        return decoded(data)

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        number = 0
        for number, part, piece in collection(text):
            if self.bound is not None:
                self.bound.begin()
            try:
                found = self._record(part, piece.notes)
            except BadInput as error:
                failed = placed(number, part.line, error)
                if broken is None:
                    raise failed from None
                broken(failed)
            else:
                found.place = f"game {number} (line {part.line})"
                yield found
        if not number:
            raise BadInput("there is no game in it; one begins with '(;' and its properties.")

    def parts(self, text: str) -> Iterator[str]:
        for _, part, _ in collection(text):
            yield "\n" * (part.line - 1) + part.text

    def record(self, part: str) -> GameRecord:
        return self._record(Part(1, part))

    def _record(self, part: Part, notes: Sequence[str] = ()) -> GameRecord:
        repairs: list[str] = []

        def repair(sentence: str) -> None:
            if self.strict:
                raise BadInput(sentence)
            repairs.append(sentence)

        root = tree(part, repair)
        if root.raw("GM") not in ("6", ""):
            raise BadInput(f"it is of another game than backgammon: GM[{root.raw('GM')[:10]}] and not GM[6].")
        nodes = list(root.main_line())
        match = _Match(root)
        rules = self._rules(match, nodes)
        known = {f"P{seat}": rules.player_names[k] for k, seat in enumerate(SEATS)} | HEADERS
        headers = {known[name]: root.text(name) for name in root.properties if name in known}
        headers = {name: told for name, told in headers.items() if told}
        headers |= {name: "?" for name in rules.player_names if name not in headers}
        if "Date" in headers:
            headers["Date"] = headers["Date"].replace("-", ".")
        for note in notes:
            repair(note)
        record = GameRecord(rules, None, headers, "\n".join(filter(None, map(root.text, ("GC", "C")))))
        record.repairs = repairs
        record.properties = {
            name: values
            for name, values in root.properties.items()
            if name not in (*OURS, *SET_UP, *SEATS)  # a move in the root is written behind it
        }
        if rules.match and max(match.points) >= rules.match:
            raise BadInput(f"somebody has {max(match.points)} points already, in a match to {rules.match}.")
        start = rules.new_game(*match.points, match.crawford(rules)) if rules.match else rules.initial()
        whole = _Reader(self, record, start).take(nodes)
        _tell_result(self, record, root, whole)
        self._keep_as_written(record, root)
        return record

    def _keep_as_written(self, record: GameRecord, root: Node) -> None:
        """What of the root, and of the plays, we would write otherwise than its file."""
        ours = Writer(record.rules, record, 0).tree(record.first, record.moves)
        for name in ("MI", "RE"):
            if name in root.properties and root.properties[name] != ours.properties.get(name):
                record.properties[name] = root.properties[name]
        keep_order(record.properties, [*root.properties], [*ours.properties])

    def _rules(self, match: _Match, nodes: list[Node]) -> Backgammon:
        """The game that a file is of: the one that is played here, where it is."""
        said = [word for node in nodes for word in (node.raw("W"), node.raw("B")) if word]
        beaver = not match.length and any(a == b == "double" for a, b in pairwise(said))
        cube = "nocube" not in match.rules
        found = {
            "match": match.length,
            "cube": cube,
            "crawford": match.length == 0 or "crawford" in match.rules,
            "jacoby": cube and not match.length and "jacoby" in match.rules,
            "beavers": cube and not match.length and (beaver or self.game.beavers),
        }
        if all(getattr(self.game, name) == value for name, value in found.items()):
            return self.game
        rules = type(self.game)(**found)
        rules.compiled = self.game.compiled
        return rules

    # ---- writing
    def text(self, record: Any) -> str:
        rules: Any = record.rules
        games: list[str] = []
        state, moves = record.first, list(record.moves)
        while True:
            count = length_of_game(rules, state, moves)
            games.append(written(Writer(rules, record, len(games)).tree(state, moves[:count])))
            for move in moves[:count]:
                state = rules.result(state, move.action)
            moves = moves[count:]
            if not moves:
                return "\n".join(games) + "\n"


class _Match:
    """What the root says of the match."""

    def __init__(self, root: Node) -> None:
        said = dict(value.split(":", 1) for value in root.properties.get("MI", []) if ":" in value)
        numbers = {}
        for key in ("length", "ws", "bs"):
            text = said.get(key, "0").strip()
            if not re.fullmatch(r"\d{1,5}", text):
                raise BadInput(f"a match's {key} is a whole number, not MI[{key}:{text[:10]}].")
            numbers[key] = int(text)
        self.length = numbers["length"]
        self.points = numbers["ws"], numbers["bs"]
        self.rules = root.text("RU").lower().split(":")

    def crawford(self, rules: Backgammon) -> int:
        """Whether the Crawford game is still to come, is this one, or is over."""
        if "crawfordgame" in self.rules:
            return CRAWFORD
        return rules.first_crawford() if max(self.points) < rules.match - 1 else AFTER


class _Reader:
    """Plays what the nodes of a game say."""

    def __init__(self, form: SgfFile, record: GameRecord, state: State) -> None:
        self.form, self.record, self.rules, self.state = form, record, record.rules, state
        self.before = state
        """Before the last action."""
        self.plain = state == record.rules.initial()
        """Whether the game begins as any does."""

    def take(self, nodes: list[Node]) -> bool:
        """Play all nodes; whether all could be played."""
        whole = True
        for node in nodes:
            before = len(self.record.moves), self.state
            try:
                self._node(node)
            except BadInput as error:
                said = f"line {node.line}: {str(error).rstrip('.')}"
                if node.parent is None or any(name in node.properties for name in SET_UP):
                    raise BadInput(f"{said}.") from None
                self.form.repair(self.record, f"{said}; what follows is no part of the game.")
                self._end(node, *before)
                whole = False
                break
            self._last.kept.extend(written(other) for other in node.children[1:])
        if whole and self._last.kept:  # the game ends here: what else was tried is not how it goes on
            self._last.kept.insert(0, "(;)")
        if not self.record.moves:
            self._begin()
        return whole

    @property
    def _last(self) -> Any:
        """The move played last, the game before the first: whose what follows is."""
        return self.record.moves[-1] if self.record.moves else self.record

    def _end(self, node: Node, moves: int, state: State) -> None:
        """The game ends before a node; it and what follows are kept as they stand."""
        del self.record.moves[moves:]
        self.state = state
        self._last.kept.insert(0, written(node))

    def _node(self, node: Node) -> None:
        if any(name in node.properties for name in SET_UP):
            if self.record.moves:
                raise BadInput("a position is set up where the game is being played.")
            self.state, self.plain = set_up(self.rules, self.state, node), False
        told = [(seat, node.raw(name)) for seat, name in enumerate(SEATS) if name in node.properties]
        if len(told) > 1:
            raise BadInput("both players move at once.")
        if not told:
            if node.parent is not None:
                self._aside(node)
            return
        before = len(self.record.moves)
        if not before:
            self._begin()
        self._move(*told[0])
        made = self.record.moves[-1]
        if node.parent is None:  # what it says besides is said of the game
            return
        made.comment, made.nags = node.text("C"), node.nags
        marks = {(name, (value,)) for name, value in MARKS.values()}
        made.properties = {
            name: values
            for name, values in node.properties.items()
            if name not in ("W", "B", "C", *SET_UP) and (name, tuple(values)) not in marks
        }
        ours = Writer(self.rules, self.record, 0).properties(self.before, made)
        seat = SEATS[told[0][0]]
        if node.properties[seat] != ours.get(seat):
            made.properties[seat] = node.properties[seat]
        keep_order(made.properties, [name for name in node.properties if name not in SET_UP], [*ours])

    def _aside(self, node: Node) -> None:
        """What a node without a move says belongs to the move before it, or to the game."""
        there = self._last
        there.comment = "\n".join(filter(None, (there.comment, node.text("C"))))
        for name, values in node.properties.items():
            if name not in ("C", *SET_UP):
                there.properties.setdefault(name, []).extend(values)

    def _begin(self) -> None:
        """The first move, or none, is played from what has been set up."""
        self.record.start = None if self.plain else self.state

    def _move(self, seat: int, word: str) -> None:
        word = word.strip().lower()
        if word in ("double", "take", "drop"):
            self._cube(seat, word)
            return
        found = _PLAY.fullmatch(word)
        if found is None:
            raise BadInput(f"'{word[:20]}' is no play; a play is its dice and its points, as '31qtst'.")
        high, low = sorted((int(found[1]), int(found[2])), reverse=True)
        self._throw(seat, high, low)
        self._whose(seat)
        self._action(self._play(seat, found[3]), "that cannot be played")

    def _cube(self, seat: int, word: str) -> None:
        doubled = self.state.dice in (OFFERED, BEAVERED)
        if doubled and seat != self.rules.to_move(self.state):
            raise BadInput(f"{SEATS[seat]}[{word}]: he has doubled himself.")
        if word == "double":
            self._action(BEAVER if doubled else DOUBLE, "nobody may double here", seat=seat)
        else:
            self._action(TAKE if word == "take" else DROP, "nobody has doubled")

    def _throw(self, seat: int, high: int, low: int) -> None:
        """The dice of a play, where they are not there yet."""
        if self.state.dice == OPENING:
            if high == low:
                raise BadInput("a game does not begin with a doublet.")
            self._action(10 * high + low if seat == 0 else 10 * low + high, "nobody is to throw")
            return
        if self.state.dice > 0:
            if self.state.dice != 10 * high + low:
                raise BadInput(f"{self.state.dice} was thrown, and not {high}{low}.")
            return
        self._whose(seat)
        if self.state.dice == CHOICE:
            self._action(ROLL, "nobody is to throw")
        self._action(10 * high + low, "nobody is to throw")

    def _whose(self, seat: int) -> None:
        if seat != self.state.mover:
            raise BadInput(f"it is not the turn of {self.rules.player_names[seat]}.")

    def _play(self, seat: int, letters: str) -> int:
        """The action of a play: the one that makes these moves, in any order."""
        steps = [(point(letters[k], seat), point(letters[k + 1], seat)) for k in range(0, len(letters), 2)]
        if not steps:
            if list(self.rules.actions(self.state)) != [BLOCKED]:
                raise BadInput(f"there is a play of {self.state.dice}.")
            return BLOCKED
        rules: Any = self.rules
        told = Counter(steps)
        for action in rules.actions(self.state):
            if Counter((step.start, step.end) for step in rules.steps(self.state, action)) == told:
                return int(action)
        words = " ".join(f"{'bar' if a == BAR else a}/{'off' if b == OFF else b}" for a, b in steps)
        return int(self.rules.parse_action(self.state, words))

    def _action(self, action: int, otherwise: str, *, seat: int | None = None) -> None:
        rules: Any = self.rules
        wrong = seat is not None and rules.to_move(self.state) != seat
        if self._over() or wrong or action not in rules.actions(self.state):
            raise BadInput(f"{otherwise}.")
        if self.form.bound is not None:
            self.form.bound.count()
        self.record.moves.append(Move(action, rules.action_text(self.state, action)))
        self.before = self.state
        self.state = rules.result(self.state, action)

    def _over(self) -> bool:
        """Whether the game has ended, be it that a match goes on."""
        return self.state.dice == OVER or (self.state.dice == OPENING and bool(self.record.moves))


def set_up(rules: Any, s: State, node: Node) -> State:
    """The state in which what a node sets up has been set up; `BadInput` says what cannot be."""
    mover = s.mover
    if node.raw("PL"):
        if node.raw("PL")[:1].upper() not in SEATS:
            raise BadInput(f"PL is W or B, not '{node.raw('PL')[:10]}'.")
        mover = SEATS.index(node.raw("PL")[:1].upper())
    if mover != s.mover:
        s = rules.swapped(s)
    if s.dice == OPENING:
        s = rules.waiting(s, THROW, s.cube, s.owner)
    own, other, cube, owner = s.own, s.other, s.cube, s.owner
    dice = s.dice if s.dice > 0 else THROW
    if {"AW", "AB"} & set(node.properties):
        seats = [_set_chequers(node.properties.get(f"A{seat}", []), k) for k, seat in enumerate(SEATS)]
        own, other, dice = seats[mover], seats[1 - mover], THROW
    if node.raw("CV"):
        cube = int(node.raw("CV")) if node.raw("CV").isdecimal() else 0
        if cube not in (1, 2, 4, 8, 16, 32, CUBE_LIMIT) or (cube > 1 and not rules.cube):
            raise BadInput(f"the cube shows 1, 2, 4 … {CUBE_LIMIT}, not '{node.raw('CV')[:10]}'.")
    if node.raw("CP"):
        place = node.raw("CP")[:1].lower()
        if place not in "cwb":
            raise BadInput(f"the cube is c, w or b, in the middle or a player's, not '{place}'.")
        owner = CENTRED if place == "c" else OWN if "wb".index(place) == mover else OTHER
    if node.raw("DI"):
        if not re.fullmatch("[1-6]{2}", node.raw("DI")):
            raise BadInput(f"dice are two numbers from 1 to 6, not '{node.raw('DI')[:10]}'.")
        dice = int("".join(sorted(node.raw("DI"), reverse=True)))
    s = State(own, other, mover, THROW, cube, owner, s.own_points, s.other_points, s.crawford, 0)
    if not dice and rules.may_double(s):
        dice = CHOICE
    return rules.waiting(s, dice, cube, owner)  # type: ignore[no-any-return]


def _set_chequers(points: list[str], seat: int) -> Any:
    """A player's chequers, by the letters of their points."""
    if len(points) > CHEQUERS or not points:
        raise BadInput(f"each player has 1 to {CHEQUERS} chequers on the board, not {len(points)}.")
    if any(len(p) != 1 or p not in POINTS + ON_BAR for p in points):
        raise BadInput("a chequer stands on a point, a to x, or on the bar, y.")
    found = [point(letter, seat) for letter in points]
    return standing(*((point, found.count(point)) for point in sorted(set(found))))


def _tell_result(form: SgfFile, record: GameRecord, root: Node, whole: bool) -> None:
    """Who has won, by the rules or by what the file says; `whole`: whether the game was read to its end."""
    rules: Any = record.rules
    state = record.first
    for move in record.moves:
        before, state = state, rules.result(state, move.action)
        if state.dice == OVER or (state.dice == OPENING and before.dice != OPENING):
            won = state.mover if state.dice == OVER else scorer(rules, before, state)
            record.headers["Result"] = form.results[1.0 - won]
            said = _RESULT.fullmatch(root.text("RE").strip())
            if said is not None and SEATS.index(said[1].upper()) != won:
                form.repair(
                    record, f"it says {said[0]}, but by the rules {SEATS[won]} has won, which counts."
                )
            return
    told = root.text("RE").strip()
    found = _RESULT.fullmatch(told)
    if found is None and told.lower() not in ("", "?", "void"):
        form.repair(record, f"its result '{told[:40]}' is none that is known.")
    if found is not None:
        record.headers["Result"] = form.results[1.0 - SEATS.index(found[1].upper())]
        if whole:
            record.headers["Termination"] = "resignation"
        if found[2]:
            record.headers["Points"] = found[2]
