"""A batch as the learner reads it: samples shown by symmetries of the game, as planes and places.

Planes and places of all samples are filled by one kernel each; no Python runs for each position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.words import read_words, write_words
from halfmove.learn.samples import Samples
from halfmove.search.encoding import Encoding


@kernel
def write_shown_places(
    game: Game,
    like: Any,
    words: Buffer,
    twins: Buffer,
    count: int,
    size: int,
    width: int,
    moves: Buffer,
    out: Buffer,
) -> int:
    """Where the legal actions of `count` states stand in a policy of `size` places, as symmetry number
    `twins[i]` shows each state: `width` numbers a state, of which those after its last action are left as
    they are.  How many actions in all."""
    at, total = 0, 0
    for i in range(count):
        state = read_words(like, words, at)
        at = write_words(state, words, at)
        seen = game.symmetric(state, twins[i])
        legal = game.list_actions(state, moves, 0)
        for j in range(legal):
            shown = game.symmetric_action(moves[j], twins[i])
            out[i * width + j] = game.policy_index(seen, shown) % size
        total += legal
    return total


@kernel
def write_shown_owners(
    game: Game, like: Any, words: Buffer, last: Buffer, twins: Buffer, count: int, out: Buffer
) -> int:
    """Who holds each point at the ends of the games of `count` states, 1 who is to move in the state, as its
    symmetry number `twins[i]` shows it; how many numbers."""
    at, end, place = 0, 0, 0
    for i in range(count):
        state = read_words(like, words, at)
        at = write_words(state, words, at)
        ended = read_words(like, last, end)
        end = write_words(ended, last, end)
        begin = place
        place = game.write_owners(game.symmetric(ended, twins[i]), out, begin)
        if game.to_move(state) != 0:
            for point in range(begin, place):
                out[point] = -out[point]
    return place


class Owners(NamedTuple):
    """Who holds the points of the board at the end of the game: the target of `owners` and `score`."""

    points: NDArray[np.float32]
    """Positions × points: 1 the player to move, −1 the other, 0 nobody."""
    weight: NDArray[np.float32]
    """Positions: what it counts; 0 where the game was broken off."""

    @property
    def score(self) -> NDArray[np.float32]:
        """Positions × 1: the points that the player to move has more at the end, as a part of the board."""
        mean: NDArray[np.float32] = self.points.mean(axis=1, keepdims=True, dtype=np.float32)
        return mean


class Reply(NamedTuple):
    """What the next position of the same game says: the target of the head `reply`."""

    places: NDArray[np.int64]
    """Positions × actions: place in the policy of each action that was legal then; 0 where there is none."""
    shares: NDArray[np.float32]
    """Positions × actions: that position's target."""
    weight: NDArray[np.float32]
    """Positions: what it counts; 0 after the last position of a game, and where the search was too short."""


@dataclass(frozen=True)
class Batch:
    """What one step of the learner reads; the rows are positions."""

    planes: NDArray[np.int8]
    """Positions × planes × rows × columns, in hundredths."""
    places: NDArray[np.int64]
    """Positions × actions: place of each legal action in the policy; 0 where there is none."""
    legal: NDArray[np.bool_]
    """Positions × actions: whether there is an action."""
    shares: NDArray[np.float32]
    """Positions × actions: the policy's target."""
    policy_weight: NDArray[np.float32]
    values: NDArray[np.float32]
    """Positions × values: the value's target, mixed of outcome and search."""
    plies_left: NDArray[np.float32]
    """Positions; negative where it is not known."""
    reply: Reply | None = None
    """Where it was asked for."""
    owners: Owners | None = None
    """Where the game says."""

    def __len__(self) -> int:
        return len(self.planes)


