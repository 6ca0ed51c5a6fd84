"""The folder of a run.

run.toml                    all settings, which repeat the run
window/                     the replay window (`learn.window`); of boards of several sizes one for each
checkpoint                  the learner, the random numbers and the counters; replaced as a whole
current.safetensors         the network that self-play plays with
best.safetensors            the network that the run has to show
teacher.safetensors         the network whose searches are distilled, where one is
generations/0001.safetensors …
log.jsonl                   a line every few seconds
events/                     the same numbers for TensorBoard
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.errors import BadInput
from halfmove.core.sealed_zip import check_seal, save_sealed
from halfmove.learn.learner.settings import State
from halfmove.learn.runs.settings import RunSettings


class RunFolder:
    """The files of one run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).expanduser()
        self.settings_file = self.path / "run.toml"
        self.window = self.path / "window"
        self.checkpoint = self.path / "checkpoint"
        self.current = self.path / "current.safetensors"
        self.best = self.path / "best.safetensors"
        self.teacher = self.path / "teacher.safetensors"
        self.generations = self.path / "generations"
        self.log = self.path / "log.jsonl"
        self.events = self.path / "events"

    @property
    def begun(self) -> bool:
        """Whether a run is there."""
        return self.settings_file.exists()

    def prepare(self, settings: RunSettings) -> None:
        """Make the folder of a new run; `BadInput` where it cannot be, or has other things in it."""
        try:
            if self.path.exists() and not self._is_empty():
                raise BadInput(f"'{self.path}' is there and holds no run; give a new folder.")
            self.generations.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"The folder '{self.path}' cannot be made: {error.strerror}.") from None
        settings.write(self.settings_file)

    def _is_empty(self) -> bool:
        """Whether nothing is there but what a run leaves that ended while its settings were written."""
        parts = {part.name for part in self.path.glob(f".{self.settings_file.name}.*.part")}
        others = {file.name for file in self.path.iterdir()} - parts if self.path.is_dir() else {"a file"}
        return others <= {self.generations.name} and not any(self.generations.glob("*"))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """In this block no other process trains here; `BadInput` where one does."""
        import fcntl

        try:
            lock = (self.path / ".lock").open("w")
        except OSError as error:
            raise BadInput(f"The folder '{self.path}' cannot be written: {error.strerror}.") from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(f"Another process is training in '{self.path}'.") from None
            yield

    def save(self, state: State, counters: Mapping[str, Any]) -> None:
        """Write the checkpoint."""
        told = np.frombuffer(json.dumps(dict(counters)).encode(), np.uint8)
        with whole_bytes(self.checkpoint) as out:
            save_sealed(out, counters=told, **state)
            out.flush()
            os.fsync(out.fileno())

    def load(self) -> tuple[State, dict[str, Any]] | None:
        """The checkpoint; None where there is none yet."""
        if not self.checkpoint.exists():
            return None
        try:
            check_seal(self.checkpoint)
            with np.load(self.checkpoint, allow_pickle=False) as found:
                state = {name: found[name] for name in found.files}
            counters = json.loads(state.pop("counters").tobytes())
        except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error, RuntimeError):
            raise BadInput(f"The checkpoint '{self.checkpoint}' is damaged.") from None
        return state, counters

    def network_of(self, generation: int) -> Path:
        """The file of a generation's network."""
        return self.generations / f"{generation:04}.safetensors"

    def open_log(self) -> RawIOBase:
        """The log, to add lines to, unbuffered; a line that was cut short goes."""
        try:
            if self.log.exists():
                content = self.log.read_bytes()
                whole = content.rfind(b"\n") + 1
                if whole < len(content):
                    os.truncate(self.log, whole)
            return self.log.open("ab", buffering=0)
        except OSError as error:
            raise BadInput(f"The file '{self.log}' cannot be written: {error.strerror}.") from None
