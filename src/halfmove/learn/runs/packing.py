"""A run as one file of bounded size, from which it goes on elsewhere: on another machine, with another number
of processes, with a GPU or without.

The file is a sealed ZIP archive (`core.sealed_zip`):

    run.toml              the settings
    checkpoint            the learner, the random numbers and the counters
    best.safetensors      the network that the run has to show, if there is one yet
    teacher.safetensors   the network whose searches are distilled, where one is
    generations/…         those that the run still plays against, or its last ones, as far as there is room
    log.jsonl             the curve so far
    window/begin.npy      how many samples the window had seen when the run was packed, and how many are here
    window/….npy          the arrays of those (`learn.samples`)
    window-7x7/…          the same of boards of a second size, if the run plays on several (`runs.boards`)

What is there of the window are whole games, each as likely as another, in their order.  Where a checkpoint
alone is larger than half of the room, the means that AdamW keeps are rounded to 16 bits (bfloat16).
"""

from __future__ import annotations

import io
import json
import re
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypedDict
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from halfmove.core.atomic_file import name_beside, whole_bytes
from halfmove.core.computer import usable_cores
from halfmove.core.errors import BadInput
from halfmove.core.progress import at
from halfmove.core.results import Result
from halfmove.core.sealed_zip import check_seal, save_sealed, seal
from halfmove.learn.learner.settings import State
from halfmove.learn.runs.boards import window_names
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.window import Window

MOST = 60_000_000
"""Bytes of a packed run."""
PROBE = 4096
"""Samples that are packed first, to see how small they become."""
SLACK, DIRECTORY = 0.97, 4096
"""The part of the room that is filled by that reckoning, after so many bytes for the archive's directory."""
OF_THE_MACHINE = ("learner", "backend", "threads")
"""Settings that may be others where a run goes on."""
LARGEST = 4 * MOST
"""Bytes that are unpacked of a file at the most, beside its window."""
BEGIN = "begin.npy"
SINCE = ("variant", "last", "owned")
"""Arrays that a run packed by an older version does not have: zeros say what it would have said."""
_GENERATION = re.compile(r"generations/\d{4,6}\.safetensors")


class PackedRunData(TypedDict):
    """A run that was packed into a file."""

    file: Annotated[str, "The file."]
    size: Annotated[int, "Its bytes."]
    positions: Annotated[int, "Positions of the replay window that are in it."]
    window: Annotated[int, "Positions that the window has."]


@dataclass(frozen=True)
class PackedRun(Result):
    """A run that was packed into a file."""

    file: Path
    size: int
    """Bytes."""
    samples: int
    """Positions of the window that are there, of `of`."""
    of: int
    interrupted = False

    def to_dict(self) -> PackedRunData:
        return {"file": str(self.file), "size": self.size, "positions": self.samples, "window": self.of}

    def to_text(self) -> str:
        return (
            f"Packed into {self.file}: {self.size / 1e6:.1f} MB, {self.samples:,} of the {self.of:,} "
            "positions of the window."
        )


def pack_run(folder: RunFolder, path: str | Path, most: int = MOST) -> PackedRun:
    """Write what a run needs to go on elsewhere into a file of at most `most` bytes; nobody may train in the
    folder meanwhile.  `BadInput` where there is no run yet, or no room for its network."""
    if not folder.begun:
        raise BadInput(f"'{folder.path}' holds no run, so there is nothing to pack.")
    settings, found = RunSettings.read(folder.settings_file), folder.load()
    if found is None:
        raise BadInput(f"The run in '{folder.path}' has no checkpoint yet; let it learn for a minute first.")
    state, counters = found
    stage = counters.get("counters", {})
    windows = {
        name: Window(folder.path / name, Sizes.of(encoding), settings.learning.window)
        for name, encoding in window_names(settings).items()
    }
    at(what="packing the run")
    with whole_bytes(path) as out:
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            archive.write(folder.settings_file, "run.toml")
            archive.writestr("checkpoint", _checkpoint(state, counters, most))
            for file in (folder.best, folder.teacher):
                if file.exists():
                    archive.write(file, file.name)
            _add_generations(archive, folder, int(stage.get("pool_from", 0)), most)
            if folder.log.exists() and out.tell() + folder.log.stat().st_size < most // 2:
                archive.write(folder.log, folder.log.name)
            kept = _add_windows(archive, out, windows, int(stage.get("stage_from", 0)), most)
        if out.tell() + 64 > most:
            raise BadInput(
                f"The run in '{folder.path}' needs {out.tell() / 1e6:.0f} MB without any position, and a "
                f"packed run has {most / 1e6:.0f} MB at most."
            )
        seal(out)
        size = out.tell()
    return PackedRun(Path(path), size, kept, sum(map(len, windows.values())))


