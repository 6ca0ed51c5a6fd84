"""Machine code kept on disk between processes.

One file for each kernel, game and version of either, named by what it depends on: the kernel with all it
calls, the argument types (the game's type carries the digest of its rules), compile flags, processor,
Numba and Python, and this package's own intrinsics.  Whatever changes, the name changes, so a stale file
is never opened; it is never edited either, so processes can share the folder.  Who makes a file holds a lock
meanwhile, so that two processes do not make the same code twice.
"""

import contextlib
import functools
import hashlib
import io
import os
import pickle
import sys
import time
import uuid
import warnings
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import NumbaPickler

from halfmove.core.digest import digest

if sys.platform != "win32":
    import fcntl

PATIENCE = 180.0
"""Seconds to wait for machine code that another process makes: several times what the longest kernel takes.
Then it is made here as well, as the other may be standing still, or wait for us."""
_LOOK = 0.05
"""Seconds between two looks at a lock."""

_VERSION = sys.modules["halfmove"].__version__  # its names, not needed here, reach up to games and searches


def cache_folder() -> Path:
    """Where machine code is kept: `HALFMOVE_CACHE_DIR`, or `halfmove` in the user's cache folder."""
    chosen = os.environ.get("HALFMOVE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "halfmove"


@functools.cache
def _ground() -> str:
    """What every kernel's machine code depends on: versions, flags and our own intrinsics."""
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.version, _VERSION
    h = hashlib.sha256(" ".join(versions).encode())
    h.update(f"{config.OPT} {config.BOUNDSCHECK} {config.DEBUGINFO_DEFAULT}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        h.update(path.read_bytes())
    return h.hexdigest()


def _described(kind: types.Type) -> str:
    """A type with all that machine code takes from it: Numba's own text leaves out the fields of a record."""
    if isinstance(kind, types.BaseTuple):
        inside = ", ".join(map(_described, kind))
        if isinstance(kind, types.BaseNamedTuple):
            cls = kind.instance_class
            return f"{cls.__module__}.{cls.__qualname__}({', '.join(kind.fields)}: {inside})"
        return f"({inside})"
    return str(kind)


def _of_a_script(kind: types.Type) -> bool:
    """Whether values of this type are records whose class a script (`__main__`) defines."""
    if isinstance(kind, types.BaseNamedTuple) and kind.instance_class.__module__ == "__main__":
        return True
    return isinstance(kind, types.BaseTuple) and any(map(_of_a_script, kind))


class _Pickler(NumbaPickler):
    """Stores a class of a script (`__main__`) as its name.

    Numba's own pickler copies such a class into the file; read back, the copy is a stranger to the script.
    """

    def reducer_override(self, value):  # type: ignore[no-untyped-def]
        if isinstance(value, type) and value.__module__ == "__main__":
            with contextlib.suppress(AttributeError):
                if _class_named(value.__module__, value.__qualname__) is value:
                    return _class_named, (value.__module__, value.__qualname__)
        return super().reducer_override(value)


def _class_named(module: str, qualified: str) -> Any:
    return functools.reduce(getattr, qualified.split("."), sys.modules[module])


def _dumps(value: Any) -> bytes:
    with io.BytesIO() as file:
        _Pickler(file, protocol=4).dump(value)
        return file.getvalue()


@functools.cache  # once, as Numba resets what Python remembers of the warnings it has shown
def _tell_unwritable(folder: Path, why: str) -> None:
    warnings.warn(
        f"Machine code cannot be kept in {folder} ({why}); it will be compiled anew next time. "
        "Set HALFMOVE_CACHE_DIR to a folder that can be written.",
        stacklevel=2,
    )


class _Lock:
    """Held by the one process that makes a file of machine code; gone with that process, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor

    @classmethod
    def taken(cls, path: Path) -> "_Lock | None":
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
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


class KernelCache(_Cache):
    """The cache that a kernel's dispatcher consults before compiling and fills after."""

    def __init__(self, function, name: str) -> None:  # type: ignore[no-untyped-def]
        self._function = function
        self._folder = cache_folder() / _VERSION / name
        self._digest: str | None = None
        self._enabled = True
        self._making: list[_Lock | None] = []
        """The locks of what is being made here, innermost last; None where there can be none."""

    @property
    def cache_path(self):  # type: ignore[no-untyped-def]
        return str(self._folder)

    def _path(self, arguments, codegen) -> Path:  # type: ignore[no-untyped-def]
        if self._digest is None:
            self._digest = digest(self._function)
        signature = ", ".join(map(_described, arguments))
        depends = f"{signature} {codegen.magic_tuple()} {self._digest} {_ground()}"
        return self._folder / f"{hashlib.sha256(depends.encode()).hexdigest()[:40]}.code"

    def load_overload(self, sig, target_context):  # type: ignore[no-untyped-def]
        if not self._enabled:
            return None
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        found = self._read(path, sig, target_context)
        if found is None:
            lock = _Lock.taken(path.with_suffix(".lock"))
            if lock is not None:
                found = self._read(path, sig, target_context)  # another process may have made it meanwhile
            if found is None:
                self._making.append(lock)  # until `save_overload` or `made`
            elif lock is not None:
                lock.release()
        return found

    def made(self) -> None:
        """The machine code that was looked for last and not found has been made, or cannot be."""
        if self._making:
            lock = self._making.pop()
            if lock is not None:
                lock.release()

    def _read(self, path: Path, sig, target_context):  # type: ignore[no-untyped-def]
        try:
            data = path.read_bytes()
        except OSError:
            return None
        check, payload = data[:32], data[32:]
        if hashlib.sha256(payload).digest() != check:
            return None  # cut short by a full disk or a crash: compile anew
        try:
            result = CompileResult._rebuild(target_context, *pickle.loads(payload))
        except (ImportError, AttributeError):
            return None  # it returns a class that this process does not have: compile anew
        return result if tuple(result.signature.args) == tuple(sig) else None

    def save_overload(self, sig, data):  # type: ignore[no-untyped-def]
        try:
            self._keep(sig, data)
        finally:
            self.made()

    def _keep(self, sig, data):  # type: ignore[no-untyped-def]
        if not self._enabled or data.library.has_dynamic_globals or data.lifted:
            return
        if _of_a_script(data.signature.return_type):
            return  # Numba 0.68 writes a copy of the class into the code that returns it
        path = self._path(sig, data.codegen)
        payload = _dumps(data._reduce())
        temporary = path.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(payload).digest() + payload)
            temporary.replace(path)
        except OSError as error:
            self._enabled = False
            with contextlib.suppress(OSError):
                temporary.unlink()
            _tell_unwritable(cache_folder(), error.strerror)

    def enable(self):  # type: ignore[no-untyped-def]
        self._enabled = True

    def disable(self):  # type: ignore[no-untyped-def]
        self._enabled = False

    def flush(self):  # type: ignore[no-untyped-def]
        for path in self._folder.glob("*.code"):
            path.unlink(missing_ok=True)
