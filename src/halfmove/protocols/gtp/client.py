"""Asking a GTP engine: a command, and the answer that is its own."""

from __future__ import annotations

import contextlib
import time

from halfmove.arena.player import Fault, PlayerFault
from halfmove.protocols.engine_process import EngineProcess

PATIENCE = 10.0
"""Seconds for a command that needs no thought, where the engine is given no less to start."""


class Refused(Exception):
    """The engine answered a command with `?`: it does not know it, or cannot do it."""


class Client:
    """A GTP engine that is running; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str], patience: float = PATIENCE) -> None:
        self._process = EngineProcess(words)
        self._patience = min(patience, PATIENCE)
        self.setting_up = patience
        """Seconds for a command that sets up a board, for which an engine may load what it needs."""
        self._number = 0
        self._faulty = False
        self._stray = ""

    @property
    def stray(self) -> str:
        """The last line that was no answer to anything; else the last complaint to standard error."""
        return self._stray or self._process.complaint

    def ask(self, command: str, patience: float | None = None) -> str:
        """The answer to a command, without its `=` and number; `Refused` where it is a `?`.

        `patience` in seconds, for a command that needs thought.
        """
        self._number += 1
        try:
            self._process.send(f"{self._number} {command}")
            good, answer = self._answer(command, time.monotonic() + (patience or self._patience))
        except PlayerFault:
            self._faulty = True
            raise
        if not good:
            raise Refused(answer or "no reason given")
        return answer

    def _answer(self, command: str, deadline: float) -> tuple[bool, str]:
        """Whether the engine has done as it was told, and what it says."""
        while True:
            line = self._process.receive(deadline)
            if line == f"1 {command}":  # the first command; later, it may be an engine's log
                raise PlayerFault(Fault.NONSENSE, "repeats what it is told, as no GTP engine does")
            if line[:1] not in ("=", "?"):
                self._stray = line.strip() or self._stray
                continue  # against the protocol, but some engines chatter; the bound on a flood ends it
            number, first = _opened(line[1:])
            lines = [first]
            while (more := self._process.receive(deadline)).strip():
                lines.append(more.rstrip())
            if number is not None and number < self._number:
                continue  # a late answer to a command that was given up
            return line[0] == "=", "\n".join(lines).strip()

    def close(self) -> None:
        """Ask the engine to quit, unless it has been at fault, and see to it."""
        if not self._faulty:
            with contextlib.suppress(PlayerFault, Refused):
                self.ask("quit", 1.0)
        self._process.close(courtesy=0.0 if self._faulty else 1.0)


def _opened(text: str) -> tuple[int | None, str]:
    """The number of the command that is answered, where there is one, and the rest of an answer's first line.

    A number stands right behind the sign: in `= 4` there is none.
    """
    number, _, rest = text.partition(" ")
    if number.isascii() and number.isdecimal():
        return int(number), rest.strip()
    return None, text.strip()
