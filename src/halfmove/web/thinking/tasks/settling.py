"""Which stones are dead, when a game of Go is over: what playouts say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.web.thinking.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> list[int]:
    """The points of the dead stones."""
    from halfmove.games.go.ownership import dead_stones

    history = link.catalogue.open(arguments["place"], compiled=True)
    return [int(point) for point in dead_stones(history.game, history.state)]  # type: ignore[arg-type]
