"""States as a network takes them in, and actions as places of its policy: batches filled in machine code.

Where a game defines `write_planes` and `policy_index` these say all (`core.contract.encoding`).  Any other
game whose states are numbers is encoded by their bits, 64 planes of one point each for a number, and a plane
for each player that says whether it is his turn: nothing of the state is lost, and nothing is said of what
lies beside what.  An action then has its number for its place, in a policy as large as the actions of random
games ask for; actions beyond share places, so that a network cannot tell them apart, though a search can.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel
from halfmove.core.contract import CHANCE, PRESENT, Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BrokenPromise, Unsuitable
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, stream
from halfmove.core.words import count_words, read_words, write_words

WORD = 64
SURVEYED_PLIES = 5_000
"""Plies of random games from which the size of a policy is taken, where the game does not say it."""
LARGEST_POLICY = 4096
"""The most places of a policy, where the game does not say how many: a dense layer of 64 inputs then has
a quarter of a million weights."""


# ---- the kernels


@kernel
def write_state(game: Game, state: Any, out: Buffer, at: int) -> int:
    """The planes of one state, from `at` on; the place after the last number."""
    if game.plane_shape[0] > 0:
        return game.write_planes(state, out, at)
    # the words first, then their bits over them, from the last word down
    end = write_words(state, out, at)
    size = end - at
    for i in range(size):
        word = bits.board(out[at + size - 1 - i])
        place = at + WORD * (size - 1 - i)
        for bit in range(WORD):
            out[place + bit] = PRESENT if bits.has(word, bit) else 0
    place = at + WORD * size
    mover = game.to_move(state)
    for player in range(game.players):
        out[place + player] = PRESENT if player == mover else 0
    return place + game.players


@kernel
def write_batch(game: Game, like: Any, words: Buffer, twins: Buffer, count: int, out: Buffer) -> int:
    """The planes of `count` states whose words (`core.words`) stand one after the other, each as its symmetry
    number `twins[i]` shows it; how many numbers."""
    place, at = 0, 0
    for i in range(count):
        state = game.symmetric(read_words(like, words, place), twins[i])
        place = write_words(state, words, place)
        at = write_state(game, state, out, at)
    return at


@kernel
def write_places(game: Game, state: Any, twin: int, size: int, moves: Buffer, out: Buffer) -> int:
    """The legal actions of a state, to `moves`, and to `out` where each stands in a policy of `size` places,
    as its symmetry number `twin` shows it; how many."""
    count = game.list_actions(state, moves, 0)
    seen = game.symmetric(state, twin)
    for i in range(count):
        out[i] = game.policy_index(seen, game.symmetric_action(moves[i], twin)) % size
    return count


# ---- for whoever trains or plays with a network


class Encoding:
    """How a game's states and actions are put before a network; `Unsuitable` where they cannot be.

    Not thread-safe: calls share buffers.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.initial()
        refuse(game, start)
        self.words = count_words(start)
        """Words of a state."""
        self.own = game.plane_shape[0] > 0
        """Whether the game says itself how it is encoded."""
        self.shape: tuple[int, int, int] = (
            game.plane_shape if self.own else (WORD * self.words + game.players, 1, 1)
        )
        """Planes, rows and columns."""
        self.has_owners = self.own and defines(type(game), "write_owners")
        """Whether the game says who holds each point of the board at its end."""
        self.numbers = math.prod(self.shape)
        """Numbers of a state."""
        self._moves, self._places = Buffer(game.actions_limit + 2), Buffer(game.actions_limit + 2)
        self.policy: int = game.policy_size or self._surveyed(start)
        """Places of the policy."""
        self._rows = self._twins = self._out = Buffer(1)
        self._room = 0

    def planes(self, states: Sequence[Any], twins: Sequence[int] | None = None) -> NDArray[np.int8]:
        """The planes of states in which a player is to move, in hundredths: states × planes × rows × columns;
        each as its symmetry shows it, where `twins` names some."""
        count = len(states)
        self._make_room(count)
        at = 0
        for state in states:
            at = write_words(state, self._rows, at)
        self._twins.array[:count] = 0 if twins is None else list(twins)
        return self.of_words(self._rows, self._twins, count)

    def of_words(self, words: Buffer, twins: Buffer, count: int) -> NDArray[np.int8]:
        """The same of states whose words stand one after the other; they are left as their symmetries show
        them.  No Python runs per state."""
        self._make_room(count)
        wrote = write_batch(self.game, self.game.initial(), words, twins, count, self._out)
        if wrote != count * self.numbers:
            raise BrokenPromise(
                f"{self.game.title()} wrote {wrote} numbers for {count} states, and not {self.numbers} each."
            )
        return self._out.array[:wrote].astype(np.int8).reshape(count, *self.shape)

    def prepare(self, state: Any) -> None:
        """Make the machine code of `of_words`."""
        self._make_room(1)
        write_batch.prepare(self.game, state, self._rows, self._twins, 1, self._out)

    def places(self, state: Any, twin: int = 0) -> tuple[list[int], list[int]]:
        """The legal actions of a state, and where each stands in the policy, as a symmetry of it shows it."""
        count = write_places(self.game, state, twin, self.policy, self._moves, self._places)
        return [int(a) for a in self._moves.array[:count]], [int(p) for p in self._places.array[:count]]

    def _make_room(self, count: int) -> None:
        if count > self._room:
            self._room = count
            self._rows, self._twins = Buffer(count * self.words), Buffer(count)
            self._out = Buffer(count * self.numbers)

    def _surveyed(self, start: Any) -> int:
        """A power of two above the places that random games take."""
        return min(1 << max(largest_place(interpreted(self.game), start).bit_length(), 1), LARGEST_POLICY)


def largest_place(game: Game, start: Any) -> int:
    """The largest place in the policy that an action takes in `SURVEYED_PLIES` of random games."""
    random, largest, state = stream(0), 0, start
    for _ in range(SURVEYED_PLIES):
        if game.is_terminal(state):
            state = start
            if game.is_terminal(state):
                break
        if game.to_move(state) == CHANCE:
            state = game.result(state, draw_outcome(game, state, random))
            continue
        actions = list(game.actions(state))
        largest = max(largest, *(game.policy_index(state, action) for action in actions))
        state = game.result(state, actions[below(random, len(actions))])
    return largest


def refuse(game: Game, start: Any) -> None:
    """`Unsuitable` for a game whose states cannot be put before a network."""
    cannot = f"{game.title()} cannot be put before a network:"
    if game.simultaneous:
        raise Unsuitable(f"{cannot} its players move at once.")
    if game.hidden:
        raise Unsuitable(f"{cannot} its states hold what a player does not see.")
    if game.plane_shape[0] > 0 and not (defines(type(game), "write_planes") and game.policy_size > 0):
        raise Unsuitable(f"{cannot} with plane_shape a game defines write_planes, and policy_size.")
    try:
        words = count_words(start)
    except TypeError as error:
        raise Unsuitable(
            f"{cannot} its states are tuples of whole numbers where it can, and in the initial one {error}."
        ) from None
    if words == 0:
        raise Unsuitable(f"{cannot} its initial state holds no number.")
    state, action = start, None
    if not game.is_terminal(state) and game.to_move(state) >= 0:
        action = next(iter(game.actions(state)), None)
        if action is not None and not isinstance(action, int):
            raise Unsuitable(f"{cannot} its actions are whole numbers where it can, not such as {action!r}.")
