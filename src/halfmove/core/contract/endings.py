"""Endings: how a game numbers the positions near its end, for databases of exact values (`halfmove.endings`).

A game offers named tables (`endings`), and each table is a range of numbers, some of which stand for a
position.  A position's other forms under symmetry may share its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from halfmove.core.contract.traits import State, Traits

if TYPE_CHECKING:
    from halfmove.core.endings import Endings


class EndingHooks(Traits):
    """The hooks of databases; a game without endings leaves them alone."""

    def endings(self) -> Endings | None:
        """The tables of its endings, by name (see `core.endings.Endings`); None where there are none."""
        return None

    def ending_table(self, s: State) -> int:
        """The number of the table that `s` is in: its place in `endings().tables`; -1: none. A state outside
        of all tables is valued by looking one ply ahead."""
        return -1

    def ending_count(self, table: int) -> int:
        """How many numbers a table has."""
        return 0

    def ending_index(self, s: State) -> int:
        """The number of `s` in its table; asked where `ending_table` says one."""
        return 0

    def ending_weight(self, table: int, index: int) -> int:
        """How many positions a number stands for: 1, or more where symmetric ones share it; 0: none, as it is
        no position of the game or has another number."""
        return 1

    def ending_state(self, table: int, index: int) -> State:
        """The state of a number whose weight is not 0, with nothing played before it."""
        raise NotImplementedError

    def ending_sources(self, s: State) -> Iterator[State]:
        """The states of the table of `s` from which an action leads to `s`, for a game with
        `ending_unmoves`. All have a number, which may have weight 0; what no rule asks (a key) may be
        missing."""
        for none in range(0):  # noqa: B007
            yield s

    def ending_in_time(self, s: State, plies: int) -> bool:
        """Whether a win so many plies away is reached before a rule that counts plies draws the game."""
        return True

    def ending_beyond(self, s: State) -> int:
        """What tables made by others say of `s`, as a code of `core.endings` (`core.tablebases.WON`, `DRAWN`,
        `LOST`); -1 where they are not there or do not have it. Asked where no database has `s`."""
        return -1
