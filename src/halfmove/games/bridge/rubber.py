"""Rubber bridge: points below and above the line, games, honours, the rubber.

*Laws of Rubber Bridge 2014*, law 81.  Points for tricks that were bid stand below the line; a side with a
hundred of them has a game, both begin anew below the line, and the side is vulnerable.  The side that first
has two games wins the rubber.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.tricks.memory import LANE, NO_TRUMP, RANKS
from halfmove.games.tricks.scoring import GAME, SIDES, Contract, duplicate_score, premiums, trick_points

GAMES = 2
"""Games of a rubber."""
RUBBER, LONG_RUBBER = 700, 500
"""To the side that wins it two games to none, or two to one."""
ONE_GAME, PART_SCORE = 300, 100
"""In a rubber that is not finished: to the only side with a game, and to the only side with a part score in
the game that is not finished."""
GAME_AHEAD = RUBBER // 2
"""What the only side with a game may expect of the rubber's premium, where each side is as likely to win the
next game: half of `RUBBER`, as a game all is worth nothing to either."""
HONOURS, ALL_HONOURS = 100, 150
_TEXT = re.compile(r"(\d{1,5})-(\d{1,5}) (\d)-(\d) (\d{1,6})-(\d{1,6})")
FIRST_HONOUR = 8
"""The rank of a ten; an ace has the highest."""


@dataclass
class Rubber:
    """A rubber as it is scored; the sides are 0, North and South, and 1."""

    below: list[int] = field(default_factory=lambda: [0, 0])
    """Of the game that is played."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    """All points so far, above and below the line."""
    games: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def is_over(self) -> bool:
        """Whether a side has won it."""
        return GAMES in self.games

    def is_vulnerable(self, side: int) -> bool:
        """Whether a side has a game."""
        return self.games[side] > 0

    def add(self, contract: Contract | None, tricks: int = 0, hands: Sequence[int] = ()) -> None:
        """Score a deal; None where all pass.  `tricks`: the declarer's, 0 to 13; `hands`: as they were dealt,
        for the honours, or none.  `BadInput` where the rubber is over or nobody takes so many tricks."""
        if self.is_over:
            raise BadInput("The rubber is over, so no deal can be scored in it.")
        if not 0 <= tricks <= RANKS:
            raise BadInput(f"A declarer takes 0 to {RANKS} tricks, not {tricks}.")
        if contract is None:
            return
        side = contract.declarer & 1
        vulnerable = self.is_vulnerable(side)
        for seat, hand in enumerate(hands):
            self.points[seat & 1] += honours(hand, contract.strain)
        over = tricks - 6 - contract.level
        if over < 0:
            self.points[1 - side] -= duplicate_score(contract, tricks, vulnerable)
            return
        below = trick_points(contract)
        self.points[side] += below + premiums(contract, over, vulnerable)
        self.below[side] += below
        if self.below[side] >= GAME:
            self.games[side] += 1
            self.below = [0, 0]
        if self.is_over:
            self.points[side] += LONG_RUBBER if self.games[1 - side] else RUBBER

    def text(self) -> str:
        """`60-0 1-0 460-50`: below the line, games, and all points, of North and South first."""
        return " ".join(f"{first}-{second}" for first, second in (self.below, self.games, self.points))

    def show(self) -> str:
        """The score sheet in a line: `NS 60 below, 1 game, 460 in all; EW 0 below, no game, 50 in all`."""
        parts = []
        for side, name in enumerate(SIDES):
            games = ("no game", "1 game", "2 games")[self.games[side]]
            parts.append(f"{name} {self.below[side]} below, {games}, {self.points[side]} in all")
        return "; ".join(parts)

    def prospect(self) -> int:
        """What North and South may expect of the rubber beside the points so far, if it goes on: for a game
        that they are ahead, and for a part score what the laws give where a rubber is not finished."""
        if self.is_over:
            return 0
        ahead = GAME_AHEAD * (self.games[0] - self.games[1])
        return ahead + PART_SCORE * ((self.below[0] > 0) - (self.below[1] > 0))

    def worth(self, contract: Contract, tricks: int) -> int:
        """What a contract is worth to the declarer's side in this rubber: its points, and how the prospects
        change.  Honours are left out, as they are dealt."""
        after = Rubber(list(self.below), list(self.points), list(self.games))
        after.add(contract, tricks)
        gains = [new - old for new, old in zip(after.points, self.points, strict=True)]
        first = gains[0] - gains[1] + after.prospect() - self.prospect()
        return first if contract.declarer & 1 == 0 else -first

    def finish(self) -> tuple[int, int]:
        """The points of the sides, with those for a rubber that is ended before somebody wins it."""
        first, second = self.points
        if not self.is_over:
            unfinished = [self._unfinished(side) for side in (0, 1)]
            first, second = first + unfinished[0], second + unfinished[1]
        return first, second

    def _unfinished(self, side: int) -> int:
        game = ONE_GAME if self.games[side] and not self.games[1 - side] else 0
        return game + (PART_SCORE if self.below[side] and not self.below[1 - side] else 0)


def read_rubber(text: str) -> Rubber:
    """What `Rubber.text` wrote, nothing for one that begins; `BadInput` where no rubber can stand so."""
    if not text.strip():
        return Rubber()
    found = _TEXT.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadInput(f"A rubber's score is such as '60-0 1-0 460-50', not '{text[:40]}'.")
    numbers = [int(number) for number in found.groups()]
    rubber = Rubber(numbers[:2], numbers[4:], numbers[2:4])
    if max(rubber.below) >= GAME or max(rubber.games) >= GAMES:
        raise BadInput(
            f"In a rubber that goes on a side has less than {GAME} points below the line and at most one "
            f"game, and here it is '{text.strip()}'."
        )
    return rubber


def honours(hand: int, strain: int) -> int:
    """What a hand scores for honours: four or five of the trump suit's A K Q J T, or all aces at no trump."""
    if strain == NO_TRUMP:
        aces = sum(hand >> (LANE * suit + RANKS - 1) & 1 for suit in range(4))
        return ALL_HONOURS if aces == 4 else 0
    held = bits.count(hand >> (LANE * strain + FIRST_HONOUR) & 0x1F)
    return ALL_HONOURS if held == 5 else HONOURS if held == 4 else 0
