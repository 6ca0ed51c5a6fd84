"""What is to be agreed upon when a game is over, as the game itself proposes it (Go: by playouts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> list[str]:
    """The points proposed, by name; none where nothing is to be settled."""
    history = link.open(arguments)
    settlement = history.game.settlement(history)
    return [] if settlement is None else settlement.proposal()
