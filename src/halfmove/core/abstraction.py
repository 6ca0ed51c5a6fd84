"""Deals put together: how a game of cards says which of them are to be played alike.

In poker the cards decide who wins and nothing else: what may be done, and what it costs, are the same for all
deals.  A game that offers an `Abstraction` can be trained on its bets alone, with a *bucket* for the cards of
each player on each round of bets (`imperfect.abstract`), however many deals there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from halfmove.core.buffer import Buffer

FIRST_WINS, SHARED, SECOND_WINS = range(3)
"""What a deal comes to where nobody folds."""


class Abstraction(ABC):
    """The buckets of a game for two players, whose deals are drawn by its method `deal(tables, random, out)`.

    `deal` writes, compiled or interpreted, the buckets of the first player, a number for each round, then
    those of the second, and last `FIRST_WINS`, `SHARED` or `SECOND_WINS`.
    """

    sizes: tuple[int, ...]
    """How many buckets each round of bets has."""
    examples: tuple[Sequence[Any], Sequence[Any], Sequence[Any]]
    """Nature's actions, from the first on, of a deal that the first player wins, of one that is shared (or
    the same again), and of one that the second wins."""

    def ready(
        self,
        *,
        threads: int = 1,
        progress: Callable[[str, float], None] = lambda what, part: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Make what is not there yet; `progress` is told what is made and which part is done, and
        `KeyboardInterrupt` comes once `stop()` is true."""
        return

    @property
    def seconds(self) -> float:
        """The processor time that `ready` takes, roughly."""
        return 0.0

    @property
    @abstractmethod
    def tables(self) -> Any:
        """What `deal` reads: a named tuple of buffers."""

    @abstractmethod
    def bucket(self, state: Any, player: int) -> int:
        """The bucket of what a player holds in a state, on its round."""

    @abstractmethod
    def bets(self, state: Any) -> Hashable:
        """A name of what the players have done in a state, whatever the cards."""

    free: Sequence[str] = ()
    """The game's parameters that decide only which bets searches are offered: a strategy for others of these
    plays all the same."""

    # ---- where players may bet what no strategy was trained for
    def size(self, state: Any, action: Any) -> float:
        """A bet or raise in pots, after a call; 0.0 for any other action, and everywhere where bets are those
        of `actions`."""
        return 0.0

    def cards(self, state: Any) -> Sequence[Any]:
        """Nature's actions that have led to a state, or would have, in their order; where `size` is told."""
        return ()

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """What tells these buckets from others, as JSON can write it."""

    # ---- for whoever answers a strategy
    holdings = 0
    """How many hands a player may hold, where the next two are told; 0 where they are not."""

    def holding_buckets(self, state: Any, player: int) -> Any:
        """int64[holdings]: the bucket of each hand that a player may hold in a state; -1 where the cards that
        the other sees are in it."""
        raise NotImplementedError

    def chance(self, state: Any, player: int, weights: Any, random: Buffer) -> float:
        """The share of the pot that a player wins where nobody bets any more and the other holds hands as
        likely as `weights` say; drawn where there are too many boards."""
        raise NotImplementedError

    def chances(self, state: Any, player: int, random: Buffer) -> Any:
        """float64[holdings]: the share of the pot that each hand of a player's wins against what the other
        does hold, where nobody bets any more; drawn, without bias, where there are too many boards; no
        number (nan) where one of the other's cards, or of those that lie open, is in the hand."""
        raise NotImplementedError
