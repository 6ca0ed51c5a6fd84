"""What shogi has in common on boards of every size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from halfmove.core.errors import BadInput
from halfmove.games.shogi.encoding import Encoding
from halfmove.games.shogi.knowledge import Knowledge
from halfmove.games.shogi.notation import Notation
from halfmove.games.shogi.position import DECLARE, DROP, Position, end_of, own_of, start_of

if TYPE_CHECKING:
    from halfmove.core.dialects import Dialect
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface
    from halfmove.core.tuning import Tunable


class Family(Notation, Knowledge, Encoding):
    """What shogi has in common on boards of every size."""

    uncompiled_parameters: ClassVar[tuple[str, ...]] = ("notation", "pieces")
    pieces = "international"
    """What stands on the pieces of the picture: `kanji` or `international` signs."""
    board_title = ""
    """What the game is called over its board; empty where that is the name of its class."""
    mate_in_one = ""
    """A position in which one move wins at once."""

    def setup(self) -> None:
        for name, values in self.choices().items():
            if getattr(self, name) not in values:
                raise BadInput(
                    f"{name} is one of {', '.join(map(str, values))}, not '{getattr(self, name)}'."
                )
        super().setup()

    def draw(self, s: Position, *, last: int | None = None, below: int = 0) -> str:
        """The board as SVG, a king in check marked; if asked, the `last` action too, and White below."""
        from halfmove.games.shogi.board import svg

        squares: tuple[int, ...] = ()
        if last is not None and last != DECLARE:
            squares = tuple(n for n in (start_of(last), end_of(last)) if n < DROP)
        checked = self.king_square(s, own_of(s)) if self.in_check(s) else None
        return svg(self, s, last=squares, checked=checked, below=below)

    def dialects(self) -> Sequence[Dialect]:
        from halfmove.games.shogi.usi import UsiShogi

        return (UsiShogi(self, self.name),)

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.shogi.records import formats_of

        return formats_of(self)

    def surface(self) -> Surface:
        from halfmove.games.shogi.board import Board

        return Board(self)

    def tunable(self) -> Tunable:
        from halfmove.games.shogi.weights import TUNABLE

        return TUNABLE

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """A king in the corner: one move mates at once, or the lion arrives."""
        return {}, self.mate_in_one, 2
