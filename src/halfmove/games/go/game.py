"""Go as a game: its rules and knowledge with its notation, its picture and what it offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.go.benson import holdings
from halfmove.games.go.knowledge import Knowledge
from halfmove.games.go.notation import Notation
from halfmove.games.go.points import star_points
from halfmove.games.go.rules import BLACK, NOWHERE, RULES, State
from halfmove.games.turning import symmetries, turned_square

if TYPE_CHECKING:
    from halfmove.core.dialects import Dialect
    from halfmove.core.formats import RecordFormat
    from halfmove.core.history import History
    from halfmove.core.ownership import Ownership
    from halfmove.core.settlement import Settlement
    from halfmove.core.surface import Surface


HOPELESS = 0.05
"""The chance to win below which a player resigns."""
RESIGN_AFTER = 0.4
"""The moves before which nobody does, as a part of the points of the board."""


PLANES = 9
"""The mover's stones, the other's; the mover's in chains with one liberty, with two; the other's so; where
the ko forbids to retake; whether the last move was a pass; how many points more the mover needs."""
SETTLED_EMPTY = 0.6
"""The part of the points that are empty in a settled position, at most: nobody looks before."""
POINT = 4
"""What a point more to be had is in hundredths: 25 points fill the plane."""


class Go(Notation, Knowledge):
    """Surround more of the board than the other side does."""

    def draw(self, s: State) -> str:
        from halfmove.games.go.board import svg

        ko = None if s.ko == NOWHERE else divmod(self.point(s.ko), self.width)
        return svg(self.grid(s), star_points(self.width, self.height), ko)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"rules": tuple(RULES), "handicap": (0, *range(2, 10))}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{side} × {side}": {"width": side, "height": side} for side in (9, 13, 19)}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """The end of a game on a small board: to pass wins."""
        return {"width": 5, "height": 5}, "XXX1O/XXOXO/1X1OX/XXXXX/XXO2 B - 1", 2

    def surface(self) -> Surface:
        from halfmove.games.go.board import Crossings

        return Crossings(self)

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.go.records import SGF

        return (SGF(self),)

    def dialects(self) -> Sequence[Dialect]:
        from halfmove.games.go.gtp import GtpGo

        return (GtpGo(self),)

    def pass_turn(self, s: State) -> State:
        """After a pass that does not count: another one would end the game."""
        return self.result(s, self.points)._replace(passes=0)

    def hopeless(self, share: float, plies: int) -> bool:
        return plies >= RESIGN_AFTER * self.points and share < HOPELESS

    def settlement(self, history: History) -> Settlement | None:
        """The dead stones, after two passes."""
        from halfmove.games.go.settlement import DeadStones

        if not self.is_terminal(history.state):
            return None
        actions = history.actions
        passes = next(
            (n for n, action in enumerate(reversed(actions)) if action != self.points), len(actions)
        )
        return DeadStones(self, history.state, closing=min(passes, 2))

    def ownership(self, s: State) -> Ownership:
        from halfmove.games.go.ownership import judge_ownership

        return judge_ownership(self, s)

    # ---- Go before a network: nine planes, and a place for each point and one for the pass
    # AlphaGo Zero (Silver et al. 2017) gave eight positions of history and the colour; AlphaGo (2016)
    # liberties, which a small network learns slowly by itself.  Here there is no history but the ko and the
    # pass: superko is kept by whoever searches, whatever a network says.
    def setup(self) -> None:
        super().setup()
        self.plane_shape = (PLANES, self.height, self.width)
        self.policy_size = self.points + 1
        self.symmetry_count = symmetries(self.width, self.height)

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        own, other = self.own(s), self.other(s)
        at = self.write_points(own, out, at)
        at = self.write_points(other, out, at)
        at = self.write_short_of_breath(own, other, out, at)
        at = self.write_short_of_breath(other, own, out, at)
        ko = self.nothing if s.ko == NOWHERE else self.alone(s.ko)
        at = self.write_points(ko, out, at)
        at = self.fill(PRESENT if s.passes > 0 else 0, out, at)
        ahead = self.advance - s.prisoners  # prisoners are 0 where they do not count
        number = int(POINT * (ahead if s.mover == BLACK else -ahead))
        return self.fill(min(max(number, -PRESENT), PRESENT), out, at)

    def write_short_of_breath(self, own: Wide, other: Wide, out: Buffer, at: int) -> int:
        """Two planes: the stones in chains with one liberty, and those in chains with two."""
        stones = bits.wide_or(own, other)
        one, two, left = self.nothing, self.nothing, own
        while not bits.wide_empty(left):
            chain = self.flood(self.alone(bits.wide_lowest(left)), own)
            left = bits.wide_without(left, chain)
            liberties = bits.wide_count(self.liberties(chain, stones))
            if liberties == 1:
                one = bits.wide_or(one, chain)
            elif liberties == 2:
                two = bits.wide_or(two, chain)
        return self.write_points(two, out, self.write_points(one, out, at))

    def write_owners(self, s: State, out: Buffer, at: int) -> int:
        """Stones as they stand, and the empty points that only one colour reaches."""
        of_black, of_white = self.territories(s.black, s.white)
        black, white = bits.wide_or(of_black, s.black), bits.wide_or(of_white, s.white)
        for point in range(self.points):
            place = self.place(point)
            out[at + point] = 1 if bits.wide_has(black, place) else -1 if bits.wide_has(white, place) else 0
        return at + self.points

    def settle(self, s: State) -> State:
        """Once each point is of an unconditionally living colour (`benson.holdings`), each is counted so."""
        empty = bits.wide_count(self.empty(s.black, s.white))
        if self.territory or empty > SETTLED_EMPTY * self.points:
            return s
        black = holdings(self, s.black, s.white)
        if bits.wide_empty(black):
            return s
        white = holdings(self, s.white, s.black)
        if bits.wide_or(black, white) != self.cells:
            return s
        return State(black, white, s.mover, NOWHERE, 2, s.prisoners)

    def write_points(self, a: Wide, out: Buffer, at: int) -> int:
        """A plane of the points of a set; the place after it."""
        for point in range(self.points):
            out[at + point] = PRESENT if bits.wide_has(a, self.place(point)) else 0
        return at + self.points

    def fill(self, number: int, out: Buffer, at: int) -> int:
        """A plane of one number throughout."""
        for point in range(self.points):
            out[at + point] = number
        return at + self.points

    # ---- the same board from its other sides, so that a network learns from each position eight times
    # No table of a search uses them: Go is played by Monte Carlo, and turning a board of several words costs
    # more than the few repeated positions would save.
    table_symmetries = False

    def symmetric(self, s: State, k: int) -> State:
        if k == 0:
            return s
        ko = s.ko if s.ko == NOWHERE else self.turned_place(s.ko, k)
        return State(self.turned(s.black, k), self.turned(s.white, k), s.mover, ko, s.passes, s.prisoners)

    def symmetric_action(self, a: int, k: int) -> int:
        return a if a == self.points else turned_square(a, self.width, self.height, k)

    def turned(self, a: Wide, k: int) -> Wide:
        """A set of points as symmetry number `k` shows it."""
        done = self.nothing
        for place in bits.wide_squares(a):
            done = bits.wide_with(done, self.turned_place(place, k))
        return done

    def turned_place(self, place: int, k: int) -> int:
        """Where a place comes to lie."""
        return self.place(turned_square(self.point(place), self.width, self.height, k))
