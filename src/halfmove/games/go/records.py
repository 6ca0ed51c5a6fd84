"""The format in which games of Go are read and written: SGF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.ending import Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, GameRecord, MainLine, OpeningLine, RecordFormat

if TYPE_CHECKING:
    from halfmove.games.go.game import Go
    from halfmove.games.go.rules import State
    from halfmove.games.go.sgf.game import Chances, SgfGame
    from halfmove.games.go.sgf.markup import SgfMarkup

_HOW = {"resignation": "R", "time": "T", "fault": "F"}


class SGF(RecordFormat):
    """Smart Game Format (Hollosi, "SGF File Format FF[4]", 2006)."""

    name = "SGF"
    suffixes = (".sgf",)
    charset = "latin-1"

    game: Go

    def begins(self, text: str) -> bool:
        return text.startswith("(") and re.search(r"GM\[\s*(?!0*1\s*\])", text[:2000]) is None

    def decoded(self, data: bytes) -> str:
        """In the charset that each game's `CA` names, or its bytes tell."""
        from halfmove.core.sgf_charset import decoded

        return decoded(data)

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        """With size, komi and rules as the text has them, and all else that it says."""
        from halfmove.core.sgf_tree import placed
        from halfmove.games.go.sgf.plain import plain
        from halfmove.games.go.sgf.reading import games

        compiled, strict = self.game.compiled, self.strict
        for record in games(text, broken=broken, compiled=compiled, bound=self.bound, strict=strict):
            try:
                found = plain(record)
            except BadInput as error:
                number, line = map(int, re.findall(r"\d+", record.place))
                failed = placed(number, line, error)
                if broken is None:
                    raise failed from None
                broken(failed)
            else:
                yield found

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[SgfGame]:
        from halfmove.games.go.sgf.reading import read_sgf

        return read_sgf(path, broken=broken, strict=self.strict)

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        for record in self.read_file(path, broken=broken):
            yield MainLine.of(record, self.share(record))

    def openings(self, text: str) -> Iterator[OpeningLine]:
        """From an empty board, or from stones that are set up before the first move."""
        from halfmove.core.sgf_tree import collection, placed
        from halfmove.games.go.sgf.beginning import beginning_of, start_of, turns
        from halfmove.games.go.sgf.game import vertex
        from halfmove.games.go.sgf.root import pass_over, root_of, size_of

        game = self.game
        for number, part, _ in collection(text):
            place = f"game {number}"
            try:
                root = root_of(part, pass_over)
                width, height = size_of(root, pass_over)
                if (game.width, game.height) != (width, height):
                    raise BadInput(f"it is on {width}×{height}, the match on {game.width}×{game.height}.")
                begins = beginning_of(root, game, pass_over)
                start, nodes = start_of(game, begins), list(turns(root, game, begins))
            except BadInput as error:
                raise placed(number, part.line, error) from None
            moves = tuple(vertex(game, action) for _, action in nodes)
            name = root.text("GN") or place
            yield OpeningLine(place, moves, None if start is None else game.position_text(start), name)

    def text(self, record: Any) -> str:
        """Of a game that was read, all that stood there; of plain data, a new tree."""
        from halfmove.games.go.sgf.game import SgfGame
        from halfmove.games.go.sgf.plain import new_tree
        from halfmove.games.go.sgf.writing import in_utf8, sgf_text

        return sgf_text(record) if isinstance(record, SgfGame) else in_utf8(new_tree(record))

    def encoded(self, record: Any) -> bytes:
        """In UTF-8, or where bytes could not be decoded in the charset that they stood in."""
        from halfmove.games.go.sgf.game import SgfGame
        from halfmove.games.go.sgf.plain import new_tree
        from halfmove.games.go.sgf.writing import bytes_of, sgf_bytes

        if isinstance(record, SgfGame):
            return sgf_bytes(record)
        return bytes_of(new_tree(record)) or self.text(record).encode()

    def write(self, path: str | Path, records: Iterable[Any]) -> int:
        count = 0
        with whole_bytes(path) as out:
            for record in records:
                out.write(self.encoded(record))
                count += 1
        return count

    def share(self, record: SgfGame) -> float | None:
        """What `RE` says, in whatever words."""
        from halfmove.games.go.sgf.results import read_result

        ending = read_result(record.result)
        return None if ending is None else 0.5 if ending.winner is None else 1.0 - ending.winner

    def result(self, state: State | None, share: float | None, how: str = "rules", agreed: str = "") -> str:
        """`B+3.5` where it was counted, `W+R`, `B+T`, `B+F`, `0` for a draw, `Void` where it does not
        count."""
        if share is None:
            return "Void"
        if share == 0.5:
            return "0"
        winner = "B+" if share > 0.5 else "W+"
        if how != "rules":
            return winner + _HOW.get(how, "")
        score = agreed or ("" if state is None else self.game.result_text(state))
        return score if score.startswith(winner) else winner

    def evaluation_text(self, worth: Any) -> str:
        from halfmove.games.go.sgf.game import rate_text

        return rate_text(worth)

    def evaluation_of(self, text: str) -> Any:
        from halfmove.games.go.sgf.game import WinRate

        return WinRate(float(text) / 100) if re.fullmatch(r"\d{1,3}(\.\d{1,9})?", text) else None

    def ending(self, headers: Mapping[str, str]) -> Ending | None:
        from halfmove.games.go.sgf.results import read_result

        return read_result(headers.get("Result", ""))

    def ended(self, ending: Ending) -> dict[str, str]:
        share = 0.5 if ending.winner is None else 1.0 - ending.winner
        return {"Result": self.result(None, share, ending.how or "other")}

    def numbered(self, record: SgfGame, ply: int) -> str:
        """`12. W D4`."""
        return f"{ply + 1}. {'BW'[(record.first.mover + ply) % 2]} {record.moves[ply].text}"

    def markup(self) -> SgfMarkup:
        from halfmove.games.go.sgf.markup import SgfMarkup

        return SgfMarkup(self.game)

    def scale(self) -> Chances:
        from halfmove.games.go.sgf.game import Chances

        return Chances()
