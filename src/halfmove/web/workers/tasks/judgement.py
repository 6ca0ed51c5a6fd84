"""What a game judges of a place itself (Go: by playouts): whose its points will be, how it is settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.ownership import Ownership

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> Ownership | list[str] | None:
    """As `judgement` asks: the `ownership`, None where the game has none; or the points proposed for a
    `settlement`, by name."""
    history = link.open(arguments)
    if arguments["judgement"] == "ownership":
        return history.game.ownership(history.state)
    settlement = history.game.settlement(history)
    return [] if settlement is None else settlement.proposal()
