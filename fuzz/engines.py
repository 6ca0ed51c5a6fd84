"""Engines that speak a protocol over their standard input and output, told lines by the hundred thousand.

Lines are sent in batches; after each all that is due must have been answered, and nothing else.  One process
lives for a whole session and must end by itself, silent on standard error.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fuzz import gtp, uci, usi
from fuzz.lines import Protocol, batch
from fuzz.memory import resident
from fuzz.process import Broken, Process

PROTOCOLS = {"uci": uci.PROTOCOL, "usi": usi.PROTOCOL, "gtp": gtp.PROTOCOL}
"""By name; another protocol is another row."""
BATCH = 100
"""Lines that are sent before all of them must have been answered."""
SESSION = 100_000
"""Lines of one process."""


class Engine:
    """A process whose answers are counted."""

    def __init__(self, protocol: Protocol, folder: str) -> None:
        self.protocol, self.heard = protocol, protocol.ear()
        self.process = Process(protocol.words, folder, protocol.environment)
        self.due: Counter[str] = Counter()
        self.lines = 0
        self.answers: Counter[str] = Counter()
        self.memory: list[float] = []
        """MB after each tenth of the session."""

    def tell(self, lines: Sequence[str]) -> None:
        """Send lines, and hear all that answers them, once each."""
        before = self.due.total()
        self.due.update(sign for line in lines if (sign := self.protocol.due(line)) is not None)
        self.lines += len(lines)
        try:
            self.process.send(*lines)
            while self.due.total() > before:
                self.count(self.process.hear())
            if self.process.errors:
                raise Broken("it writes on standard error")
        except Broken as error:
            told = "\n".join(line[:300] for line in lines)
            errors = self.process.errors.decode("utf-8", "replace")
            raise Broken(f"{error}; {dict(+self.due)} are due; it was told:\n{told}\n{errors}") from None

    def count(self, line: str) -> None:
        """Count what a line answers, if it answers something."""
        sign = self.heard(line)
        if sign is None:
            return
        if not self.due[sign]:
            raise Broken(f"one answer too many: {line[:300]!r}")
        self.due[sign] -= 1
        self.answers[sign if sign.isalpha() else "answer"] += 1

    def end(self) -> None:
        """`quit`, with the answers that are due, and not one more."""
        if (sign := self.protocol.due("quit")) is not None:
            self.due[sign] += 1
        for line in self.process.end():
            self.count(line)
        if self.due.total():
            raise Broken(f"it ended, and {dict(+self.due)} are due")


def session(name: str, lines: int, seed: int) -> Engine:
    """One process, told so many lines; `Broken` for what it did wrong."""
    protocol, dice = PROTOCOLS[name], random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        (Path(folder) / "empty").touch()
        engine = Engine(protocol, folder)
        try:
            engine.tell([*protocol.first, *protocol.end])
            while engine.lines < lines:
                engine.tell(batch(protocol, min(BATCH, lines), dice))
                if engine.lines * 10 >= lines * (len(engine.memory) + 1):
                    engine.memory.append(resident(engine.process.process.pid))
            engine.end()
        except BaseException:
            engine.process.kill()
            raise
    return engine


def campaign(name: str, lines: int, seed: int = 0) -> list[str]:
    """So many lines in sessions; what went wrong in any of them."""
    faults = []
    done, began = 0, time.monotonic()
    while done < lines:
        try:
            found = session(name, min(SESSION, lines - done), seed)
        except Broken as error:
            faults.append(str(error))
            print(f"    {str(error)[:4000]}", flush=True)
            done += SESSION
        else:
            done += found.lines
            print(
                f"{name}: {done:,} lines in {time.monotonic() - began:.0f} s, answers {dict(found.answers)}, "
                f"MB after each tenth of the session {' '.join(f'{part:.0f}' for part in found.memory)}",
                flush=True,
            )
        seed += 1
    return faults
