"""A reader told bytes: what came of it, and each fault once, by its exception and where it was raised."""

from __future__ import annotations

import random
import signal
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.memory import peak
from fuzz.mutation import mutate

SECONDS = 10
"""Of processor time that a reader has for some bytes, with every line of it traced."""
MEGABYTES = 300
"""That one input may add to the memory of the process."""


class TooLong(BaseException):
    """A reader does not come to an end. Not an `Exception`, which it might catch."""


@dataclass
class Report:
    """What came of a reader."""

    reader: str
    runs: int = 0
    read: int = 0
    """Inputs of which something was read."""
    seconds: float = 0.0
    first: float = 0.0
    """MB of memory once what is made once has been made."""
    last: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)
    """The trace of each, by what it is."""


def where(error: BaseException) -> str:
    """What a fault is: its exception, and the line of ours that it was raised in or called from."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/halfmove/" in frame.filename] or list(frames)
    if isinstance(error, RecursionError | TooLong):
        ours = ours[:6]
    frame = ours[-1]
    file = frame.filename.rpartition("/halfmove/")[2] or frame.filename
    return f"{type(error).__name__} in {file}:{frame.name}:{frame.lineno}"


class Trial:
    """A reader under test: gives it bytes, counts, keeps faults and the bytes that brought them about."""

    def __init__(self, name: str, keep: Path | None, *, clock: bool = True) -> None:
        from fuzz.readers import readers

        self.reader = next(group[name] for group in readers().values() if name in group)
        self.report, self.keep, self.clock = Report(name), keep, clock

    def one(self, data: bytes) -> None:
        """Read some bytes."""
        from fuzz.reader import Faulty, attempt

        report = self.report
        report.runs += 1
        before = peak()
        if self.clock:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            report.read += attempt(self.reader, data)
            if peak() - before > MEGABYTES:
                raise Faulty(f"it took {peak() - before:.0f} MB")
        except (Exception, TooLong) as error:
            self.fault(error, data)
        finally:
            if self.clock:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def fault(self, error: BaseException, data: bytes) -> None:
        """Keep it, if it is new."""
        name = where(error)
        if name in self.report.faults:
            return
        self.report.faults[name] = "".join(traceback.format_exception(error)[-12:])
        if self.keep is not None:
            number = len(self.report.faults)
            stem = f"{self.report.reader}-{number}"
            (self.keep / f"{stem}.input").write_bytes(data)
            (self.keep / f"{stem}.txt").write_text(f"{name}\n{self.report.faults[name]}")


def tried(name: str, runs: int, seed: int = 0) -> Report:
    """A reader told its seeds and so many changed ones: without Atheris, the same every time."""
    trial = Trial(name, None, clock=False)
    texts = list(trial.reader.seeds())
    for text in texts[:runs]:
        trial.one(text)
    dice = random.Random(seed)
    for _ in range(runs):
        trial.one(mutate(dice.choice(texts), texts, dice))
    return trial.report
