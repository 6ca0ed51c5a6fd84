"""Rock, paper, scissors: both show a hand at once; whoever first has won `wins` times wins.

    halfmove play examples/rock_paper_scissors.py
    halfmove match determinized random examples/rock_paper_scissors.py --games 20

A game of moves at once: `to_move` says SIMULTANEOUS, `actions_of` what one player may do, and `result` takes
a tuple with one action of each.  In the terminal, in the browser and in matches the players choose one after
the other, and nobody sees a choice before all have made it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from halfmove import SIMULTANEOUS, BadInput, Game

ROCK, PAPER, SCISSORS = 0, 1, 2
HANDS = ("rock", "paper", "scissors")


class State(NamedTuple):
    """How often each has won."""

    first: int
    second: int


class RockPaperScissors(Game):
    """Rock breaks scissors, scissors cut paper, paper wraps rock."""

    name = "rock paper scissors"
    dynamics = "simultaneous"

    wins: int = 3

    def setup(self) -> None:
        if not 1 <= self.wins <= 100:
            raise BadInput(f"The game is played for 1 to 100 wins, not {self.wins}.")

    # ---- the six functions, and whose actions are whose
    def initial(self) -> State:
        return State(0, 0)

    def to_move(self, s: State) -> int:
        return SIMULTANEOUS

    def actions_of(self, s: State, player: int) -> Iterator[int]:
        yield ROCK
        yield PAPER
        yield SCISSORS

    def result(self, s: State, a: tuple[int, int]) -> State:
        ahead = (a[0] - a[1]) % 3  # each hand beats the one before it in the list, round and round
        return State(s.first + (1 if ahead == 1 else 0), s.second + (1 if ahead == 2 else 0))

    def is_terminal(self, s: State) -> bool:
        return s.first == self.wins or s.second == self.wins

    def utility(self, s: State, player: int) -> int:
        return 1 if (s.first > s.second) == (player == 0) else -1

    # ---- text
    def choice_text(self, s: State, player: int, a: int) -> str:
        return HANDS[a]

    def position_text(self, s: State) -> str:
        return f"{s.first}:{s.second}"

    def parse(self, text: str) -> State:
        match = re.fullmatch(r"(\d{1,3}):(\d{1,3})", text.strip())
        if not match or min(int(match[1]), int(match[2])) >= self.wins:
            raise BadInput(f"A position is how often each has won, such as 2:1, not '{text}'.")
        if max(int(match[1]), int(match[2])) > self.wins:
            raise BadInput(f"Whoever has won {self.wins} times has won the game.")
        return State(int(match[1]), int(match[2]))

    def show(self, s: State) -> str:
        return f"first   {s.first}\nsecond  {s.second}\n{self.wins} wins are needed"
