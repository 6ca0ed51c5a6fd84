"""The words of SGF for backgammon, which reading and writing share."""

from __future__ import annotations

from typing import Any

from halfmove.games.backgammon.notation import BAR, OFF
from halfmove.games.backgammon.rules import BEAVER, DOUBLE, DROP, TAKE, State

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
