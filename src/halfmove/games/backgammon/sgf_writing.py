"""Games of backgammon written as SGF (`sgf` reads it and says what it is)."""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.formats import END
from halfmove.core.sgf_tree import MARKS, Node, Part, escaped, tree
from halfmove.games.backgammon.chequers import on, on_board
from halfmove.games.backgammon.notation import BAR, OFF
from halfmove.games.backgammon.records import PLAY
from halfmove.games.backgammon.rules import (
    BEAVER,
    CENTRED,
    CRAWFORD,
    DOUBLE,
    DROP,
    OPENING,
    OVER,
    OWN,
    ROLL,
    TAKE,
    THROW,
    State,
)

# ---- what reading and writing share

SEATS = "WB"
"""Who is White here is White there, GNU Backgammon's first player."""
ON_BAR, BORNE_OFF = "y", "z"
SET_UP = ("AE", "AW", "AB", "PL", "DI", "CV", "CP")
HEADERS = {"EV": "Event", "RO": "Round", "PC": "Site", "DT": "Date", "AN": "Annotator", "GN": "GameName"}
"""What is known of a game, by SGF's names and by ours."""
OURS = ("FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "RE", "C", "GC", *HEADERS)
ORDER = "order"
"""The property that names those of a node or the root in the order of its file, where ours is another."""
POINTS = "abcdefghijklmnopqrstuvwx"
WORDS = {DOUBLE: "double", BEAVER: "double", TAKE: "take", DROP: "drop"}


def point(letter: str, seat: int) -> int:
    """A point as its player counts it."""
    if letter == ON_BAR:
        return BAR
    if letter == BORNE_OFF:
        return OFF
    number = POINTS.index(letter) + 1
    return number if seat == 0 else 25 - number


def letter(place: int, seat: int) -> str:
    """The letter of a point that its player counts so."""
    if place == BAR:
        return ON_BAR
    if place == OFF:
        return BORNE_OFF
    return POINTS[(place if seat == 0 else 25 - place) - 1]


def scorer(rules: Any, before: State, after: State) -> int:
    """Who has won the game of a match that goes on."""
    return 0 if rules.points_of(after, 0) > rules.points_of(before, 0) else 1


FOREIGN = (PLAY, END, ORDER)
"""Properties of a record that are none of SGF."""


def length_of_game(rules: Any, state: State, moves: list[Any]) -> int:
    """How many of the moves belong to the game that begins, or goes on, with this state."""
    for number, move in enumerate(moves, 1):
        before, state = state, rules.result(state, move.action)
        if state.dice == OPENING and before.dice != OPENING:
            return number
    return len(moves)


class Writer:
    """Writes one game of a record as a tree."""

    def __init__(self, rules: Any, record: Any, number: int) -> None:
        self.rules, self.record, self.number = rules, record, number

    @property
    def _first(self) -> int:
        """The number of the record's first game in its match, from 0."""
        told = " ".join(self.record.properties.get("MI", []))
        found = re.search(r"\bgame:(\d{1,5})\b", told)
        return int(found[1]) if found else 0

    def tree(self, state: State, moves: list[Any]) -> Node:
        root = Node()
        self._root(root, state, moves)
        node = root
        if state.dice != OPENING:
            node = root.child()
            _write_set_up(node, state)
        kept = list(getattr(self.record, "kept", [])) if self.number == 0 else []
        for move in moves:
            made = self._node(node, state, move)
            if made is not node:
                _keep(node, kept)
                node, kept = made, []
            kept += getattr(move, "kept", [])
            state = self.rules.result(state, move.action)
        _keep(node, kept)
        return root

    def _root(self, root: Node, state: State, moves: list[Any]) -> None:
        rules, headers = self.rules, self.record.headers
        points = [rules.points_of(state, who) if rules.match else 0 for who in (0, 1)]
        root.properties |= {
            "FF": ["4"],
            "GM": ["6"],
            "CA": ["UTF-8"],
            "AP": ["Halfmove"],
            "MI": [
                f"length:{rules.match}",
                f"game:{self._first + self.number}",
                f"ws:{points[0]}",
                f"bs:{points[1]}",
            ],
        }
        players = {player: f"P{seat}" for player, seat in zip(rules.player_names, SEATS, strict=True)}
        known = players | {ours: name for name, ours in HEADERS.items()}
        for ours in dict.fromkeys([*headers, *players]):
            told = headers.get(ours, "?")
            if ours in players:
                root.put(players[ours], ours if told == "?" else told)
            elif ours in known and told and not set(told) <= set("?."):
                root.put(known[ours], told.replace(".", "-") if ours == "Date" else told)
        said = [
            *([] if rules.cube else ["NoCube"]),
            *(["Crawford"] if rules.match and rules.crawford else []),
            *(["CrawfordGame"] if state.crawford == CRAWFORD else []),
            *(["Jacoby"] if rules.jacoby else []),
        ]
        if said:
            root.put("RU", ":".join(said))
        result = self._result(state, moves)
        if result:
            root.put("RE", result)
        if self.number == 0:
            if self.record.comment:
                root.put("C", self.record.comment)
            root.properties = in_order(
                root.properties, self._as_written(root.properties, self.record.properties)
            )

    def _as_written(self, ours: dict[str, list[str]], there: dict[str, list[str]]) -> dict[str, list[str]]:
        """What is known besides ours; the match as its file has it, where it is this one still."""
        same = _score(there.get("MI", [])) == _score(ours["MI"])
        mine = {*ours} - ({"RE", "MI"} if same else {"RE"})
        return {name: values for name, values in there.items() if name not in mine}

    def _result(self, state: State, moves: list[Any]) -> str:
        before = state
        for move in moves:
            before, state = state, self.rules.result(state, move.action)
        if state.dice == OVER:
            return f"{SEATS[state.mover]}+{state.gain}"
        if moves and state.dice == OPENING and before.dice != OPENING:
            who = scorer(self.rules, before, state)
            gained = self.rules.points_of(state, who) - self.rules.points_of(before, who)
            return f"{SEATS[who]}+{gained}"
        headers = self.record.headers
        if headers.get("Result") in ("1-0", "0-1"):
            resigned = "R" if headers.get("Termination", "") == "resignation" else ""
            return f"{SEATS[int(headers['Result'] == '0-1')]}+{headers.get('Points', '')}{resigned}"
        return ""

    def _node(self, node: Node, s: State, move: Any) -> Node:
        """A play, with its throw, and what is done with the cube; a throw alone is no node."""
        if s.dice in (THROW, OPENING) or move.action == ROLL:
            return node
        made = node.child()
        made.properties = self.properties(s, move)
        return made

    def properties(self, s: State, move: Any) -> dict[str, list[str]]:
        """What is written of a play, or of what is done with the cube."""
        if s.dice > 0:
            steps = [(step.start, step.end) for step in self.rules.steps(s, move.action)]
            letters = "".join(letter(a, s.mover) + letter(b, s.mover) for a, b in steps)
            ours = {SEATS[s.mover]: [f"{s.dice}{letters}"]}
        else:
            ours = {SEATS[self.rules.to_move(s)]: [WORDS[move.action]]}
        there = getattr(move, "properties", {})
        ours |= {name: values for name, values in there.items() if name not in (*ours, *FOREIGN)}
        ours |= {name: [value] for name, value in (MARKS[nag] for nag in move.nags if nag in MARKS)}
        if getattr(move, "comment", ""):
            ours["C"] = [escaped(move.comment)]
        return in_order(ours, there)


def _score(match: list[str]) -> list[str]:
    """Of what `MI` says, the length of the match and the points before the game."""
    told = dict(part.split(":", 1) for part in match if ":" in part)
    return [told.get(key, "0").strip() for key in ("length", "ws", "bs")]


def in_order(ours: dict[str, list[str]], there: dict[str, list[str]]) -> dict[str, list[str]]:
    """The properties, those of a file as they stand there and in their order, if it is another than ours."""
    found = ours | {name: values for name, values in there.items() if name not in FOREIGN}
    order = [name for text in there.get(ORDER, []) for name in text.split()]
    names = [*filter(found.__contains__, order), *(name for name in found if name not in order)]
    return {name: found[name] for name in names}


def keep_order(properties: dict[str, list[str]], there: list[str], ours: list[str]) -> None:
    """Note the order of a file's names where we would write those that both have in another."""
    both = {*there} & {*ours}
    if [name for name in there if name in both] != [name for name in ours if name in both]:
        properties[ORDER] = [" ".join(there)]


def _keep(node: Node, kept: list[str]) -> None:
    """The continuations of a node that are no part of the game, after the others."""
    for text in kept:
        child = tree(Part(1, text))
        child.parent = node
        node.children.append(child)


def _write_set_up(node: Node, s: State) -> None:
    """Properties that set a state up."""
    node.properties["PL"] = [SEATS[s.mover]]
    node.properties["AE"] = ["a:y"]
    for seat, name in enumerate(SEATS):
        chequers = s.own if seat == s.mover else s.other
        letters = [letter(25 - place, seat) for place in range(25) for _ in range(on(chequers, place))]
        assert len(letters) == on_board(chequers)
        node.properties[f"A{name}"] = sorted(letters)
    if s.cube > 1:
        node.properties["CV"] = [str(s.cube)]
    owner = "c" if s.owner == CENTRED else SEATS[s.mover if s.owner == OWN else 1 - s.mover].lower()
    node.properties["CP"] = [owner]
    if s.dice > 0:
        node.properties["DI"] = [str(s.dice)]
