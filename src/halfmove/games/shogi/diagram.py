"""Positions of shogi drawn as boards, as KIF, newspapers and boards on the net have them (BOD).

後手の持駒：飛　歩二
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・ ・ ・ ・ ・ ・ ・v角 ・|二
…
+---------------------------+
先手の持駒：なし
手数＝12  ▲７六歩  まで
後手番
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from halfmove.core.errors import BadInput
from halfmove.games.shogi.geometry import BLACK, DRAGON, KING, KNIGHT, LANCE, PROMOTED, SILVER, WHITE
from halfmove.games.shogi.japanese import FILES, NAMES, RANKS
from halfmove.games.shogi.notation import HAND_ORDER, Notation
from halfmove.games.shogi.position import Position, hand_of, held

SIGNS = {
    **{kind: name for kind, name in NAMES.items() if len(name) == 1},
    LANCE + PROMOTED: "杏",
    KNIGHT + PROMOTED: "圭",
    SILVER + PROMOTED: "全",
}
"""A piece as one character."""
_KINDS = {sign: kind for kind, sign in SIGNS.items()} | {"王": KING, "竜": DRAGON}
EMPTY, NOTHING = "・", "なし"
BORDER = re.compile(r"\+-+\+?\s*")
RANK = re.compile(r"\|(.*)\|.*")
HAND = re.compile(r"(先手|下手|後手|上手)の?持ち?駒\s*[：:](.*)")
NUMBER = re.compile(r"手数\s*[＝=]\s*(\d{1,6}).*", re.ASCII)
TURN = re.compile(r"(先手|下手|後手|上手)番\s*")
_DIGITS = "一二三四五六七八九"


def count_text(number: int) -> str:
    """A number up to 19 in kanji; nothing for one."""
    if number == 1:
        return ""
    tens, ones = divmod(number, 10)
    return "十" * tens + (_DIGITS[ones - 1] if ones else "")


def read_count(text: str) -> int:
    """The number that kanji or digits write; 1 for nothing, 0 for what is none."""
    if re.fullmatch(r"[0-9]{1,2}", text):
        return int(text)
    found = re.fullmatch(r"(十?)([一二三四五六七八九]?)", text)
    if not found:
        return 0
    return (10 if found[1] else 0) + (_DIGITS.index(found[2]) + 1 if found[2] else 0) or 1


# ---- writing
def hand_text(game: Notation, s: Position, side: int) -> str:
    """A hand: `飛　歩二`; `なし` for none."""
    hand = hand_of(s, side)
    counts = [(NAMES[kind], held(hand, kind)) for kind in HAND_ORDER]
    return "　".join(name + count_text(n) for name, n in counts if n) or NOTHING


def board_lines(game: Notation, s: Position, names: Sequence[str]) -> list[str]:
    """The lines of a diagram; `names` are what the players are called: 先手 and 後手, or 下手 and 上手."""
    lines = [f"{names[WHITE]}の持駒：{hand_text(game, s, WHITE)}"]
    lines.append("  " + " ".join(reversed(FILES[: game.files])))
    border = "+" + "-" * 3 * game.files + "+"
    lines.append(border)
    for rank in range(game.ranks):
        cells = []
        for file in reversed(range(game.files)):
            square = game.geometry.square(file, rank)
            kind = game.kind_on(s, square)
            lower = game.symbol_at(s, square).islower()
            cells.append(("v" if lower else " ") + (SIGNS[kind] if kind else EMPTY))
        lines.append(f"|{''.join(cells)}|{RANKS[rank]}")
    lines += [border, f"{names[BLACK]}の持駒：{hand_text(game, s, BLACK)}"]
    if s.number != 1:
        lines.append(f"手数＝{s.number - 1}  まで")
    return lines + ([f"{names[WHITE]}番"] if s.mover == WHITE else [])


# ---- reading
class Diagram:
    """A position as its lines are read."""

    def __init__(self, game: Notation) -> None:
        self.game = game
        self.rows: list[str] = []
        self.hands = ["", ""]
        self.mover = BLACK
        self.number = 1

    def take(self, line: str) -> bool:
        """Whether a line belongs to a diagram; `BadInput` for a rank or a hand that is none."""
        if BORDER.fullmatch(line) or re.fullmatch(r"[\s　]*[１-９](?:[\s　]*[１-９])+[\s　]*", line):
            return True
        if found := RANK.fullmatch(line):
            self.rows.append(self._rank(found[1]))
        elif found := HAND.fullmatch(line):
            side = BLACK if found[1] in ("先手", "下手") else WHITE
            self.hands[side] = self._hand(found[2], side)
        elif found := NUMBER.fullmatch(line):
            self.number = int(found[1]) + 1
        elif found := TURN.fullmatch(line):
            self.mover = BLACK if found[1] in ("先手", "下手") else WHITE
        else:
            return False
        return True

    def _rank(self, text: str) -> str:
        cells = re.findall(r"([vV^ 　])(\S)", text)
        if len(cells) != self.game.files or 2 * len(cells) != len(text):
            raise BadInput(f"a rank has {self.game.files} squares of two characters, unlike '{text[:40]}'.")
        row = ""
        for side, sign in cells:
            kind = 0 if sign in (EMPTY, "·", "・") else _KINDS.get(sign, -1)
            if kind < 0:
                raise BadInput(f"'{sign}' is no piece.")
            row += self.game.symbol(kind, WHITE if side in "vV" else BLACK) if kind else "1"
        return re.sub("1+", lambda run: str(len(run[0])), row)

    def _hand(self, text: str, side: int) -> str:
        hand = ""
        for word in text.split():
            if word == NOTHING:
                continue
            kind, number = _KINDS.get(word[0], 0), read_count(word[1:])
            if kind not in HAND_ORDER or not number:
                raise BadInput(f"'{word[:20]}' is nothing that can be in hand.")
            hand += f"{number}{self.game.symbol(kind, side)}"
        return hand

    def position(self) -> Position | None:
        """The position; None where no board was drawn."""
        if not self.rows:
            return None
        hands = "".join(self.hands) or "-"
        return self.game.parse(f"{'/'.join(self.rows)} {'bw'[self.mover]} {hands} {self.number}")
