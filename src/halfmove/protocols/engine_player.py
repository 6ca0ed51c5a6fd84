"""A player that is an outside program: what all protocols have in common.

A protocol adds how the program is greeted, told of a game and asked for a move; `docs/protocols.md` adds one
as an example.
"""

from __future__ import annotations

import shlex
from abc import abstractmethod
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from halfmove.arena.description import Description
from halfmove.arena.player import Fault, Player, PlayerFault
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_CORES, read_whole, shorten
from halfmove.protocols.engine_process import command_line

CORES = "cores"
TRIAL = 3
"""Before a match, a program has one in so many parts of its patience to show what it is."""


class Closable(Protocol):
    """What talks to the running program."""

    def close(self) -> None:
        """End the program."""


C = TypeVar("C", bound=Closable)


class EnginePlayer(Player, Generic[C]):
    """An engine, by its command line; `cores=N`, an option of every kind, says how many it keeps busy.
    `start` sets `client` and `name`."""

    kind = ""
    """What descriptions call the protocol: `uci`."""
    example = ""
    """A description, for whoever left out the command line."""

    def __init__(self, description: Description) -> None:
        if not description.target:
            raise BadInput(f"A player over {self.kind.upper()} needs a command line, such as {self.example}.")
        self.words = command_line(description.target)
        self.settings = dict(description.options)
        """The options that are the engine's own."""
        text = self.settings.pop(CORES, "")
        self.cores = read_whole(text, 1, MOST_CORES)
        if text and self.cores is None:
            raise BadInput(
                f"The option '{CORES}' is a whole number from 1 to {MOST_CORES}, not '{shorten(text)}'."
            )
        self.threads = self.cores or 1
        self.client: C | None = None
        """What talks to the engine while it runs."""
        self.name = ""
        """What the engine calls itself, once it has said so."""
        self._on_trial = False

    @property
    def title(self) -> str:
        return self.name

    @property
    def running(self) -> C:
        """The client; `PlayerFault` where the engine does not run."""
        if self.client is None:
            raise PlayerFault(Fault.CRASH, "is not running")
        return self.client

    def close(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            client.close()

    @property
    def called(self) -> str:
        """What to call it in a sentence: what it calls itself, or the program's name."""
        return self.title or Path(self.words[0]).name

    @property
    def greeting_patience(self) -> float:
        """Seconds that it may take to answer a greeting: `start_patience`, before a match a third of it, 10
        where nobody says otherwise.  An engine that has answered may go on to load what it needs."""
        return self.start_patience / TRIAL if self._on_trial else self.start_patience

    # ---- before a contest
    def check(self, game: Game) -> None:
        """Starts the engine once, so that what it is not, or cannot do, is found before the first game."""
        self.suits(game)
        self._on_trial = True
        try:
            self.start()
            self.try_out(game)
        except PlayerFault as fault:
            command = shlex.join(self.words)
            raise BadInput(f"'{command}' cannot play over {self.kind.upper()}: it {fault}.") from None
        finally:
            self._on_trial = False
            self.close()

    @abstractmethod
    def suits(self, game: Game) -> None:
        """`Unsuitable` for a game that the protocol is not for; nothing is started."""

    def try_out(self, game: Game) -> None:
        """Say (`BadInput`, `Unsuitable`, `PlayerFault`) what the engine, now running, lacks for the game."""
