"""Backgammon: one game, or a match to so many points, with or without the doubling cube.

A turn is one action: a whole play, all its chequers together (`plays`).  The throws are states of their own,
where nature moves: to begin with both players throw one die each, and whoever throws more plays both; then
two dice are thrown before each play.  With the cube there is a choice before the throw, to double or to
throw, and for the other player to take, to drop or to beaver.

A gammon counts twice and a backgammon three times what the cube shows.  Money play ends with the game, and
its utility is in points; a match goes on until somebody has the points, and its utility is ±1.

Rules: Walter Trice, *Backgammon Boot Camp*, 2004; the cube's as the U.S. Backgammon Federation's *Tournament
Rules* have them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.chequers import (
    CHEQUERS,
    OTHERS_HOME,
    free_points,
    made,
    occupied,
    on_board,
    opposite,
    with_one,
)
from halfmove.games.backgammon.plays import carried_out, plays

THROW, OPENING, CHOICE, OFFERED, BEAVERED, OVER = 0, -1, -2, -3, -4, -5
"""What a state waits for, in place of the dice; those are written 31, the larger first."""

ROLL, DOUBLE, TAKE, DROP, BEAVER = (1 << 20) + 0, (1 << 20) + 1, (1 << 20) + 2, (1 << 20) + 3, (1 << 20) + 4

CENTRED, OWN, OTHER = 0, 1, 2
"""Whose the cube is, as the player sees it whose chequers are `own`."""
CUBE_LIMIT = 64
"""The largest number on a cube."""
LONGEST_MATCH = 99
BEFORE, CRAWFORD, AFTER = 0, 1, 2
"""Whether the Crawford game, without doubling, is still to come, is being played, or is over."""
START = ((6, 5), (8, 3), (13, 5), (24, 2))
"""The points and how many stand there when a game begins."""


class State(NamedTuple):
    """The chequers of the player whose turn it is and the other's, whose turn, the dice or what is waited
    for; the cube and whose it is; the points of both in the match, and the Crawford rule; what is won."""

    own: Wide
    other: Wide
    mover: int
    dice: int
    cube: int
    owner: int
    own_points: int
    other_points: int
    crawford: int
    gain: int


def standing(*points: tuple[int, int]) -> Wide:
    """Chequers on points: pairs of a point and how many."""
    found: Wide = (bits.board(0), bits.board(0))
    for point, number in points:
        for _ in range(number):
            found = with_one(found, 25 - point)
    return found


class Rules(Game):
    """Bring your chequers home and off before the other player."""

    name = "backgammon"
    player_names = ("White", "Black")
    chance = Chance.EXPLICIT
    actions_limit = 4096
    action_bits = 32

    match: int = 0
    """The points to which a match is played; 0: one game, for points."""
    cube: bool = False
    """Whether there is a doubling cube."""
    crawford: bool = True
    """Whether nobody doubles in the first game in which somebody lacks one point of a match."""
    jacoby: bool = False
    """Whether gammons count only once somebody has doubled; in money play."""
    beavers: bool = False
    """Whether who is doubled may double at once and keep the cube; in money play."""
    start_chequers: Wide

    def setup(self) -> None:
        if not 0 <= self.match <= LONGEST_MATCH:
            raise BadInput(
                f"A match of backgammon is to 1 to {LONGEST_MATCH} points (0: one game), not {self.match}."
            )
        for name in ("jacoby", "beavers"):
            if getattr(self, name) and (self.match or not self.cube):
                raise BadInput(f"'{name}' is for money play with the cube: cube=true and no match.")
        self.start_chequers = standing(*START)
        self.utility_limit = 1 if self.match else 3 * (CUBE_LIMIT if self.cube else 1)

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return self.new_game(0, 0, self.first_crawford())

    def first_crawford(self) -> int:
        """Whether the Crawford game is still to come: not in money play, nor in a match to one point."""
        return BEFORE if self.crawford and self.match > 1 else AFTER

    def new_game(self, own_points: int, other_points: int, crawford: int) -> State:
        """A game that begins; the first player's view."""
        chequers = self.start_chequers
        return State(chequers, chequers, 0, OPENING, 1, CENTRED, own_points, other_points, crawford, 0)

    def to_move(self, s: State) -> int:
        if s.dice == THROW or s.dice == OPENING:
            return CHANCE
        return 1 - s.mover if s.dice == OFFERED else s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.dice == THROW:
            for a in range(1, 7):
                for b in range(1, a + 1):
                    yield 10 * a + b
        elif s.dice == OPENING:
            for a in range(1, 7):
                for b in range(1, 7):
                    if a != b:
                        yield 10 * a + b
        elif s.dice == CHOICE:
            yield ROLL
            yield DOUBLE
        elif s.dice == OFFERED:
            yield TAKE
            yield DROP
            if self.beavers and 4 * s.cube <= CUBE_LIMIT:
                yield BEAVER
        elif s.dice == BEAVERED:
            yield TAKE
            yield DROP
        else:
            blots = opposite(bits.without(occupied(s.other), made(s.other)))
            for play in plays(s.own, free_points(s.other), s.dice, blots):  # noqa: UP028  no machine code
                yield play

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for a in self.actions(s):
            if s.dice == OPENING:
                yield a, 1.0 / 30.0
            else:
                yield a, (1.0 if a % 11 == 0 else 2.0) / 36.0

    def result(self, s: State, a: int) -> State:
        if s.dice > 0:
            own, other = carried_out(s.own, s.other, a, s.dice)
            played = State(
                own, other, s.mover, s.dice, s.cube, s.owner, s.own_points, s.other_points, s.crawford, 0
            )
            if occupied(own) == bits.board(0):
                return self.finished(played, self.worth(played))
            return self.turned(played)
        if s.dice == THROW:
            return self.waiting(s, a, s.cube, s.owner)
        if s.dice == OPENING:
            first, second = a // 10, a % 10
            if first > second:
                return self.waiting(s, a, s.cube, s.owner)
            return self.waiting(self.swapped(s), 10 * second + first, s.cube, s.owner)
        if a == ROLL:
            return self.waiting(s, THROW, s.cube, s.owner)
        if a == DOUBLE:
            return self.waiting(s, OFFERED, s.cube, s.owner)
        if a == BEAVER:
            return self.waiting(s, BEAVERED, 2 * s.cube, OTHER)
        if a == TAKE:
            return self.waiting(s, THROW, 2 * s.cube, OTHER)
        return self.finished(s if s.dice == OFFERED else self.swapped(s), s.cube)

    def is_terminal(self, s: State) -> bool:
        return s.dice == OVER

    def utility(self, s: State, player: int) -> int:
        points = 1 if self.match > 0 else s.gain
        return points if player == s.mover else -points

    # ---- what they are made of
    def waiting(self, s: State, dice: int, cube: int, owner: int) -> State:
        """The same with other dice, or waiting for something else, and the cube as it is then."""
        return State(
            s.own, s.other, s.mover, dice, cube, owner, s.own_points, s.other_points, s.crawford, s.gain
        )

    def swapped(self, s: State) -> State:
        """As the other player sees it, whose turn it is then."""
        owner = 3 - s.owner if s.owner != CENTRED else CENTRED
        return State(
            s.other, s.own, 1 - s.mover, s.dice, s.cube, owner, s.other_points, s.own_points, s.crawford, 0
        )

    def turned(self, s: State) -> State:
        """The other player's turn begins."""
        after = self.swapped(s)
        return self.waiting(after, CHOICE if self.may_double(after) else THROW, after.cube, after.owner)

    def may_double(self, s: State) -> bool:
        """Whether whose turn begins may double: in a match, not if what the cube shows is enough."""
        if not self.cube or s.owner == OTHER or 2 * s.cube > CUBE_LIMIT or s.crawford == CRAWFORD:
            return False
        return self.match == 0 or s.own_points + s.cube < self.match

    def worth(self, s: State) -> int:
        """What the player wins whose chequers are all off."""
        if self.jacoby and s.owner == CENTRED:
            return s.cube
        if on_board(s.other) < CHEQUERS:
            return s.cube
        if occupied(s.other) & bits.board(OTHERS_HOME) == bits.board(0):
            return 2 * s.cube
        return 3 * s.cube

    def finished(self, s: State, points: int) -> State:
        """The game is over, and the player whose chequers are `own` has won it."""
        total = s.own_points + points
        if self.match == 0 or total >= self.match:
            return State(s.own, s.other, s.mover, OVER, s.cube, s.owner, total, s.other_points, AFTER, points)
        crawford = s.crawford
        if crawford == CRAWFORD:
            crawford = AFTER
        elif crawford == BEFORE and total == self.match - 1:
            crawford = CRAWFORD
        if s.mover == 0:
            return self.new_game(total, s.other_points, crawford)
        return self.new_game(s.other_points, total, crawford)

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(bits.mix(s.own[0]), bits.number(s.own[1]))
        word = bits.hash_with(bits.hash_with(word, bits.number(s.other[0])), bits.number(s.other[1]))
        rest = (s.dice + 8) * 512 + s.cube * 4 + s.owner
        if s.dice == OVER:
            rest += s.gain * (1 << 20)
        score = (s.own_points * 256 + s.other_points) * 4 + s.crawford
        return bits.hash_with(bits.hash_with(word, 2 * rest + s.mover), score)
