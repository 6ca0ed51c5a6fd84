"""Counting a finished game: area or territory, with or without dead stones.

*Area* (Tromp-Taylor, Chinese, AGA): a player's stones and the empty points from which only they are reached.
*Territory* (Japanese): those empty points, the stones taken during the game, and the dead stones of the other
player, which also leave their points empty.  Eyes in seki are counted as any others: a program that needs the
Japanese rule about them must say which stones stand in seki, and nobody asks it to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.go.groups import Groups
from halfmove.games.go.points import point_name


class Scoring(Groups):
    """What a state is worth in points."""

    if TYPE_CHECKING:
        territory: bool
        advance: float

    def margin(self, black: Wide, white: Wide, prisoners: int) -> int:
        """Black's points less White's, komi and handicap left aside; every stone counts as alive."""
        of_black, of_white = self.territories(black, white)
        margin = bits.wide_count(of_black) - bits.wide_count(of_white)
        if self.territory:
            return margin + prisoners
        return margin + bits.wide_count(black) - bits.wide_count(white)

    def score(self, s: Any, dead: Iterable[int] = ()) -> float:
        """Black's points less White's, komi and handicap included, without the dead stones.

        `dead` are points (as the actions number them) with a stone; a dead chain is named in full, as
        `chain_at` has it.  `BadInput` where there is no stone.
        """
        return self.margin(*self.without_dead(s, dead)) - self.advance

    def without_dead(self, s: Any, dead: Iterable[int]) -> tuple[Wide, Wide, int]:
        """Black's stones and White's but for the dead ones, and the prisoners with these; `BadInput` as
        `score`."""
        black, white, prisoners = s.black, s.white, s.prisoners
        for point in set(dead):
            place = self.place(point) if 0 <= point < self.points else -1
            if place >= 0 and bits.wide_has(black, place):
                black = bits.wide_without(black, self.alone(place))
                prisoners -= 1
            elif place >= 0 and bits.wide_has(white, place):
                white = bits.wide_without(white, self.alone(place))
                prisoners += 1
            else:
                where = point_name(point, self.width, self.height) if place >= 0 else f"the point {point}"
                raise BadInput(f"There is no stone on {where}, so none can be dead there.")
        return black, white, prisoners

    def chain_at(self, s: Any, point: int) -> list[int]:
        """The points of the chain with a stone on a point; `BadInput` where there is no stone."""
        stone = self.alone(self.place(point))
        for stones in (s.black, s.white):
            if not bits.wide_empty(bits.wide_and(stone, stones)):
                return [self.point(place) for place in bits.wide_squares(self.flood(stone, stones))]
        raise BadInput(f"There is no stone on {point_name(point, self.width, self.height)}.")

    def enclosed(self, s: Any, point: int) -> list[int]:
        """The points of the stones that the other player encloses together with an empty point: of the two
        colours the one whose stones, with the empty points between them, reach less far from there; none
        where that colour has no stone there."""
        start = self.alone(self.place(point))
        empty = self.empty(s.black, s.white)
        reached = [(self.flood(start, bits.wide_or(stones, empty)), stones) for stones in (s.black, s.white)]
        area, stones = min(reached, key=lambda pair: bits.wide_count(pair[0]))
        return [self.point(place) for place in bits.wide_squares(bits.wide_and(area, stones))]

    def territories(self, black: Wide, white: Wide) -> tuple[Wide, Wide]:
        """The empty points that only Black's stones reach, and those that only White's do."""
        empty = self.empty(black, white)
        of_black = bits.wide_and(self.flood(black, bits.wide_or(black, empty)), empty)
        of_white = bits.wide_and(self.flood(white, bits.wide_or(white, empty)), empty)
        return bits.wide_without(of_black, of_white), bits.wide_without(of_white, of_black)

    def result_text(self, s: Any, dead: Iterable[int] = ()) -> str:
        """The result as SGF and GTP write it: `B+3.5`, `W+10`, `0` for a draw."""
        score = self.score(s, dead)
        return f"{'B' if score > 0 else 'W'}+{abs(score):g}" if score else "0"
