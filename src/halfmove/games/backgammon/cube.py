"""The doubling cube: match equities, take points and decisions, by formulas.

Everything is seen by a *side*: what it is worth to him to win so many points (`worth`), and how many of his
wins, and of the other's, are gammons.  For money so many points are worth so many; in a match, twice the
chance to win the match with them, less 1.

A *dead* cube is never turned again: the value is linear in the chance p to win the game.  A *live* one is
turned exactly when the other is indifferent to taking: between the points at which each side cashes the value
is linear from losing what the cube shows to winning it.  The truth lies between; Janowski's interpolation is

    E(p) = x * live(p) + (1 - x) * dead(p),       x = 0.68

with the cube's efficiency x, here as GNU Backgammon's manual has it for positions of contact.  The take
point at efficiency x is where E of the taker, who owns the cube then, is what he loses by dropping; for
money, with W and L the points of a win and of a loss in the mean, (L - 1/2) / (W + L + x / 2).

R. Janowski, "Take-Points in Money Games", 1993; N. Zadeh, "On doubling in tournament backgammon",
*Management Science* 23(9), 1977; GNU Backgammon manual, "Cubeful equities".

`MatchTable` is computed, not copied: with a live cube, players of equal strength, and so many gammons, from
the matches that are shorter by the points of one game.  In the Crawford game nobody doubles; after it who is
behind doubles at once, and who leads drops where that costs nothing (a *free drop*).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.decision import Decision
from halfmove.games.backgammon.rules import (
    BEAVER,
    CENTRED,
    CHOICE,
    CRAWFORD,
    CUBE_LIMIT,
    DOUBLE,
    DROP,
    OFFERED,
    OWN,
    ROLL,
    TAKE,
    State,
)

if TYPE_CHECKING:
    from halfmove.games.backgammon.knowledge import Knowledge

EFFICIENCY = 0.68
GAMMONS = 0.26
"""Of all games that are played to their end between equals, about a quarter are gammons."""


@dataclass(frozen=True)
class Side:
    """What a game is to one of the players."""

    worth: Callable[[int], float]
    """What it is worth to him to win so many points, or to lose them where the number is negative."""
    may_double: Callable[[int], bool]
    """Whether he may double while the cube shows that."""
    won_gammons: float
    """Of his wins, the share that counts twice; so `lost_gammons` of his losses."""
    lost_gammons: float

    def win(self, cube: int) -> float:
        """The worth of a game won to its end."""
        return (1 - self.won_gammons) * self.worth(cube) + self.won_gammons * self.worth(2 * cube)

    def loss(self, cube: int) -> float:
        """The worth of a game lost to its end."""
        return (1 - self.lost_gammons) * self.worth(-cube) + self.lost_gammons * self.worth(-2 * cube)


def take_point(side: Side, other: Side, cube: int, x: float) -> float:
    """The chance to win the game at which `side` may as well take as drop a double to `cube`."""
    drop, loss, win = side.worth(-cube // 2), side.loss(cube), side.win(cube)
    slope = win - loss
    if side.may_double(cube):
        cash = max(1 - take_point(other, side, 2 * cube, 1.0), 1e-9)
        slope = x * (side.worth(cube) - loss) / cash + (1 - x) * slope
    return min(max((drop - loss) / slope, 0.0), 1.0) if slope > 0 else 1.0


def value(side: Side, other: Side, cube: int, p: float, *, mine: bool, his: bool, x: float) -> float:
    """What the game is worth to `side` with the chance `p` to win it: `mine`, `his`: who may use the cube."""
    loss, win = side.loss(cube), side.win(cube)
    dead = loss + p * (win - loss)
    low, at_low, high, at_high = 0.0, loss, 1.0, win
    if his and other.may_double(cube):
        low, at_low = take_point(side, other, 2 * cube, 1.0), side.worth(-cube)
    if mine and side.may_double(cube):
        high, at_high = 1 - take_point(other, side, 2 * cube, 1.0), side.worth(cube)
    if p < low:
        live = loss + p / low * (at_low - loss)
    elif p > high:
        live = at_high + (p - high) / (1 - high) * (win - at_high)
    elif high > low:
        live = at_low + (p - low) / (high - low) * (at_high - at_low)
    else:
        live = at_low
    return x * live + (1 - x) * dead


# ---- matches
class MatchTable:
    """The chance of equal players to win a match, by the points that each still needs: `table(3, 5)`."""

    def __init__(self, gammons: float = GAMMONS) -> None:
        self.gammons = gammons
        self._known: dict[tuple[int, int], float] = {}
        self._after: dict[int, float] = {}

    def __call__(self, own: int, other: int) -> float:
        """The chance to win of who needs `own` points where the other needs `other`, before the game in which
        somebody first needs one, or at it (then it is the Crawford game)."""
        if own <= 0:
            return 1.0
        if other <= 0:
            return 0.0
        if own == 1 and other == 1:
            return 0.5
        if own == 1:
            return 1 - self(other, 1)
        if (own, other) not in self._known:
            self._known[own, other] = self._crawford(own) if other == 1 else self._before(own, other)
        return self._known[own, other]

    def after_crawford(self, own: int) -> float:
        """The chance of who needs `own` points where the other needs one, after the Crawford game: he doubles
        at once; with an even number to go the leader drops where that is better for him."""
        if own <= 0:
            return 1.0
        if own == 1:
            return 0.5
        if own not in self._after:
            g = self.gammons
            played = 0.5 * ((1 - g) * self.after_crawford(own - 2) + g * self.after_crawford(own - 4))
            self._after[own] = min(played, self.after_crawford(own - 1))
        return self._after[own]

    def _crawford(self, own: int) -> float:
        g = self.gammons
        return 0.5 * ((1 - g) * self.after_crawford(own - 1) + g * self.after_crawford(own - 2))

    def _before(self, own: int, other: int) -> float:
        """With a live cube in the middle, from even chances."""
        mine, his = sides(self, own, other, self.gammons, self.gammons)
        return (1 + value(mine, his, 1, 0.5, mine=True, his=True, x=1.0)) / 2


def sides(
    table: MatchTable,
    own: int,
    other: int,
    won_gammons: float,
    lost_gammons: float,
    *,
    after_crawford: bool = False,
) -> tuple[Side, Side]:
    """Both sides of a game of a match at a score, in points to go."""

    def chance(mine: int, his: int) -> float:
        if after_crawford and mine > 0 and his > 0 and 1 in (mine, his):
            return table.after_crawford(mine) if his == 1 else 1 - table.after_crawford(his)
        return table(mine, his)

    def worth(points: int) -> float:
        return 2 * (chance(own - points, other) if points > 0 else chance(own, other + points)) - 1

    def worth_to_other(points: int) -> float:
        return -worth(-points)

    return (
        Side(worth, lambda cube: cube < own and 2 * cube <= CUBE_LIMIT, won_gammons, lost_gammons),
        Side(worth_to_other, lambda cube: cube < other and 2 * cube <= CUBE_LIMIT, lost_gammons, won_gammons),
    )


@cache
def match_table() -> MatchTable:
    """The table that decisions use."""
    return MatchTable()


def money(won_gammons: float, lost_gammons: float) -> tuple[Side, Side]:
    """Both sides of a game for money."""

    def may(cube: int) -> bool:
        return 2 * cube <= CUBE_LIMIT

    return Side(float, may, won_gammons, lost_gammons), Side(float, may, lost_gammons, won_gammons)


# ---- decisions
class Doubling(NamedTuple):
    """What a double is worth to who might double, in units of the game's payoff, and where it changes."""

    no_double: float
    double_take: float
    double_drop: float
    take_point: float
    """The chance from which on the other takes."""
    cash_point: float
    """The doubler's chance from which on the other drops."""

    @property
    def takes(self) -> bool:
        """Whether the other takes."""
        return self.double_take <= self.double_drop

    @property
    def doubles(self) -> bool:
        """Whether doubling is better than playing on."""
        return self.no_double < min(self.double_take, self.double_drop)

    @property
    def advice(self) -> str:
        """In words."""
        answer = "take" if self.takes else "drop"
        if self.doubles:
            return f"double, {answer}"
        if self.no_double >= self.double_drop and not self.takes:
            return "too good to double, drop"
        return f"no double, {answer}"


