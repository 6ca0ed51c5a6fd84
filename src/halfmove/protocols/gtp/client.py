"""Asking a GTP engine: a command, and the answer that is its own."""

from __future__ import annotations

import contextlib
import time

from halfmove.arena.player import PlayerFault
from halfmove.protocols.leash import Leash

PATIENCE = 10.0
"""Seconds for a command that needs no thought."""


class Refused(Exception):
    """The engine answered a command with `?`: it does not know it, or cannot do it."""


class Client:
    """A GTP engine that is running; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str]) -> None:
        self._leash = Leash(words)
        self._number = 0

    def ask(self, command: str, patience: float = PATIENCE) -> str:
        """The answer to a command, without its `=` and number; `Refused` where it is a `?`."""
        self._number += 1
        self._leash.say(f"{self._number} {command}")
        deadline = time.monotonic() + patience
        while True:
            line = self._leash.hear(deadline)
            if not line.strip() or line[0] not in "=?":
                continue  # against the protocol, but some engines chatter; `FLOOD` bounds it
            number, _, first = line[1:].partition(" ")
            if number.strip() and number.strip() != str(self._number):
                if number.strip().isdecimal() and int(number) < self._number:
                    self._skip(deadline)  # a late answer to a command that was given up
                    continue
                first = line[1:]
            lines = [first.strip()]
            while (more := self._leash.hear(deadline)).strip():
                lines.append(more.rstrip())
            answer = "\n".join(lines).strip()
            if line[0] == "?":
                raise Refused(answer or "no reason given")
            return answer

    def _skip(self, deadline: float) -> None:
        while self._leash.hear(deadline).strip():
            pass

    def close(self) -> None:
        """Ask the engine to quit, and see to it."""
        with contextlib.suppress(PlayerFault, Refused):
            self.ask("quit", 1.0)
        self._leash.close()
