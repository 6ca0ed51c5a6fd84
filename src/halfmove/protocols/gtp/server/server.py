"""The server: a command comes in, an answer goes out.  GTP version 2 (Farnebäck 2002), and what has become
usual since.

Every command gets exactly one answer, `=` or `?`, with the command's number if it had one.  What a
controller says wrong is answered with a `?` and changes nothing; so is a fault of our own, which is told on
standard error besides.  Analysis is the one answer that goes on: until the next line comes.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import MOST, MOST_SEED, read_decimal, read_whole
from halfmove.protocols.gtp.server.clocks import Clocks
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.search import Request, Thinker

Command = Callable[["Server", list[str]], str]
"""What a command does with its words, and its answer; `BadInput` is answered with a `?`."""

COMMANDS: dict[str, Command] = {}


def command(name: str) -> Callable[[Command], Command]:
    """Make a function the command of this name."""

    def known(function: Command) -> Command:
        COMMANDS[name] = function
        return function

    return known


class Server:
    """A GTP engine that hears commands and says answers."""

    def __init__(self, game: Game, request: Request, out: Any = None) -> None:
        from halfmove.protocols.gtp.server import commands

        commands.load()
        self._out = out or sys.stdout
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._ahead: list[str | None] = []
        """A line that has been waited for and is still to be obeyed."""
        self.record = Record(game)
        self.clocks = Clocks()
        self.thinker = Thinker(request)
        self.last: Analysis | None = None
        """What the last `genmove` found."""
        self.leaving = False
        self._number, self._answering = "", False
        self.deserted = False
        """Whether nobody reads what is said any more."""

    # ---- the game
    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.record.game

    def set_game(self, **parameters: Any) -> None:
        """The same kind of game with other parameters, from its beginning; `BadInput` if there is none."""
        told = {**self.game.parameters, **parameters}
        self.start(Record(type(self.game)(**told)))

    def start(self, record: Record) -> None:
        """Have another game on the board."""
        changed = record.game != self.game
        self.record = record
        self.clocks.restart()
        if changed:
            self.thinker.prepare(record.game)

    # ---- in and out
    def serve(self, lines: Iterable[str]) -> None:
        """Until `quit`, or until there are no more lines."""
        self.thinker.prepare(self.game)
        threading.Thread(target=self._listen, args=(lines,), name="gtp hears", daemon=True).start()
        while not (self.leaving or self.deserted) and (line := self._next()) is not None:
            self.obey(line)
        self.thinker.stop()

    def interrupt(self) -> None:
        """End after the command that is under way; a signal's handler may call it."""
        self._heard.put(None)

    def _listen(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                self._heard.put(line)
        finally:
            self._heard.put(None)

    def wait_for_a_line(self, patience: float = 0.02) -> bool:
        """Whether another line has come, after waiting so many seconds at most."""
        if not self._ahead:
            with contextlib.suppress(queue.Empty):
                self._ahead.append(self._heard.get(timeout=patience))
        return bool(self._ahead)

    def _next(self) -> str | None:
        """The next line; None after the last."""
        return self._ahead.pop() if self._ahead else self._heard.get()

    def obey(self, line: str) -> None:
        """Answer one line; comments and empty lines have no answer."""
        words = cleaned(line).split()
        if not words:
            return
        number = ""
        if words[0].isascii() and words[0].isdecimal():
            number = words.pop(0)
            if not words:
                return
        name, *arguments = words
        if name not in COMMANDS:
            self.answer("?", number, "unknown command")
            return
        self._number = number
        self._answering = False
        try:
            answer = COMMANDS[name](self, arguments)
        except HalfmoveError as error:
            self._refuse(str(error))
        except Exception as error:  # noqa: BLE001  a fault of our own must not cost the controller its game
            traceback.print_exc()
            self._refuse(f"Halfmove's own error: {type(error).__name__}: {error}")
        else:
            if self._answering:
                self.write("\n")
            else:
                self.answer("=", number, answer)

    def begin_answer(self) -> None:
        """Say that the command succeeds, before all of its answer is there; once."""
        if not self._answering:
            self._answering = True
            self.write(f"={self._number}\n")

    def go_on(self, line: str) -> None:
        """Another line of an answer that has begun; an empty one would end it, and is not written."""
        if line:
            self.write(f"{line}\n")

    def _refuse(self, text: str) -> None:
        """Answer what has failed; an answer that has begun can only be ended."""
        if self._answering:
            self.write("\n")
        else:
            self.answer("?", self._number, text)

    def answer(self, sign: str, number: str, text: str) -> None:
        """One answer, whole; an empty line ends it, so there is none inside."""
        inside = "\n".join(line.rstrip() or " " for line in text.splitlines())
        self.write(f"{sign}{number}{' ' if inside else ''}{inside}\n\n")

    def write(self, text: str) -> None:
        """Write, and have it seen at once."""
        if self.deserted:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):  # closed at the other end, or here
            self.deserted = True


def cleaned(line: str) -> str:
    """A line as section 2.4 asks: no control characters, tabs as blanks, nothing behind a `#`."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(c for c in text if c == " " or (ord(c) > 31 and ord(c) != 127))


# ---- reading what commands are given


def exactly(words: list[str], number: int) -> list[str]:
    """The words, if there are so many; `BadInput` otherwise."""
    if len(words) != number:
        raise BadInput("syntax error")
    return words


def whole(word: str) -> int:
    """A whole number of 64 bits, in plain digits; `BadInput` for another word."""
    found = read_whole(word, -MOST_SEED, MOST_SEED)
    if found is None:
        raise BadInput("syntax error")
    return found


def number(word: str) -> float:
    """A number in plain digits, not beyond `MOST` either way; `BadInput` for another word."""
    found = read_decimal(word, -MOST, MOST)
    if found is None:
        raise BadInput("syntax error")
    return found
