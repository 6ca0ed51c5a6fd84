"""The six functions of the formal game, and chance.

S0, TO-MOVE, ACTIONS, RESULT, IS-TERMINAL, UTILITY as in Russell and Norvig, *Artificial Intelligence: A
Modern Approach*, 4th ed., section 5.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from halfmove.core.contract.traits import NO_CHOICE, SIMULTANEOUS, Action, State, Traits

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer


class Rules(Traits):
    """What a game must define: initial state, player to move, actions, results, when it ends, utilities."""

    def initial(self) -> State:
        """S0: the state in which the game starts."""
        raise NotImplementedError

    def to_move(self, s: State) -> int:
        """TO-MOVE: the player, 0 to players - 1, whose turn it is; `CHANCE` where nature moves,
        `SIMULTANEOUS` where all who have actions choose at once."""
        raise NotImplementedError

    def actions(self, s: State) -> Iterable[Action]:
        """ACTIONS: the legal actions, each once, in an order that never changes; nature's where it moves.

        Where players move at once, the joint actions: tuples with one of `actions_of` for each player.
        """
        if self.to_move(s) != SIMULTANEOUS:
            raise NotImplementedError
        return self.joint_actions(s)

    def actions_of(self, s: State, player: int) -> Iterable[Action]:
        """The legal actions of one player: of `actions` where it is his turn; where all move at once, his
        own, none where he has nothing to choose."""
        if self.to_move(s) == SIMULTANEOUS:
            raise NotImplementedError
        return self.actions(s) if self.to_move(s) == player else iter(())

    def joint_actions(self, s: State) -> Iterator[tuple[Action, ...]]:
        """One of `actions_of` for each player, in every combination, the last player's varying fastest;
        `NO_CHOICE` for a player who has none."""
        return product(*(list(self.actions_of(s, p)) or [NO_CHOICE] for p in range(self.players)))

    def list_actions(self, s: State, out: Buffer, at: int) -> int:
        """Write the legal actions to `out` from place `at` on; the place after the last.

        Faster in machine code than to go through `actions` (from whose source it is made there).
        """
        for action in self.actions(s):
            out[at] = action
            at += 1
        return at

    def count_actions(self, s: State) -> int:
        """How many legal actions a state that is not over has: for counting them without making them."""
        count = 0
        for _ in self.actions(s):
            count += 1
        return count

    def result(self, s: State, a: Action) -> State:
        """RESULT: the state that action `a` leads to; `s` is untouched.  Where players move at once, `a` is a
        tuple with one action of each (`NO_CHOICE` for a player who has none)."""
        raise NotImplementedError

    def is_terminal(self, s: State) -> bool:
        """IS-TERMINAL: whether the game is over."""
        raise NotImplementedError

    def utility(self, s: State, player: int) -> Any:
        """UTILITY of the terminal state `s` to `player`, in the game's own payoff units."""
        raise NotImplementedError

    def reward(self, s: State, a: Action, player: int) -> Any:
        """What `player` earns by `a` in `s`, where `rewards` are running: the rewards of a game add up to its
        utility.  Nothing, by default."""
        return 0

    def outcomes(self, s: State) -> Iterable[tuple[Action, float]]:
        """Where nature moves: each of `actions`, in that order, with its probability.  By default all are
        equally likely, as with a die."""
        sides = 0
        for _ in self.actions(s):
            sides += 1
        for a in self.actions(s):
            yield a, 1.0 / sides

    def draw_outcome(self, s: State, random: Buffer) -> Action:
        """Where nature moves: one of its actions, as likely as nature makes it, drawn from the stream
        `random` (`core.randomness`).  A game whose `chance` is sampled defines it instead of `outcomes`."""
        raise NotImplementedError
