"""What backgammon players know, as hooks: an evaluation by named terms.

It estimates the equity without the cube, in millionths of a point.  Everything is counted in thousandths of
a standard deviation; the normal distribution makes of the sum the chance to win.  The race is Kleinman's
metric (Danny Kleinman, *Vision Laughs at Counting*, 1980): (D + 4) / sqrt(S - 4) times the square root of 2,
D the lead in pips and S the pips of both.  Shots are how many of the 36 throws hit at a distance (Paul
Magriel, *Backgammon*, 1976, chapter 6).  The other weights are set by judgement.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.term import Term
from halfmove.games.backgammon.chequers import (
    BAR,
    CHEQUERS,
    OFF,
    made,
    occupied,
    on,
    on_board,
    opposite,
    pips,
)
from halfmove.games.backgammon.rules import OPENING, Rules, State

POINT = 1_000_000
"""A point, in units of an estimate."""
NORMAL = (
    500_000, 539_828, 579_260, 617_911, 655_422, 691_462, 725_747, 758_036, 788_145, 815_940, 841_345,
    864_334, 884_930, 903_200, 919_243, 933_193, 945_201, 955_435, 964_070, 971_283, 977_250, 982_136,
    986_097, 989_276, 991_802, 993_790, 995_339, 996_533, 997_445, 998_134, 998_650,
)  # fmt: skip
"""The normal distribution at 0, 0.1, ... 3, in millionths."""
TURN_PIPS = 4
"""What the throw is worth that comes next: half of 8 1/6 pips."""
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0)
"""How many of the 36 throws hit a blot so many pips away, if nothing stands between."""
MOST_SHOTS = 27
CONTACT_RACE = 45
"""Of 100: what the race counts for while the players may still meet."""
WORTH = (
    0, 10, 25, 40, 95, 130, 60, 75, 40, 30, 25, 20, 15, 20, 15, 20, 35, 60, 90, 90, 150, 120, 70, 25, -15, 0,
)  # fmt: skip
"""What a point made is worth by its place: 4 and 5 are the advanced anchors, 18 the bar point, 20 the five
point."""
PRIME, HIT, HOLD, BAR_COST, STACKED = 45, 9, 14, 130, 12
"""A point of a prime of three or more squared; a blot's risk for each shot; what each point of the other's
home board adds to it, of 100; a chequer on the bar; a chequer above three on one point."""
WORDS = {
    "race": "pips ahead, as the chance they give alone",
    "points": "points made: the home board, the bar point, anchors",
    "primes": "points in a row before chequers of the other player",
    "blots": "single chequers, by the throws that hit them and what that costs",
    "bar": "chequers on the bar",
    "stacks": "chequers above three on one point",
    "gammons": "games that are won twice, as nothing is off yet",
    "score": "points ahead in the match",
}
"""Each term's name and meaning."""


class Side(NamedTuple):
    """What a player has to the good, in thousandths of a standard deviation, but for the race."""

    points: int
    primes: int
    blots: int
    bar: int
    stacks: int


def root(n: int) -> int:
    """The whole part of the square root of a number below 2^20."""
    found = 0
    step = 512
    while step > 0:
        if (found + step) * (found + step) <= n:
            found += step
        step //= 2
    return found


