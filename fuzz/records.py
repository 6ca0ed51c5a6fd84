"""Every reader of files and texts, told bytes that a coverage-guided fuzzer (Atheris) makes of what they can read.

Each reader is fuzzed in a process of its own: libFuzzer keeps what reached new code. A fault does not end the
run: each is kept once, by its exception and where it was raised, with the bytes that brought it about.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

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
    """MB of memory after the seeds."""
    last: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)
    """The trace of each, by what it is."""


def megabytes() -> float:
    """The largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
        from fuzz.readers import Faulty, attempt

        report = self.report
        report.runs += 1
        before = megabytes()
        if self.clock:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            report.read += attempt(self.reader, data)
            if megabytes() - before > MEGABYTES:
                raise Faulty(f"it took {megabytes() - before:.0f} MB")
        except (Exception, TooLong) as error:  # noqa: BLE001  whatever it is, it is a fault
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
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
    from fuzz.seeds import mutate

    for _ in range(runs):
        trial.one(mutate(dice.choice(texts), texts, dice))
    return trial.report


# ---- with Atheris
def guided(name: str, seconds: float, keep: Path, seed: int) -> None:
    """In a process of its own: fuzz a reader for so long and write the report to `keep`."""
    import atheris

    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    with atheris.instrument_imports(include=["halfmove"]):
        trial = Trial(name, keep)
        seeds = list(trial.reader.seeds())
        for data in seeds:
            trial.one(data)
    from fuzz.seeds import mutate

    def late(number: int, frame: object) -> None:
        raise TooLong(f"it has not ended after {SECONDS} s")

    signal.signal(signal.SIGVTALRM, late)
    report, began = trial.report, time.monotonic()
    report.first = megabytes()
    corpus = Path(tempfile.mkdtemp(prefix="fuzz-corpus-"))
    for number, data in enumerate(seeds):
        (corpus / f"seed{number}").write_bytes(data)
    dice, told = random.Random(seed), [0.0]

    def one(data: bytes) -> None:
        trial.one(data)
        now = time.monotonic()
        if now - told[0] > 2 or now - began > seconds:
            told[0] = now
            report.seconds, report.last = now - began, megabytes()
            (keep / f"{name}.json").write_text(json.dumps(vars(report)))
            if now - began > seconds:
                os._exit(0)

    def change(data: bytes, most: int, number: int) -> bytes:
        if dice.random() < 0.5:
            return atheris.Mutate(data, most)
        return mutate(data, seeds, dice)[:most]

    arguments = [sys.argv[0], f"-seed={seed + 1}", "-max_len=8000", "-timeout=120", "-rss_limit_mb=0", str(corpus)]
    atheris.Setup(arguments, one, custom_mutator=change)
    atheris.Fuzz()


def campaign(minutes: float, names: Sequence[str], keep: Path, seed: int) -> list[Report]:
    """Each reader in turn, for its part of the time."""
    keep.mkdir(parents=True, exist_ok=True)
    found = []
    for name in names:
        seconds = 60 * minutes / len(names)
        arguments = [sys.executable, "-m", "fuzz", "guided", name, "--seconds", str(seconds), "--keep", str(keep)]
        environment = {**os.environ, "HALFMOVE_JIT": "0"}
        (keep / f"{name}.json").unlink(missing_ok=True)
        with (keep / f"{name}.log").open("w") as log:
            status = subprocess.run([*arguments, "--seed", str(seed)], env=environment, stderr=log, stdout=log).returncode
        file = keep / f"{name}.json"
        report = Report(**json.loads(file.read_text())) if file.exists() else Report(name)
        if status:
            report.faults[f"the process ended with {status}"] = (keep / f"{name}.log").read_text()[-2000:]
        found.append(report)
        print(
            f"{name}: {report.runs:,} inputs in {report.seconds:.0f} s, {report.read:,} read, "
            f"memory {report.first:.0f} MB, at the end {report.last:.0f} MB, faults {len(report.faults)}",
            flush=True,
        )
        for fault in report.faults:
            print(f"    {fault}", flush=True)
    return found
