"""The formats of records of shogi: KIF, KI2 and CSA.

Files are in Shift_JIS with Microsoft's characters, or in UTF-8; which, their bytes tell.  They are written
in Shift_JIS where their ending is `.kif`, `.ki2` or `.csa` and it has all their characters (CSA since its
version 3.0 in UTF-8), else in UTF-8, which their first line says.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord
from halfmove.core.pawns import Evaluation
from halfmove.games.shogi import csa, kifu
from halfmove.games.shogi.judged import PawnsOfShogi, evaluation_in, evaluation_lines
from halfmove.games.shogi.kifu_words import decode, in_shift_jis
from halfmove.games.shogi.notation import Notation

Part = list[tuple[int, str]]
KIF_IN_UTF8 = "#KIF version=2.0 encoding=UTF-8"


class Kifu(FormatByParts):
    """What the formats have in common."""

    charset = "cp932"
    in_utf8: tuple[str, ...] = ()
    """The endings of files that are in UTF-8 always."""
    game: Notation
    between = ""
    """The line between two games of a file."""

    def decoded(self, data: bytes) -> str:
        return decode(data)

    @abstractmethod
    def utf8(self, text: str) -> str:
        """A game's text that says that it is in UTF-8."""

    def place(self, number: int, part: Part) -> str:
        return f"game {number}"

    def scale(self) -> PawnsOfShogi:
        return PawnsOfShogi()

    def evaluation(
        self, value: float | None, mate: int | None, depth: int | None, mover: int
    ) -> Evaluation | None:
        """None also where the move mates: that is on the board."""
        if mate is not None:
            plies = (abs(mate) - 1) * (1 if mate > 0 else -1)
            return Evaluation(mate=plies, depth=depth).to(mover) if plies else None
        return None if value is None else Evaluation(pawns=value, depth=depth).to(mover)

    def evaluation_text(self, worth: Any) -> str:
        return "\n".join(evaluation_lines(worth))

    def evaluation_of(self, text: str) -> Any:
        return evaluation_in(text)

    def encode(self, text: str) -> bytes:
        return self._bytes(text, always=False)

    def _bytes(self, text: str, *, always: bool) -> bytes:
        return (None if always else in_shift_jis(text)) or self.utf8(text).encode()

    def write(self, path: str | Path, records: Iterable[Any]) -> int:
        """One encoding for all games of a file."""
        always = Path(path).suffix.lower() in self.in_utf8
        texts = [self.text(record) for record in records]
        plain = always or any(in_shift_jis(text) is None for text in texts)
        with whole_bytes(path) as out:
            for number, text in enumerate(texts):
                out.write(f"{self.between}\n".encode() if number and self.between else b"")
                out.write(self._bytes(text, always=plain))
        return len(texts)


class KIF(Kifu):
    """KIF, as Kifu for Windows writes it, with times and variations."""

    name = "KIF"
    suffixes = (".kif", ".kifu")
    in_utf8 = (".kifu",)
    ki2 = False

    def begins(self, text: str) -> bool:
        return kifu.begins_kif(text) and not kifu.begins_ki2(text)

    def parts(self, text: str) -> Iterator[Part]:
        return kifu.parts(text)

    def record(self, part: Part) -> GameRecord:
        return kifu.Reader(self.game, part, self.bound).record

    def text(self, record: Any) -> str:
        return "\n".join(kifu.Writer(record, ki2=self.ki2).lines) + "\n"

    def utf8(self, text: str) -> str:
        return f"{KIF_IN_UTF8}\n{text}"


class KI2(KIF):
    """KI2, for people to read: moves as they are printed in newspapers, without times."""

    name = "KI2"
    suffixes = (".ki2", ".ki2u")
    in_utf8 = (".ki2u",)
    ki2 = True

    def begins(self, text: str) -> bool:
        return kifu.begins_ki2(text)


class CSA(Kifu):
    """CSA's format, for programs: without variations."""

    name = "CSA"
    suffixes = (".csa",)
    between = "/"

    def begins(self, text: str) -> bool:
        return csa.begins(text)

    def parts(self, text: str) -> Iterator[Part]:
        return csa.parts(text)

    def record(self, part: Part) -> GameRecord:
        return csa.Reader(self.game, part, self.bound).record

    def text(self, record: Any) -> str:
        lines = [*csa.lines_of(record)]
        head = [csa.ENCODING] if lines[0] >= csa.NEWEST else []
        return "\n".join([*head, *lines]) + "\n"

    def _bytes(self, text: str, *, always: bool) -> bytes:
        return super()._bytes(text, always=always or text.startswith(csa.ENCODING))

    def utf8(self, text: str) -> str:
        if text.startswith(csa.ENCODING):
            return text
        return f"{csa.ENCODING}\n{csa.NEWEST}\n{text.split(chr(10), 1)[1]}"


def formats_of(game: Notation) -> list[Kifu]:
    """The formats of a game: all for shogi, those of people for minishogi; none for dōbutsu shōgi, whose
    pieces have no names in them."""
    if not game.sliding:
        return []
    return [KIF(game), KI2(game), CSA(game)] if game.files == 9 else [KIF(game), KI2(game)]
