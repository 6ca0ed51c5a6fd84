"""Games from files (section 6.3.2): their main lines, as SGF tells them.

A file may do what no game does: set stones up between two moves, or have one side move twice.  The record
takes it as it takes such a thing from a controller.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from halfmove.core.dialects import Step, gtp_dialect
from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.commands.setup import spoken
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.server import Server, command, whole


@command("loadsgf")
def loadsgf(server: Server, words: list[str]) -> str:
    """A game from a file, up to and without the move of a number if one is given."""
    if not 1 <= len(words) <= 2:
        raise BadInput("syntax error")
    board, game = spoken(server), server.game
    before = whole(words[1]) if len(words) == 2 else None
    try:
        data = Path(words[0]).read_bytes()
    except OSError:
        raise BadInput("cannot load file") from None
    try:
        parameters, steps = board.read_file(data)
        record = Record(type(game)(**{**game.parameters, **parameters}))
        _follow(record, steps, before)
    except ValueError as error:  # `BadInput`, or the reader's word for all that it cannot read
        raise BadInput(f"cannot load file: {error}") from None
    server.start(record)
    return ""


def _follow(record: Record, steps: Iterable[Step], before: int | None) -> None:
    """Do what the main line says, up to the move of a number."""
    board = gtp_dialect(record.game)
    assert board is not None, "the game that read the file is of this kind"
    number = 0
    for step in steps:
        if step.move is None:
            mover = record.history.mover if step.mover is None else step.mover
            record.set_up(board.with_stones(record.state, step.stones, mover))
            continue
        number += 1
        if number == before:
            return
        colour, vertex = step.move
        record.play(record.seat(colour), vertex)
