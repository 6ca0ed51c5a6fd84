"""Pages that wait for their browser: sent, and not connected yet.

A page costs the server 0.1 to 0.5 MB from the request on, and what only asks for HTML (a crawler, a preview,
a script) never connects.  NiceGUI deletes such pages after 60 to 70 seconds; here their number is bounded as
well.  A browser that comes too late for its page is refused by NiceGUI, and loads it anew.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from halfmove.web.users import group_address

if TYPE_CHECKING:
    from nicegui import Client

MOST = 32
"""Pages that may wait at a time.  A browser connects within a second or two, in which this machine builds
about as many."""

COLLECTED = 16
"""Pages after whose end garbage is collected.  A page is a web of cycles, and Python would leave 80 MB of
such lying before it looks among its oldest objects; what `serve` has frozen is not looked through."""


class Waiting:
    """The pages that wait, by address, each address's oldest first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: dict[str, dict[Client, None]] = {}
        self._ended = 0

    def __len__(self) -> int:
        return sum(map(len, self._pages.values()))

    def add(self, page: Client) -> None:
        """Count a page until it connects or goes.  Where there are too many, the oldest goes of the address
        that has the most: nobody takes the pages of others away by opening many."""
        self._pages.setdefault(group_address(page.ip), {})[page] = None
        page.on_connect(lambda: self._forget(page))
        page.on_delete(lambda: self._end(page))
        while len(self) > self._most:
            most: dict[Client, None] = max(self._pages.values(), key=len)
            oldest = next(iter(most))
            self._forget(oldest)
            oldest.delete()

    def _end(self, page: Client) -> None:
        """A page is deleted, whether it was connected or not."""
        self._forget(page)
        self._ended += 1
        if self._ended % COLLECTED == 0:
            gc.collect()

    def _forget(self, page: Client) -> None:
        address = group_address(page.ip)
        pages = self._pages.get(address, {})
        pages.pop(page, None)
        if not pages:
            self._pages.pop(address, None)


waiting = Waiting()
"""Those of this process, as the toolkit keeps its pages by process."""