def unpack_run(
    path: str | Path, folder: RunFolder, workers: int | None = None, options: Mapping[str, str] | None = None
) -> RunSettings:
    """Make the folder of a packed run, all of it or nothing; its settings.

    `workers`, or as many as this machine has cores, take the place of the processes that it had, unless it
    had none; `options` those of its settings that are `OF_THE_MACHINE`.  `BadInput` for a file that is
    damaged or none, and for a folder that holds something.
    """
    if folder.path.exists() and (not folder.path.is_dir() or any(folder.path.iterdir())):
        raise BadInput(f"'{folder.path}' is there already; unpack into a new folder.")
    target = folder.path.absolute()
    beside = RunFolder(name_beside(target))
    at(what="unpacking the run")
    try:
        with _open_packed(path) as archive:
            beside.generations.mkdir(parents=True)
            for name in archive.namelist():
                if name in (
                    "run.toml",
                    "checkpoint",
                    "best.safetensors",
                    "teacher.safetensors",
                    "log.jsonl",
                ) or _GENERATION.fullmatch(name):
                    (beside.path / name).write_bytes(_read(archive, name, LARGEST))
            archive.getinfo("run.toml")
            settings = RunSettings.read(beside.settings_file)
            if workers is None and settings.workers:
                workers = usable_cores()
            settings = replace(settings, workers=workers or 0).with_settings(options or {})
            settings.write(beside.settings_file)
            if beside.load() is None:
                raise ValueError("no checkpoint")
            _fill_window(archive, beside, settings)
        if target.is_dir():
            target.rmdir()
        beside.path.replace(target)
    except (
        ValueError,
        KeyError,
        EOFError,
        BadZipFile,
        zlib.error,
        RuntimeError,
        NotImplementedError,
    ) as error:
        if isinstance(error, BadInput):
            said = str(error).replace(str(beside.path), str(path))
            raise BadInput(f"'{path}' cannot be unpacked: {said}") from None
        raise BadInput(f"'{path}' is no packed run, or a damaged one.") from None
    except OSError as error:
        raise BadInput(f"The folder '{folder.path}' cannot be made: {error.strerror or error}.") from None
    finally:
        shutil.rmtree(beside.path, ignore_errors=True)
    return settings


@contextmanager
def _open_packed(path: str | Path) -> Iterator[ZipFile]:
    """The archive of a packed run."""
    file = Path(path).expanduser()
    try:
        check_seal(file)
        archive = ZipFile(file)
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
    with archive:
        yield archive


def _read(archive: ZipFile, name: str, most: int) -> bytes:
    """A part of the archive; `ValueError` where it is larger than it can be."""
    if archive.getinfo(name).file_size > most:
        raise ValueError(name)
    return archive.read(name)


# ---- the learner


def _checkpoint(state: State, counters: dict[str, Any], most: int) -> bytes:
    """The checkpoint, with the learner's means rounded where it is large."""
    if sum(array.nbytes for array in state.values()) > most // 2:
        state = {
            name: round_to_bfloat16(array) if name.startswith(("first/", "second/")) else array
            for name, array in state.items()
        }
    said = np.frombuffer(json.dumps(counters).encode(), np.uint8)
    made = io.BytesIO()
    save_sealed(made, counters=said, **state)
    return made.getvalue()


def round_to_bfloat16(array: NDArray[Any]) -> NDArray[Any]:
    """Numbers of 32 bits rounded to the nearest whose last 16 bits are 0, which pack into half of the room;
    other arrays as they are."""
    if array.dtype != np.float32:
        return array
    words = np.ascontiguousarray(array).view(np.uint32).astype(np.uint64)
    rounded = (words + 0x7FFF + ((words >> 16) & 1)) & 0xFFFF_0000
    return np.where(np.isfinite(array), rounded.astype(np.uint32).view(np.float32), array)


