"""Backgammon on paper: plays as `8/5 6/5`, throws as `31`, boards in a terminal.

A play says for each chequer where it starts and where it ends, as its player counts the points; `bar` and
`off`, `*` behind where it hits, and `(2)` behind what two chequers do.  One that goes on says where it passed
only if it hit there: `24/18*/13`.  A play is read in any order, with or without the points passed.  Between
two plays there is always a throw, so that the blanks inside one do not matter: `31 8/5 6/5 42 24/20 13/11`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.chequers import made, occupied, on, opposite, pips
from halfmove.games.backgammon.identifiers import Identifiers
from halfmove.games.backgammon.plays import larger, smaller, smaller_first, starts_of
from halfmove.games.backgammon.rules import (
    BEAVER,
    BEAVERED,
    CHOICE,
    DOUBLE,
    DROP,
    OFFERED,
    OPENING,
    OTHER,
    OVER,
    OWN,
    ROLL,
    TAKE,
    THROW,
    State,
)

WORDS = {ROLL: "roll", DOUBLE: "double", TAKE: "take", DROP: "drop", BEAVER: "beaver"}
NO_PLAY = "pass"
BAR, OFF = 25, 0
LETTERS = "OX"
"""The chequers of the first player and of the second, in a terminal."""
ROWS = 5
"""How many chequers a point shows one above the other."""
_PART = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?", re.IGNORECASE)


class Step(NamedTuple):
    """A chequer that goes by one die: the points, as its player counts them, and whether it hits."""

    start: int
    end: int
    hits: bool


def point_name(point: int) -> str:
    """What a point is called, and the bar, and where chequers are borne off to."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def chained(steps: list[Step]) -> list[list[Step]]:
    """The steps of each chequer, where one may have gone on."""
    chains: list[list[Step]] = []
    for step in steps:
        going_on = next((chain for chain in chains if chain[-1].end == step.start), None)
        if going_on is None:
            chains.append([step])
        else:
            going_on.append(step)
    return chains


def chain_text(chain: list[Step]) -> str:
    """A chequer's way: `24/18*/13`."""
    text = point_name(chain[0].start)
    for step in chain:
        if step.hits or step is chain[-1]:
            text += f"/{point_name(step.end)}{'*' if step.hits else ''}"
    return text


