"""Games from SGF files.

Only the main line must be a game: from an empty board or from stones that are set up before its first move,
the players in turn, every move legal but for superko.  It is read as far as it is one.  What stands in
variations is kept as it is.  What is repaired is said in `repairs` of the game; with `strict` it is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, Broken
from halfmove.core.record_text import read_bytes
from halfmove.core.sgf_charset import Piece, decode
from halfmove.core.sgf_tree import Node, Part, Repair, collection, with_place
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State
from halfmove.games.go.sgf.beginning import Beginning, after, game_of, next_move, start_of
from halfmove.games.go.sgf.game import TAGS, SgfGame, SgfMove, vertex
from halfmove.games.go.sgf.results import is_known, read_result
from halfmove.games.go.sgf.root import root_of

_SHOWN = 40
"""Letters of a strange word that a sentence has."""
_MOST_REPAIRS = 100
"""Sentences about one game."""


def read_sgf(path: str | Path, *, broken: Broken | None = None, strict: bool = False) -> Iterator[SgfGame]:
    """The games of a file, with all that is said of them.

    `BadInput` for a file that cannot be read, and for a broken game if there is no `broken` to be told of it.
    """

    def with_path(error: BadInput) -> BadInput:
        return BadInput(f"{path}: {error}")

    data = read_bytes(path)
    try:
        yield from games(
            decode(data), broken=broken and (lambda error: broken(with_path(error))), strict=strict
        )
    except BadInput as error:
        raise with_path(error) from None


def games(
    text: str,
    *,
    broken: Broken | None = None,
    compiled: bool = True,
    bound: Bound | None = None,
    strict: bool = False,
) -> Iterator[SgfGame]:
    """The games of a text; `compiled`: whether their rules may become machine code."""
    for number, part, piece in collection(text):
        try:
            yield _game(part, piece, f"game {number} (line {part.line})", _Reading(compiled, strict, bound))
        except BadInput as error:
            named = with_place(number, part.line, error)
            if broken is None:
                raise named from None
            broken(named)


class _Reading:
    """How games are read, and what was repaired in one."""

    def __init__(self, compiled: bool, strict: bool, bound: Bound | None) -> None:
        self.compiled, self.strict, self.bound = compiled, strict, bound
        self.repairs: list[str] = []

    def repair(self, sentence: str) -> None:
        if self.strict:
            raise BadInput(sentence)
        if len(self.repairs) < _MOST_REPAIRS:
            self.repairs.append(sentence)


def _game(part: Part, piece: Piece, place: str, reading: _Reading) -> SgfGame:
    root = root_of(part, reading.repair)
    if reading.bound is not None:
        reading.bound.begin()
        reading.bound.count(sum(1 for _ in root.below()))
    for note in piece.notes:
        reading.repair(note)
    rules, begins = game_of(root, reading.compiled, reading.repair)
    start = start_of(rules, begins)
    moves, end = _play(root, rules, begins, rules.initial() if start is None else start, reading.repair)
    headers = {name: root.text(key) for name, key in TAGS.items() if key in root.properties}
    _check_result(root, rules, moves, reading.repair)
    return SgfGame(
        root, rules, start, headers, moves, place,
        repairs=reading.repairs, opening=begins.nodes, end=end, charset=piece.charset,
    )  # fmt: skip


def _play(
    root: Node, rules: Go, begins: Beginning, state: State, repair: Repair
) -> tuple[list[SgfMove], Node | None]:
    """The moves of the main line, and the first node of it that is no part of the game."""
    moves: list[SgfMove] = []
    for node in root.main_line():
        try:
            told = next_move(node, rules, begins, len(moves))
            if told is None:
                continue
            text = vertex(rules, told)
            try:
                # a game may go on after two passes, in which players have marked the dead stones
                action = rules.parse_action(state._replace(passes=0), text)
            except BadInput as error:
                number = len(moves) + 1
                raise BadInput(
                    f"line {node.line}: move {number}, '{text}', cannot be played: {error}"
                ) from None
        except BadInput as error:
            repair(f"{str(error).rstrip('.')}; what follows is no part of the game.")
            return moves, node
        moves.append(SgfMove(node, action, text, rules))
        state = after(rules, state, action)
    return moves, None


def _check_result(root: Node, rules: Go, moves: list[SgfMove], repair: Repair) -> None:
    """Whether the result is known, and can be with the komi where the game was counted."""
    results = root.properties.get("RE", ())
    if not results:
        return
    told = root.text("RE")
    if len(set(results)) > 1:
        repair(f"it has several results; '{told[:_SHOWN]}' counts.")
    ending = read_result(told)
    if ending is None:
        if not is_known(told):
            repair(f"its result '{told[:_SHOWN]}' is none that is known.")
        return
    margin = ending.margin if ending.winner is not None else "0"
    doubled = 2 * float(margin or 0.25)
    ended = len(moves) > 1 and all(move.action == rules.points for move in moves[-2:])
    said = "KM" in root.properties and doubled == int(doubled) and not rules.handicap
    if ended and said and (doubled + 2 * float(rules.komi)) % 2:
        repair(f"its result '{told[:_SHOWN]}' cannot be with a komi of {float(rules.komi):g}.")