def _add_generations(archive: ZipFile, folder: RunFolder, pool_from: int, most: int) -> None:
    """The networks that the run still plays against, or its last two, in at most a quarter of the room."""
    files = sorted(folder.generations.glob("*.safetensors"))
    wanted = [file for file in files if pool_from and int(file.stem) >= pool_from] or files[-2:]
    room = most // 4
    for file in reversed(wanted):
        room -= file.stat().st_size
        if room < 0:
            return
        archive.write(file, f"generations/{file.name}")


# ---- the window


def _add_windows(
    archive: ZipFile, out: BinaryIO, windows: Mapping[str, Window], first: int, most: int
) -> int:
    """Games drawn by chance that there is room for, none from before `first`; how many samples.  Each window
    has the part of the room that its samples are of all, by their size on the disk."""
    sizes = {name: window.row_bytes * len(window) for name, window in windows.items()}
    kept, whole = 0, max(sum(sizes.values()), 1)
    begin = out.tell() + DIRECTORY
    for name, window in windows.items():
        room = int(SLACK * (most - begin) * sizes[name] / whole)
        kept += _add_window(archive, name, window, first, room)
    return kept


def _add_window(archive: ZipFile, name: str, window: Window, first: int, room: int) -> int:
    """Games of one window."""
    begin = max(window.oldest, first)
    every = np.arange(begin, max(window.written, begin))
    probe = _packed_arrays(window.read(every[-PROBE:])) if len(every) else {}
    each = max(sum(map(len, probe.values())) / max(min(len(every), PROBE), 1), 1)
    chosen = _choose_games(window, every, int(max(room, 0) / each))
    kept = window.read(chosen)
    packed = _packed_arrays(kept)
    while len(chosen) and sum(map(len, packed.values())) > room:  # the probe was not like the rest
        chosen = _choose_games(window, every, int(len(chosen) * 0.9))
        kept = window.read(chosen)
        packed = _packed_arrays(kept)
    archive.writestr(f"{name}/{BEGIN}", _as_npy(np.array([window.written, len(chosen)], np.int64)))
    for part, array in kept.arrays().items():
        archive.writestr(f"{name}/{part}.npy", _as_npy(array))
    return len(chosen)


def _choose_games(window: Window, every: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """The samples of whole games drawn by chance, at most so many samples; all, where these are no more."""
    if len(every) <= most:
        return every
    last = ~window.read(every).followed
    last[-1] = True
    ends = np.flatnonzero(last) + 1
    lengths = np.diff(ends, prepend=0)
    order = np.random.default_rng(window.written).permutation(len(ends))
    fits = order[np.cumsum(lengths[order]) <= most]
    chosen = np.zeros(len(ends), bool)
    chosen[fits] = True
    found: NDArray[np.int64] = every[np.repeat(chosen, lengths)]
    return found


def _as_npy(array: NDArray[Any]) -> bytes:
    made = io.BytesIO()
    np.lib.format.write_array(made, np.ascontiguousarray(array), allow_pickle=False)
    return made.getvalue()


def _packed_arrays(samples: Samples) -> dict[str, bytes]:
    """The arrays as the archive will have them, to see how large they are."""
    return {name: zlib.compress(_as_npy(array)) for name, array in samples.arrays().items()}


def _fill_window(archive: ZipFile, folder: RunFolder, settings: RunSettings) -> None:
    """Make the windows of an unpacked run: numbered so that as many samples as ever have been seen."""
    capacity, there = settings.learning.window, set(archive.namelist())
    for window, encoding in window_names(settings).items():
        sizes = Sizes.of(encoding)
        written, count = (int(n) for n in _array(archive, f"{window}/{BEGIN}", (2,), np.int64))
        if not 0 <= count <= min(written, capacity):
            raise ValueError("counts")
        samples = Samples.empty(count, sizes)
        for name, (shape, kind) in sizes.columns().items():
            if name not in SINCE or f"{window}/{name}.npy" in there:
                samples.arrays()[name][:] = _array(archive, f"{window}/{name}.npy", (count, *shape), kind)
        Window(folder.path / window, sizes, capacity).begin_at(written - count, samples)


def _array(archive: ZipFile, name: str, shape: tuple[int, ...], kind: type) -> NDArray[Any]:
    """An array of the archive; `ValueError` where it is another."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    content = io.BytesIO(_read(archive, name, size + 4096))
    found: NDArray[Any] = np.lib.format.read_array(content, allow_pickle=False)
    if found.shape != shape or found.dtype != kind:
        raise ValueError(name)
    return found
