"""Pig: the dice game of daring.

In his turn a player rolls a die as often as he likes and adds up what it shows.  If he holds, the sum is
his; if he rolls a 1, his turn ends and he gets nothing for it.  Whoever first has `target` points wins; on
paper it is 100.  Todd W. Neller and Clifton G. M. Presser, "Optimal play of the dice game Pig",
*The UMAP Journal* 25(1), 2004, found how to win, and that "hold at 20" is not it.

    halfmove play examples/pig.py
    halfmove analyze examples/pig.py --set target=20 --position "A 9 B 12 A has 6"

Every throw of the die is a state of its own, where nature moves: `rolling` says so.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from halfmove import CHANCE, BadInput, Game

HOLD, ROLL = 0, 1


class State(NamedTuple):
    """The points of A (player 0) and B, what the turn has brought so far, whose turn it is, and whether the
    die is in the air."""

    first: int
    second: int
    turn: int
    mover: int
    rolling: bool


class Pig(Game):
    """Roll as often as you dare; a 1 loses what the turn has brought."""

    name = "pig"
    player_names = ("A", "B")
    chance = "explicit"

    target: int = 20  # points to win
    sides: int = 6  # of the die

    def setup(self) -> None:
        if not 2 <= self.target <= 1000:
            raise BadInput(f"Pig is played to 2 to 1000 points, not {self.target}.")
        if not 2 <= self.sides <= 100:
            raise BadInput(f"A die has 2 to 100 sides, not {self.sides}.")
        self.actions_limit = self.sides

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return State(0, 0, 0, 0, False)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.rolling:
            for face in range(1, self.sides + 1):  # noqa: UP028  `yield from` has no machine code
                yield face
        else:
            yield ROLL
            if s.turn > 0:
                yield HOLD

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def result(self, s: State, a: int) -> State:
        if not s.rolling:
            if a == ROLL:
                return State(s.first, s.second, s.turn, s.mover, True)
            if s.mover == 0:
                return State(s.first + s.turn, s.second, 0, 1, False)
            return State(s.first, s.second + s.turn, 0, 0, False)
        if a == 1:
            return State(s.first, s.second, 0, 1 - s.mover, False)
        return State(s.first, s.second, s.turn + a, s.mover, False)

    def is_terminal(self, s: State) -> bool:
        return s.first >= self.target or s.second >= self.target

    def utility(self, s: State, player: int) -> int:
        winner = 0 if s.first >= self.target else 1
        return 1 if player == winner else -1

    # ---- knowledge
    def evaluate(self, s: State, player: int) -> int:
        """How far ahead the player is.  Who may hold has what the turn has brought; who rolls has what the
        roll brings on average: all but a 1 add to it."""
        turn = self.sides * s.turn
        if s.rolling:
            turn = (self.sides - 1) * s.turn + self.sides * (self.sides + 1) // 2 - 1
        lead = self.sides * (s.first - s.second) + (turn if s.mover == 0 else -turn)
        most = self.sides * self.target
        worth = 800_000 * max(-most, min(most, lead)) // most
        return worth if player == 0 else -worth

    # ---- text
    def action_text(self, s: State, a: int) -> str:
        if s.rolling:
            return str(a)
        return "roll" if a == ROLL else "hold"

    def position_text(self, s: State) -> str:
        verb = "rolls with" if s.rolling else "has"
        return f"A {s.first} B {s.second} {'AB'[s.mover]} {verb} {s.turn}"

    def parse(self, text: str) -> State:
        match = re.fullmatch(r"A (\d+) B (\d+) ([AB]) (has|rolls with) (\d+)", " ".join(text.split()))
        if not match:
            raise BadInput(f"A position of Pig looks like 'A 9 B 12 A has 6', not '{text}'.")
        first, second, turn = int(match[1]), int(match[2]), int(match[5])
        if min(first, second) >= self.target or (max(first, second) >= self.target and turn):
            raise BadInput(f"Whoever has {self.target} points has won, and nobody goes on.")
        return State(first, second, turn, "AB".index(match[3]), match[4] == "rolls with")

    def show(self, s: State) -> str:
        rows = [f"{name} {points:4}" for name, points in (("A", s.first), ("B", s.second))]
        if not self.is_terminal(s):
            what = "the die is rolling" if s.rolling else "to roll or to hold"
            rows.append(f"{'AB'[s.mover]} has {s.turn} in this turn, {what}")
        return "\n".join(rows)
