"""An outside program as a child process: lines are exchanged with time limits, and it ends when we do.

It runs in a session of its own, so that Ctrl-C in the terminal does not reach it.  On Linux a `watchdog`
starts it: everything that the program starts ends with it, and it ends with our process, however that ends.
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
from pathlib import Path
from typing import IO

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.errors import BadInput

FLOOD = 16 << 20
"""Bytes that a program may write between two commands; nobody reads more."""
LINE = 1 << 20
"""Bytes of the longest line."""
LAST_WORDS = 2000
"""Bytes of standard error that are kept."""
GAMES = "/usr/games"
"""Where Debian installs engines, which is not on every PATH."""
ENDING = 10.0
"""Seconds that a program and all it has started may take to be gone once they are killed.  Generous: a
watchdog may get no time on a loaded machine, and once it is killed, what has left its group lives on."""

_WATCHDOG = str(Path(__file__).with_name("watchdog.py"))


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
        if Path(words[0]).is_file():
            raise BadInput(f"'{words[0]}' is no program: it is not executable.")
        raise BadInput(f"There is no program '{words[0]}'; install it, or give its whole path.")
    return [path, *words[1:]]


def guarded(words: list[str]) -> list[str]:
    """The command line that starts a program so that it ends, with all it starts, when the thread that starts
    it does."""
    if not sys.platform.startswith("linux"):
        return words
    return [sys.executable, "-I", "-S", _WATCHDOG, str(os.getpid()), words[0], *words]


def end_gently(pid: int) -> None:
    """Have the watchdog end its program, and all that this has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGTERM if sys.platform.startswith("linux") else signal.SIGKILL)


def end_group(pid: int) -> None:
    """Kill a program, and its watchdog, and all that has stayed in their process group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def flooded() -> PlayerFault:
    """The fault of a program that writes more than anyone reads."""
    return PlayerFault(Fault.FLOOD, f"wrote more than {FLOOD >> 20} MB at once, or a line without end")


def ended(status: int | None, last_words: bytes = b"") -> PlayerFault:
    """The fault of a program that is no more: its exit status (negative: by a signal; None: it is still
    there, but has closed its output), and the end of what it wrote to standard error."""
    how = "closed its output" if status is None else f"ended with exit status {status}"
    if status is not None and status < 0:
        how = f"was ended by {_signal(-status)}"
    last = last_line(last_words)
    return PlayerFault(Fault.CRASH, f"{how}{f' ({last})' if last else ''}")


def late(fault: PlayerFault, what: str, patience: float, instead: str = "") -> PlayerFault:
    """The fault of an engine that starts too slowly, where it was not yet asked for a move; `instead` is what
    it said, if anything."""
    if fault.fault is not Fault.HANG:
        return fault
    but = f", but '{printable(instead)}'" if instead else ""
    return PlayerFault(Fault.START, f"has not {what} within {patience:.3g} s{but}")


def last_line(written: bytes) -> str:
    """The last line with something in it."""
    said = [printable(line.strip()) for line in written.decode(errors="replace").splitlines()]
    return next((line for line in reversed(said) if line), "")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def printable(text: str, most: int = 80) -> str:
    """What a program wrote, fit to be shown in a sentence: one line, not too long, nothing but text."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: most + 1])
    return shown if len(text) <= most else shown[: most - 1] + "…"


class EngineProcess:
    """A running program; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                guarded(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerFault(Fault.START, f"does not start: {error.strerror}") from None
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._unread = 0
        self._flooded = False
        self._errors = b""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._drain, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def complaint(self) -> str:
        """The last line that it wrote to standard error."""
        return last_line(self._errors)

    # ---- writing and reading
    def send(self, line: str) -> None:
        """Write one line; what the program may write before the next counts from here."""
        self._unread = 0
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._ended() from None

    def receive(self, deadline: float) -> str:
        """The next line, without its end; `PlayerFault` where none comes until `deadline` (as
        `time.monotonic` counts), or never will."""
        while not self._lines:
            if self._flooded:
                raise flooded()
            try:
                chunk = self._chunks.get(timeout=max(deadline - time.monotonic(), 0.0))
            except queue.Empty:
                raise PlayerFault(Fault.HANG, "does not answer") from None
            if not chunk:
                self._chunks.put(b"")
                if self._flooded:
                    raise flooded()
                raise self._ended()
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._lines.extend(lines)
        if self._flooded:
            raise flooded()
        return self._lines.popleft().decode(errors="replace").rstrip("\r")

    def _ended(self) -> PlayerFault:
        """The fault of a program that is no more, with what is known of why."""
        status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self.process.wait(1.0)
        self._threads[1].join(0.2)
        return ended(status, self._errors)

    # ---- its output
    def _read(self, pipe: IO[bytes]) -> None:
        """Take what it writes, until it ends or writes too much."""
        since = 0
        while chunk := os.read(pipe.fileno(), 1 << 16):
            self._unread += len(chunk)
            end = chunk.rfind(b"\n")
            since = since + len(chunk) if end < 0 else len(chunk) - end - 1
            if self._unread > FLOOD or since > LINE:
                self._flooded = True
                break
            self._chunks.put(chunk)
        self._chunks.put(b"")

    def _drain(self, pipe: IO[bytes]) -> None:
        """Keep the last of what it writes to standard error."""
        while chunk := os.read(pipe.fileno(), 1 << 16):
            self._errors = (self._errors + chunk)[-LAST_WORDS:]

    # ---- the end
    def close(self, *, courtesy: float = 1.0) -> None:
        """End the program and all it has started: close its input, then kill it; safe to call twice."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError, OSError):
            self.process.stdin.close()
        if not self._gone(courtesy):
            end_gently(self.process.pid)
            if not self._gone(ENDING):
                end_group(self.process.pid)
                self.process.wait()
        if not sys.platform.startswith("linux"):
            end_group(self.process.pid)  # without a watchdog, what it has started may still be there
        for thread in self._threads:
            thread.join(ENDING)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None and not any(t.is_alive() for t in self._threads):
                pipe.close()

    def _gone(self, patience: float) -> bool:
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True
