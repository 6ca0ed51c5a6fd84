"""What clocks showed after each move, written into the record: `[%clk 0:04:58]` in PGN, `BL[298]` in SGF, and
the time control, `300+2`."""

from __future__ import annotations

import math

from halfmove.core.contract import CHANCE
from halfmove.web.board.clock import Clock
from halfmove.web.board.record import Record

TAG = "TimeControl"
UNKNOWN = "?"
"""PGN's word for a control that no other tells."""


def note(record: Record, clock: Clock) -> None:
    """Write down what its player has left after the last move, in whole seconds; what a file says stays."""
    node = record.here
    if clock.base is None or node.of_file or node.mover == CHANCE:
        return
    node.paper.clock = float(math.floor(max(clock.left(node.mover), 0.0)))
    if record.headers.keys() - {TAG}:
        return  # a file's game
    control = f"{clock.base:g}" + (f"+{clock.increment:g}" if clock.increment else "")
    told = record.headers.get(TAG)
    begins = node.ply == 1 or (told is None and node.ply <= record.game.players)
    record.headers[TAG] = control if begins or told == control else UNKNOWN
