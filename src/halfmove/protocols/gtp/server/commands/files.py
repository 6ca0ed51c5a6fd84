"""Games from files (section 6.3.2): their main lines, as SGF tells them.

A file may do what no game does: set stones up between two moves, or have one side move twice.  The record
takes it as it takes such a thing from a controller.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.go.sgf.game import vertex_of
from halfmove.games.go.sgf.reading import decoded, komi_of, records, tree_of
from halfmove.protocols.gtp.server.commands.setup import go_of, position_with
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.serving import Server, command, whole

_MOVERS = {"b": 0, "w": 1, "1": 0, "2": 1}
"""Whose turn it is; by numbers in files from before FF[4]."""


@command("loadsgf")
def loadsgf(server: Server, words: list[str]) -> str:
    """A game from a file, up to and without the move of a number if one is given."""
    if not 1 <= len(words) <= 2:
        raise BadInput("syntax error")
    game = go_of(server)
    before = whole(words[1]) if len(words) == 2 else None
    try:
        data = Path(words[0]).read_bytes()
    except OSError:
        raise BadInput("cannot load file") from None
    try:
        tree = tree_of(next(records(decoded(data)), ""))
        size, komi = tree.get_size(), komi_of(tree)
        parameters: dict[str, Any] = {"width": size, "height": size, "handicap": 0}
        if komi is not None:
            parameters["komi"] = komi
        record = Record(type(game)(**{**game.parameters, **parameters}))
        _follow(record, tree, before)
    except ValueError as error:  # `BadInput`, or sgfmill's word for all that it cannot read
        raise BadInput(f"cannot load file: {error}") from None
    server.start(record)
    return ""


def _follow(record: Record, tree: Any, before: int | None) -> None:
    """Do what the main line says, up to the move of a number."""
    number = count(1)
    for node in tree.get_main_sequence():
        if node.has_setup_stones() or node.has_property("PL"):
            _set_up(record, node)
        colour, point = node.get_move()
        if colour is None:
            continue
        if next(number) == before:
            return
        record.play(record.seat(colour), vertex_of(point))


def _set_up(record: Record, node: Any) -> None:
    """Put and remove stones, and hand over the turn, as a node says."""
    game: Any = record.game
    state = record.state
    stones: dict[int, str | None] = {}
    for colour, points in zip(("X", "O", None), node.get_setup_stones(), strict=True):
        for point in points:
            stones[game.parse_point(vertex_of(point))] = colour
    mover = record.history.mover
    if node.has_property("PL"):
        told = node.get_raw("PL").decode("latin-1").strip().lower()[:1]
        if told not in _MOVERS:
            raise BadInput("it does not say whose turn it is: PL is neither B nor W")
        mover = _MOVERS[told]
    record.set_up(position_with(game, state, stones, mover))
