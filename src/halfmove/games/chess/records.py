"""The formats in which games and positions of chess are read and written: PGN, and EPD for reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.compile import runs_compiled
from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, MainLine, OpeningLine, RecordFormat
from halfmove.core.record_text import stream_lines

if TYPE_CHECKING:
    from halfmove.core.formats import Move
    from halfmove.core.pawns import Evaluation, Pawns
    from halfmove.games.chess.pgn.game import PgnGame
    from halfmove.games.chess.position import Position

_RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
_ID = re.compile(r'\bid\s+"([^"]*)"')
_CLOCK = {name: re.compile(rf"\b{name}\s+(\d+)\s*(?:;|$)") for name in ("hmvc", "fmvn")}


class PGN(RecordFormat):
    """Portable Game Notation (Edwards, "Portable Game Notation Specification", 1994)."""

    name = "PGN"
    suffixes = (".pgn",)
    bare_moves = True
    charset = "latin-1"

    def begins(self, text: str) -> bool:
        return text.startswith("[")

    # ---- reading
    def prepare(self) -> None:
        from halfmove.games.chess.pgn.following import Follower
        from halfmove.games.chess.pgn.position import initial, rules

        game = rules(False, True)
        if runs_compiled(game):
            Follower().prepare(game, initial(game))

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[PgnGame]:
        from halfmove.games.chess.pgn.reading import games

        return games(text, broken=broken, compiled=self.game.compiled, strict=self.strict)

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[PgnGame]:
        from halfmove.games.chess.pgn.reading import read_pgn

        return read_pgn(path, broken=broken, strict=self.strict)

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        from halfmove.games.chess.pgn.reading import read_main_lines

        return read_main_lines(path, broken=broken, strict=self.strict)

    def openings(self, text: str) -> Iterator[OpeningLine]:
        """The main lines, variations left aside."""
        from halfmove.games.chess.pgn.reading import main_lines

        for number, line in enumerate(main_lines(text), 1):
            states = list(line.states())
            position = line.rules.position_text(states[0])
            try:
                elsewhere = self.game.parse(position) != self.game.initial()
            except BadInput as error:
                raise BadInput(f"{line.place}: {error}") from None
            if not line.actions and line.start is None:
                raise BadInput(f"{line.place}: it has neither moves nor a position (FEN) to begin with.")
            moves = tuple(map(line.rules.action_text, states, line.actions))
            name = line.headers.get("Opening") or line.headers.get("ECO") or f"game {number}"
            yield OpeningLine(line.place, moves, position if elsewhere else None, name)

    # ---- writing
    def text(self, record: Any) -> str:
        from halfmove.games.chess.pgn.writing import pgn_text

        return pgn_text(record)

    def share(self, record: PgnGame) -> float | None:
        from halfmove.core.ending import RESULTS

        return RESULTS.get(record.result)

    def result(self, state: Position, share: float | None, how: str = "rules", agreed: str = "") -> str:
        return "*" if share is None else _RESULTS[share]

    def evaluation(
        self, value: float | None, mate: int | None, depth: int | None, mover: int
    ) -> Evaluation | None:
        """None also where the move mates: that is on the board."""
        from halfmove.core.pawns import Evaluation

        if mate is not None:
            moves = abs(mate) // 2  # of the side that mates, this one done
            sign = 1 if mate > 0 else -1
            return Evaluation(mate=sign * moves, depth=depth).to(mover) if moves else None
        return None if value is None else Evaluation(pawns=value, depth=depth).to(mover)

    def evaluation_text(self, worth: Any) -> str:
        from halfmove.games.chess.pgn.game import evaluation_text

        return evaluation_text(worth)

    def evaluation_of(self, text: str) -> Any:
        from halfmove.core.formats import Move
        from halfmove.games.chess.pgn.game import add_comment

        said = Move(None, "")
        add_comment(said, f"[%eval {text}]")
        return said.evaluation

    def continuation(self, state: Any, moves: list[Move]) -> str:
        from halfmove.games.chess.pgn.writing import line_text

        return line_text(moves, state.number, state.mover)

    def numbered(self, record: PgnGame, ply: int) -> str:
        """`12. Nf3`, `12... Nf6`."""
        moved = record.first.mover + ply
        dots = "..." if moved % 2 else "."
        return f"{record.first.number + moved // 2}{dots} {record.moves[ply].text}"

    def scale(self) -> Pawns:
        from halfmove.core.pawns import Pawns

        return Pawns()


class EPD(RecordFormat):
    """Positions, one a line, as FEN or EPD (the same standard, sections 16.1 and 16.2).

    The first four fields are the position.  FEN's two clocks may follow, or EPD's operations, of which `id`
    names the position and `hmvc` and `fmvn` are the clocks.
    """

    name = "EPD"
    suffixes = (".epd", ".fen")
    written = False

    def begins(self, text: str) -> bool:
        return False

    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[PgnGame]:
        """Each position as a game without moves."""
        from halfmove.games.chess.pgn.game import PgnGame

        for line in self.openings(text):
            try:
                start = self.game.parse(line.position or "")
            except BadInput as error:
                failed = BadInput(f"{line.place}: {error}")
                if broken is None:
                    raise failed from None
                broken(failed)
            else:
                yield PgnGame(self.game, start, {"Opening": line.name}, place=line.place)

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[PgnGame]:
        return self.read("".join(stream_lines(path)), broken=broken)

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        for record in self.read_file(path, broken=broken):
            yield MainLine.of(record, None)

    def openings(self, text: str) -> Iterator[OpeningLine]:
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.partition(" #")[0].strip()
            if not line or line.startswith("#"):
                continue
            words = line.split()
            fields, rest = [word.rstrip(";") for word in words[:4]], words[4:]
            if len(fields) < 4:
                raise BadInput(f"line {number}: '{line}' is no FEN or EPD; it needs four fields at least.")
            said = " ".join(rest)
            name = _ID.search(said)
            position = " ".join([*fields, *_clocks(rest, said)])
            yield OpeningLine(f"line {number}", (), position, name[1] if name else " ".join(fields))

    def text(self, record: Any) -> str:
        raise BadInput(self.refusal())


def _clocks(rest: list[str], said: str) -> list[str]:
    """Plies since a capture or a pawn's move, and the number of the move."""
    plain = [word.rstrip(";") for word in rest[:2]]
    if len(plain) == 2 and all(word.isdecimal() for word in plain):
        return plain
    told = [pattern.search(said) for pattern in _CLOCK.values()]
    return [found[1] if found else default for found, default in zip(told, ("0", "1"), strict=True)]
