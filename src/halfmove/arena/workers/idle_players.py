"""Players waiting for their next game: starting an engine may take longer than a fast game."""

from __future__ import annotations

import copy

from halfmove.arena.description import Description, describe
from halfmove.arena.job import Job
from halfmove.arena.player import Player
from halfmove.arena.seat import Seat, describe_error
from halfmove.core.errors import BadInput

MOST = 4
"""Players kept beyond those of the game being played; the longest unused go first."""


class IdlePlayers:
    """Players by description; one that has two seats in a game is two players."""

    def __init__(self) -> None:
        self._seats: dict[tuple[str, int], Seat] = {}

    def take_seats(self, job: Job) -> list[Seat]:
        """A player for each seat of the job."""
        from halfmove.arena.players.registry import player

        wanted: list[tuple[str, int]] = []
        for text in job.descriptions:
            wanted.append((text, sum(text == other for other, _ in wanted)))
        for key in wanted:
            if key in self._seats:
                self._seats[key] = self._seats.pop(key)  # used last
            else:
                description = describe(key[0])
                made = player(description)
                if any(made is seat.player for seat in self._seats.values()):
                    made = _copy_player(made, description)
                self._seats[key] = Seat(description, made)
            self._seats[key].player.start_patience = job.start_patience
        idle = [key for key in self._seats if key not in wanted]
        for key in idle[: max(len(idle) - MOST, 0)]:
            self._seats.pop(key).drop()
        return [self._seats[key] for key in wanted]

    def close(self) -> None:
        """Let go of all players."""
        while self._seats:
            self._seats.popitem()[1].drop()


def _copy_player(player: Player, description: Description) -> Player:
    """The same player once more, for another seat; `BadInput` where it cannot be copied."""
    try:
        return copy.deepcopy(player)
    except Exception as error:
        raise BadInput(
            f"{description.name} cannot have two seats, as it cannot be copied ({describe_error(error)}); "
            "give two objects."
        ) from error
