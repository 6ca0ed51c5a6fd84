"""What a record of shogi says a position is worth, in lines of its comments, as ShogiHome writes them.

*#評価値=123            a hundredth of a pawn is 1; positive where Black is better
*#詰み=先手勝ち:5手     Black mates in five plies
*#深さ=12               so many plies deep
*【悪手】               a mistake, as PGN's `?`
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from halfmove.core.formats import Move
from halfmove.core.pawns import Evaluation, Pawns

WORTH = "#評価値="
MATE = "#詰み="
DEPTH = "#深さ="
WINS = ("先手勝ち", "後手勝ち")
GLYPHS = {6: "【疑問手】", 2: "【悪手】", 4: "【大悪手】", 1: "【好手】", 3: "【妙手】"}
"""By PGN's glyph: ?!, ?, ??, !, !!."""
_WORTH = re.compile(rf"{WORTH}([+-]?\d{{1,7}})(?:\.\d{{1,3}})?", re.ASCII)
_DEPTH = re.compile(rf"{DEPTH}(\d{{1,3}})(?:/\d{{1,3}})?", re.ASCII)
_FLOODGATE = re.compile(r"\* ?([+-]?\d{1,5})(?: .*)?", re.ASCII)
_MATE = re.compile(rf"{MATE}({'|'.join(WINS)})(?::(\d{{1,4}})手)?", re.ASCII)


class PawnsOfShogi(Pawns):
    """In pawns and plies to a mate."""

    in_plies = True


def read_judgements(moves: Iterable[Move]) -> None:
    """Take from the comments of moves, and of their variations, what the moves are worth."""
    waiting = [*moves]
    while waiting:
        move = waiting.pop()
        waiting += [other for line in move.variations for other in line]
        lines = move.comment.split("\n")
        move.evaluation = evaluation_in(move.comment)
        move.nags = tuple(glyph for line in lines for glyph, word in GLYPHS.items() if line == word)


def comment_of(move: Move) -> str:
    """The comment of a move with what the move is worth; as it is where it says that already."""
    lines = move.comment.split("\n") if move.comment else []
    said = Move(None, "", comment=move.comment)
    read_judgements([said])
    if said.evaluation != move.evaluation:
        lines = [line for line in lines if not any(form.fullmatch(line) for form in (_WORTH, _MATE, _DEPTH))]
        lines += [] if move.evaluation is None else evaluation_lines(move.evaluation)
    if said.nags != move.nags:
        lines = [line for line in lines if line not in GLYPHS.values()]
        lines += [GLYPHS[glyph] for glyph in move.nags if glyph in GLYPHS]
    return "\n".join(lines)


def evaluation_lines(worth: Evaluation) -> list[str]:
    """What a position is worth, in lines of a comment."""
    return [_text(worth), *([] if worth.depth is None else [f"{DEPTH}{worth.depth}"])]


def evaluation_in(text: str) -> Evaluation | None:
    """The last evaluation that a comment says, with the depth where one alone is said; None without."""
    lines = text.split("\n")
    worths = [worth for worth in map(_read, lines) if worth is not None]
    depths = [int(found[1]) for line in lines if (found := _DEPTH.fullmatch(line))]
    if not worths:
        return None
    return replace(worths[-1], depth=depths[0] if len(depths) == 1 else None)


def _read(line: str) -> Evaluation | None:
    """A mate of unknown length is no number, and stays words alone."""
    if found := _WORTH.fullmatch(line) or _FLOODGATE.fullmatch(line):
        return Evaluation(pawns=int(found[1]) / 100)
    if (found := _MATE.fullmatch(line)) and found[2]:
        plies = int(found[2])
        return Evaluation(mate=plies if found[1] == WINS[0] else -plies)
    return None


def _text(worth: Evaluation) -> str:
    if worth.pawns is not None:
        return f"{WORTH}{round(worth.pawns * 100)}"
    mate = worth.mate or 0
    return f"{MATE}{WINS[mate < 0]}:{abs(mate)}手"
