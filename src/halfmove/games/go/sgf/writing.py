"""Games to SGF files, in UTF-8."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.atomic_file import whole_file
from halfmove.core.formats import GameRecord, Move
from halfmove.games.go.sgf.game import MARKS, TAGS, SgfGame, point_of, sgfmill

if TYPE_CHECKING:
    from halfmove.games.go.rules import State

_RULES = {"tromp-taylor": "Tromp-Taylor", "chinese": "Chinese", "aga": "AGA", "japanese": "Japanese"}


def write_sgf(path: str | Path, games: Iterable[SgfGame]) -> int:
    """Write games to a file, which takes its place when all are there; how many.

    `BadInput` for a file that cannot be written.
    """
    written = 0
    with whole_file(path) as out:
        for game in games:
            out.write(sgf_text(game))
            written += 1
    return written


def sgf_text(game: SgfGame) -> str:
    """The SGF of a game that was read, with an end of line."""
    root = game.tree.get_root()
    for name, key in TAGS.items():
        told = game.headers.get(name)
        if told is not None and (not root.has_property(key) or str(root.get(key)) != told):
            root.set(key, told)
    text: str = game.tree.serialise().decode(game.tree.get_charset())
    return text


def new_tree(record: GameRecord) -> Any:
    """A game of plain data, on a square board, as sgfmill has it.  Headers that SGF has no property for, and
    those that say nothing (`?`), are left out."""
    game: Any = record.rules
    tree = sgfmill().Sgf_game(size=game.width)
    root = tree.get_root()
    root.set("KM", float(game.komi))
    root.set("RU", _RULES.get(game.rules, game.rules))
    for name, key in TAGS.items():
        told = record.headers.get(name, "?")
        if name == "Date":
            told = "?" if "?" in told else told.replace(".", "-")
        if told != "?":
            root.set(key, told)
    if record.comment:
        root.set("C", record.comment)
    _set_up(root, game, record.first)
    waiting = [(root, record.moves, record.first.mover)]
    while waiting:
        node, moves, mover = waiting.pop(0)
        for move in moves:
            for line in move.variations:
                waiting.append((node, line, mover))
            node = node.new_child()
            _say(node, game, move, mover)
            mover = 1 - mover
    return tree


def _say(node: Any, game: Any, move: Move, mover: int) -> None:
    """A move, and what is said of it."""
    node.set_move("bw"[mover], point_of(game, move.action))
    if move.comment:
        node.set("C", move.comment)
    for name, value in (MARKS[glyph] for glyph in move.nags if glyph in MARKS):
        node.set_raw(name, value.encode())


def _set_up(root: Any, game: Any, start: State) -> None:
    """Stones that are on the board before the first move."""
    stones = [
        {point_of(game, game.point(place)) for place in bits.wide_squares(side)}
        for side in (start.black, start.white)
    ]
    if any(stones):
        root.set_setup_stones(*stones)
        root.set("PL", "bw"[start.mover])
    if game.handicap and start == game.initial():
        root.set("HA", game.handicap)
