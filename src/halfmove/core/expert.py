"""A game's own way to judge actions by what a player knows: bridge's, by deals drawn and solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from halfmove.core.limit import Limit


class Judged(NamedTuple):
    """What is said of an action."""

    action: Any
    value: float
    """Its mean utility to the player to move."""
    error: float
    """The standard error of that, over what was sampled."""


class Judgement(NamedTuple):
    """What is said of a state, for the player to move."""

    actions: tuple[Judged, ...]
    """The best first: by whatever the expert aims at, which need not be the mean utility."""
    samples: int
    """States drawn."""
    depth: int
    nodes: int
    explanation: tuple[str, ...] = ()
    """Lines of text: a table of what each action rests on."""


class Expert(Protocol):
    """What `Game.expert` returns; it remembers what serves later states of the same play."""

    def judge(self, s: Any, limit: Limit, stopped: Callable[[], bool]) -> Iterator[Judgement]:
        """Judgements, each better founded than the one before, at least one; of `s` nothing is used that the
        player to move does not know.  It ends soon after `stopped` says so."""
        ...

    def prepare(self) -> None:
        """Make the machine code that it runs."""
        ...

    def reseed(self, seed: int) -> None:
        """Sample by this seed from now on."""
        ...
