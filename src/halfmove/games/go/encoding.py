"""Go before a network: nine planes, and a place for each point and one for the pass.

AlphaGo Zero (Silver et al. 2017) gave eight positions of history and the colour; AlphaGo (2016) liberties,
which a small network learns slowly by itself.  Here there is no history but the ko and the pass: superko is
kept by whoever searches, whatever a network says.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.go.rules import BLACK, NOWHERE, Rules, State

PLANES = 9
"""The mover's stones, the other's; the mover's in chains with one liberty, with two; the other's so; where
the ko forbids to retake; whether the last move was a pass; how many points more the mover needs."""
POINT = 4
"""What a point more to be had is in hundredths: 25 points fill the plane."""


class Encoding(Rules):
    """Planes and policy; the policy is the points, row by row, and the pass: the actions' numbers."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (PLANES, self.height, self.width)
        self.policy_size = self.points + 1

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
