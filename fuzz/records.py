"""Every reader of files and texts, told bytes that a coverage-guided fuzzer (Atheris) makes of what they can read.

Each reader is fuzzed in a process of its own: libFuzzer keeps what reached new code. A fault does not end the
run: each is kept once, by its exception and where it was raised, with the bytes that brought it about.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from fuzz.memory import resident
from fuzz.mutation import LONGEST, mutate
from fuzz.trial import SECONDS, Report, TooLong, Trial

WARM = 0.25
"""The part of its time after which a process has made what it makes once."""
SHARES = {"records": 0.5, "texts": 0.3, "files": 0.2}
"""Parts of the time for the groups of readers."""


def campaign(minutes: float, names: Sequence[str], keep: Path, seed: int) -> list[Report]:
    """All readers, or those named, each for its part of the time in a process of its own, one after the
    other.  All is loaded, and every seed read, before the first: what takes long is done once."""
    import atheris

    keep.mkdir(parents=True, exist_ok=True)
    with redirect_stderr(StringIO()), atheris.instrument_imports(include=["halfmove"]):
        from fuzz.readers import readers

        groups = {
            group: [name for name in rows if not names or name in names] for group, rows in readers().items()
        }
        total = sum(SHARES[group] for group, rows in groups.items() if rows)
        plan = [
            (name, 60 * minutes * SHARES[group] / total / len(rows))
            for group, rows in groups.items()
            for name in rows
        ]
        seeds: dict[str, list[bytes]] = {}
        for name, _ in plan:
            trial = Trial(name, keep, clock=False)  # much is loaded now
            seeds[name] = list(trial.reader.seeds())
            for data in seeds[name]:
                trial.one(data)
    found = []
    for name, seconds in plan:
        found.append(_in_child(name, seconds, keep, seed, seeds[name]))
        _print(found[-1])
    return found


def _in_child(name: str, seconds: float, keep: Path, seed: int, seeds: list[bytes]) -> Report:
    """Fuzz a reader in a process of its own, which writes its report to `keep`."""
    file, log = keep / f"{name}.json", keep / f"{name}.log"
    file.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        with log.open("wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        try:
            guided(name, seconds, keep, seed, seeds)
        finally:
            os._exit(70)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    report = Report(**json.loads(file.read_text())) if file.exists() else Report(name)
    if status:
        report.faults[f"the process ended with {status}"] = log.read_text(errors="replace")[-2000:]
    return report


def _print(report: Report) -> None:
    print(
        f"{report.reader}: {report.runs:,} inputs in {report.seconds:.0f} s, {report.read:,} read, memory "
        f"{report.first:.0f} MB, at the end {report.last:.0f} MB, faults {len(report.faults)}",
        flush=True,
    )
    for fault, trace in report.faults.items():
        print(f"    {fault}: {(trace.strip().splitlines() or [''])[-1][:200]}", flush=True)


def guided(name: str, seconds: float, keep: Path, seed: int, seeds: list[bytes]) -> None:
    """Fuzz a reader for so long; ends the process."""
    import atheris

    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    trial = Trial(name, keep)
    report, began = trial.report, time.monotonic()
    corpus = Path(tempfile.mkdtemp(prefix="fuzz-corpus-"))
    for number, data in enumerate(seeds):
        (corpus / f"seed{number}").write_bytes(data)
    dice, told = random.Random(seed), [0.0]

    def late(number: int, frame: object) -> None:
        raise TooLong(f"it has not ended after {SECONDS} s")

    def one(data: bytes) -> None:
        trial.one(data)
        now = time.monotonic() - began
        if now - told[0] < 1:
            return
        told[0] = now
        report.seconds, report.last = now, resident()
        if now < WARM * seconds or not report.first:
            report.first = report.last
        (keep / f"{name}.json").write_text(json.dumps(vars(report)))
        if now > seconds:
            shutil.rmtree(corpus)
            os._exit(0)

    def change(data: bytes, most: int, number: int) -> bytes:
        if dice.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return mutate(data, seeds, dice)[:most]

    signal.signal(signal.SIGVTALRM, late)
    options = [f"-seed={seed + 1}", f"-max_len={LONGEST}", "-timeout=120", "-rss_limit_mb=0", str(corpus)]
    atheris.Setup([sys.argv[0], *options], one, custom_mutator=change)
    atheris.Fuzz()