def doubling(game: Knowledge, s: State, x: float = EFFICIENCY) -> tuple[Doubling, float, float, float]:
    """What doubling is worth to the player of `own`; his chance to win, and of his wins and of his losses the
    shares that are gammons."""
    chance, won, lost = (part / 1_000_000 for part in game.winning_chances(s))
    gammons = (won / chance if chance > 0 else 0.0), (lost / (1 - chance) if chance < 1 else 0.0)
    if game.match:
        own, other = game.match - s.own_points, game.match - s.other_points
        after = 1 in (own, other) and s.crawford != CRAWFORD
        mine, his = sides(match_table(), own, other, *gammons, after_crawford=after)
    else:
        mine, his = money(*gammons)
    before = money(0.0, 0.0) if game.jacoby and s.owner == CENTRED else (mine, his)
    taken = value(mine, his, 2 * s.cube, chance, mine=False, his=True, x=x)
    kept = value(*before, s.cube, chance, mine=s.owner in (CENTRED, OWN), his=s.owner == CENTRED, x=x)
    point = take_point(his, mine, 2 * s.cube, x)
    return Doubling(kept, taken, mine.worth(s.cube), point, 1 - point), chance, *gammons


def decision(game: Knowledge, s: State) -> Decision | None:
    """What the formulas say where a player may double, or is doubled; None elsewhere."""
    if s.dice not in (CHOICE, OFFERED):
        return None
    found, chance, won, lost = doubling(game, s)
    worths = {
        "no double": found.no_double,
        "double, take": found.double_take,
        "double, drop": found.double_drop,
    }
    facts = {
        "chance to win": chance,
        "gammons of the wins": won,
        "gammons of the losses": lost,
        "take point": found.take_point,
        "cash point": found.cash_point,
    }
    if s.dice == CHOICE:
        doubled = min(found.double_take, found.double_drop)
        each = {ROLL: found.no_double, DOUBLE: doubled}
        return Decision("cube", DOUBLE if found.doubles else ROLL, found.advice, worths, each, facts)
    del worths["no double"]
    answer = {word.removeprefix("double, "): -worth for word, worth in worths.items()}
    best = TAKE if found.takes else DROP
    if found.takes and game.beavers and 4 * s.cube <= CUBE_LIMIT and found.double_take < 0:
        best = BEAVER
    words = {TAKE: "take", DROP: "drop", BEAVER: "beaver"}
    turned = {"chance to win": 1 - chance, "gammons of the wins": lost, "gammons of the losses": won}
    each = {TAKE: -found.double_take, DROP: -found.double_drop}
    if best == BEAVER:
        each[BEAVER] = -2 * found.double_take
    return Decision("cube", best, words[best], answer, each, {**turned, "take point": found.take_point})
