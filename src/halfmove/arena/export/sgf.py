"""Go games as SGF, through sgfmill: Hollosi, "SGF File Format FF[4]", 2006."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from halfmove.arena.description import describe
from halfmove.arena.export.following import moves_of, start_of
from halfmove.arena.export.pgn import comment
from halfmove.arena.job import Record
from halfmove.arena.plan import Plan
from halfmove.core.errors import BadInput

_RULES = {"tromp-taylor": "Tromp-Taylor", "chinese": "Chinese", "aga": "AGA", "japanese": "Japanese"}


def written(plan: Plan, records: Iterable[Record]) -> Iterator[str]:
    """The SGF of each game; `BadInput` for a game other than Go, and for a board that is not square."""
    sgf = _sgfmill()
    from halfmove.games.go import Go

    game = plan.game.open()
    if not isinstance(game, Go):
        raise BadInput(f"SGF is for Go; write games of {game.title()} as .txt.")
    if game.width != game.height:
        raise BadInput("SGF files are written of square boards; write these games as .txt.")
    for record in records:
        start = start_of(game, record)
        told = sgf.Sgf_game(size=game.width)
        root = told.get_root()
        black, white = (describe(plan.players[p]).name for p in record.players)
        root.set("PB", black)
        root.set("PW", white)
        root.set("KM", float(game.parameters.get("komi", 0.0)))
        root.set("RU", _RULES.get(str(game.parameters.get("rules")), str(game.parameters.get("rules"))))
        root.set("RE", _result(record))
        root.set("RO", str(record.round + 1))
        _stones(game, start, root)
        for state, action, move in moves_of(game, record, start):
            node = told.extend_main_sequence()
            row, column = _place(game, game.action_text(state, action))
            node.set_move("bw"[game.to_move(state)], None if row < 0 else (row, column))
            if not move.opening:
                node.set("C", comment(move))
        yield told.serialise().decode() + "\n"


def _result(record: Record) -> str:
    if not record.counts:
        return "Void"
    if record.scores[0] == 0.5:
        return "0"
    how = {"resignation": "R", "time": "T", "fault": "F"}.get(record.ending, "")
    return f"{'B' if record.scores[0] > 0.5 else 'W'}+{how}"


def _stones(game: Any, start: Any, root: Any) -> None:
    """Stones that are on the board before the first move."""
    stones = [set(), set()]  # type: list[set[tuple[int, int]]]
    for row, line in enumerate(game.position_text(start).split()[0].split("/")):
        column = 0
        for count, letter in _runs(line):
            if letter in "XO":
                stones["XO".index(letter)] |= {(game.height - 1 - row, column + i) for i in range(count)}
            column += count
    if any(stones):
        root.set_setup_stones(stones[0], stones[1])


def _runs(line: str) -> Iterator[tuple[int, str]]:
    """A row of a position: how many points of what."""
    number = ""
    for letter in line:
        if letter.isdecimal():
            number += letter
            continue
        if number:
            yield int(number), "."
            number = ""
        yield 1, letter
    if number:
        yield int(number), "."


def _place(game: Any, vertex: str) -> tuple[int, int]:
    """Row from below and column of a vertex; (-1, -1) for a pass."""
    if vertex == "pass":
        return -1, -1
    return int(vertex[1:]) - 1, "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(vertex[0])


def _sgfmill() -> Any:
    try:
        from sgfmill import sgf
    except ImportError:
        raise BadInput("SGF files need the package sgfmill: pip install 'halfmove[arena]'.") from None
    return sgf
