"""An outside program on a leash: spoken to in lines, never waited for without end, and gone when we are.

It runs in a session of its own, so that Ctrl-C in the terminal is not its to hear and all of its children can
be ended with it.  On Linux the kernel kills it when the thread that started it dies, in whatever way we go.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from typing import IO

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.errors import BadInput

FLOOD = 32 << 20
"""Bytes that a program may write between two commands; nobody reads more."""
LINE = 1 << 20
"""Bytes of the longest line."""
GAMES = "/usr/games"
"""Where Debian installs engines, which is not on every PATH."""

_WRAPPER = (
    "import ctypes,os,sys;ctypes.CDLL(None).prctl(1,9);"
    "os.getppid()==int(sys.argv[1]) or os._exit(1);os.execv(sys.argv[2],sys.argv[3:])"
)


def command_line(text: str) -> list[str]:
    """The program, with its path, and its arguments; `BadInput` where there is no such program."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput(f"'{text}' is no command line: {error}.") from None
    if not words:
        raise BadInput("The command line of an engine is empty.")
    path = shutil.which(words[0]) or shutil.which(words[0], path=GAMES)
    if path is None:
        raise BadInput(f"There is no program '{words[0]}'; install it, or give its whole path.")
    return [path, *words[1:]]


def leashed(words: list[str]) -> list[str]:
    """The command line that starts a program so that it dies with the thread that starts it."""
    if not sys.platform.startswith("linux"):
        return words
    return [sys.executable, "-I", "-S", "-c", _WRAPPER, str(os.getpid()), words[0], *words]


def end_group(pid: int) -> None:
    """Kill a program and all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


class Leash:
    """A running program; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                leashed(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerFault(Fault.START, f"does not start: {error.strerror}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=8)
        self._unread = 0
        self._flooded = False
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._drain, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # ---- speaking
    def say(self, line: str) -> None:
        """Write one line; what the program may write before the next counts from here."""
        self._unread = 0
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._ended() from None

    def hear(self, deadline: float) -> str:
        """The next line, without its end; `PlayerFault` where none comes until `deadline` (as
        `time.monotonic` counts), or never will."""
        rest = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=max(rest, 0.0))
        except queue.Empty:
            raise PlayerFault(Fault.HANG, "does not answer") from None
        if self._flooded:
            raise PlayerFault(Fault.FLOOD, f"wrote more than {FLOOD >> 20} MB, or a line without end")
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line

    def _ended(self) -> PlayerFault:
        """The fault of a program that is no more, with what is known of why."""
        status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self.process.wait(1.0)
        self._threads[1].join(0.2)
        how = "closes its output" if status is None else f"ends with exit status {status}"
        if status is not None and status < 0:
            how = f"is ended by signal {-status}"
        last = next((text for text in reversed(self._errors) if text.strip()), "")
        return PlayerFault(Fault.CRASH, f"{how}{f' ({last.strip()})' if last else ''}")

    # ---- its output
    def _read(self, pipe: IO[bytes]) -> None:
        """Cut what it writes into lines, until it ends or writes too much."""
        rest = b""
        while chunk := os.read(pipe.fileno(), 1 << 16):
            self._unread += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(line.decode(errors="replace").rstrip("\r"))
            if self._unread > FLOOD or len(rest) > LINE:
                self._flooded = True
                break
        self._lines.put(None)

    def _drain(self, pipe: IO[bytes]) -> None:
        """Keep the last of what it writes to standard error."""
        while chunk := os.read(pipe.fileno(), 1 << 16):
            self._errors.extend(line[:300] for line in chunk.decode(errors="replace").splitlines()[-8:])

    # ---- the end
    def close(self, *, courtesy: float = 1.0) -> None:
        """End the program and all it has started: close its input, then kill it; safe to call twice."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError, OSError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(courtesy)
        end_group(self.process.pid)
        self.process.wait()
        for thread in self._threads:
            thread.join(2.0)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None and not any(t.is_alive() for t in self._threads):
                pipe.close()
