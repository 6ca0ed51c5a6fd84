"""Positions as eXtreme Gammon writes them (its help, "XGID"), which other programs read as well.

XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10

- 26 letters: the bar of the player above, his opponent's points 1 to 24, that opponent's bar; capital letters
  are the chequers of the player below (A one, B two), small ones those of the player above;
- the cube's power of two, and its owner: 1 the player below, -1 the one above, 0 nobody;
- whose turn it is: 1 the player below; the dice, 00 before the throw, D for a double, B for a beaver;
- the points of the player below, and of the one above;
- in a match 1 for the game of Crawford's rule; for money 1 for Jacoby's rule, and 2 more for beavers;
- the length of the match, 0 for money; the cube's largest power of two.

The player below is player 1, as GNU Backgammon reads it, so that both identifiers are of the same players.
Whether a game has begun is not said: what has not waits for a throw here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.core.bits import Wide
from halfmove.games.backgammon.chequers import CHEQUERS, on
from halfmove.games.backgammon.rules import standing

PREFIX = "XGID="
_XGID = re.compile(
    rf"(?:{PREFIX})?([-A-Oa-o]{{26}}):(\d{{1,2}}):(-1|0|1):(-?1):(\d\d|[DB]):(\d{{1,5}}):(\d{{1,5}})"
    r":(\d):(\d{1,5}):(\d{1,2})"
)
LARGEST_CUBE = 10


class XGID(NamedTuple):
    """The fields of an XGID, chequers as the player whose turn it is counts them."""

    own: Wide
    other: Wide
    cube: int
    """The power of two."""
    owner: int
    """0 or 1; -1: nobody."""
    mover: int
    dice: str
    points: tuple[int, int]
    """Of player 0 and player 1."""
    flags: int
    length: int


def is_xgid(text: str) -> bool:
    """Whether a text is meant as one."""
    return text.startswith(PREFIX) or _XGID.fullmatch(text) is not None


def read_xgid(text: str) -> XGID:
    """The fields; `ValueError` for what is no XGID."""
    found = _XGID.fullmatch(text.strip())
    if found is None:
        raise ValueError
    letters, cube, holder, turn, dice, *rest = found.groups()
    first, second, flags, length, _ = map(int, rest)
    mover = 1 if turn == "1" else 0
    below = [(point, _count(letters[point], upper=True)) for point in range(1, 26)]
    above = [(25 - point, _count(letters[point], upper=False)) for point in range(25)]
    if any(sum(count for _, count in side) > CHEQUERS for side in (below, above)):
        raise ValueError
    if letters[0].isupper() or letters[25].islower():
        raise ValueError  # a bar belongs to one player
    sides = standing(*below), standing(*above)
    own, other = sides if mover == 1 else sides[::-1]
    owner = {"1": 1, "-1": 0, "0": -1}[holder]
    return XGID(own, other, int(cube), owner, mover, dice, (second, first), flags, length)


def _count(letter: str, *, upper: bool) -> int:
    return ord(letter.upper()) - ord("A") + 1 if letter != "-" and letter.isupper() == upper else 0


def format_xgid(found: XGID) -> str:
    """The text of the fields."""
    below, above = (found.own, found.other) if found.mover == 1 else (found.other, found.own)
    letters = []
    for point in range(26):
        lower, upper = on(above, point), on(below, 25 - point)
        letters.append(chr(64 + upper) if upper and point else chr(96 + lower) if lower else "-")
    owner = {1: "1", 0: "-1", -1: "0"}[found.owner]
    turn = "1" if found.mover == 1 else "-1"
    fields = (
        found.cube,
        owner,
        turn,
        found.dice,
        *found.points[::-1],
        found.flags,
        found.length,
        LARGEST_CUBE,
    )
    return f"{PREFIX}{''.join(letters)}:{':'.join(map(str, fields))}"
