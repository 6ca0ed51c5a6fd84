"""A certificate that is being written: the numbers found so far, in a file beside that of the certificate.

The checker's walk asks for its numbers in one order, so those found so far are all that is needed to go on:
the walk is repeated with them, without any search.  The file has a head that says what is being proven, and
then the numbers, seven bits a byte as in the certificate; who kills the process loses the last second's.
"""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, NotProven

MARK = b"halfmove draft of a certificate 1\n"
EVERY = 1.0
"""Seconds between two writings."""


class Draft:
    """The numbers so far, first those that the file has; `BadInput` where it is of another proof."""

    def __init__(self, file: str | Path, game: Game, state: Any, claim: Claim) -> None:
        path = Path(file).expanduser()
        self.path = path.with_name(f"{path.name}.draft")
        self.head = MARK + certificate_file.head_of(game, state, claim) + b"\n"
        self.numbers: list[int] = self._read()
        self.used = self.written = len(self.numbers)
        self.replayed = 0
        self._due = time.monotonic() + EVERY

    @property
    def waiting(self) -> int:
        """How many of the numbers that the file had are not taken yet."""
        return self.used - self.replayed

    def take(self, most: int) -> list[int]:
        """The next of the numbers that the file had, none after the last."""
        block = self.numbers[self.replayed : min(self.replayed + most, self.used)]
        self.replayed += len(block)
        return block

    def append(self, number: int) -> None:
        """Add a number that was found."""
        self.numbers.append(number)

    def save_when_due(self) -> None:
        """Write what is not written yet, once a second."""
        if time.monotonic() >= self._due:
            self.save()

    def save(self) -> None:
        """Write what is not written yet."""
        new = self.numbers[self.written :]
        if new:
            try:
                with self.path.open("ab") as out:
                    if self.written == 0:
                        out.truncate(0)
                        out.write(self.head)
                    out.write(b"".join(map(certificate_file.encode, new)))
            except OSError as error:
                raise BadInput(f"The file '{self.path}' cannot be written: {error.strerror}.") from None
        self.written = len(self.numbers)
        self._due = time.monotonic() + EVERY

    def remove(self) -> None:
        """Delete the file, as the certificate is whole."""
        self.path.unlink(missing_ok=True)
        self.written = len(self.numbers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, NotProven):
            self.save()
        elif self.replayed:
            raise self._foreign() from None

    def _read(self) -> list[int]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BadInput(f"The file '{self.path}' cannot be read: {error.strerror}.") from None
        if not data.startswith(self.head):
            raise self._foreign()
        # a number that was cut off is found anew
        whole = len(data)
        while whole > len(self.head) and data[whole - 1] > 127:
            whole -= 1
        if whole < len(data):
            with self.path.open("r+b") as out:
                out.truncate(whole)
        return list(certificate_file.decode([data[len(self.head) : whole]]))

    def _foreign(self) -> BadInput:
        return BadInput(f"'{self.path}' is no draft of this proof; delete it to begin anew.")
