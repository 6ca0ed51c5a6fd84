"""The file that keeps what the trials of a tuning have come to, each as soon as it is over.

It has a line of JSON that says what is tuned, then one for each trial: `{"trial": 7, "points": -1}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, TextIO

from halfmove.core.atomic_file import whole_file
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference


@dataclass(frozen=True)
class TrialPlan:
    """What is tuned, and how."""

    game: GameReference
    nodes: int
    """For each move."""
    trials: int
    names: tuple[str, ...]
    """The parameters."""
    seed: int
    start: Mapping[str, int]
    """Their values before, with those of all others that are not the usual ones."""

    mark: ClassVar[str]
    """What a file of such trials begins with."""
    figures: ClassVar[tuple[str, ...]]
    """What it says of each."""

    def open_file(self, file: Path | None) -> TrialFile:
        """See `TrialFile`."""
        return TrialFile(file, {"mark": self.mark, **asdict(self)}, self.figures)


class TrialFile:
    """The trials so far, in the order in which they ended; kept in a file, if there is one."""

    def __init__(self, file: Path | None, tuning: Mapping[str, Any], figures: Sequence[str]) -> None:
        """`tuning`: what is tuned; `figures`: the names of what is kept of a trial.  `BadInput` for a file of
        something else, and one that cannot be read or written."""
        self.trials: dict[int, dict[str, float]] = {}
        self._figures = figures
        self._out: TextIO | None = None
        head = json.dumps(tuning, sort_keys=True)
        if file is None:
            return
        try:
            lines = file.read_text(encoding="utf-8").split("\n") if file.exists() else []
            if lines and lines[0] != head:
                raise BadInput(f"{file} is of another tuning, or of something else; give another file.")
            for line in lines[1:-1]:
                self.trials |= self._read(line, file)
            if not lines or lines[-1]:  # new, or the last line was cut off
                with whole_file(file) as out:
                    out.write("".join(f"{line}\n" for line in (head, *lines[1:-1])))
            self._out = file.open("a", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"Cannot use {file}: {error.strerror}.") from None

    def add(self, trial: int, **figures: float) -> None:
        """Keep a trial that is over."""
        self.trials[trial] = figures
        if self._out is not None:
            self._out.write(json.dumps({"trial": trial, **figures}) + "\n")
            self._out.flush()

    def close(self) -> None:
        """Let go of the file."""
        if self._out is not None:
            self._out.close()

    def _read(self, line: str, file: Path) -> dict[int, dict[str, float]]:
        try:
            data = json.loads(line)
            return {int(data["trial"]): {name: float(data[name]) for name in self._figures}}
        except (ValueError, TypeError, KeyError):
            raise BadInput(f"{file} has a line that is no trial: {line[:60]}") from None
