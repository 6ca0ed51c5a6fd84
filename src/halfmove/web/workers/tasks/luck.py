"""What the throws of a game brought and what its choices cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.presentation.luck import sentence
from halfmove.teach.luck import luck

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """The luck and the errors of a game up to a place, and what it came to in a sentence."""
    history = link.seen(link.open(arguments), arguments.get("viewer"))
    found = luck(history, see=lambda done: link.tell(kind="progress", done=done, of=len(history.actions)))
    return {**found.to_dict(), "said": sentence(found)}
