"""A game's own way to judge actions by what a player knows: bridge's, by deals drawn and solved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from halfmove.core.contract import Game
from halfmove.core.limit import Limit

if TYPE_CHECKING:
    from halfmove.core.history import History


class Judged(NamedTuple):
    """What is said of an action."""

    action: Any
    value: float
    """Its mean utility to the player to move."""
    error: float
    """The standard error of that, over what was sampled; 0 where it is certain."""
    figures: Mapping[str, float] = MappingProxyType({})
    """What players of the game count besides, by name: `core.analysis.LineData` has the names."""
    proven: bool = False
    """Whether the value is that of best play, with nothing unknown."""


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


class Outcome(NamedTuple):
    """What a search of a game of perfect information says."""

    value: float
    """To the player to move."""
    action: Any
    proven: bool
    nodes: int


Search = Callable[[Game, Any, float | None, Callable[[], bool]], Outcome]
"""Searches a state of a game of perfect information: for so many seconds, or to the proof, until stopped."""


@runtime_checkable
class EngineUser(Protocol):
    """An expert that meets games of perfect information within its own, and has the engine search them."""

    def use_engine(self, search: Search) -> None:
        """Search by this from now on."""
        ...


@runtime_checkable
class Selective(Protocol):
    """An expert that looks at some actions only, unless it is told at which."""

    def choose_among(self, actions: Collection[Any] | None) -> None:
        """Judge these actions from now on, whatever they look like; None: those that it finds itself."""
        ...


@runtime_checkable
class PastReader(Protocol):
    """An expert that can conclude from what was played before."""

    def use_past(self, history: History | None) -> None:
        """Conclude from this game, which ends in the state that is judged next, and of which nothing is used
        that the player to move does not know; None: from the state alone."""
        ...


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
