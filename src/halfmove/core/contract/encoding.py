"""What a network is told of a state, and which of its outputs stands for which action.

The form is AlphaZero's (Silver et al., *Mastering Chess and Shogi by Self-Play*, 2017): a state is a stack of
planes, each as large as the board, and an action has a place in the policy.  A game that says nothing is
encoded by the numbers of its states (`search.encoding`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.contract.text import Text
from halfmove.core.contract.traits import Action, State

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer

PRESENT = 100
"""What stands in a plane where there is something; a count or a share is a part of it, either way."""


def direction_of(right: int, up: int) -> int:
    """Which of the eight directions of a board leads so far to the right and so far up (or down, as long as a
    game keeps to one): 0 to 7."""
    direction = 3 * (_sign(right) + 1) + _sign(up) + 1
    return direction - 1 if direction > 4 else direction  # 4 would be to stay


def _sign(n: int) -> int:
    """-1, 0 or 1."""
    return (1 if n > 0 else 0) - (1 if n < 0 else 0)


class EncodingHooks(Text):
    """How a game is put before a network."""

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        """Write the planes of `s`, as the player to move sees it, to `out` from `at` on: plane by plane, row
        by row, in hundredths (100 where there is a stone, 0 where there is none).  Every number is written,
        zeros too."""
        return at

    def policy_index(self, s: State, a: Action) -> int:
        """The place of `a` in a policy of `policy_size`, as the player to move sees it; the action's own
        number, by default.  Where it is plane × points + point, as many planes as fit are made by
        convolution; places beyond the last whole plane have no point (Go: the pass)."""
        return a  # type: ignore[no-any-return]

    def write_owners(self, s: State, out: Buffer, at: int) -> int:
        """Write who holds each point of the planes' board in `s`, in which the game is over, row by row, to
        `out` from `at` on: 1 the first player, -1 the second, 0 nobody.  A network that learns to foretell it
        learns more from each game than its result (KataGo: Wu, 2019)."""
        return at

    def settle(self, s: State) -> State:
        """The terminal state that the game comes to where neither player can take from the other what he has;
        `s` itself elsewhere.  Self-play ends games there."""
        return s
