"""Samples: positions with what a network is to say of them, as arrays of one row a position.

Whoever makes positions (self-play, game records, a solver) fills them; the replay window keeps them and the
learner reads them.  Words and places are those of the position as it was played; the learner shows it by one
of the game's symmetries as it reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of

NONE = -1
"""In `places`: no action; in `plies_left`: not known."""


@dataclass(frozen=True)
class Samples:
    """Positions in which a player is to move."""

    words: NDArray[np.int64]
    """Samples × words: each state's numbers (`core.words`)."""
    places: NDArray[np.int32]
    """Samples × actions: where each legal action stands in the policy, in the game's own order
    (`list_actions`), and `NONE` after the last."""
    shares: NDArray[np.float32]
    """Samples × actions: the policy's target, which adds up to 1; 0 where there is no action."""
    outcome: NDArray[np.float32]
    """Samples × values: how the game ended, from −1 to 1 of its `utility_limit`; to the player to move, or
    where a network says a value for each player, to each (`architecture.values_of`)."""
    root: NDArray[np.float32]
    """Samples × values: the same as the search that chose the move saw it."""
    policy_weight: NDArray[np.float32]
    """Samples: what the policy's target counts; 0 where the search was too short for one."""
    plies_left: NDArray[np.float32]
    """Samples: how many plies the game went on; `NONE` where that is not known."""
    followed: NDArray[np.bool_]
    """Samples: whether the next sample is the next searched position of the same game, of the same window."""
    variant: NDArray[np.int32]
    """Samples: the number of the game among a run's variants (`runs.settings.RunSettings.variants`)."""
    last: NDArray[np.int64]
    """Samples × words: the terminal state that the game came to, where the game says who holds its points
    then (`write_owners`); elsewhere no words;"""
    owned: NDArray[np.bool_]
    """Samples: and whether the game came to one."""

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def empty(cls, count: int, sizes: Sizes) -> Self:
        """Room for `count` samples: no actions, all else 0."""
        made: dict[str, Any] = {
            name: np.zeros((count, *shape), kind) for name, (shape, kind) in sizes.columns().items()
        }
        made["places"][:] = NONE
        made["plies_left"][:] = NONE
        return cls(**made)

    def take(self, rows: NDArray[np.integer[Any]] | slice) -> Self:
        """Some of them, in that order."""
        return type(self)(**{name: array[rows] for name, array in self.arrays().items()})

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def concatenate(cls, parts: Sequence[Samples]) -> Self:
        """All samples of several, one after the other."""
        return cls(
            **{field.name: np.concatenate([getattr(p, field.name) for p in parts]) for field in fields(cls)}
        )


@dataclass(frozen=True)
class Sizes:
    """How long the rows of a game's samples are."""

    words: int
    actions: int
    values: int
    last: int = 0
    """Words of the state that a game came to; 0: it is not kept."""

    @classmethod
    def of(cls, encoding: Encoding) -> Self:
        """Those of a game as it is encoded."""
        game = encoding.game
        last = encoding.words if encoding.has_owners else 0
        return cls(encoding.words, game.actions_limit, values_of(game), last)

    def columns(self) -> dict[str, tuple[tuple[int, ...], type]]:
        """Shape of a row and kind of its numbers, by the name of the array."""
        return {
            "words": ((self.words,), np.int64),
            "places": ((self.actions,), np.int32),
            "shares": ((self.actions,), np.float32),
            "outcome": ((self.values,), np.float32),
            "root": ((self.values,), np.float32),
            "policy_weight": ((), np.float32),
            "plies_left": ((), np.float32),
            "followed": ((), np.bool_),
            "variant": ((), np.int32),
            "last": ((self.last,), np.int64),
            "owned": ((), np.bool_),
        }
