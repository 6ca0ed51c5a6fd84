"""Results as `RE` has them: the standard's `B+3.5`, `W+R`, `0`, `Void`, and those of servers and editors in
English, Chinese, Japanese and Korean: `Black+3`, `W+Time`, `黑中盘胜`, `白3目半勝`, `白方超时负`."""

from __future__ import annotations

import re
import unicodedata

from halfmove.core.ending import Ending

_DRAWS = frozenset(
    (
        "0",
        "d",
        "draw",
        "drawn",
        "jigo",
        "tie",
        "和",
        "和棋",
        "和局",
        "平局",
        "持碁",
        "持棋",
        "ジゴ",
        "무승부",
        "빅",
    )
)
_UNKNOWN = "? ?? - void unknown unfinished playing suspended noresult n/r none"
_UNKNOWN_IN_ASIA = "未知 没有结果 无结果 無結果 无胜负 無勝負 未完 打掛 打ち掛け 打挂 无效 무효 미정"
_NOTHING = frozenset(("", *_UNKNOWN.split(), *_UNKNOWN_IN_ASIA.split()))
"""Words that say that there is no result, or that nobody knows."""
_WINNER = re.compile(
    r"(black|white|b|w|黑|黒|白|흑|백)(?:方|番|棋|子|이|은|의)?(?P<rest>[^a-z].*|wins?\b.*|won\b.*|)",
    re.DOTALL,
)
_BLACK = frozenset(("black", "b", "黑", "黒", "흑"))
_WINS = re.compile(r"\s*\+|\s*(?:wins?|won)\b|.*[胜勝승赢贏]|\s*(?:中[押盘盤]|불계)", re.DOTALL)
_LOSES = re.compile(r".*(?:[负負敗败패]|\bloses?\b|\blost\b)", re.DOTALL)
_HOW = (
    ("time", re.compile(r"\s*\+?\s*t|.*(?:超[时時]|[时時][间間]切|時間|시간|\btime)")),
    ("fault", re.compile(r"\s*\+?\s*f|.*(?:强退|強退|[犯反][规規则則]|不戦|不战|반칙|기권|forfeit)")),
    ("resignation", re.compile(r"\s*\+?\s*r|.*(?:中[盘盤押]|不[计計]|[认認][输輸]|投了|投子|불계|resign)")),
)
_NUMERALS = {"半": 0.0, "両": 2, "两": 2, "兩": 2} | {
    numeral: n for n, numeral in enumerate("一二三四五六七八九十", 1)
}
_MARGIN = re.compile(
    r"(?P<number>(?<!\d)\d{1,4}(?:[.,]\d{1,3})?(?!\d)|[一二両两兩三四五六七八九十半])\s*(?:目|집|子|points?|pts?|moku)?\s*(?P<half>[半반])?"
)
_FRACTION = re.compile(r"\d\s*又|\d/\d|[十][一二三四五六七八九]|[一二三四五六七八九]十")
"""Margins that are counted otherwise than in whole points and halves."""


def read_result(result: str) -> Ending | None:
    """What `RE` says: `B+3.5`, `W+Resign`, `0`; None where it says nothing."""
    word = _plain(result)
    if word in _DRAWS:
        return Ending(None)
    found = _WINNER.fullmatch(word)
    if found is None:
        return None
    winner, rest = int(found[1] not in _BLACK), found["rest"]
    if _LOSES.match(rest):
        winner = 1 - winner
    elif not _WINS.match(rest):
        return None
    how = next((how for how, said in _HOW if said.match(rest)), "")
    return Ending(winner, how, "" if how else _margin(rest))


def is_known(result: str) -> bool:
    """Whether a word is a result, or says that there is none."""
    return read_result(result) is not None or _plain(result).replace(" ", "") in _NOTHING


def _plain(result: str) -> str:
    """In small letters of common width, without what ends a sentence."""
    return unicodedata.normalize("NFKC", result).casefold().strip().rstrip(".!。").strip()


def _margin(rest: str) -> str:
    """By how many points, as a number; nothing where that is not said, or not in points."""
    found = _MARGIN.search(rest)
    if found is None or _FRACTION.search(rest):
        return ""
    number = found["number"].replace(",", ".")
    if number[0].isdecimal() and number.isascii():
        return f"{float(number) + 0.5:g}" if found["half"] else number
    half = 0.5 if number == "半" or found["half"] else 0.0
    return f"{_NUMERALS[number] + half:g}"
