"""Go games as SGF, through sgfmill: Hollosi, "SGF File Format FF[4]", 2006."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from halfmove.arena.export.following import moves_of, start_of
from halfmove.arena.export.pgn import comment
from halfmove.arena.job import Ending, Record
from halfmove.arena.plan import Plan, names_of
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
    called = names_of(plan)
    for record in records:
        start = start_of(game, record)
        told = sgf.Sgf_game(size=game.width)
        root = told.get_root()
        black, white = (called[p] for p in record.players)
        root.set("PB", black)
        root.set("PW", white)
        root.set("KM", float(game.parameters.get("komi", 0.0)))
        root.set("RU", _RULES.get(str(game.parameters.get("rules")), str(game.parameters.get("rules"))))
        root.set("RO", str(record.round + 1))
        _stones(game, start, root)
        state = start
        for before, action, move in moves_of(game, record, start):
            node = told.extend_main_sequence()
            row, column = _place(game, game.action_text(before, action))
            node.set_move("bw"[game.to_move(before)], None if row < 0 else (row, column))
            if not move.opening:
                node.set("C", comment(move))
            state = game.result(before, action)
        root.set("RE", _result(game, state, record))
        yield told.serialise().decode() + "\n"


def _result(game: Any, state: Any, record: Record) -> str:
    """`B+3.5` where it was counted, `W+R`, `B+T`, `B+F`, `0` for a draw, `Void` for what does not count."""
    if not record.counts:
        return "Void"
    if record.scores[0] == 0.5:
        return "0"
    winner = "B+" if record.scores[0] > 0.5 else "W+"
    if record.ending != Ending.RULES:
        return winner + {Ending.RESIGNATION: "R", Ending.TIME: "T", Ending.FAULT: "F"}.get(
            Ending(record.ending), ""
        )
    agreed = record.words.removeprefix("result ")  # by the stones that the players have called dead
    counted = str(game.result_text(state)) if agreed == record.words else agreed
    return counted if counted.startswith(winner) else winner


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
        root.set("PL", "bw"[game.to_move(start)])
    if game.handicap and start == game.initial():
        root.set("HA", game.handicap)


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
