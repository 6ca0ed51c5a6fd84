"""Positions as GNU Backgammon's IDs: the position ID and the match ID with a colon between; XGID is read too.

Both are base64 of bits, the lowest first (GNU Backgammon manual, "A technical description of the Position ID"
and "... of the Match ID"):

    position ID   for the other player, then for the one whose turn it is: on each of his points 1 to 24 and
                  the bar a 1 for each chequer, and a 0 that ends it
    match ID      the cube's power of two (4 bits), its owner (2), whose turn it is (1), Crawford (1), how far
                  the game is (3), who decides (1), whether he is doubled (1), resigned (2), the dice (3 and
                  3), the length of the match (15), the points of both (15 and 15), no Jacoby rule (1); and a
                  bit of ours, as the state has it: whether who may double has chosen to throw
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import NamedTuple

from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.chequers import CHEQUERS, on
from halfmove.games.backgammon.rules import (
    AFTER,
    BEAVERED,
    BEFORE,
    CENTRED,
    CHOICE,
    CRAWFORD,
    CUBE_LIMIT,
    OFFERED,
    OPENING,
    OTHER,
    OVER,
    OWN,
    THROW,
    Rules,
    State,
    standing,
)
from halfmove.games.backgammon.xgid import XGID, format_xgid, is_xgid, read_xgid

POSITION_LETTERS, MATCH_LETTERS = 14, 12
NOT_BEGUN, PLAYING, FINISHED, RESIGNED, DROPPED = 0, 1, 2, 3, 4
"""How far a game is."""
NOBODY = 3
"""The owner of a cube in the middle."""
EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAE"


class Match(NamedTuple):
    """The fields of a match ID, in their order."""

    cube: int = 0
    owner: int = NOBODY
    mover: int = 0
    crawford: int = 0
    stage: int = PLAYING
    decides: int = 0
    doubled: int = 0
    resigned: int = 0
    larger: int = 0
    smaller: int = 0
    length: int = 0
    first_points: int = 0
    second_points: int = 0
    no_jacoby: int = 1
    throws: int = 0


WIDTHS = Match(4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 1)
"""How many bits each field has."""


# ---- letters
def _letters(number: int, size: int) -> str:
    return b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


def _number(text: str, letters: int) -> int:
    """The number that the letters stand for; `ValueError` where they stand for none."""
    if len(text) != letters:
        raise ValueError
    try:
        return int.from_bytes(b64decode(text + "=" * (-letters % 4), validate=True), "little")
    except binascii.Error:
        raise ValueError from None


def encode_side(chequers: Wide) -> list[int]:
    """The bits of a player's chequers."""
    found = []
    for point in range(1, 26):
        found += [1] * on(chequers, 25 - point) + [0]
    return found


def encode_position(s: State) -> str:
    """The position ID of a state."""
    row = encode_side(s.other) + encode_side(s.own)
    return _letters(sum(one << at for at, one in enumerate(row)), 10)


def read_position(text: str) -> tuple[Wide, Wide]:
    """The chequers of the one whose turn it is, and the other's; `ValueError` for what is no position ID."""
    number, at = _number(text, POSITION_LETTERS), 0
    sides = []
    for _ in range(2):
        points = []
        for point in range(1, 26):
            count = 0
            while (number >> at) & 1:
                count, at = count + 1, at + 1
            points.append((point, count))
            at += 1
        if sum(count for _, count in points) > CHEQUERS:
            raise ValueError
        sides.append(points)
    if number >> at:
        raise ValueError
    other, own = sides
    return standing(*own), standing(*other)


def encode_match(match: Match) -> str:
    """The match ID of its fields."""
    number, at = 0, 0
    for value, width in zip(match, WIDTHS):
        number |= value << at
        at += width
    return _letters(number, 9)


def read_match(text: str) -> Match:
    """The fields of a match ID; `ValueError` for what is none."""
    number, found = _number(text, MATCH_LETTERS), []
    for width in WIDTHS:
        found.append(number & ((1 << width) - 1))
        number >>= width
    return Match(*found)