class Notation(Identifiers):
    """Plays and boards in words."""

    # ---- plays
    def blots(self, s: State) -> Bitboard:
        """Where the other player has a single chequer, as the player to move counts the places."""
        return opposite(bits.without(occupied(s.other), made(s.other)))

    def steps(self, s: State, a: int) -> list[Step]:
        """What each die does, in an order in which it can be done; who comes second hits nothing."""
        dice = [larger(s.dice), smaller(s.dice)] * 2
        starts = [(place, die) for place, die in zip(starts_of(a, s.dice), dice) if place >= 0]
        found, blots = [], self.blots(s)
        for place, die in starts[::-1] if smaller_first(a, s.dice) else starts:
            end = max(25 - place - die, OFF)
            hits = end > OFF and bits.has(blots, 25 - end)
            found.append(Step(25 - place, end, hits))
            if hits:
                blots ^= bits.bit(25 - end)
        return found

    def action_text(self, s: State, a: int) -> str:
        if s.dice in (THROW, OPENING):
            return str(a)
        if s.dice < 0:
            return WORDS[a]
        ways: dict[str, list[str]] = {}
        for chain in chained(self.steps(s, a)):
            text = chain_text(chain)
            ways.setdefault(text.replace("*", ""), []).append(text)
        told = [same[0] + (f"({len(same)})" if len(same) > 1 else "") for same in ways.values()]
        return " ".join(told) or NO_PLAY

    def parse_action(self, s: State, text: str) -> int:
        word = " ".join(text.split()).lower()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        if s.dice <= 0:
            return self._word(s, word)
        legal = {self.action_text(s, a): a for a in self.actions(s)}
        if word in legal:
            return legal[word]
        if word == NO_PLAY:
            raise BadInput(
                f"There is a play of {s.dice}, so '{word}' is not legal: {', '.join([*legal][:30])}."
            )
        given = self._read(word)
        fitting = [a for a in legal.values() if self._change(self.steps(s, a)) == self._change(given)]
        if len(fitting) > 1:
            named, passed = {step.end for step in given if step.hits}, {step.end for step in given}
            hits = {a: {step.end for step in self.steps(s, a) if step.hits} for a in fitting}
            fitting = [a for a in fitting if named <= hits[a] <= passed] or fitting
        if len(fitting) == 1:
            return fitting[0]
        choice = ", ".join([*legal][:30]) + (", …" if len(legal) > 30 else "")
        if fitting:
            some = ", ".join(self.action_text(s, a) for a in fitting)
            raise BadInput(f"'{word}' can be several plays; write one of: {some}.")
        raise BadInput(f"'{word}' is not a legal play of {s.dice}; the legal plays are: {choice}.")

    def _word(self, s: State, word: str) -> int:
        legal = {self.action_text(s, a): a for a in self.actions(s)}
        if s.dice == THROW and re.fullmatch(r"[1-6][1-6]", word):
            word = max(word, word[::-1])  # two dice have no order
        if word not in legal:
            what = "throw" if s.dice in (THROW, OPENING) else "choice"
            raise BadInput(f"'{word}' is not a {what} here; the {what}s are: {', '.join(legal)}.")
        return legal[word]

    def _read(self, word: str) -> list[Step]:
        """The steps that a person has written."""
        found = []
        for part in word.split():
            match = _PART.fullmatch(part)
            if not match:
                raise BadInput(
                    f"'{part}' is not part of a play; a play looks like '8/5 6/5', 'bar/22' or '6/off(2)'."
                )
            start = BAR if match[1] == "bar" else int(match[1])
            chain = []
            for name in match[2].split("/")[1:]:
                end = OFF if name.startswith("off") else int(name.rstrip("*"))
                chain.append(Step(start, end, name.endswith("*")))
                start = end
            found += chain * int(match[3] or 1)
        return found

    def _change(self, steps: list[Step]) -> Counter[int]:
        """How many chequers more or less there are on each point in the end; none that is as it was."""
        change: Counter[int] = Counter()
        for step in steps:
            change[step.start] -= 1
            change[step.end] += 1
        return Counter({point: n for point, n in change.items() if n and point != OFF})

    def split_moves(self, text: str) -> list[str]:
        """The parts of a play are put together again; `31: 8/5 6/5` may have its colon."""
        found: list[str] = []
        for word in text.replace(",", " ").replace(";", " ").replace(":", " ").split():
            if "/" in word and found and "/" in found[-1]:
                found[-1] += f" {word}"
            else:
                found.append(word)
        return found

    # ---- boards
    def standing_on(self, s: State) -> dict[int, tuple[int, int]]:
        """Who stands on each point, as the first player counts them, and how many: 1 to 24."""
        found = {}
        for player, side in ((s.mover, s.own), (1 - s.mover, s.other)):
            for point in range(1, 25):
                count = on(side, 25 - point)
                if count:
                    found[point if player == 0 else 25 - point] = (player, count)
        return found

    def side_of(self, s: State, player: int) -> tuple[int, int, int]:
        """A player's chequers on the bar and off, and his pips."""
        side = s.own if player == s.mover else s.other
        on_it = sum(on(side, place) for place in range(25))
        return on(side, 0), 15 - on_it, pips(side)

    def points_of(self, s: State, player: int) -> int:
        """What a player has in the match."""
        return s.own_points if player == s.mover else s.other_points

    def status(self, s: State) -> str:
        """What the game waits for, or how it ended."""
        name = self.player_names[s.mover]
        if s.dice == OVER:
            return f"{name} wins {s.gain} point{'s' * (s.gain > 1)}"
        waits = {
            OPENING: "both throw a die to begin",
            THROW: f"{name} is to throw",
            CHOICE: f"{name} may double or throw",
            OFFERED: f"{name} doubles to {2 * s.cube}; {self.player_names[1 - s.mover]} takes or drops",
            BEAVERED: f"{self.player_names[1 - s.mover]} beavers to {2 * s.cube}; {name} takes or drops",
        }
        return waits.get(s.dice, f"{name} has thrown {larger(s.dice)} and {smaller(s.dice)}")

    def cube_text(self, s: State) -> str:
        """Where the cube is."""
        if not self.cube:
            return ""
        holders = {OWN: s.mover, OTHER: 1 - s.mover}
        owner = self.player_names[holders[s.owner]] if s.owner in holders else "nobody"
        return f"cube {s.cube}, {owner}'s" if s.owner in holders else f"cube {s.cube}, in the middle"

    def show(self, s: State) -> str:
        points = self.standing_on(s)
        bars = [self.side_of(s, player) for player in (0, 1)]

        def cell(count: int, letter: str, row: int) -> str:
            if row == ROWS - 1 and count > ROWS:
                return f"{count:2} "
            return f" {letter} " if count > row else "   "

        def line(row: int, top: bool) -> str:
            text = " |"
            for at in range(12):
                player, count = points.get(13 + at if top else 12 - at, (0, 0))
                text += cell(count, LETTERS[player], row)
                if at == 5:
                    who = 0 if top else 1  # who is hit starts again on the far side
                    text += f"|{cell(bars[who][0], LETTERS[who], row)}|"
            return text + "|"

        def names(numbers: range) -> str:
            row = [f"{number:->2}-" for number in numbers]
            return f" +{''.join(row[:6])}-----{''.join(row[6:])}+"

        lines = [names(range(13, 25)), *(line(row, True) for row in range(ROWS))]
        lines.append(" |" + " " * 18 + "|BAR|" + " " * 18 + "|")
        lines += [*(line(row, False) for row in reversed(range(ROWS))), names(range(12, 0, -1))]
        for player in (1, 0):
            _, off, left = bars[player]
            told = f" {LETTERS[player]} {self.player_names[player]}: {left} pips, {off} off"
            if self.match:
                told += f", {self.points_of(s, player)} of {self.match} points"
            lines.append(told)
        return "\n".join([*lines, " " + ", ".join(filter(None, (self.cube_text(s), self.status(s))))])
