"""What records of shogi say in words: how a game ended, handicaps, headers; and the bytes that they are.

Sources: the description of KIF and KI2 with Kifu for Windows (kakinoki.o.oo7.jp/kif_format.html), and of CSA
by the Computer Shogi Association, versions 2.2 and 3.0 (computer-shogi.org/protocol/record_v22.html and
record_v3.html).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

from halfmove.core.ending import RESULTS, TERMINATIONS, UNKNOWN
from halfmove.core.formats import GameRecord
from halfmove.core.record_text import encoding_of

ENDED = "ending"
"""The property that keeps the word with which a line of moves ends, and the seconds before it was said."""


class Word(NamedTuple):
    """How a game ended."""

    csa: str
    """CSA's word; empty for none."""
    winner: str
    """`mover`, `other` or `draw`; empty where nobody has won and nobody drawn."""
    how: str = ""
    """As `core.ending.Ending.how`."""


ENDINGS = {
    "投了": Word("TORYO", "other", "resignation"),
    "中断": Word("CHUDAN", "", "abandoned"),
    "千日手": Word("SENNICHITE", "draw"),
    "持将棋": Word("JISHOGI", "draw"),
    "引き分け": Word("HIKIWAKE", "draw"),
    "最大手数": Word("MAX_MOVES", "draw"),
    "詰み": Word("TSUMI", "other"),
    "詰": Word("", "other"),
    "不詰": Word("FUZUMI", ""),
    "切れ負け": Word("TIME_UP", "other", "time"),
    "時間切れ": Word("", "other", "time"),
    "反則負け": Word("ILLEGAL_MOVE", "other", "fault"),
    "反則勝ち": Word("ILLEGAL_ACTION", "mover", "fault"),
    "入玉勝ち": Word("KACHI", "mover"),
    "不戦敗": Word("", "other", "fault"),
    "不戦勝": Word("", "mover", "fault"),
    "待った": Word("MATTA", ""),
    "エラー": Word("ERROR", ""),
    "封じ手": Word("", ""),
}
"""By KIF's word.  Of those that say the same the first is written."""
OF_CSA = {word.csa: name for name, word in ENDINGS.items() if word.csa}
DECLARED = "入玉勝ち"
HANDICAPS = {
    "平手": "none",
    "香落ち": "lance",
    "右香落ち": "right-lance",
    "角落ち": "bishop",
    "飛車落ち": "rook",
    "飛香落ち": "rook-lance",
    "二枚落ち": "two-piece",
    "四枚落ち": "four-piece",
    "六枚落ち": "six-piece",
    "八枚落ち": "eight-piece",
    "十枚落ち": "ten-piece",
}
"""By KIF's word what the game's parameter says."""
OTHER_HANDICAPS = {
    "三枚落ち": "lnsgkgsn1/9",
    "五枚落ち": "2sgkgsn1/9",
    "左五枚落ち": "1nsgkgs2/9",
    "左七枚落ち": "2sgkg3/9",
    "右七枚落ち": "3gkgs2/9",
    "トンボ": "4k4/1r5b1",
}
"""White's first two ranks in those that are no parameter."""
MINI = "5五将棋"
OTHER = "その他"
_OWN = ("Black", "White", "Date", "Time", "Result", "Termination")
HEADERS = {"棋戦": "Event", "場所": "Site", "戦型": "Opening"}
PLAYERS = {"先手": "Black", "下手": "Black", "後手": "White", "上手": "White"}
DATE, TIME = "Date", "Time"
_MOMENT = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?", re.ASCII)


def result_of(word: str, mover: int) -> dict[str, str]:
    """The headers of a game that ended with a word when it was somebody's turn."""
    said = ENDINGS.get(word)
    if said is None:
        return {"Result": UNKNOWN}
    winner = {"mover": mover, "other": 1 - mover}.get(said.winner)
    share = 0.5 if said.winner == "draw" else None if winner is None else 1.0 - winner
    result = next((text for text, points in RESULTS.items() if points == share), UNKNOWN)
    return {"Result": result, **({"Termination": TERMINATIONS[said.how]} if said.how else {})}


def ending_of(record: GameRecord, state: Any, mover: int) -> str:
    """The word with which a record ends, whose last position is `state`; empty where none fits: the word that
    it was read with, where that still says what its headers do."""
    said = {name: record.headers[name] for name in ("Result", "Termination") if name in record.headers}
    kept = record.properties.get(ENDED, [""])[0]
    if kept and result_of(kept, mover).get("Result") == said.get("Result", UNKNOWN):
        return kept
    share = RESULTS.get(said.get("Result", ""))
    how = next((how for how, text in TERMINATIONS.items() if text == said.get("Termination")), "")
    if share is None:
        return "中断" if how == "abandoned" else ""
    if record.rules.is_terminal(state) and how == "":
        return "詰み"
    for word, meant in ENDINGS.items():
        if meant.how == how and result_of(word, mover).get("Result") == said["Result"]:
            return word
    return next((w for w in ("投了", "引き分け") if result_of(w, mover)["Result"] == said["Result"]), "")


def read_moment(text: str) -> dict[str, str]:
    """The headers of a time that a record says; none for what cannot be written back as it stands."""
    found = _MOMENT.fullmatch(text)
    if not found:
        return {}
    headers = {DATE: f"{found[1]}.{found[2]}.{found[3]}"}
    return headers | ({TIME: found[4]} if found[4] else {})


def moment_text(headers: dict[str, str]) -> str:
    """The same as a record writes it; empty for none, or one that would be read otherwise."""
    text = " ".join(filter(None, (headers.get(DATE, "").replace(".", "/"), headers.get(TIME, ""))))
    said = {name: headers[name] for name in (DATE, TIME) if name in headers}
    return text if said and read_moment(text) == said else ""


def is_header(name: str) -> bool:
    """Whether a name is one of PGN's (`Round`, `TimeControl`), as records of other formats have them."""
    return re.fullmatch(r"[A-Z][a-z]+[A-Za-z]*", name) is not None


def headers_besides(headers: dict[str, str], written: Collection[str]) -> list[tuple[str, str]]:
    """Those that no word of a format says; a date or a time only where it is known but has another form."""
    left = [(name, value) for name, value in headers.items() if name not in (*_OWN, *written)]
    if moment_text(headers):
        return left
    known = [(name, headers[name]) for name in (DATE, TIME) if re.search(r"\d", headers.get(name, ""))]
    return left + known


def one_line(text: str) -> str:
    """A text without ends of lines."""
    return " ".join(text.splitlines()) if len(text.splitlines()) > 1 or text.endswith("\n") else text


def decode(data: bytes) -> str:
    """The text of a file: by its mark, else UTF-8 where it is that, else Shift_JIS with Microsoft's
    characters."""
    for encoding in (encoding_of(data[:200]), "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return data.decode("cp932", "replace")


def in_shift_jis(text: str) -> bytes | None:
    """The bytes of a text in Shift_JIS with Microsoft's characters; None where it has others."""
    try:
        data = text.encode("cp932")
    except UnicodeEncodeError:
        return None
    return data if decode(data) == text else None
