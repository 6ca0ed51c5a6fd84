"""The format in which games of Go are read and written: SGF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.ending import Ending, counted
from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, GameRecord, MainLine, OpeningLine, RecordFormat

if TYPE_CHECKING:
    from halfmove.games.go.game import Go
    from halfmove.games.go.rules import State
    from halfmove.games.go.sgf.game import SgfGame
    from halfmove.games.go.sgf.markup import SgfMarkup
    from halfmove.games.go.sgf.scale import Chances

_HOW = {"resignation": "R", "time": "T", "fault": "F"}
_SHARES = {"B": 1.0, "W": 0.0, "0": 0.5, "D": 0.5}


class SGF(RecordFormat):
    """Smart Game Format (Hollosi, "SGF File Format FF[4]", 2006)."""

    name = "SGF"
    suffixes = (".sgf",)
    charset = "latin-1"

    game: Go

    def begins(self, text: str) -> bool:
        return text.startswith("(") and re.search(r"GM\[\s*(?!0*1\s*\])", text[:2000]) is None

    def decoded(self, data: bytes) -> str:
        """In the charset that its `CA` names."""
        from halfmove.games.go.sgf.reading import decoded

        return decoded(data)

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        """With size, komi and rules as the text has them, and all else that it says."""
        from halfmove.games.go.sgf.plain import plain
        from halfmove.games.go.sgf.reading import games

        for record in games(text, broken=broken, compiled=self.game.compiled, bound=self.bound):
            try:
                found = plain(record)
            except BadInput as error:
                failed = BadInput(f"{record.place}: {error}")
                if broken is None:
                    raise failed from None
                broken(failed)
            else:
                yield found

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[SgfGame]:
        from halfmove.games.go.sgf.reading import read_sgf

        return read_sgf(path, broken=broken)

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        for record in self.read_file(path, broken=broken):
            yield MainLine.of(record, self.share(record))

    def openings(self, text: str) -> Iterator[OpeningLine]:
        """From an empty board, or from the stones that the root sets up."""
        from halfmove.core.sgf_tree import parts
        from halfmove.games.go.sgf.game import vertex
        from halfmove.games.go.sgf.reading import main_line, root_of, size_of

        game = self.game
        for number, part in enumerate(parts(text), 1):
            place = f"game {number}"
            try:
                root = root_of(part)
                width, height = size_of(root)
                if (game.width, game.height) != (width, height):
                    raise BadInput(f"it is on {width}×{height}, the match on {game.width}×{game.height}.")
                start, nodes = main_line(root, game)
            except BadInput as error:
                raise BadInput(f"{place}: {error}") from None
            moves = tuple(vertex(game, action) for _, action in nodes)
            name = root.text("GN") or place
            yield OpeningLine(place, moves, None if start is None else game.position_text(start), name)

    def text(self, record: Any) -> str:
        """Of a game that was read, all that stood there; of plain data, a new tree."""
        from halfmove.core.sgf_tree import written
        from halfmove.games.go.sgf.game import SgfGame
        from halfmove.games.go.sgf.plain import new_tree
        from halfmove.games.go.sgf.writing import sgf_text

        return sgf_text(record) if isinstance(record, SgfGame) else written(new_tree(record)) + "\n"

    def share(self, record: SgfGame) -> float | None:
        return _SHARES.get(record.result[:1].upper())

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
        return counted(headers.get("Result", ""))

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
        from halfmove.games.go.sgf.scale import Chances

        return Chances()
