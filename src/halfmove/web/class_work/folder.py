"""The files of class work in the folder that the server was given (`--class`), by the ids in their links."""

from __future__ import annotations

import os
import re
import secrets
import threading
from contextlib import suppress
from pathlib import Path

from halfmove.core.atomic_file import check_writable
from halfmove.core.errors import BadInput
from halfmove.teach.handouts.handout import Handout
from halfmove.teach.handouts.work_file import ENDING, WorkFile, read_folder

MOST_FILES = 400
KEY_FILE = "teacher.key"


class ClassFolder:
    """A folder of class work.  Files that `halfmove class` adds while the server runs are found."""

    def __init__(self, folder: str | Path) -> None:
        """`BadInput` for a folder that cannot be made or written, and for a file in it that is damaged."""
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(
                f"The folder '{folder}' for class work cannot be made: {error.strerror}."
            ) from None
        check_writable(self.folder / f"work{ENDING}")
        self._lock = threading.Lock()
        self._files: dict[Path, WorkFile] = {}
        self.key = self._find_key()
        for path in read_folder(self.folder):
            self._files[path] = WorkFile(path)

    def files(self) -> list[WorkFile]:
        """All of them, the newest first.  A file that comes while the server runs and is damaged is passed
        over: what others hand out goes on."""
        with self._lock:
            for path in read_folder(self.folder):
                if path not in self._files:
                    with suppress(BadInput):
                        self._files[path] = WorkFile(path)
            for path in [path for path in self._files if not path.exists()]:
                del self._files[path]
            return sorted(self._files.values(), key=lambda file: file.handout.made, reverse=True)

    def find(self, id: str) -> WorkFile:
        """The file with this id; `BadInput` where there is none."""
        for file in self.files():
            if file.handout.id == id:
                return file
        raise BadInput(f"There is no class work '{id[:20]}' here; ask for the link again.")

    def add(self, handout: Handout) -> WorkFile:
        """A new file, named by the title and the id."""
        if len(self.files()) >= MOST_FILES:
            raise BadInput(f"The folder has {MOST_FILES} files of class work; move old ones away.")
        words = re.sub(r"[^\w-]+", "-", handout.title).strip("-")[:40] or "work"
        made = WorkFile.create(self.folder / f"{words}-{handout.id}{ENDING}", handout)
        with self._lock:
            return self._files.setdefault(made.path, made)

    def is_teacher(self, key: str) -> bool:
        """Whether this is the key of the folder."""
        return secrets.compare_digest(key.encode(), self.key.encode())

    def _find_key(self) -> str:
        """The folder's key, which opens the page that hands out: made once, for its owner alone."""
        path = self.folder / KEY_FILE
        try:
            with open(path, "x", encoding="ascii", opener=_private) as out:
                out.write(secrets.token_urlsafe(18) + "\n")
        except FileExistsError:
            pass
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
        key = path.read_text(encoding="ascii", errors="replace").strip()
        if len(key) < 8:
            raise BadInput(f"The file '{path}' is damaged; remove it, and a new key is made.")
        return key


def is_teacher_of(file: WorkFile, key: str) -> bool:
    """Whether this is the key of the teacher's link of a file."""
    return secrets.compare_digest(key.encode(), file.handout.key.encode())


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