# ---- states
class Identifiers(Rules):
    """States as GNU Backgammon writes them."""

    def position_text(self, s: State) -> str:
        points = (s.own_points, s.other_points) if s.mover == 0 else (s.other_points, s.own_points)
        stages = {OPENING: NOT_BEGUN, OVER: DROPPED if self.dropped(s) else FINISHED}
        decides = 1 - s.mover if s.dice == OFFERED else s.mover
        match = Match(
            cube=s.cube.bit_length() - 1,
            owner=NOBODY if s.owner == CENTRED else s.mover if s.owner == OWN else 1 - s.mover,
            mover=s.mover,
            crawford=int(s.crawford == CRAWFORD),
            stage=stages.get(s.dice, PLAYING),
            decides=decides,
            doubled=int(s.dice in (OFFERED, BEAVERED)),
            larger=s.dice // 10 if s.dice > 0 else 0,
            smaller=s.dice % 10 if s.dice > 0 else 0,
            length=self.match,
            first_points=points[0],
            second_points=points[1],
            no_jacoby=int(not self.jacoby),
            throws=int(s.dice == THROW and self.may_double(s)),
        )
        return f"{encode_position(s)}:{encode_match(match)}"

    def dropped(self, s: State) -> bool:
        """Whether the game has ended with a double that was not taken."""
        return s.dice == OVER and s.own != (0, 0)

    def position_forms(self, s: State) -> dict[str, str]:
        """As XGID; nothing for a game that is over, for which it has no sign."""
        if s.dice == OVER:
            return {}
        points = (s.own_points, s.other_points) if s.mover == 0 else (s.other_points, s.own_points)
        dice = {OFFERED: "D", BEAVERED: "B"}.get(s.dice, f"{s.dice:02}" if s.dice > 0 else "00")
        owner = -1 if s.owner == CENTRED else s.mover if s.owner == OWN else 1 - s.mover
        money = int(self.jacoby) + 2 * int(self.beavers)
        flags = int(s.crawford == CRAWFORD) if self.match else money
        cube = s.cube.bit_length() - 1
        return {
            "XGID": format_xgid(XGID(s.own, s.other, cube, owner, s.mover, dice, points, flags, self.match))
        }

    def _fields(self, text: str) -> tuple[Wide, Wide, Match, bool]:
        """The chequers of the one whose turn it is and of the other, the match, and whether the text says
        what is waited for; `ValueError` for what is neither identifier."""
        if is_xgid(text):
            found = read_xgid(text)
            doubled = found.dice in ("D", "B")
            match = Match(
                cube=found.cube,
                owner=NOBODY if found.owner < 0 else found.owner,
                mover=found.mover,
                crawford=int(found.length > 0 and found.flags == 1),
                decides=found.mover if found.dice == "B" else 1 - found.mover,
                doubled=int(doubled),
                larger=0 if doubled else int(max(found.dice)),
                smaller=0 if doubled else int(min(found.dice)),
                length=found.length,
                first_points=found.points[0],
                second_points=found.points[1],
            )
            return found.own, found.other, match, True
        position, _, rest = text.removeprefix("GNUbgID=").partition(":")
        match = read_match(rest) if rest else Match(length=self.match)
        return *read_position(position), match, bool(rest)

    def parse(self, text: str) -> State:
        try:
            own, other, match, rest = self._fields(text.strip())
        except ValueError:
            raise BadInput(
                f"'{text}' is no position of backgammon; one is GNU Backgammon's position ID, or that and "
                f"the match ID, such as {EXAMPLE}, or an XGID."
            ) from None
        self._check_match(match)
        dice = self._waited_for(match)
        owner = CENTRED if match.owner == NOBODY else OWN if match.owner == match.mover else OTHER
        points = (match.first_points, match.second_points)
        if match.mover:
            points = points[::-1]
        crawford = CRAWFORD if match.crawford else AFTER
        if dice == OVER:
            crawford = AFTER
        elif not match.crawford and self.first_crawford() == BEFORE and max(points) < self.match - 1:
            crawford = BEFORE
        s = State(own, other, match.mover, dice, 1 << match.cube, owner, *points, crawford, 0)
        self._check_chequers(s, dropped=match.stage == DROPPED)
        if dice == OVER:
            return self._ended(s)
        if dice == OPENING and s.mover:
            return self.swapped(s)
        if max(points) >= self.match > 0:
            raise BadInput(f"A match to {self.match} points is over where somebody has {max(points)}.")
        if dice == THROW and not match.throws and rest and self.may_double(s):
            return self.waiting(s, CHOICE, s.cube, s.owner)
        return s

    def _check_match(self, match: Match) -> None:
        if match.length != self.match:
            told = f"of a match to {match.length} points" if match.length else "of no match"
            raise BadInput(
                f"The match ID is {told}, and the game is played with match={self.match}: "
                f"set match={match.length}."
            )
        if not self.cube and (match.cube or match.owner != NOBODY or match.doubled):
            raise BadInput("In the match ID there is a doubling cube in play: set cube=true.")
        if 1 << match.cube > CUBE_LIMIT:
            raise BadInput(f"The cube shows at most {CUBE_LIMIT}, not {1 << match.cube}.")
        if match.stage == RESIGNED or match.stage > DROPPED or match.resigned:
            raise BadInput("The match ID is of a game that is being resigned, which cannot be played on.")

    def _waited_for(self, match: Match) -> int:
        """What stands in the place of the dice."""
        if match.stage == NOT_BEGUN:
            return OPENING
        if match.stage != PLAYING:
            return OVER
        if match.doubled:
            return OFFERED if match.decides != match.mover else BEAVERED
        dice = (match.larger, match.smaller)
        if dice == (0, 0):
            return THROW
        if not all(1 <= die <= 6 for die in dice):
            raise BadInput(f"Dice show 1 to 6, not {dice[0]} and {dice[1]} as the match ID has them.")
        return 10 * max(dice) + min(dice)

    def _check_chequers(self, s: State, *, dropped: bool) -> None:
        own, other = ([on(side, 25 - point) for point in range(26)] for side in (s.own, s.other))
        for point in range(1, 25):
            if own[point] and other[25 - point]:
                raise BadInput(f"On point {point} of the one whose turn it is both players have chequers.")
        if not sum(other):
            raise BadInput("The other player has borne off all his chequers: he has won.")
        borne_off = not sum(own)
        if borne_off != (s.dice == OVER and not dropped):
            told = "not over" if borne_off else "over"
            raise BadInput(f"By its match ID the game is {told}, and by its chequers it is not so.")
        if s.dice == OPENING and (s.own, s.other) != (self.start_chequers, self.start_chequers):
            raise BadInput("A game that has not begun has its chequers where they stand at the start.")

    def _ended(self, s: State) -> State:
        """A game that is over, with what is won."""
        gain = s.cube if s.own != (0, 0) else self.worth(s)
        return State(*s[:-1], gain)
