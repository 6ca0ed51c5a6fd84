"""Leaf values of exercises: their ranges, and random numbers that are the same on every machine.

SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014): an exercise is known by its seed, so the numbers behind it must not depend on a library's choices.
"""

from __future__ import annotations

import math
import re
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from halfmove.core.errors import BadInput
from halfmove.teach.naming import figure
from halfmove.teach.quiz import reading

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Dice:
    """A stream of random numbers from a seed, a whole number of any size and sign."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, all equally likely."""
        bits = n.bit_length()
        while (number := self.word() >> (64 - bits)) >= n:
            pass
        return number

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items in random order (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


_NUMBER = r"([-−+]?\s*(?:∞|inf(?:inity)?|oo|\d+/\d+|\d+(?:\.\d*)?|\.\d+))"
_SIGN = r"(<=|=<|>=|=>|≤|≥|<|>)"
_FORMS = {
    "brackets": re.compile(
        rf"(?:v\s*(?:in|∈|=|:)?\s*)?([\[(])\s*{_NUMBER}\s*[,;]\s*{_NUMBER}\s*([\])])\Z", re.IGNORECASE
    ),
    "between": re.compile(rf"{_NUMBER}\s*{_SIGN}\s*v\s*{_SIGN}\s*{_NUMBER}\Z", re.IGNORECASE),
    "from the right": re.compile(rf"(?:v|v\s*=)?\s*{_SIGN}\s*{_NUMBER}\Z", re.IGNORECASE),
    "from the left": re.compile(rf"{_NUMBER}\s*{_SIGN}\s*v\Z", re.IGNORECASE),
    "one": re.compile(rf"(?:v\s*)?=?\s*{_NUMBER}\Z", re.IGNORECASE),
}  # fmt: skip
_WORDS = {"always": "all", "any": "all", "all": "all", "every": "all", "never": "none", "none": "none"}


@dataclass(frozen=True)
class Range:
    """The numbers between two ends, of which each belongs to them or not; an infinite end never does."""

    low: float
    high: float
    with_low: bool = False
    with_high: bool = False

    @property
    def empty(self) -> bool:
        return self.low > self.high or (self.low == self.high and not (self.with_low and self.with_high))

    def __contains__(self, value: float) -> bool:
        above = value >= self.low if self.with_low else value > self.low
        return above and (value <= self.high if self.with_high else value < self.high)

    def meet(self, other: Range) -> Range:
        """What is in both."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Range(
            low,
            high,
            all(r.with_low for r in (self, other) if r.low == low),
            all(r.with_high for r in (self, other) if r.high == high),
        )

    def same(self, other: Range) -> bool:
        """Whether the same numbers are in both."""
        return self == other or (self.empty and other.empty)

    def same_ends(self, other: Range) -> bool:
        """Whether they differ at most in whether their ends belong to them."""
        return not self.empty and not other.empty and (self.low, self.high) == (other.low, other.high)

    def text(self, name: str = "") -> str:
        """`b2 ≤ 3`, `3 < b2 ≤ 7`; without a name `≤ 3`, `(3, 7]`."""
        if self.empty:
            return f"{name}: never".removeprefix(": ")
        if self.low == -math.inf and self.high == math.inf:
            return f"{name}: always".removeprefix(": ")
        below, above = ("≤" if self.with_low else "<"), ("≤" if self.with_high else "<")
        if self.low == -math.inf:
            return f"{name} {above} {figure(self.high)}".strip()
        if self.high == math.inf:
            return f"{name} {'≥' if self.with_low else '>'} {figure(self.low)}".strip()
        if self.low == self.high:
            return f"{name} = {figure(self.low)}".strip()
        if name:
            return f"{figure(self.low)} {below} {name} {above} {figure(self.high)}"
        left, right = "[" if self.with_low else "(", "]" if self.with_high else ")"
        return f"{left}{figure(self.low)}, {figure(self.high)}{right}"

    def plain(self) -> str:
        """The same as a text that `read_range` reads in any code page."""
        text = self.text()
        for sign, written in (("≤", "<="), ("≥", ">="), ("−", "-"), ("∞", "inf")):
            text = text.replace(sign, written)
        return text


EVERYTHING = Range(-math.inf, math.inf)
NOTHING = Range(math.inf, -math.inf)


def read_range(given: Any) -> Range:
    """A range as it is written; the number itself is `v`, or left out.  `BadInput` for what is none."""
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        given = f"= {given}"
    text = " ".join(str(given).split())
    if (word := _WORDS.get(text.lower().removeprefix("v").strip(" :="))) is not None:
        return EVERYTHING if word == "all" else NOTHING
    if found := _one(text):
        return found
    parts = [part for part in re.split(r"\band\b|&|,|;", text) if part.strip()]
    if len(parts) > 1 and not any(bracket in text for bracket in "[]()"):
        ranges = [_one(part.strip()) for part in parts]
        if all(found is not None for found in ranges):
            meet = EVERYTHING
            for found in ranges:
                assert found is not None, "all of them are ranges"
                meet = meet.meet(found)
            return meet
    raise BadInput(f"'{text}' is no range of values; write <= 3, > 3, 3 < v <= 7, [3, 7), never or always.")


def _one(text: str) -> Range | None:
    """The range that one of the forms says."""
    for form, pattern in _FORMS.items():
        found = pattern.match(text)
        if found is None:
            continue
        if form == "brackets":
            left, low, high, right = found.groups()
            return _closed(_number(low), _number(high), left == "[", right == "]")
        if form == "between":
            low, first, second, high = found.groups()
            if _is_less(first) != _is_less(second):
                return None
            return _half(_turned(first), _number(low)).meet(_half(second, _number(high)))
        if form == "from the right":
            return _half(found[1], _number(found[2]))
        if form == "from the left":
            return _half(_turned(found[2]), _number(found[1]))
        return _closed(_number(found[1]), _number(found[1]), True, True)
    return None


def _number(text: str) -> float:
    return reading.number(text.replace(" ", ""))


def _is_less(sign: str) -> bool:
    return "<" in sign or sign == "≤"


def _turned(sign: str) -> str:
    """The sign from the other side: 3 < v is v > 3."""
    return sign.translate(str.maketrans("<>≤≥", "><≥≤"))


def _half(sign: str, end: float) -> Range:
    """`v <= 3` and its like."""
    closed = "=" in sign or sign in "≤≥"
    if _is_less(sign):
        return _closed(-math.inf, end, False, closed)
    return _closed(end, math.inf, closed, False)


def _closed(low: float, high: float, with_low: bool, with_high: bool) -> Range:
    return Range(low, high, with_low and math.isfinite(low), with_high and math.isfinite(high))
