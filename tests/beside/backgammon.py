"""Backgammon beside OpenSpiel's: the positions that plays lead to, the throws, and what is won."""

from __future__ import annotations

import random
import re
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.games.backgammon import Backgammon
from halfmove.games.backgammon.chequers import BAR, on, on_board, pips
from halfmove.games.backgammon.rules import OPENING, OVER, THROW
from tests.beside.comparison import Pair
from tests.beside.open_spiel import load

LONG = 200
"""Throws and plays after which a game is brought to its end."""
THEIR_BAR = 100
"""OpenSpiel's number of the bar; its points are 0 to 23, the first player's 24-point first."""
Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""The chequers of the player to move and the other's, by points as their owner counts them, the bar last."""


def side(chequers: Any) -> tuple[int, ...]:
    """A player's chequers by points as he counts them, the bar last."""
    low, high = int(chequers[0]), int(chequers[1])
    return tuple(
        (low >> at & 1) + 2 * (low >> at + 32 & 1) + 4 * (high >> at & 1) + 8 * (high >> at + 32 & 1)
        for at in range(24, -1, -1)
    )


class RandomBackgammon(Pair):
    """Random games of ours, in a style: any plays, hits, plays that race or hold back."""

    def begin(self, draw: random.Random) -> None:
        self.game: Any = interpreted(Backgammon())
        self.s = self.game.initial()
        self.style = draw.choice(("any", "hits", "race", "hold"))
        self.texts: list[str] = []

    def chosen(self, draw: random.Random, plays: list[int]) -> int:
        """A play in the game's style, mostly."""
        if len(self.texts) >= LONG:
            self.style = "race"
        if self.style == "any" or len(plays) == 1 or draw.random() < 0.3:
            return draw.choice(plays)
        s, game = self.s, self.game

        def worth(a: int) -> tuple[int, float]:
            after = game.result(s, a)
            theirs, mine = (pips(after.own), pips(after.other)) if after.dice != OVER else (0, 0)
            return {"hits": theirs, "race": -mine, "hold": mine}[self.style], draw.random()

        return max(plays, key=worth)

    def count_play(self, s: Any, a: int, after: Any) -> None:
        """Count what is rare about a play."""
        self.count("from the bar", on(s.own, BAR) > 0)
        self.count("no play", a == 0)
        self.count("doublets", s.dice % 11 == 0)
        if after.dice != OVER:
            self.count("hits", on(after.own, BAR) > on(s.other, BAR))
            self.count("borne off", on_board(after.other) < on_board(s.own))

    def count_end(self, s: Any) -> None:
        """Count what games bring."""
        self.count({1: "single games", 2: "gammons", 3: "backgammons"}[s.gain])

    def record(self) -> str:
        return f"{self.game!r}: {', '.join(self.texts)}"


class BackgammonPair(RandomBackgammon):
    """Money play without the cube."""

    name = "backgammon"
    peer = "OpenSpiel"
    known = (
        "OpenSpiel has an action for each order of the dice, and plays a doublet as two turns: compared are "
        "the positions that plays lead to."
    )

    def begin(self, draw: random.Random) -> None:
        super().begin(draw)
        self.t = load("backgammon(scoring_type=full_scoring,max_player_turns=100000)").new_initial_state()

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        self.same("the end", game.is_terminal(s), t.is_terminal())
        if t.is_terminal():
            self.same("points won", [float(game.utility(s, p)) for p in (0, 1)], t.returns())
            self.count_end(s)
            return False
        self.same("chequers", (side(s.own), side(s.other)), self.sides(t, s.mover))
        self.same("chance", s.dice in (THROW, OPENING), t.is_chance_node())
        if t.is_chance_node():
            self.throw(draw)
            return True
        self.same("player to move", game.to_move(s), t.current_player())
        plays = list(game.actions(s))
        mine = {}
        for a in plays:
            after = game.result(s, a)
            own, other = (after.own, after.other) if after.dice == OVER else (after.other, after.own)
            mine[side(own), side(other)] = a
        self.same("positions, each once", len(mine), len(plays))
        theirs = self.after(t, s.mover)
        self.same("positions after the plays", set(mine), set(theirs))
        a = self.chosen(draw, plays)
        after = game.result(s, a)
        own, other = (after.own, after.other) if after.dice == OVER else (after.other, after.own)
        self.count_play(s, a, after)
        self.texts.append(game.action_text(s, a))
        self.s, self.t = after, theirs[side(own), side(other)]
        return True

    def throw(self, draw: random.Random) -> None:
        """Compare the throws and throw."""
        game, s, t = self.game, self.s, self.t
        mine = {}
        for a, p in game.outcomes(s):
            after = game.result(s, a)
            mine[after.mover, after.dice] = (a, round(p, 9))
        theirs: dict[tuple[int, int], tuple[int, float]] = {}
        for number, p in t.chance_outcomes():
            text = t.action_to_string(number)
            low, high = sorted(re.search(r"roll: (\d)(\d)", text).groups())  # type: ignore[union-attr]
            starts = re.search(r"([XO]) starts", text)
            mover = "XO".index(starts[1]) if starts else s.mover
            thrown = mover, int(high + low)  # 12 and 21 are two outcomes there
            theirs[thrown] = (number, theirs.get(thrown, (0, 0.0))[1] + p)
        self.same(
            "throws",
            {thrown: p for thrown, (_, p) in mine.items()},
            {thrown: round(p, 9) for thrown, (_, p) in theirs.items()},
        )
        thrown = draw.choice(sorted(mine))
        self.texts.append(str(thrown[1]))
        self.s = game.result(s, mine[thrown][0])
        t.apply_action(theirs[thrown][0])

    def after(self, t: Any, mover: int) -> dict[Sides, Any]:
        """OpenSpiel's states after each play, by where the chequers stand then."""
        found: dict[Sides, Any] = {}
        halfway: dict[Sides, Any] = {}
        for a in t.legal_actions():
            child = t.child(a)
            again = not child.is_terminal() and not child.is_chance_node() and child.current_player() == mover
            (halfway if again else found)[self.sides(child, mover)] = child
        for child in halfway.values():
            for a in child.legal_actions():
                last = child.child(a)
                found[self.sides(last, mover)] = last
        return found

    def sides(self, t: Any, mover: int) -> Sides:
        """Where the chequers stand, the mover's first."""
        both = []
        for player in (0, 1):
            places = range(23, -1, -1) if player == 0 else range(24)
            both.append((*(t.board(player, place) for place in places), t.board(player, THEIR_BAR)))
        return both[mover], both[1 - mover]
