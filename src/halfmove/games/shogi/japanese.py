"""Moves in Japanese: `▲７六歩`, `▲２二角成`, `△３三銀不成`, `▲５五歩打`, `▲５八金右`.

Where several pieces of a kind can go to a square, it is said which: by how it goes there (上 up, 寄 sideways,
引 back), by where it stands (右, 左 as its side sees it, 直 straight behind), or both.  Source: Japan Shogi
Association, shogi.or.jp/faq/kihuhyouki.html.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from halfmove.games.shogi.geometry import (
    BISHOP,
    BLACK,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
)
from halfmove.games.shogi.position import DECLARE, DROP, Position, end_of, kind_at, promotes, start_of

if TYPE_CHECKING:
    from halfmove.games.shogi.notation import Notation

FILES = "１２３４５６７８９"
RANKS = "一二三四五六七八九"
MARKS = "▲△"
"""Of Black's and White's moves."""
NAMES = {
    PAWN: "歩",
    LANCE: "香",
    KNIGHT: "桂",
    SILVER: "銀",
    GOLD: "金",
    BISHOP: "角",
    ROOK: "飛",
    KING: "玉",
    PAWN + PROMOTED: "と",
    LANCE + PROMOTED: "成香",
    KNIGHT + PROMOTED: "成桂",
    SILVER + PROMOTED: "成銀",
    BISHOP + PROMOTED: "馬",
    ROOK + PROMOTED: "龍",
}
OTHER_NAMES = {"王": "玉", "竜": "龍", "杏": "成香", "圭": "成桂", "全": "成銀"}
"""Read for those above."""


def square_text(game: Notation, square: int) -> str:
    """`７六`."""
    file, rank = game.geometry.place(square)
    return FILES[file] + RANKS[rank]


def japanese_text(game: Notation, s: Position, a: int, *, mark: bool = True, same: bool = False) -> str:
    """An action in Japanese; `same`: to the square of the move before, written 同."""
    side = MARKS[s.mover] if mark else ""
    if a == DECLARE:
        return f"{side}入玉勝ち"
    start, end = start_of(a), end_of(a)
    there = "同" if same else square_text(game, end)
    if start > DROP:
        kind = start - DROP
        return f"{side}{there}{NAMES[kind]}{'打' if game.rivals(s, kind, -1, end) else ''}"
    kind = kind_at(s, start)
    text = f"{side}{there}{NAMES[kind]}{which(game, s, kind, start, end)}"
    if promotes(a):
        return text + "成"
    return text + ("不成" if (a ^ 1 << 14) in game.arriving(s, start, end) else "")


def place(game: Notation, s: Position, square: int) -> tuple[int, int]:
    """A square as the mover sees it: the file from his left, and the rank from his side."""
    file, rank = game.geometry.place(square)
    if s.mover == BLACK:
        return game.files - 1 - file, game.ranks - 1 - rank
    return file, rank


def which(game: Notation, s: Position, kind: int, start: int, end: int) -> str:
    """What tells a piece from others of its kind that can go to the square, too; empty if none can."""
    rivals = game.rivals(s, kind, start, end)
    if not rivals:
        return ""
    goal = place(game, s, end)

    def movement(square: int) -> str:
        rank = place(game, s, square)[1]
        return "上" if rank < goal[1] else "引" if rank > goal[1] else "寄"

    def direction(square: int) -> str:
        file = place(game, s, square)[0]
        others = [place(game, s, other)[0] for other in (start, *rivals) if other != square]
        if kind in (BISHOP + PROMOTED, ROOK + PROMOTED, BISHOP, ROOK):  # of two, by where they stand
            return "左" if file < min(others) else "右"
        if file == goal[0]:
            return "直" if movement(square) == "上" else ""
        return "左" if file < goal[0] else "右"

    if all(movement(other) != movement(start) for other in rivals):
        return movement(start)
    here = direction(start)
    if here == "直":
        return here
    if here and all(direction(other) != here for other in rivals):
        return here
    return here + movement(start)


def read_japanese(game: Notation, s: Position, text: str) -> int | None:
    """The legal action of a text in Japanese, with or without a mark; None if there is none."""
    wanted = re.sub(r"[▲△☗☖▼▽\s]", "", text)
    wanted = re.sub(r"^([1-9])", lambda digit: FILES[int(digit[0]) - 1], wanted)
    for other, name in OTHER_NAMES.items():
        wanted = wanted.replace(other, name)
    if not wanted or (wanted[0] not in FILES and wanted != "入玉勝ち"):
        return None
    for a in game.legal(s):
        usual = japanese_text(game, s, a, mark=False)
        if wanted in (usual, usual + "打" if a != DECLARE and start_of(a) > DROP else usual):
            return int(a)
    found = _SAID.fullmatch(wanted)
    fitting = [int(a) for a in game.legal(s) if found and a != DECLARE and _fits(game, s, int(a), found)]
    return fitting[0] if len(fitting) == 1 else None


_SAID = re.compile(
    r"(?P<there>..)(?P<piece>成[香桂銀]|.)(?P<side>[左右直]?)(?P<way>[上行引入寄]?)(?P<how>成|不成|)"
)


def _fits(game: Notation, s: Position, a: int, found: re.Match[str]) -> bool:
    """Whether a move on the board is one that a text says with more words than are needed, or others."""
    start, end = start_of(a), end_of(a)
    if start > DROP or square_text(game, end) != found["there"] or NAMES[kind_at(s, start)] != found["piece"]:
        return False
    if promotes(a) != (found["how"] == "成"):
        return False
    (file, rank), (goal, line) = place(game, s, start), place(game, s, end)
    ways = {"上": rank < line, "行": rank < line, "引": rank > line, "入": rank > line, "寄": rank == line}
    others = [place(game, s, other)[0] for other in game.rivals(s, kind_at(s, start), start, end)]
    sides = {
        "左": file < goal or all(file < other for other in others),
        "右": file > goal or all(file > other for other in others),
        "直": file == goal and rank < line,
    }
    return ways.get(found["way"], True) and sides.get(found["side"], True)
