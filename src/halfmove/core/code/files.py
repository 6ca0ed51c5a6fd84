"""Files of machine code: one for each kernel, game and version of either.

A file is never edited, and a stale one is never opened, as its name says what it depends on (`names`): so
processes can share the folder.  Who makes a file holds a lock meanwhile, so that two processes do not make
the same code twice.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import time
import uuid
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.code.names import VERSION, name_of_code
from halfmove.core.code.processor import level_here
from halfmove.core.code.turns import Turns

if sys.platform != "win32":
    import fcntl

PATIENCE = 180.0
"""Seconds to wait for machine code that another process makes: several times what the longest kernel takes.
Then it is made here as well, as the other may be standing still, or wait for us."""
_LOOK = 0.05
"""Seconds between two looks at a lock."""
REASON = ".reason"
"""How the name of a file ends that says why there is no code."""
_CHECK = 32
"""Bytes at the front of a file: the SHA-256 of the rest."""


class Code(NamedTuple):
    """Machine code as it is kept: an object file, and what has to be known to call it."""

    object_code: bytes
    function: str
    """The symbol of the function that Python calls."""
    name: str
    environment: tuple[str, bytes]
    """The symbol of what Numba calls the function's environment, and its constants, pickled."""
    environments: tuple[str, ...]
    """The symbols of those of the inner functions, which have no constants."""


def cache_folder() -> Path:
    """Where machine code is kept: `HALFMOVE_CACHE_DIR`, or `halfmove` in the user's cache folder."""
    chosen = os.environ.get("HALFMOVE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "halfmove"


def path_of(kernel: Any, name: str, folder: Path | None = None) -> Path:
    """The file of a kernel's machine code, in the cache folder or another."""
    within = f"{kernel.__module__}.{kernel.python.__qualname__}"
    return (folder or cache_folder()) / VERSION / within / f"{name}.code"


@functools.cache
def _brought_along() -> Path | None:
    """The folder of the machine code that was installed with Halfmove, for a level of processors
    (`processor`); None where there is none, as in a checkout, or the processor is below the level."""
    folder = Path(__file__).parents[2] / "machine_code"
    return folder if folder.is_dir() and level_here() is not None else None


def brought_along(kernel: Any, arguments: tuple[Any, ...]) -> Path | None:
    """The installed file of the machine code for calls like this one, if there is one."""
    folder = _brought_along()
    name = folder and name_of_code(kernel, arguments, level_here())
    path = path_of(kernel, name, folder) if name else None
    return path if path is not None and path.exists() else None


def read(path: Path) -> Code | None:
    """What a file holds; None where there is none, or where a full disk or a crash cut it short."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) < _CHECK or hashlib.sha256(memoryview(data)[_CHECK:]).digest() != data[:_CHECK]:
        return None
    return Code(*pickle.loads(memoryview(data)[_CHECK:]))


def write(path: Path, code: Code) -> None:
    """Keep machine code; where that cannot be, say so once and go on."""
    payload = pickle.dumps(tuple(code), protocol=5)
    temporary = path.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(hashlib.sha256(payload).digest() + payload)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        _tell_unwritable(cache_folder(), error.strerror)


@functools.cache  # once, as Numba resets what Python remembers of the warnings it has shown
def _tell_unwritable(folder: Path, why: str) -> None:
    warnings.warn(
        f"Machine code cannot be kept in {folder} ({why}); it will be compiled anew next time. "
        "Set HALFMOVE_CACHE_DIR to a folder that can be written.",
        stacklevel=2,
    )


@functools.cache
def tell_not_kept(game: str, why: str) -> None:
    """Say, once for each game and reason, that machine code is not kept."""
    warnings.warn(
        f"The machine code of {game} cannot be kept, as {why}; every process compiles it anew.", stacklevel=3
    )


def why_not_kept(path: Path) -> str:
    """Why another process could not keep this machine code; "" where none has said so."""
    try:
        return path.with_suffix(REASON).read_text()
    except OSError:
        return ""


def _note(path: Path, why: str) -> None:
    """Keep the reason in place of the code; a folder that cannot be written is told of with the next code."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(REASON).write_text(why)


class Lock:
    """Held by the one process that makes a file of machine code; gone with that process, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor

    @classmethod
    def taken(cls, path: Path) -> Lock | None:
        """The lock, after whoever has it; None where there can be none, or after `PATIENCE` seconds."""
        if sys.platform == "win32":  # two processes may make the same code there, and either's serves
            return None
        until = time.monotonic() + PATIENCE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            while True:
                descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    # whoever had it may have removed the file since it was opened here
                    if path.exists() and path.stat().st_ino == os.fstat(descriptor).st_ino:
                        lock, descriptor = cls(path, descriptor), -1
                        return lock
                except BlockingIOError:
                    if time.monotonic() > until:
                        return None
                    time.sleep(_LOOK)
                finally:
                    if descriptor >= 0:
                        os.close(descriptor)
        except OSError:  # a folder that cannot be written, which is told when the code is to be kept
            return None

    def release(self) -> None:
        """Let the next one go on."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


_turns: Turns | None = None


def take_turns(parent: int) -> None:
    """Make code one process after the other, from now on, with those that do the same (`turns`); `parent` is
    the number of the process that waits for it."""
    global _turns
    _turns = Turns(cache_folder(), parent)


Function = Callable[..., Any]


def read_or_make(
    path: Path, load: Callable[[Code], Function | None], make: Callable[[], tuple[Function, Code | str]]
) -> Function:
    """The function whose machine code a file holds; where it does not, one process makes and keeps it, or
    what `make` says why that cannot be."""
    found = kept(path, load)
    if found is not None:
        return found
    with _turns.turn() if _turns else contextlib.nullcontext():
        return _make(path, load, make)


def _make(
    path: Path, load: Callable[[Code], Function | None], make: Callable[[], tuple[Function, Code | str]]
) -> Function:
    lock = Lock.taken(path.with_suffix(".lock"))
    try:
        found = kept(path, load) if lock is not None else None  # another process may have made it meanwhile
        if found is not None:
            return found
        function, code = make()
        if isinstance(code, str):
            _note(path, code)
        else:
            write(path, code)
        return function
    finally:
        if lock is not None:
            lock.release()


def kept(path: Path, load: Callable[[Code], Function | None]) -> Function | None:
    """The function whose machine code a file holds; None where it does not."""
    code = read(path)
    return None if code is None else load(code)
