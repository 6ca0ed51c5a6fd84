"""Go: play stones on the points of a board, take what has no liberty, hold more than the other.

An action is a point, row by row from the top left, 0 to width * height - 1, or the pass, width * height.
The state knows the simple ko, so that `actions` alone is right but for longer cycles: positional and
situational superko look back, and are declared (`repetition`, `repetition_key`) for whoever keeps the
`History`.  No rule limits the length of a game: superko leaves finitely many positions to visit.

Two passes in a row end the game.  A playout, a search, and `utility` count it as it stands then, dead stones
as living; `score` takes the dead stones away first.

Sources of the sets of rules: J. Tromp and B. Taylor, *The game of Go* (tromp.github.io/go.html); the Chinese
Weiqi Association's rules of 2002; the American Go Association's *Concise Rules of Go* (1991); the Nihon
Ki-in's rules of 1989.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.errors import BadInput
from halfmove.games.go.points import handicap_points
from halfmove.games.go.scoring import Scoring

BLACK, WHITE = 0, 1
NOWHERE = -1


class RuleSet(NamedTuple):
    """One set of rules: what the sets differ in, as far as a program can keep to them."""

    title: str
    suicide: bool
    """Whether a play may remove the player's own stones, when it captures none of the other's."""
    repetition: str
    """What `Game.repetition` says."""
    situational: bool
    """Whether positions are the same only with the same player to move."""
    territory: bool
    """Whether empty points and prisoners are counted, instead of stones and empty points."""
    given_back: int
    """What White gets for handicap stones: 0 nothing, 1 a point each, 2 a point for each but the first."""


RULES = {
    "tromp-taylor": RuleSet("Tromp-Taylor", True, "forbidden", False, False, 0),
    "chinese": RuleSet("Chinese", False, "forbidden", False, False, 1),
    "aga": RuleSet("AGA", False, "forbidden", True, False, 2),
    "japanese": RuleSet("Japanese", False, "draw", True, True, 0),
}
"""By the name that the parameter `rules` takes."""


class State(NamedTuple):
    """The stones, whose turn it is, and what the next moves depend on besides."""

    black: tuple[Bitboard, ...]
    white: tuple[Bitboard, ...]
    mover: int
    ko: int
    """The place (see `groups`) where the mover must not retake at once, or NOWHERE."""
    passes: int
    """How many moves just made were passes; 2 end the game."""
    prisoners: int
    """Stones that Black has taken less those that White has, where prisoners count; 0 elsewhere."""


class Rules(Scoring):
    """Surround more of the board than the other side does."""

    name = "go"
    player_names = ("Black", "White")
    runtime_parameters = (
        "komi", "handicap", "advance", "suicide", "territory", "situational", "repetition_count",
    )  # fmt: skip
    uncompiled_parameters = ("handicap_stones",)

    width: int = 19
    height: int = 19
    komi: float = 7.5
    rules: str = "chinese"
    handicap: int = 0

    suicide: bool
    territory: bool
    situational: bool
    advance: float
    """What White has before the first move."""

    def __init__(self, *, size: Any = None, **parameters: Any) -> None:
        if size is not None:
            parameters = {"width": size, "height": size, **parameters}
        super().__init__(**parameters)

    def setup(self) -> None:
        if self.rules not in RULES:
            raise BadInput(f"Go's parameter 'rules' must be one of {', '.join(RULES)}, not '{self.rules}'.")
        if not abs(self.komi) <= 1000:  # nan as well
            raise BadInput(f"Go's parameter 'komi' must be from -1000 to 1000 points, not {self.komi}.")
        self.lay_out()
        rules = RULES[self.rules]
        self.suicide = rules.suicide
        self.territory = rules.territory
        self.situational = rules.situational
        self.repetition = rules.repetition
        self.repetition_count = 3 if rules.repetition == "draw" else 2
        stones = handicap_points(self.width, self.height, self.handicap)
        self.handicap_stones = tuple(self.place(point) for point in stones)
        self.advance = self.komi + (0, self.handicap, max(self.handicap - 1, 0))[rules.given_back]
        self.actions_limit = self.points + 1

    # ---- the six functions
    def initial(self) -> State:
        black = self.nothing
        for place in self.handicap_stones:
            black = bits.wide_with(black, place)
        return State(black, self.nothing, WHITE if self.handicap > 0 else BLACK, NOWHERE, 0, 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for place in bits.wide_squares(self.playable(s)):
            yield self.point(place)
        yield self.points

    def result(self, s: State, a: int) -> State:
        if a == self.points:
            return State(s.black, s.white, 1 - s.mover, NOWHERE, s.passes + 1, s.prisoners)
        place = self.place(a)
        stone = self.alone(place)
        own, other = bits.wide_or(self.own(s), stone), self.other(s)
        taken = self.taken(place, own, other)
        other = bits.wide_without(other, taken)
        ko, lost = NOWHERE, self.nothing
        if bits.wide_empty(taken):
            if self.suicide and not self.touches(stone, own, self.empty(own, other)):
                lost = self.flood(stone, own)
                own = bits.wide_without(own, lost)
        elif self.is_ko(stone, taken, own, other):
            ko = bits.wide_lowest(taken)
        prisoners = s.prisoners
        if self.territory:
            gain = bits.wide_count(taken) - bits.wide_count(lost)
            prisoners += gain if s.mover == BLACK else -gain
        if s.mover == BLACK:
            return State(own, other, WHITE, ko, 0, prisoners)
        return State(other, own, BLACK, ko, 0, prisoners)

    def is_terminal(self, s: State) -> bool:
        return s.passes >= 2

    def utility(self, s: State, player: int) -> int:
        """1 for more points than the other player, -1 for fewer, 0 for as many, counted as it stands."""
        margin = self.margin(s.black, s.white, s.prisoners)
        sign = (1 if margin > self.advance else 0) - (1 if margin < self.advance else 0)
        return sign if player == BLACK else -sign

    # ---- stones
    def own(self, s: State) -> Wide:
        """The stones of the player to move."""
        return s.black if s.mover == BLACK else s.white

    def other(self, s: State) -> Wide:
        """The stones of the player who waits."""
        return s.white if s.mover == BLACK else s.black

    def taken(self, place: int, own: Wide, other: Wide) -> Wide:
        """The stones of `other` that have lost their last liberty to the stone of `own` at `place`."""
        empty = self.empty(own, other)
        taken = self.nothing
        for n in bits.wide_squares(bits.wide_and(self.beside(place), other)):
            if not bits.wide_has(taken, n) and not self.has_liberty(n, other, empty):
                taken = bits.wide_or(taken, self.flood(self.alone(n), other))
        return taken

    def is_ko(self, stone: Wide, taken: Wide, own: Wide, other: Wide) -> bool:
        """Whether taking back at once would bring back the position: a single stone has taken a single stone,
        and its only liberty is where that stood.

        Taking back takes this one stone only: any other chain beside that point has had a liberty elsewhere,
        or the stone would have been joined to it.
        """
        if bits.wide_count(taken) != 1 or not bits.wide_empty(bits.wide_and(self.neighbours(stone), own)):
            return False
        return bits.wide_count(self.liberties(stone, bits.wide_or(own, other))) == 1

    def playable(self, s: State) -> Wide:
        """Where the player to move may play, by all rules but superko."""
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        free = bits.wide_and(empty, self.neighbours(empty))
        playable = free
        for place in bits.wide_squares(bits.wide_without(empty, free)):
            if place != s.ko and self.breathes(place, own, other, empty):
                playable = bits.wide_with(playable, place)
        return playable

    def breathes(self, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a stone may be played on an empty point that has no empty point beside it: it joins a
        chain with another liberty, takes something, or is part of a suicide that the rules allow."""
        around = self.beside(place)
        elsewhere = bits.wide_without(empty, self.alone(place))
        friends = bits.wide_and(around, own)
        if not bits.wide_empty(friends) and (self.suicide or self.touches(friends, own, elsewhere)):
            return True
        for n in bits.wide_squares(bits.wide_and(around, other)):
            if not self.has_liberty(n, other, elsewhere):
                return True
        return False

    # ---- looking back
    def key(self, s: State) -> Bitboard:
        h = bits.board(s.mover + 2 * s.passes + 8 * (s.ko + 1) + 8192 * s.prisoners)
        return bits.wide_hash(bits.wide_hash(h, s.black), s.white)

    def repetition_key(self, s: State) -> Bitboard:
        """The stones, and in situational superko and Japanese rules who is to move."""
        h = bits.board(s.mover if self.situational else 0)
        return bits.wide_hash(bits.wide_hash(h, s.black), s.white)

    def may_repeat(self, s: State, a: int) -> bool:
        """Not the pass, which is always allowed."""
        return a != self.points
