"""Tables of a game's endings that other programs have made (Syzygy's, of chess), as searches ask them.

They know the value of a position and how far it is to the next move that cannot be undone, but not how far to
the end.  A game offers them by `Capabilities.tablebase`.  In a search a value is a score of its own, `FAR`
plies away: sure, and worth less than any mate that is found.  At the root those moves are kept that hold the
value and, where it is a win, come nearest to the next move that cannot be undone: so no win is let slip.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.score import FAR

if TYPE_CHECKING:
    from halfmove.core.history import History

SYZYGY = ".rtbw"
"""How files of Syzygy's values end."""
WON, LOST, DRAWN = 2 + 2 * FAR, 1 + 2 * FAR, 0
"""What machine code is answered, as codes of `core.endings`."""


class Verdict(NamedTuple):
    """What the tables say of a position, to the player to move; the larger the better."""

    value: int
    """1 a win, 0 a draw, -1 a loss, under the game's rules and with the plies that it has counted."""
    late: int
    """Of draws: 1 a win that a rule such as that of fifty moves comes before, -1 a loss; else 0."""
    nearness: int
    """The nearer the next move that cannot be undone, the larger, where the player wins; the nearer, the
    smaller, where he loses; 0 of draws."""
    plies: int
    """To that move; 0 of draws."""


class Tablebase(ABC):
    """The tables in a folder, for one game."""

    name: str
    """What they are called: Syzygy."""
    folder: str
    most: int
    """The most pieces that a table has."""
    address: int
    """Where machine code asks (see `core.callback`)."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        """Who hears, once, of a table that cannot be read."""

    @abstractmethod
    def verdict(self, state: Any) -> Verdict | None:
        """What is known of a state that is not over; None where the tables do not have it."""

    @abstractmethod
    def moves(self, state: Any) -> list[tuple[Any, Verdict]] | None:
        """Every action of a state with its verdict to the player who plays it, the best first; None where one
        of them is not known."""

    @abstractmethod
    def said(self, verdict: Verdict) -> str:
        """A verdict in words."""

    @abstractmethod
    def table_of(self, state: Any) -> str:
        """What the table of a state is called."""

    def best(self, history: History) -> list[Any] | None:
        """The actions that hold what the position is worth, nearest to the next move that cannot be undone
        where it is won, and not those that repeat a position; None where nothing is known."""
        found = None if history.over else self.moves(history.state)
        if not found:
            return None
        state, game = history.state, history.game
        new = [(a, v) for a, v in found if v.value < 1 or not history.stood(game.result(state, a))]
        found = new or found
        best = found[0][1]
        # losing, and within a draw, the search chooses
        same = [a for a, v in found if (v == best if best.value > 0 else v[:2] == best[:2])]
        return [a for a in same if history.allows(a)] or None
