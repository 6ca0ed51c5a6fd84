"""A process of Halfmove's that is told lines on its standard input, and heard line by line."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence

PATIENCE = 120.0
"""Seconds after which a process that does not answer is said to hang."""


class Broken(AssertionError):
    """The process did what no engine may do."""


class Process:
    """One that runs `halfmove` with these words."""

    def __init__(
        self, words: Sequence[str], folder: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "halfmove.cli.main", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **(environment or {})},
        )
        self.said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.errors = b""
        self.listeners = [
            threading.Thread(target=f, daemon=True) for f in (self._listen, self._listen_to_errors)
        ]
        for listener in self.listeners:
            listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self.said.put(None)

    def _listen_to_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    def send(self, *lines: str) -> None:
        """Tell it some lines."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(
                "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
            )
            self.process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def hear(self) -> str:
        """The next line."""
        line = self._next()
        if line is None:
            raise self._ended()
        return line

    def _next(self) -> str | None:
        try:
            line = self.said.get(timeout=PATIENCE)
        except queue.Empty:
            raise Broken("it hangs") from None
        if line is not None and "own error" in line:
            raise Broken(line)
        return line

    def _ended(self) -> Broken:
        return Broken(f"it ended with {self.process.wait()}: {self.errors.decode('utf-8', 'replace')}")

    def end(self) -> list[str]:
        """`quit`, after which it ends by itself, silent on standard error; what it has still said."""
        assert self.process.stdin is not None
        self.send("quit")
        self.process.stdin.close()
        rest = list(iter(self._next, None))
        for listener in self.listeners:
            listener.join(PATIENCE)
        if self.process.wait(PATIENCE) or self.errors:
            raise self._ended()
        return rest

    def kill(self) -> None:
        """After a fault."""
        self.process.kill()
        self.process.wait()
