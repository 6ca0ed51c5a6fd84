"""Labels after the cut: the watcher gets a raised alpha or lowered beta only if the search goes on.

Some textbooks test for a cutoff first and raise alpha afterwards (Russell and Norvig, 3rd ed., fig. 5.7; CS
188), others the other way round (4th ed., fig. 5.7).  What is searched is the same, as a node that is cut
never uses its window again; only the label that a student writes beside it differs.  So the order is a matter
of the telling, and this watcher retells a search in the other order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core.watch import Watcher
from halfmove.search.watch import Several


class After(Several):
    """Tells another watcher all that it hears, but of a node's own window only once the node was not cut."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(watcher)
        self._held: list[Callable[[], None]] = []

    def raise_alpha(self, old: Any, new: Any) -> None:
        self._held.append(lambda: Several.raise_alpha(self, old, new))

    def lower_beta(self, old: Any, new: Any) -> None:
        self._held.append(lambda: Several.lower_beta(self, old, new))

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        self._held.clear()
        super().cutoff(value, bound, strict)

    def descend(self, action: Any) -> None:
        self._tell()
        super().descend(action)

    def leave(self, value: Any) -> None:
        self._tell()
        super().leave(value)

    def _tell(self) -> None:
        for tell in self._held:
            tell()
        self._held.clear()