def normal(z: int) -> int:
    """The chance, in millionths, that something of a mean of `z` thousandths is above 0."""
    size = min(abs(z), 2999)
    low = NORMAL[size // 100]
    chance = low + (NORMAL[size // 100 + 1] - low) * (size % 100) // 100
    return chance if z >= 0 else 1_000_000 - chance


def rearmost(side: Wide) -> int:
    """The lowest place of a player who has chequers on the board."""
    return bits.lowest(occupied(side))


def to_bear_off(side: Wide) -> int:
    """The pips until one chequer is off: all come home first."""
    found = 6
    for place in bits.squares(occupied(side)):
        if place < 19:
            found += on(side, place) * (19 - place)
    return found


class Knowledge(Rules):
    """What `Backgammon` knows beyond its rules."""

    unit = POINT
    estimate_unit = "points"

    # ---- features of one side
    def side(self, own: Wide, other: Wide, throws: bool) -> Side:
        """What `own` has to the good; half of the blots' risk if he `throws` next, as he may cover them."""
        theirs = opposite(occupied(other))
        blockers = opposite(made(other))
        on_bar = on(other, BAR)
        points = primes = blots = stacks = run = 0
        board_of_other = bits.count(made(other) & bits.board(0x1F8_0000))
        for place in range(1, OFF):
            count = on(own, place)
            if count > 3:
                stacks -= STACKED * (count - 3)
            if count > 1:
                points += WORTH[place]
                run += 1
                continue
            primes += self.prime(run, place, theirs, on_bar)
            run = 0
            if count == 1:
                blots -= self.risk(place, other, blockers, board_of_other)
        primes += self.prime(run, OFF, theirs, on_bar)
        blots = blots // 2 if throws else blots
        return Side(points, primes, blots, -BAR_COST * on(own, BAR), stacks)

    def prime(self, run: int, end: int, theirs: int, on_bar: int) -> int:
        """What so many points in a row, before a place, are worth: nothing if nobody is behind them."""
        if run < 3:
            return 0
        behind = bits.count(bits.board(theirs) >> end) + on_bar
        return PRIME * (run - 2) * (run - 2) * min(behind, 2) // 2

    def risk(self, place: int, other: Wide, blockers: int, board: int) -> int:
        """What a blot costs: by the throws that hit it, what it has gone so far and the board it meets."""
        most = rest = 0
        at = OFF - place
        for start in bits.squares(occupied(other) & bits.board((1 << at) - 1)):
            shots = SHOTS[at - start]
            if shots > most:
                most, shots = shots, most
            rest += shots
        shots = min(most + rest // 3, MOST_SHOTS)
        return shots * HIT * (8 + place) * (100 + HOLD * board) // 3600

    # ---- the evaluation
    def race(self, s: State, turn: int) -> int:
        """The lead in pips, in thousandths of a standard deviation."""
        mine, theirs = pips(s.own), pips(s.other)
        spread = max(root(100 * max(mine + theirs - 4, 1)), 1)
        return 14_142 * (theirs - mine + TURN_PIPS * turn) // spread

    def turn(self, s: State) -> int:
        """1: the player of `own` throws or plays next; 0: nobody knows yet."""
        return 0 if s.dice == OPENING else 1

    def contact(self, s: State) -> bool:
        """Whether chequers of both may still meet."""
        return rearmost(s.own) + rearmost(s.other) < OFF

    def gammon(self, winner: Wide, loser: Wide) -> int:
        """The chance, in millionths, that who wins wins a gammon, as a race to bear off one chequer."""
        if on_board(loser) < CHEQUERS:
            return 0
        lead = 2 * to_bear_off(loser) - 2 * pips(winner) - 10
        return normal(lead * 1000 // (2 * max(root(2 * (pips(winner) + to_bear_off(loser))), 1)))

    def deviations(self, s: State) -> int:
        """All that the player of `own` has to the good, in thousandths of a standard deviation."""
        z = self.race(s, self.turn(s))
        if not self.contact(s):
            return z
        mine = self.side(s.own, s.other, self.turn(s) == 1)
        theirs = self.side(s.other, s.own, False)
        z = z * CONTACT_RACE // 100
        z += mine.points + mine.primes + mine.blots + mine.bar + mine.stacks
        return z - (theirs.points + theirs.primes + theirs.blots + theirs.bar + theirs.stacks)

    def gammons(self, s: State, chance: int) -> tuple[int, int]:
        """The chances, in millionths, of the player of `own` to win a gammon and to lose one."""
        won = chance * (self.gammon(s.own, s.other) // 1000) // 1000
        return won, (1_000_000 - chance) * (self.gammon(s.other, s.own) // 1000) // 1000

    def winning_chances(self, s: State) -> tuple[int, int, int]:
        """The chances, in millionths, of the player of `own` to win the game, to win a gammon and to lose
        one."""
        chance = normal(self.deviations(s))
        won, lost = self.gammons(s, chance)
        return chance, won, lost

    def equity(self, s: State) -> int:
        """The equity of the player of `own`, in millionths of a point."""
        chance, won, lost = self.winning_chances(s)
        return 2 * chance - 1_000_000 + won - lost

    def evaluate(self, s: State, player: int) -> int:
        value = self.equity(s) * s.cube
        if self.match > 0:
            value = (value + 1_000_000 * (s.own_points - s.other_points)) // self.match
            value = min(max(value, -899_999), 899_999)
        return value if player == s.mover else -value

    def terms(self, s: State) -> list[Term]:
        """The terms that add up to the chance to win have each as large a part of it as of their sum."""
        turn, sign = self.turn(s), 1 - 2 * s.mover
        meet = self.contact(s)
        own, other = dict.fromkeys(WORDS, 0.0), dict.fromkeys(WORDS, 0.0)
        own["race"] = self.race(s, turn) * CONTACT_RACE // 100 if meet else self.race(s, turn)
        if meet:
            own.update(self.side(s.own, s.other, turn == 1)._asdict())
            other.update(self.side(s.other, s.own, False)._asdict())
        sum_of_all = sum(own.values()) - sum(other.values())
        chance = normal(self.deviations(s))
        scale = s.cube / (self.match or 1) / POINT
        share = (2 * chance - 1_000_000) * scale / sum_of_all if sum_of_all else 0.0
        for column in (own, other):
            for name in column:
                column[name] *= share
        own["gammons"], other["gammons"] = (scale * each for each in self.gammons(s, chance))
        value = sign * self.evaluate(s, 0) / POINT
        own["score"] = value - sum(own.values()) + sum(other.values())
        first, second = (own, other) if s.mover == 0 else (other, own)
        found = []
        for name, words in WORDS.items():
            parts = {self.player_name(0): first[name], self.player_name(1): second[name]}
            found.append(Term(name, words, parts, first[name] - second[name]))
        return found
