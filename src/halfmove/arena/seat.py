"""A player in its seat: started when it is needed, dropped after a fault, started anew."""

from __future__ import annotations

import logging

from halfmove.arena.description import Description
from halfmove.arena.player import Fault, Player, PlayerFault

_LOG = logging.getLogger(__name__)


class Seat:
    """A player, and whether it has been started."""

    def __init__(self, description: Description, player: Player) -> None:
        self.description = description
        self.player = player
        self.started = False

    def ready(self) -> None:
        """Start the player if it is not; `PlayerFault` where it does not start."""
        if self.started:
            return
        try:
            self.player.start()
        except PlayerFault:
            self.drop()
            raise
        except Exception as error:
            self.drop()
            raise PlayerFault(Fault.START, f"does not start: {describe_error(error)}") from error
        self.started = True

    def drop(self) -> None:
        """Let go of the player; the next game starts it anew."""
        self.started = False
        try:
            self.player.close()
        except Exception as error:  # noqa: BLE001  a broken player may fail in any way, also when closed
            _LOG.warning("%s could not be closed: %s", self.description.name, describe_error(error))


def describe_error(error: BaseException) -> str:
    """An exception as part of a sentence: `ValueError: no such move`."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0].rstrip('.')}" if lines else type(error).__name__
