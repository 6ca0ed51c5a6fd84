"""Whose the points of a board will be, as the game judges it (Go: by playouts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.ownership import Ownership

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> Ownership | None:
    """The estimate for a place; None where the game has none."""
    history = link.open(arguments)
    return history.game.ownership(history.state)