class Batches:
    """Makes batches of a game's samples; not thread-safe."""

    def __init__(
        self,
        encoding: Encoding,
        *,
        outcome_share: float = 0.75,
        symmetries: bool = True,
        variants: Sequence[Encoding] = (),
    ) -> None:
        """`variants` are those of the samples, by their numbers; `encoding` alone, where there are none."""
        self.encoding = variants[0] if len(variants) == 1 else encoding
        self._parts = [
            Batches(one, outcome_share=outcome_share, symmetries=symmetries)
            for one in (variants if len(variants) > 1 else ())
        ]
        self.outcome_share = np.float32(outcome_share)
        """What the game's outcome counts in the value's target; the search's value counts the rest."""
        game = self.encoding.game
        self.twins = game.symmetry_count if symmetries else 1
        self._like = game.initial()
        self._moves = Buffer(game.actions_limit + 2)
        self._words = self._twins = self._places = self._last = self._held = Buffer(1)
        self._room = 0

    def make(self, samples: Samples, random: np.random.Generator, after: Samples | None = None) -> Batch:
        """The samples, each shown by a symmetry that is drawn; with the sample `after` each, where the head
        `reply` learns from it."""
        twins = random.integers(0, self.twins, len(samples))
        return self.turn_samples(samples, twins, after)

    def turn_samples(
        self, samples: Samples, twins: NDArray[np.integer[Any]], after: Samples | None = None
    ) -> Batch:
        """The samples as these symmetries show them, each by the rules of its own variant."""
        if len(self._parts) < 2:
            return self._turn_alike(samples, twins, after)
        order = [np.flatnonzero(samples.variant == number) for number in range(len(self._parts))]
        found = [
            part._turn_alike(samples.take(rows), twins[rows], after and after.take(rows))
            for part, rows in zip(self._parts, order, strict=True)
            if len(rows)
        ]
        return join_batches(found, np.argsort(np.concatenate(order)))

    def _turn_alike(self, samples: Samples, twins: NDArray[np.integer[Any]], after: Samples | None) -> Batch:
        """Samples of one variant."""
        # the one after first: the planes are made of the words that are written last
        reply = None if after is None else self._reply(samples, twins, after)
        places = self._turn_places(samples, twins)
        owners = self._owners(samples) if self.encoding.has_owners else None
        mixed = self.outcome_share * samples.outcome + (1 - self.outcome_share) * samples.root
        return Batch(
            planes=self.encoding.of_words(self._words, self._twins, len(samples)),
            places=places,
            legal=samples.places >= 0,
            shares=samples.shares,
            policy_weight=samples.policy_weight,
            values=mixed.astype(np.float32),
            plies_left=samples.plies_left,
            reply=reply,
            owners=owners,
        )

    def _owners(self, samples: Samples) -> Owners:
        """Of the samples whose words were written."""
        count, points = len(samples), math.prod(self.encoding.shape[1:])
        self._last.array[: samples.last.size] = samples.last.reshape(-1)
        write_shown_owners(
            self.encoding.game, self._like, self._words, self._last, self._twins, count, self._held
        )
        held = self._held.array[: count * points].reshape(count, points)
        weight = samples.owned.astype(np.float32)
        return Owners((held * samples.owned[:, None]).astype(np.float32), weight)

    def _reply(self, samples: Samples, twins: NDArray[np.integer[Any]], after: Samples) -> Reply:
        weight = np.where(samples.followed, after.policy_weight, np.float32(0))
        return Reply(self._turn_places(after, twins), after.shares, weight)

    def _turn_places(self, samples: Samples, twins: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        count, width = samples.places.shape
        self._make_room(count, width)
        self._words.array[: count * self.encoding.words] = samples.words.reshape(-1)
        self._twins.array[:count] = twins
        places = self._places.array[: count * width]
        places[:] = 0
        write_shown_places(
            self.encoding.game, self._like, self._words, self._twins, count, self.encoding.policy, width,
            self._moves, self._places,
        )  # fmt: skip
        return cast("NDArray[np.int64]", places.reshape(count, width).copy())

    def _make_room(self, count: int, width: int) -> None:
        if count > self._room:
            self._room = count
            self._words, self._twins = Buffer(count * self.encoding.words), Buffer(count)
            if self.encoding.has_owners:
                self._last = Buffer(count * self.encoding.words)
                self._held = Buffer(count * math.prod(self.encoding.shape[1:]))
            # room for one state more, whose actions may exceed the width only if the game breaks its promise
            self._places = Buffer((count + 1) * width)


def join_batches(parts: Sequence[Batch], order: NDArray[np.integer[Any]]) -> Batch:
    """The positions of several batches, in this order."""

    def join(found: Sequence[Any]) -> Any:
        if found[0] is None:
            return None
        if isinstance(found[0], np.ndarray):
            return np.concatenate(found)[order]
        return type(found[0])(*(join(columns) for columns in zip(*found, strict=True)))

    return Batch(**{one.name: join([getattr(part, one.name) for part in parts]) for one in fields(Batch)})
