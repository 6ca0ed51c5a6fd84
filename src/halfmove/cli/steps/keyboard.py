"""Single keys from a terminal, and the news that its size has changed."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import termios
import tty
from types import FrameType, TracebackType
from typing import Any

RESIZED = "resized"
ENDED = "ended"
_SEQUENCES = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[A": "left",
    "\x1b[B": "right",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOA": "left",
    "\x1bOB": "right",
    "\x1bOH": "home",
    "\x1bOF": "end",
}
_SINGLE = {" ": "right", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace"}
_PAUSE = 0.05
"""Seconds within which the rest of an escape sequence arrives; a lone Escape takes as long."""


class Keyboard:
    """Keys one by one, without Enter and without echo; a context manager that puts the terminal back."""

    def __init__(self) -> None:
        self._in = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._waiting: list[str] = []

    def __enter__(self) -> Keyboard:
        self._before: Any = termios.tcgetattr(self._in)
        tty.setcbreak(self._in)
        self._read, self._write = os.pipe()
        self._old_handler = signal.signal(signal.SIGWINCH, self._resized)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGWINCH, self._old_handler)
        termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)
        os.close(self._read)
        os.close(self._write)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        os.write(self._write, b"r")

    def key(self) -> str:
        """The next key: a character, or `right`, `left`, `home`, `end`, `enter`, `backspace`, `escape`.

        `RESIZED` when the terminal's size has changed, `ENDED` when nothing more can come.
        """
        while not self._waiting:
            ready, _, _ = select.select([self._in, self._read], [], [])
            if self._read in ready:
                os.read(self._read, 4096)
                return RESIZED
            data = os.read(self._in, 1024)
            if not data or data == b"\x04":
                return ENDED
            self._waiting += self._keys(self._decoder.decode(data))
        return self._waiting.pop(0)

    def _keys(self, text: str) -> list[str]:
        if text.endswith(("\x1b", "\x1b[", "\x1bO")):
            ready, _, _ = select.select([self._in], [], [], _PAUSE)
            if ready:
                text += self._decoder.decode(os.read(self._in, 1024))
        return keys_of(text)


def keys_of(text: str) -> list[str]:
    """The keys that a terminal's characters stand for; sequences it does not know are left out."""
    found = []
    at = 0
    while at < len(text):
        known = next((s for s in _SEQUENCES if text.startswith(s, at)), None)
        if known:
            found.append(_SEQUENCES[known])
            at += len(known)
        elif text[at] == "\x1b" and text[at + 1 : at + 2] in ("[", "O"):
            at += 2  # an unknown sequence ends with a letter or ~
            while at < len(text) and not (text[at].isalpha() or text[at] == "~"):
                at += 1
            at += 1
        else:
            found.append("escape" if text[at] == "\x1b" else _SINGLE.get(text[at], text[at]))
            at += 1
    return found
